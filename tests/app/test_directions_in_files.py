"""The rows of a spreadsheet say whether the lowest or the highest total wins."""

import pytest

from scorekeeper.exchange import our_csv
from tests.app.support.factories import a_group, a_phone
from tests.app.support.imports import bring_in

HEADING = "date,id,game,title,player,total,rank,won"


def rows_of(number, title, results, game="score_pad", winners=1):
    """A game whose players have these totals and ranks; `winners` of them have won."""
    return [
        f"2024-01-01,{number},{game},{title},Player {seat},{total},{rank},{seat < winners}"
        for seat, (total, rank) in enumerate(results)
    ]


def brought_in(*games):
    """The sessions that a file of these games becomes, in its order."""
    lines = [HEADING, *(row for number, game in enumerate(games) for row in rows_of(number, *game))]
    group = a_group(a_phone(), names=())
    assert bring_in(group, "\n".join(lines).encode()).report["saved"] == len(games)
    return list(group.sessions.order_by("pk"))


@pytest.mark.parametrize(
    ("results", "winners", "lowest"),
    [
        ([(200, 1), (300, 1)], 2, False),  # all won, whatever their totals
        ([(21, 1), (25, 1)], 0, False),
        ([(1000, 1), (900, 1), (450, 3), (400, 3)], 2, False),  # partners
        ([(400, 1), (450, 1), (900, 3), (1000, 3)], 2, True),
        ([(300, 1), (200, 1), (250, 3)], 2, False),
        ([(30, 1), (50, 2), (20, 3)], 1, False),  # the winner was marked as such
        ([(30, 1), (10, 2), (20, 3)], 1, True),
        ([(5, 1), (5, 1)], 2, False),
        ([(7, 1), (9, 2)], 1, True),
        ([(9, 1), (7, 2)], 1, False),
    ],
)
def test_lower_totals_win_only_where_they_have_better_ranks(results, winners, lowest):
    (session,) = brought_in(("Tichu", results, "score_pad", winners))
    assert session.lowest_wins is lowest


def test_a_game_whose_rows_do_not_say_which_totals_win_goes_by_others_of_its_title():
    low, high = [(1, 1), (2, 2)], [(2, 1), (1, 2)]
    sessions = brought_in(
        ("Golf", [(40, 1)]),
        ("golf", low),
        ("Golf", high),
        ("GOLF", low),
        ("Golf", [(5, 1), (5, 1)]),
        ("Skat", high),
        ("Skat", [(40, 1)]),
        ("", low),
        ("", [(40, 1)]),  # without a title, it may be anything
    )
    assert [one.lowest_wins for one in sessions] == [
        True, True, False, True, True, False, False, True, False,
    ]  # fmt: skip


def test_a_game_whose_rows_do_not_say_which_totals_win_goes_by_its_rules():
    tie = [(20, 1), (20, 1), (20, 1)]
    sessions = brought_in(
        ("", tie, "hearts", 3), ("Hearts", tie, "", 3), ("", [(200, 1), (300, 1)], "yahtzee", 2)
    )
    assert [one.game for one in sessions] == ["hearts", "hearts", "yahtzee"]


def test_a_game_without_ranks_goes_by_its_rules():
    group = a_group(a_phone(), names=())
    rows = [f"2024-01-01,hearts,{result}" for result in ("Ana,9", "Ben,3", "Cho,14")]
    bring_in(group, "\n".join(["date,game,player,total", *rows]).encode())
    session = group.sessions.get()
    assert (session.game, session.result["winners"]) == ("hearts", [1])


def test_no_more_games_than_a_file_may_have_are_asked_which_totals_win(monkeypatch):
    monkeypatch.setattr(our_csv, "MOST_GAMES", 1)
    sessions = brought_in(
        ("Skat", [(2, 1), (1, 2)]), ("Golf", [(1, 1), (2, 2)]), ("Golf", [(4, 1)])
    )
    assert [one.lowest_wins for one in sessions] == [False, True, False]
