"""The API with games that were imported with their totals only: they can be read, and stay so."""

import pytest

from scorekeeper.models import Revision, Role
from tests.app.support.factories import a_hosted_group, stamp, table_of, to
from tests.app.support.imports import bring_in
from tests.app.support.programs import a_program, error_of

SHEET = b"date,player,total,won,game\n2024-01-01,Ana,250,yes,yahtzee\n2024-01-01,Ben,270,,yahtzee\n"
A_TURN = {"player": "Ana", "box": "ones", "score": 3}


@pytest.fixture
def table():
    """The phone, a game of Yahtzee that has totals only, and a program of its group."""
    phone, group = a_hosted_group(names=())
    bring_in(group, SHEET)
    session = group.sessions.get()
    assert table_of(session).imported_result
    return phone, session, a_program(group, Role.HOST)


def test_a_game_with_totals_only_is_read_like_any_other(table):
    _phone, session, program = table
    game = program.game(session, lines="true")
    totals = {one["player"]: one["total"] for one in game["standings"]}
    row = next(one for one in program.get("games").json()["games"] if one["id"] == session.pk)
    assert row["totals"] == totals
    assert row["winners"] == [one["player"] for one in game["standings"] if one["won"]]
    assert (game["next"], game["rounds"]) == (None, [])
    assert program.get(f"games/{session.pk}/record").json()["entries"] == []


def test_a_game_with_totals_only_takes_no_round(table):
    _phone, session, program = table
    for more in ({}, {"keep": True}, {"before": 1}):
        answer = program.enter(session, A_TURN, slot=1, **more)
        assert error_of(answer) == (422, "totals_only", [])
        assert "totals only" in answer.json()["error"]["message"]


def test_a_game_with_totals_only_has_no_round_to_correct(table):
    phone, session, _program = table
    sent = {**stamp(1), "fill": "ones 3"}
    assert phone.post(to("correct", session, 1), sent).status_code == 404


def test_a_game_with_totals_only_is_neither_ended_nor_reopened(table):
    phone, session, program = table
    for name in ("end", "reopen"):
        answer = program.post(f"games/{session.pk}/{name}", revision=1)
        assert error_of(answer) == (422, "totals_only", [])
        assert phone.post(to(name, session), stamp(0, 1)).status_code == 404
    assert Revision.objects.filter(session=session).count() == 1
    assert not program.game(session)["ended_early"]
