"""Access: every endpoint of the API, for every kind of program, and the tokens themselves."""

from uuid import uuid4

import pytest
from django.test import Client

from scorekeeper.api.endpoints import ENDPOINTS
from scorekeeper.models import REMOVED, Group, Link, Member, Role
from scorekeeper.people import links
from scorekeeper.people.devices import COOKIE
from scorekeeper.people.groups import let_in, remove_device, remove_watchers, renew_link, set_role
from scorekeeper.people.programs import PREFIX, make_token, revoke_token
from tests.app.support.factories import (
    a_game,
    a_group,
    a_hosted_game,
    a_member,
    a_phone,
    device,
    to,
)
from tests.app.support.pages import Page
from tests.app.support.programs import Program, a_program, a_record_round, error_of
from tests.app.support.undone import undone
from tests.app.test_access import stored

# What each kind of program gets: of another group, or of this one with one of the roles.
KINDS = ("outside", "viewer", "scorer", "host")
EXPECTED = {
    "200 200 200 200": "groups games",
    "404 200 200 200": "group players statistics game record events",
    "404 403 201 201": "start enter",
    "404 403 200 200": "correct remove undo end reopen",
    "404 403 403 204": "delete restore",
}
BY_NAME = {
    name: dict(zip(KINDS, map(int, row.split()), strict=True))
    for row, names in EXPECTED.items()
    for name in names.split()
}


class World:
    """A game of two rounds, and a program of each kind."""

    def __init__(self):
        _phone, self.game = a_hosted_game(rounds=2)
        self.group, stranger = self.game.group, a_phone()
        self.programs = {"outside": a_program(a_group(stranger, "their own"), Role.HOST)}
        for role in Role:
            self.programs[role.name.lower()] = a_program(self.group, role, name=role.name)
        for program in self.programs.values():
            program.get("groups")  # which stores that it is in use

    def ask(self, endpoint, program):
        """Send what the endpoint expects."""
        of_group = endpoint.path.startswith("groups")
        pk = self.group.pk if of_group else self.game.pk
        path = endpoint.path.replace("<int:pk>", str(pk)).replace("<int:slot>", "2")
        if endpoint.name == "restore":
            self.game.change(deleted_at=self.game.started_at)
        stamp = {"revision": 1, "submission": str(uuid4())}
        sent = {
            "start": {"game": "chimera", "players": ["Ana", "Ben", "Cho"]},
            "enter": {"slot": 3, "entry": a_record_round()},
            "correct": {"revision": 1, "entry": a_record_round("Ben")},
            "undo": {"slot": 2, "revision": 1},
            "end": {"revision": 1},
            "reopen": {"revision": 1},
        }.get(endpoint.name)
        query = {"query_params": stamp} if endpoint.name == "remove" else {}
        body = {**sent, "submission": stamp["submission"]} if sent else None
        return program.send(endpoint.method.lower(), path, body, **query)


def test_every_endpoint_is_open_to_those_who_may_and_to_nobody_else():
    world = World()
    assert BY_NAME.keys() == {endpoint.name for endpoint in ENDPOINTS}
    for endpoint in ENDPOINTS:
        for kind, program in world.programs.items():
            before = stored()
            with undone():
                answer = world.ask(endpoint, program)
                expected = BY_NAME[endpoint.name][kind]
                assert (endpoint.name, kind, answer.status_code) == (endpoint.name, kind, expected)
                if expected >= 400:
                    assert answer.json()["error"]["message"]
                    if endpoint.name != "restore":  # which is prepared by a change
                        assert stored() == before
                elif endpoint.name != "reopen":  # what was never ended
                    assert (stored() != before) == endpoint.is_change, endpoint.name


def test_without_a_valid_token_every_endpoint_answers_401():
    world = World()
    revoked = a_program(world.group, name="revoked")
    revoke_token(world.group.members.programs().get(name="revoked"))
    strangers = [Program(token) for token in ("", "x", PREFIX + "x" * 43, revoked.token)]
    before = stored()
    for endpoint in ENDPOINTS:
        if endpoint.name == "restore":
            continue
        for program in strangers:
            answer = world.ask(endpoint, program)
            assert error_of(answer) == (401, "no_token", []), endpoint.name
            assert answer.headers["WWW-Authenticate"] == "Bearer"
    assert stored() == before


def test_a_program_sees_only_the_games_of_its_group():
    world = World()
    assert world.programs["outside"].get("games").json()["games"] == []
    assert [one["id"] for one in world.programs["viewer"].get("games").json()["games"]] == [
        world.game.pk
    ]


# Cookies and tokens


def test_no_cookie_opens_the_api_and_no_token_opens_a_page():
    phone, session = a_hosted_game()
    token = a_program(session.group, Role.HOST).token
    assert phone.get(f"/api/v1/games/{session.pk}").status_code == 401
    phone.cookies["Authorization"] = f"Bearer {token}"
    assert phone.get(f"/api/v1/games/{session.pk}").status_code == 401
    for secret in (token, token.removeprefix(PREFIX)):
        thief = Client(headers={"Authorization": f"Bearer {token}"})
        thief.cookies[COOKIE] = secret
        assert thief.get(to("table", session)).status_code == 404
    secret = phone.cookies[COOKIE].value
    for one in (secret, PREFIX + secret):
        assert Program(one).get("groups").status_code == 401


def test_the_api_sets_no_cookie_and_asks_for_no_csrf_token():
    _phone, session = a_hosted_game()
    strict = Client(enforce_csrf_checks=True)
    entered = strict.post(
        f"/api/v1/games/{session.pk}/rounds",
        {"slot": 1, "entry": a_record_round(), "submission": str(uuid4())},
        content_type="application/json",
        headers={"Authorization": f"Bearer {a_program(session.group).token}"},
    )
    assert entered.status_code == 201
    assert not entered.cookies
    assert "Set-Cookie" not in entered.headers


def test_the_database_holds_no_token():
    _phone, session = a_hosted_game()
    token = a_program(session.group).token
    secret = token.removeprefix(PREFIX)
    assert not [row for row in Member.objects.values_list() if secret in str(row)]


# A token can never do what its maker cannot


def another_host(group):
    """A second host, so that the maker is not the last one."""
    return a_member(group, Role.HOST)


def access(program):
    """Return what the program may do in its group; 401 if nothing."""
    answer = program.get("groups")
    return answer.json()["groups"][0]["access"] if answer.status_code == 200 else 401


def a_maker(role=Role.HOST):
    """A host who is not the last one, its member, and its program."""
    session = a_game(a_phone())
    another_host(session.group)
    maker = session.group.members.hosts().first()
    return maker, Program(make_token(session.group, maker.pk, "Kitchen", role))


def test_a_token_follows_the_role_of_its_maker_down_and_up():
    maker, program = a_maker()
    assert access(program) == "host"
    for role, expected in ((2, "score"), (1, "watch"), (2, "score"), (REMOVED, 401), (3, "host")):
        set_role(maker, role)
        assert access(program) == expected


def test_a_token_never_gets_more_than_it_was_made_for():
    maker, program = a_maker(Role.VIEWER)
    assert access(program) == "watch"
    set_role(maker, Role.SCORER)
    assert access(program) == "watch"


@pytest.mark.parametrize("how", ["removed", "leaves", "watchers", "renewed", "rejoined"])
def test_a_maker_who_is_removed_takes_the_token_along(how):
    maker, program = a_maker()
    group = maker.group
    if how in ("watchers", "renewed"):
        set_role(maker, Role.VIEWER)
        assert access(program) == "watch"
    link = Link.to(group, Role.VIEWER)
    if how == "watchers":
        remove_watchers(group, None, for_good=True)
    elif how == "renewed":
        renew_link(link, and_remove=True)
    else:
        remove_device(maker, for_good=how == "removed")
    assert access(program) == 401
    if how == "rejoined":
        let_in(link, maker.device, "back again", "192.0.2.1")
        assert access(program) == "watch"


def test_a_revoked_token_stays_revoked_whatever_its_maker_becomes():
    maker, program = a_maker()
    revoke_token(maker.group.members.programs().get())
    for role in (Role.SCORER, Role.HOST):
        set_role(maker, role)
        assert access(program) == 401


def test_a_program_is_no_host_who_could_stay_behind():
    phone, session = a_hosted_game()
    a_program(session.group, Role.HOST)
    member = session.group.members.get(device=device(phone))
    assert member.is_last_host
    assert "the only host" in Page(phone.post(f"/devices/{member.pk}/remove/")).said


def test_removing_watchers_leaves_programs():
    phone, session = a_hosted_game()
    program = a_program(session.group, Role.VIEWER)
    remove_watchers(session.group, None, for_good=True)
    renew_link(Link.to(session.group, Role.VIEWER), and_remove=True)
    assert access(program) == "watch"
    assert "watcher" not in Page(phone.get(f"/groups/{session.group_id}/")).said


def test_a_program_joins_nothing():
    _phone, session = a_hosted_game()
    program = a_program(session.group)
    path = links.path(Link.to_host(session.group))
    program.client.post(path, {"name": "thief"})
    assert access(program) == "score"
    assert Group.objects.count() == 1
