"""The API on a real server: its stream, bodies refused before Django, and docs/client.py."""

import http.client
import json
import socket
import subprocess
import sys

import pytest
from django.conf import settings

from scorekeeper.models import Role
from scorekeeper.models.people import NEVER
from scorekeeper.people.groups import set_role
from scorekeeper.people.programs import revoke_token
from scorekeeper.web.server.bridge import client_of
from tests.app.support.factories import a_hosted_game, a_member, page_version
from tests.app.support.programs import a_program
from tests.support.serving import serving
from tests.support.waiting import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)

CLIENT = settings.BASE_DIR / "docs" / "client.py"
POINTS = '{"points": {"Ana": 12, "Ben": -3}}'


@pytest.fixture
def game():
    phone, session = a_hosted_game(game="score_pad", options={})
    session.phone, session.program = phone, a_program(session.group)
    return session


def ask(site, method, path, token="", body=None, **headers):
    """The answer to one request."""
    line = http.client.HTTPConnection("127.0.0.1", site.port, timeout=PATIENCE)
    headers |= {"Authorization": f"Bearer {token}"} if token else {}
    line.request(method, f"/api/v1/{path}", body, headers)
    return line.getresponse()


def events(site, session, token):
    """The versions that a program hears."""
    answer = ask(site, "GET", f"games/{session.pk}/events", token)
    assert answer.status == 200
    assert answer.headers["Content-Type"] == "text/event-stream"
    assert not answer.headers["Set-Cookie"]
    for line in answer:
        if line != b"\n":
            yield int(line.removeprefix(b"data:"))


def test_a_program_hears_of_each_change(site, game):
    heard = events(site, game, game.program.token)
    assert next(heard) == page_version(game)
    game.program.enter(game, json.loads(POINTS))
    assert next(heard) == page_version(game)


@pytest.mark.parametrize("how", ["revoked", "demoted"])
def test_a_stream_ends_when_its_token_does(site, game, how):
    a_member(game.group, Role.HOST)
    heard = events(site, game, game.program.token)
    next(heard)
    program = game.group.members.programs().get()
    if how == "revoked":
        revoke_token(program)
    else:
        set_role(program.maker, 0)
    assert list(heard) == [0]


def test_a_stream_needs_a_token_that_may_see_the_game_and_takes_no_parameters(site, game):
    other = a_hosted_game(game="score_pad", options={})[1]
    stranger = a_program(other.group).token
    cookie = f"device={game.phone.cookies['device'].value}"
    path = f"games/{game.pk}/events"
    for token, more, status in (
        (stranger, {}, 404),
        ("", {}, 401),
        ("", {"Cookie": cookie}, 401),
        (game.phone.cookies["device"].value, {}, 401),
    ):
        answer = ask(site, "GET", path, token, **more)
        assert answer.status == status
        assert json.load(answer)["error"]["message"]
    assert answer.headers["WWW-Authenticate"] == "Bearer"
    answer = ask(site, "GET", f"{path}?since=1", game.program.token)
    assert answer.status == 422
    assert [one["field"] for one in json.load(answer)["error"]["fields"]] == ["since"]


def test_a_stream_counts_as_a_request_and_as_use(site, game, settings):
    settings.API_REQUESTS_PER_MINUTE = 1
    program = game.group.members.programs().get()
    first = ask(site, "GET", f"games/{game.pk}/events", game.program.token)
    second = ask(site, "GET", f"games/{game.pk}/events", game.program.token)
    assert (first.status, second.status) == (200, 429)
    assert json.load(second)["error"]["code"] == "too_many"
    assert int(second.headers["Retry-After"]) > 0
    assert program.seen_at == NEVER
    program.refresh_from_db()
    assert program.seen_at > NEVER


def test_no_token_opens_the_stream_of_pages_and_no_page_reads_json(site, game):
    line = http.client.HTTPConnection("127.0.0.1", site.port, timeout=PATIENCE)
    line.request(
        "GET",
        f"/live/{game.pk}/",
        headers={
            "Authorization": f"Bearer {game.program.token}",
            "Cookie": f"device={game.program.token}",
        },
    )
    answer = line.getresponse()
    assert answer.status == 404
    answer.read()
    for path in ("/theme/", "/api/v1/", "/join/"):
        line.request("POST", path, b"{}", {"Content-Type": "application/json"})
        answer = line.getresponse()
        assert (answer.status, answer.headers["Content-Type"][:10]) == (415, "text/plain")
        answer.read()


def test_a_body_that_is_refused_gets_json(site, game):
    for body, kind, status in (
        (b"slot=1", "application/x-www-form-urlencoded", 415),
        (b"{}", "text/plain", 415),
        (b"x" * (2**20 + 1), "application/json", 413),
        (b"x" * 70_000, "application/json", 413),
        (b"[" * 60_000, "application/json", 400),
        (iter([b"{}"]), "application/json", 411),  # which is sent in chunks
    ):
        path, token = f"games/{game.pk}/rounds", game.program.token
        answer = ask(site, "POST", path, token, body, **{"Content-Type": kind})
        assert answer.status == status
        assert answer.headers["Content-Type"] == "application/json"
        error = json.load(answer)["error"]
        assert set(error) == {"code", "message", "fields"}
    assert error["code"] == "length_required"


def test_programs_at_one_address_are_told_apart_by_their_tokens(game):
    """Each has its turns, whatever cookies it sends: see web/server/turns.py."""
    tokens = [game.program.token, a_program(game.group, name="another").token]
    cookie = f"device={game.phone.cookies['device'].value}"
    environ = {"REMOTE_ADDR": "192.0.2.1", "HTTP_COOKIE": cookie}
    api = {**environ, "PATH_INFO": "/api/v1/games"}
    clients = {
        client_of({**api, "HTTP_AUTHORIZATION": f"Bearer {token}"}).device for token in tokens
    }
    assert clients == set(tokens)
    assert client_of({**environ, "PATH_INFO": "/"}).device not in clients


# docs/client.py


def run_client(url, game, *entry):
    arguments = [url, game.program.token, str(game.pk), *entry]
    return subprocess.Popen(
        [sys.executable, "-u", str(CLIENT), *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_the_example_enters_a_round_and_says_why_one_is_refused(site, game):
    told, _ = run_client(site.url, game, POINTS).communicate(timeout=PATIENCE)
    assert told.strip() == "{'Ana': 12, 'Ben': -3, 'Cho': 0}"
    client = run_client(site.url, game, '{"points": {"Zoe": 1}}')
    _, told = client.communicate(timeout=PATIENCE)
    assert told.strip() == "Zoe is not playing in this game."
    assert client.returncode == 1
    assert game.program.post(f"games/{game.pk}/end", revision=1).status_code == 200
    client = run_client(site.url, game, POINTS)
    _, told = client.communicate(timeout=PATIENCE)
    assert told.strip() == "This game takes no more rounds."
    assert client.returncode == 1


def test_the_example_says_how_to_call_it():
    command = [sys.executable, str(CLIENT), "http://127.0.0.1:8000"]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (told.returncode, told.stdout) == (1, "")
    assert "python client.py http" in told.stderr
    assert "Traceback" not in told.stderr


def test_the_example_asks_again_if_the_network_fails(game):
    with socket.create_server(("127.0.0.1", 0)) as broken:
        broken.settimeout(PATIENCE)
        port = broken.getsockname()[1]
        client = run_client(f"http://127.0.0.1:{port}", game, POINTS)
        broken.accept()[0].close()
    with serving(port):
        told, _ = client.communicate(timeout=PATIENCE)
    assert told.strip() == "{'Ana': 12, 'Ben': -3, 'Cho': 0}"


def test_the_example_follows_a_game_and_goes_on_when_the_server_was_restarted(game):
    with serving() as site:
        client = run_client(site.url, game)
        assert "'Ana': 0" in client.stdout.readline()
        game.program.enter(game, json.loads(POINTS))
        assert "'Ana': 12" in client.stdout.readline()
    try:
        game.program.enter(game, json.loads(POINTS))
        with serving(site.port):
            assert "'Ana': 24" in client.stdout.readline()
            revoke_token(game.group.members.programs().get())
            assert client.wait(PATIENCE) == 0  # nothing more can be seen
    finally:
        client.kill()
        client.communicate()
