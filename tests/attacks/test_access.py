"""The status of every URL for every kind of visitor; only those who may can change data."""

import re
from datetime import UTC, datetime, timedelta

import pytest

from tests.attacks.support.database import snapshot
from tests.attacks.support.http import Client, read_answer
from tests.attacks.support.phone import Phone
from tests.attacks.support.routes import Route, routes
from tests.attacks.support.server import Server
from tests.attacks.support.world import VISITORS, World

# `watches` and `enters` joined one game of the group. Its pages are for that game. It is one of
# Chimera, which nobody can join or leave.
EXPECTED = """
                       bare stranger viewer scorer host watches enters removed other
home              GET  200  200      200    200    200  200     200    200     200
home              POST 405  405      405    405    405  405     405    405     405
games             GET  200  200      200    200    200  200     200    200     200
games             POST 405  405      405    405    405  405     405    405     405
visible_games     GET  200  200      200    200    200  200     200    200     200
visible_games     POST 405  405      405    405    405  405     405    405     405
deleted           GET  200  200      200    200    200  200     200    200     200
deleted           POST 405  405      405    405    405  405     405    405     405
new               GET  200  200      200    200    200  200     200    200     200
new               POST 302  302      302    302    302  302     302    302     302
keys              GET  200  200      200    200    200  200     200    200     200
keys              POST 405  405      405    405    405  405     405    405     405
rules             GET  200  200      200    200    200  200     200    200     200
rules             POST 405  405      405    405    405  405     405    405     405
table             GET  404  404      200    200    200  200     200    404     404
table             POST 405  405      405    405    405  405     405    405     405
display           GET  404  404      200    200    200  200     200    404     404
display           POST 405  405      405    405    405  405     405    405     405
display_code      GET  404  404      200    200    200  200     200    404     404
display_code      POST 405  405      405    405    405  405     405    405     405
large_screen      GET  404  404      200    200    200  200     200    404     404
large_screen      POST 405  405      405    405    405  405     405    405     405
history           GET  404  404      200    200    200  200     200    404     404
history           POST 405  405      405    405    405  405     405    405     405
set_back          GET  405  405      405    405    405  405     405    405     405
set_back          POST 404  404      403    302    302  403     302    404     404
record            GET  404  404      200    200    200  200     200    404     404
record            POST 405  405      405    405    405  405     405    405     405
share             GET  404  404      403    200    200  403     200    404     404
share             POST 405  405      405    405    405  405     405    405     405
renew             GET  405  405      405    405    405  405     405    405     405
renew             POST 404  404      403    403    302  403     403    404     404
remove_watchers   GET  405  405      405    405    405  405     405    405     405
remove_watchers   POST 404  404      403    403    302  403     403    404     404
enter             GET  404  404      403    200    200  403     200    404     404
enter             POST 404  404      403    302    302  403     302    404     404
draft             GET  405  405      405    405    405  405     405    405     405
draft             POST 404  404      403    302    302  403     302    404     404
undo              GET  405  405      405    405    405  405     405    405     405
undo              POST 404  404      403    302    302  403     302    404     404
rounds            GET  404  404      200    200    200  200     200    404     404
rounds            POST 405  405      405    405    405  405     405    405     405
round             GET  404  404      200    200    200  200     200    404     404
round             POST 405  405      405    405    405  405     405    405     405
correct           GET  404  404      403    200    200  403     200    404     404
correct           POST 404  404      403    302    302  403     302    404     404
remove            GET  405  405      405    405    405  405     405    405     405
remove            POST 404  404      403    302    302  403     302    404     404
note              GET  404  404      403    200    200  403     200    404     404
note              POST 404  404      403    302    302  403     302    404     404
day               GET  302  302      302    302    302  302     302    302     302
day               POST 405  405      405    405    405  405     405    405     405
seats             GET  404  404      403    200    200  403     200    404     404
seats             POST 405  405      405    405    405  405     405    405     405
seat              GET  404  404      403    200    200  403     200    404     404
seat              POST 405  405      405    405    405  405     405    405     405
starter           GET  405  405      405    405    405  405     405    405     405
starter           POST 404  404      403    302    302  403     302    404     404
replace_player    GET  405  405      405    405    405  405     405    405     405
replace_player    POST 404  404      403    302    302  403     302    404     404
swap_seats        GET  405  405      405    405    405  405     405    405     405
swap_seats        POST 404  404      403    302    302  403     302    404     404
join_table        GET  405  405      405    405    405  405     405    405     405
join_table        POST 404  404      403    404    404  403     404    404     404
leave             GET  405  405      405    405    405  405     405    405     405
leave             POST 404  404      403    404    404  403     404    404     404
come_back         GET  405  405      405    405    405  405     405    405     405
come_back         POST 404  404      403    404    404  403     404    404     404
options           GET  404  404      403    200    200  403     200    404     404
options           POST 404  404      403    302    302  403     302    404     404
end               GET  405  405      405    405    405  405     405    405     405
end               POST 404  404      403    302    302  403     302    404     404
reopen            GET  405  405      405    405    405  405     405    405     405
reopen            POST 404  404      403    302    302  403     302    404     404
delete            GET  405  405      405    405    405  405     405    405     405
delete            POST 404  404      403    403    302  403     403    404     404
restore           GET  405  405      405    405    405  405     405    405     405
restore           POST 404  404      403    403    302  403     403    404     404
players           GET  200  200      200    200    200  200     200    200     200
players           POST 405  405      405    405    405  405     405    405     405
player            GET  404  404      200    200    200  404     404    404     404
player            POST 405  405      405    405    405  405     405    405     405
player_family     GET  404  404      200    200    200  404     404    404     404
player_family     POST 405  405      405    405    405  405     405    405     405
player_year       GET  404  404      200    200    200  404     404    404     404
player_year       POST 405  405      405    405    405  405     405    405     405
group_year        GET  404  404      200    200    200  404     404    404     404
group_year        POST 405  405      405    405    405  405     405    405     405
statistics        GET  404  404      200    200    200  404     404    404     404
statistics        POST 405  405      405    405    405  405     405    405     405
family            GET  404  404      200    200    200  404     404    404     404
family            POST 405  405      405    405    405  405     405    405     405
evenings          GET  404  404      200    200    200  404     404    404     404
evenings          POST 405  405      405    405    405  405     405    405     405
evening           GET  404  404      404    404    404  404     404    404     404
evening           POST 405  405      405    405    405  405     405    405     405
seasons           GET  404  404      200    200    200  404     404    404     404
seasons           POST 405  405      405    405    405  405     405    405     405
season            GET  404  404      200    200    200  404     404    404     404
season            POST 405  405      405    405    405  405     405    405     405
new_season        GET  404  404      403    403    200  404     404    404     404
new_season        POST 404  404      403    403    302  404     404    404     404
edit_season       GET  404  404      403    403    200  404     404    404     404
edit_season       POST 404  404      403    403    302  404     404    404     404
delete_season     GET  405  405      405    405    405  405     405    405     405
delete_season     POST 404  404      403    403    302  404     404    404     404
group_points      GET  405  405      405    405    405  405     405    405     405
group_points      POST 404  404      403    403    302  404     404    404     404
edit_player       GET  404  404      403    403    200  404     404    404     404
edit_player       POST 404  404      403    403    302  404     404    404     404
merge             GET  405  405      405    405    405  405     405    405     405
merge             POST 404  404      403    403    302  404     404    404     404
groups            GET  200  200      200    200    200  200     200    200     200
groups            POST 405  405      405    405    405  405     405    405     405
group             GET  404  404      200    200    200  404     404    404     404
group             POST 404  404      403    403    302  404     404    404     404
switch_group      GET  405  405      405    405    405  405     405    405     405
switch_group      POST 404  404      302    302    302  404     404    404     404
invite            GET  404  404      403    403    200  404     404    404     404
invite            POST 405  405      405    405    405  405     405    405     405
renew_invitation  GET  405  405      405    405    405  405     405    405     405
renew_invitation  POST 404  404      403    403    302  404     404    404     404
keep_name         GET  405  405      405    405    405  405     405    405     405
keep_name         POST 404  404      403    403    302  404     404    404     404
remove_group_watchers GET  405  405  405    405    405  405     405    405     405
remove_group_watchers POST 404  404  403    403    302  404     404    404     404
device            GET  404  404      403    403    200  404     404    404     404
device            POST 404  404      403    403    302  404     404    404     404
device_role       GET  405  405      405    405    405  405     405    405     405
device_role       POST 404  404      403    403    302  404     404    404     404
remove_device     GET  405  405      405    405    405  405     405    405     405
remove_device     POST 404  404      403    403    302  404     404    404     404
enter_code        GET  200  200      200    200    200  200     200    200     200
enter_code        POST 422  422      422    422    422  422     422    422     422
television        GET  302  302      302    302    302  302     302    302     302
television        POST 405  405      405    405    405  405     405    405     405
join              GET  404  404      404    404    404  404     404    404     404
join              POST 404  404      404    404    404  404     404    404     404
bundle            GET  200  200      200    200    200  200     200    200     200
bundle            POST 405  405      405    405    405  405     405    405     405
worker            GET  200  200      200    200    200  200     200    200     200
worker            POST 405  405      405    405    405  405     405    405     405
manifest          GET  200  200      200    200    200  200     200    200     200
manifest          POST 405  405      405    405    405  405     405    405     405
offline           GET  200  200      200    200    200  200     200    200     200
offline           POST 405  405      405    405    405  405     405    405     405
theme             GET  405  405      405    405    405  405     405    405     405
theme             POST 302  302      302    302    302  302     302    302     302
feedback          GET  405  405      405    405    405  405     405    405     405
feedback          POST 302  302      302    302    302  302     302    302     302
live              GET  404  404      200    200    200  200     200    404     404
live              POST 404  404      404    404    404  404     404    404     404
"""
HEADING, *LINES = [line.split() for line in EXPECTED.strip().splitlines()]
ROWS = {
    (line[0], line[1]): dict(zip(HEADING, line[2:], strict=True))  # name, method, then statuses
    for line in LINES
}
NAMES = {name for name, _ in ROWS}
UNSTORED = {"theme", "feedback", "reopen"}  # cookies; and a game that has not ended


@pytest.fixture(scope="session")
def known_routes(server: Server) -> dict[str, Route]:
    return {route.name: route for route in routes(server)}


@pytest.fixture(scope="session")
def shared_world(server: Server) -> World:
    """For requests that change nothing."""
    return World(server)


def ask(world: World, visitor: Client, method: str, route: Route) -> str:
    path = world.path(*route)
    if route.name == "live" and method == "GET":
        with visitor.connect() as connection:
            connection.sendall(visitor.request("GET", path))
            return str(read_answer(connection, "HEAD").status)
    answer = visitor.get(path) if method == "GET" else visitor.post(path, world.form(route.name))
    visitor.follow(answer)
    return str(answer.status)


def a_world(server: Server, name: str) -> World:
    world = World(server)
    if name == "restore":
        world.host.post(f"/table/{world.game}/delete/")
    return world


def test_the_table_has_every_url(known_routes: dict[str, Route]):
    assert tuple(HEADING) == VISITORS
    assert set(known_routes) == NAMES
    assert set(ROWS) == {(name, method) for name in NAMES for method in ("GET", "POST")}


@pytest.mark.parametrize("name", sorted(NAMES))
def test_get_has_the_expected_status_and_changes_nothing(
    server: Server, known_routes: dict[str, Route], shared_world: World, name: str
):
    route, visitors = known_routes[name], shared_world.visitors
    ask(shared_world, visitors["host"], "GET", route)  # the first GET creates links
    before = snapshot(server.database)
    answers = {who: ask(shared_world, visitors[who], "GET", route) for who in VISITORS}
    assert answers == ROWS[name, "GET"]
    assert snapshot(server.database) == before


@pytest.mark.parametrize("name", sorted(NAMES))
def test_post_changes_data_only_for_visitors_with_permission(
    server: Server, known_routes: dict[str, Route], shared_world: World, name: str
):
    """Visitors without permission come first. The others all send the same change."""
    expected, route = ROWS[name, "POST"], known_routes[name]
    refused = [who for who in VISITORS if expected[who] != "302"]
    allowed = [who for who in VISITORS if expected[who] == "302"]
    world = a_world(server, name) if allowed and refused else shared_world
    before = snapshot(server.database)
    for who in refused:
        assert (who, ask(world, world.visitors[who], "POST", route)) == (who, expected[who])
    assert snapshot(server.database) == before
    for who in allowed:
        assert (who, ask(world, world.visitors[who], "POST", route)) == (who, "302")
    if allowed and name not in UNSTORED:
        assert snapshot(server.database) != before


def test_a_watcher_whose_evening_is_over_gets_what_a_stranger_gets(
    server: Server, known_routes: dict[str, Route]
):
    world = World(server)
    screen, passer_by = world.visitors["watches"], Phone(server.port)
    corner = screen.get(f"/table/{world.game}/display/code/").text
    code = "".join(re.findall("<span>([B-Z3479]{3,4})</span>", corner))
    passer_by.join(passer_by.post("/join/", [("code", code)]).location)
    assert ask(world, passer_by, "GET", known_routes["table"]) == "200"
    yesterday = datetime.now(UTC) - timedelta(hours=1)
    server.database.change(
        f"UPDATE scorekeeper_member SET until = '{yesterday:%Y-%m-%d %H:%M:%S+00:00}'"  # noqa: S608
        f" WHERE id = {world.newest_device()}"
    )
    world.host.enter(world.game, 3)  # the game goes on
    for name in sorted(NAMES):
        for method in ("GET", "POST"):
            answer = ask(world, passer_by, method, known_routes[name])
            assert (name, method, answer) == (name, method, ROWS[name, method]["stranger"])


@pytest.mark.parametrize("who", VISITORS)
def test_only_scorers_of_the_whole_group_can_start_a_game_in_it(
    server: Server, shared_world: World, who: str
):
    games = f"group_id = {shared_world.group}"
    before = shared_world.number("gamesession", games)
    visitor = shared_world.visitors[who]
    answer = visitor.post("/new/chimera/", shared_world.form("new"))
    assert answer.status == 302
    visitor.follow(answer)
    newest = shared_world.number("gamesession", games)
    assert (newest > before) == (who in ("scorer", "host"))


@pytest.mark.parametrize("who", VISITORS)
def test_a_form_with_a_wrong_csrf_token_changes_nothing(
    server: Server,
    shared_world: World,
    who: str,
):
    phone, before = shared_world.visitors[who], snapshot(server.database)
    forged = Phone(server.port)
    forged.cookies |= {**phone.cookies, "csrftoken": "u" * 32}
    for path in (f"/table/{shared_world.game}/options/", "/new/chimera/", "/join/"):
        assert forged.post(path, shared_world.form("options")).status == 403
    assert snapshot(server.database) == before
