"""Errors of the API: JSON whatever goes wrong, and nothing that a lenient reader would guess."""

import json
from datetime import timedelta

import pytest
from django.db import OperationalError
from django.test import Client

from scorekeeper.api import request_limit
from scorekeeper.api.request_limit import take
from scorekeeper.models import GameSession, Revision
from tests.app.support.factories import a_hosted_game
from tests.app.support.programs import a_program, error_of

UUID = "4c2b6c66-9f4e-4e5f-a1ab-8d6ef3b3b2b6"
WHOLE = '{"slot": 1, "submission": "%s", "entry": %s}'


@pytest.fixture
def game():
    _phone, session = a_hosted_game()
    return session


@pytest.fixture
def program(game):
    return a_program(game.group)


def send(program, session, body, kind="application/json"):
    """Send these bytes as the body of a round."""
    return program.client.generic("POST", f"/api/v1/games/{session.pk}/rounds", body, kind)


def test_what_does_not_exist_is_not_found(program):
    for path in ("", "nothing", "games/", "games/x", "games/4711", f"games/{'9' * 40}", "games/1/"):
        if path:
            assert error_of(program.get(path)) == (404, "not_found", []), path


def test_a_method_that_does_not_exist_names_the_others(program, game):
    for method, path, allowed in (
        ("patch", f"games/{game.pk}", "DELETE, GET, HEAD"),
        ("post", "games", "GET, HEAD"),
        ("get", f"games/{game.pk}/undo", "POST"),
        ("options", "openapi.json", "GET, HEAD"),
    ):
        answer = getattr(program.client, method)(f"/api/v1/{path}")
        assert error_of(answer) == (405, "no_such_method", [])
        assert answer.headers["Allow"] == allowed


def test_only_json_is_read(program, game):
    for kind in ("application/x-www-form-urlencoded", "text/plain", "application/json; charset=x"):
        assert error_of(send(program, game, b"{}", kind)) == (415, "not_json", []), kind
    assert error_of(send(program, game, b"")) == (415, "not_json", [])  # no body has no type
    for kind in ("application/json", "Application/JSON; charset=utf-8"):
        assert send(program, game, b"{}", kind).status_code == 422


BAD = {
    "no JSON": b"{",
    "two": b"{}{}",
    "no UTF-8": b'{"slot": "\xff"}',
    "NaN": b'{"slot": NaN}',
    "too deep": b"[" * 30_000,
    "half a character": rb'{"slot": "\ud800"}',
    "a list": b"[]",
    "a key twice": b'{"slot": 1, "slot": 2}',
}


@pytest.mark.parametrize("body", BAD.values(), ids=BAD)
def test_json_that_is_not_sound_is_refused(program, game, body):
    assert error_of(send(program, game, body)) == (400, "bad_json", [])


@pytest.mark.parametrize(
    "entry",
    [
        '{"chimera": "Ana", "chimera": "Ben", "bid": 20, "first_out": "Ana"}',
        '{"chimera": "Ana", "bid": 2e1, "first_out": "Ana"}',
        '{"chimera": "Ana", "bid": 20.0, "first_out": "Ana"}',
        '{"chimera": "Ana", "bid": true, "first_out": "Ana"}',
        f'{{"chimera": "Ana", "bid": {"9" * 5000}, "first_out": "Ana"}}',
        "null",
        "[" * 900 + "]" * 900,
    ],
)
def test_an_entry_is_never_guessed(program, game, entry):
    answer = send(program, game, WHOLE % (UUID, entry))
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "refused")
    assert Revision.objects.filter(session=game).count() == 1


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({}, "slot"),
        ({"slot": "1"}, "slot"),
        ({"slot": 0}, "slot"),
        ({"slot": 10**7}, "slot"),
        ({"slot": 10**30}, "slot"),
        ({"slot": 1, "entry": {}, "submission": "1"}, "submission"),
        ({"slot": 1, "entry": {}, "submission": UUID, "keep": 1}, "keep"),
    ],
)
def test_a_body_of_another_shape_names_the_key(program, game, sent, field):
    assert error_of(send(program, game, json.dumps(sent))) == (422, "wrong_shape", [field])


def test_what_is_too_large_is_refused(program, game):
    body = json.dumps({"slot": 1, "entry": "x" * 70_000})
    assert error_of(send(program, game, body)) == (413, "too_large", [])


def test_an_address_with_too_many_parameters_is_refused(program):
    answer = program.client.get("/api/v1/games?" + "&".join("x=1" for _number in range(1001)))
    assert error_of(answer) == (413, "too_large", [])


def test_a_name_that_is_not_the_servers_is_refused(program):
    answer = program.client.get("/api/v1/groups", headers={"Host": "elsewhere.example"})
    assert error_of(answer) == (400, "bad_request", [])


def test_a_bug_is_answered_and_logged(program, game, monkeypatch, caplog):
    def fail(*_given):
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr("scorekeeper.api.games.game_shape", fail)
    quiet = Client(
        raise_request_exception=False, headers={"Authorization": f"Bearer {program.token}"}
    )
    assert error_of(quiet.get(f"/api/v1/games/{game.pk}")) == (500, "failed", [])
    assert "a bug" in caplog.text
    assert program.token not in caplog.text


def test_a_database_that_fails_asks_to_send_it_again(program, game, monkeypatch):
    def fail(*_given, **_more):
        error = OperationalError("database is locked")
        error.__cause__ = Exception()
        error.__cause__.sqlite_errorcode = 5
        raise error

    monkeypatch.setattr("scorekeeper.api.rounds.save_entry", fail)
    entry = '{"chimera": "Ana", "bid": 20, "first_out": "Ana"}'
    answer = send(program, game, WHOLE % (UUID, entry))
    assert error_of(answer) == (503, "unavailable", [])
    assert int(answer.headers["Retry-After"]) > 0


def test_a_game_whose_rules_are_missing_says_so_and_is_listed(program, game):
    GameSession.objects.update(game="gone")
    assert error_of(program.get(f"games/{game.pk}")) == (503, "rules_missing", [])
    assert program.get("games").json()["games"][0]["title"] == "Gone"


def test_answers_to_programs_are_for_nobody_else(program, game):
    for answer in (program.get(f"games/{game.pk}"), program.get("nothing")):
        assert "Authorization" in answer.headers["Vary"]
        assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert program.get(f"games/{game.pk}").headers["Cache-Control"] == "private, no-cache"
    assert program.get("groups").headers["Cache-Control"] == "no-store"
    assert "Access-Control-Allow-Origin" not in answer.headers


# The number of requests


def test_a_program_that_asks_too_often_has_to_wait(program, game, settings, clock):
    settings.API_REQUESTS_PER_MINUTE = 60
    statuses = [program.get("groups").status_code for _number in range(61)]
    assert statuses == [200] * 50 + [429] * 11
    refused = program.get("groups")
    assert error_of(refused) == (429, "too_many", [])
    wait = int(refused.headers["Retry-After"])
    assert 0 < wait <= 60
    other = a_program(game.group, name="another")
    assert other.get("groups").status_code == 200
    clock.pass_by(seconds=wait)
    assert program.get("groups").status_code == 200


def test_all_processes_share_the_limit(program, settings, monkeypatch):
    settings.API_REQUESTS_PER_MINUTE = 80
    for expected in (200, 429):
        monkeypatch.setattr(request_limit, "_left", {})  # as in another process
        assert program.get("groups").status_code == expected


def test_requests_that_were_taken_twice_add_up():
    take("device", 120)
    take("device", 120)  # as another thread does that found nothing left, either
    assert request_limit._left["device"] == 2 * (request_limit.AT_ONCE - 1)


def test_a_database_that_cannot_be_written_does_not_stop_reading(program, monkeypatch):
    def fail(*_given, **_more):
        error = OperationalError("attempt to write a readonly database")
        error.__cause__ = Exception()
        error.__cause__.sqlite_errorcode = 8
        raise error

    monkeypatch.setattr("scorekeeper.models.allowances.AllowanceQuerySet.lock", fail)
    assert program.get("groups").status_code == 200


def test_a_program_notes_when_it_was_last_used(program, game, clock):
    member = game.group.members.programs().get()
    clock.pass_by(hours=2)
    program.get("groups")
    member.refresh_from_db()
    assert timedelta(0) <= clock.now - member.seen_at < timedelta(minutes=1)
