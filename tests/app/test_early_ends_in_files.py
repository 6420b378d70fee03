"""Games that were ended early are not counted, also once another group has them from a file."""

import csv
import io
import json

import pytest

from scorekeeper.models import GameSession
from tests.app.support.factories import (
    NAMES,
    a_game,
    a_group,
    a_hosted_group,
    a_phone,
    end_early,
    said,
    to,
)
from tests.app.support.imports import bring_in
from tests.app.test_exchange import SKAT, download

POINTS = [{"points": {"0": 5, "1": 3, "2": 1}}]
PADS = [{"title": "Skat", "target": 99}, {"title": "Skat", "lowest_wins": True, "rounds": 9}]


def ended_games():
    """A host's phone and group with a game of rules and two pads, all ended early, and a pad
    without an end of its own, which is complete.
    """
    phone, group = a_hosted_group()
    sessions = [a_game(phone, group, rounds=1)]
    for options in (*PADS, {"title": "Skat"}):
        sessions.append(a_game(phone, group, game="score_pad", options=options, rounds=POINTS))
    for session in sessions:
        end_early(phone, session)
    return phone, group


def ends_of(group):
    plays = group.sessions.all()
    return sorted((one.game, one.title, one.ended_early, one.result["winners"]) for one in plays)


def test_a_spreadsheet_says_which_games_were_ended_early_and_brings_them_in_as_such():
    phone, group = ended_games()
    sheet = download(phone, group, "games.csv")
    rows = list(csv.DictReader(io.StringIO(sheet.decode("utf-8-sig"))))
    assert [row["ended_early"] for row in rows] == ["yes"] * 9 + [""] * 3
    other_phone = a_phone()
    other = a_group(other_phone, names=())
    bring_in(other, sheet)
    assert ends_of(other) == ends_of(group)
    assert [early for *_game, early, _winners in ends_of(group)].count(True) == 3
    for session in other.sessions.filter(ended_early=True):
        assert "Ended early: " in said(other_phone, "table", session)
        assert set(session.seats.values_list("kind", flat=True)) == {""}
    again = a_group(a_phone(), names=())
    bring_in(again, download(other_phone, other, "games.csv"))
    assert ends_of(again) == ends_of(group)


def test_nobody_can_reopen_a_game_with_totals_only_that_was_ended_early():
    phone, group = ended_games()
    bring_in(other := a_group(phone, names=()), download(phone, group, "games.csv"))
    session = other.sessions.filter(ended_early=True).first()
    assert "eopen" not in said(phone, "table", session)
    assert "eopen" not in said(phone, "options", session)
    assert phone.post(to("reopen", session)).status_code == 404


def test_a_game_that_was_ended_before_anything_counted_comes_in_as_one():
    phone, group = a_hosted_group()
    session = a_game(phone, group)
    end_early(phone, session)
    bring_in(other := a_group(phone, names=()), download(phone, group, "games.csv"))
    moved = other.sessions.get()
    assert (moved.ended_early, moved.result["winners"]) == (True, [])
    verdict = "Ended before anything was played"
    assert verdict in said(phone, "table", session)
    assert verdict in said(phone, "table", moved)


def test_a_spreadsheet_without_the_column_has_only_games_that_count():
    group = a_group(a_phone(), names=NAMES)
    bring_in(group, SKAT)
    assert not GameSession.objects.get().ended_early


def test_bg_stats_ignores_games_that_were_ended_early():
    phone, group = ended_games()
    content = download(phone, group, "BGStatsExport.json")
    assert [play["ignored"] for play in json.loads(content)["plays"]] == [True] * 3 + [False]
    other = a_group(phone, names=())
    report = bring_in(other, content).report
    assert (report["saved"], report["fault_count"]) == (1, 3)


@pytest.mark.parametrize(("options", "early"), [({}, False), ({"target": 9}, True)])
def test_a_record_with_totals_only_was_ended_early_where_the_rules_set_an_end(options, early):
    phone, group = a_hosted_group(names=())
    ends = {"totals": {"Ana": 5, "Ben": 3}, "ranks": {"Ana": 1, "Ben": 2}, "winners": ["Ana"]}
    record = {
        "format": "scorekeeper.record/1",
        "game": "score_pad",
        "players": ["Ana", "Ben"],
        "options": options | {"title": "Skat"},
        "entries": [],
        "ended_early": True,
        "totals_only": ends,
    }
    bring_in(group, json.dumps(record).encode())
    session = group.sessions.get()
    assert session.ended_early is early
    verdict = "Ended early: Ana wins with 5" if early else "Ana wins with 5"
    assert verdict in said(phone, "table", session)
    assert ("Ended early" in said(phone, "table", session)) is early
