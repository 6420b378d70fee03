"""The API with games that were imported with their totals only: they can be read, and stay so."""

import json
from uuid import uuid4

import pytest

from scorekeeper.models import Revision, Role
from tests.app.support.factories import a_group, a_phone, table_of, to
from tests.app.support.programs import a_program, error_of
from tests.app.test_exchange import bring_in
from tests.support.bgstats_plays import export

pytestmark = pytest.mark.django_db

A_TURN = {"player": "Ana", "box": "ones", "score": 3}


@pytest.fixture
def table():
    """The phone, a game of Yahtzee that has totals only, and a program of its group."""
    phone = a_phone()
    group = a_group(phone, names=())
    bring_in(phone, group, "BGStatsExport.json", json.dumps(export(30)).encode())
    session = group.sessions.filter(game="yahtzee").first()
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


@pytest.mark.parametrize("more", [{}, {"keep": True}, {"before": 1}])
def test_a_game_with_totals_only_takes_no_round(table, more):
    _phone, session, program = table
    answer = program.enter(session, A_TURN, slot=1, **more)
    assert error_of(answer) == (422, "totals_only", [])
    assert "totals only" in answer.json()["error"]["message"]


def test_a_game_with_totals_only_has_no_round_to_correct(table):
    phone, session, _program = table
    stamp = {"slot": 1, "revision": 0, "submission": str(uuid4())}
    assert phone.post(to("correct", session, 1), {**stamp, "fill": "ones 3"}).status_code == 404


def test_a_game_with_totals_only_is_neither_ended_nor_reopened(table):
    phone, session, program = table
    for name in ("end", "reopen"):
        answer = program.post(f"games/{session.pk}/{name}", revision=1)
        assert error_of(answer) == (422, "totals_only", [])
        stamp = {"slot": 0, "revision": 1, "submission": str(uuid4())}
        assert phone.post(to(name, session), stamp).status_code == 404
    assert Revision.objects.filter(session=session).count() == 1
    assert not program.game(session)["ended_early"]
