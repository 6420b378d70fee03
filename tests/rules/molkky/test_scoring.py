"""The texts and figures of Mölkky, and what is refused. Totals are tested by its cases.toml."""

import pytest

from games.contract import Impossible, Seat, Setup
from games.molkky.rules import Options, Throw, game
from tests.rules.support.boards import ANA, BEN, NAMES, english, needs, seat_lines
from tests.rules.support.figures import figures
from tests.rules.support.refusals import check_refusals


def play(*points, seats=2, ended_early=False, **options):
    """Play throws in seat order: nobody may go out in between."""
    throws = [Throw(Seat(number % seats), one) for number, one in enumerate(points)]
    return game.score(Setup(seats, Options(**options), ended_early), throws)


def test_a_throw_has_one_line_and_only_of_its_player():
    board = play(7, 0)
    assert seat_lines(board, 0, ANA) == [(7, "")]
    assert seat_lines(board, 0, BEN) == []
    assert seat_lines(board, 1, BEN) == [(0, "missed")]


def test_a_throw_beyond_the_target_says_why_the_total_falls():
    board = play(12, 0, 12, 0, 12, 1, 12, 0, 12)
    assert board.totals[ANA] == 25
    assert seat_lines(board, -1, ANA) == [(25 - 48, "more than 50: back to 25")]


def test_a_throw_beyond_the_target_is_no_miss():
    board = play(8, 1, 0, 1, 0, 1, 9, 1, 0, 1, target=16, back_to=8)
    assert "out" not in needs(board)


def test_needs_say_who_throws_next_who_is_out_and_how_much_is_missing():
    board = play(0, 5, 3, 0, 5, 3, 0, 5, 3, seats=3)
    assert needs(board) == ["out", "throws next · needs 35", "needs 41 more"]


def test_misses_in_a_row_are_marked_and_the_last_chance_is_said():
    board = play(0, 0, 5, 0, 0, 5, seats=3)
    assert needs(board) == [
        "✕✕ · one more miss and Ana is out · needs 50",
        "✕✕ · needs 50 more",
        "needs 40 more",
    ]
    assert needs(play(0, 0, 0, 7))[1] == "needs 43 more"  # a hit wipes the marks


def test_misses_have_no_marks_where_nobody_goes_out():
    board = play(0, 0, 0, 0, out_after_three=False)
    assert needs(board) == ["throws next · needs 50", "needs 50 more"]


@pytest.mark.parametrize(
    ("points", "options", "verdict"),
    [
        ([], {}, "no turns played yet"),
        ([7], {}, "Ana leads with 7 of 50"),
        ([7, 7], {}, "tied at 7 of 50"),
        ([10], {"target": 10, "back_to": 0}, "Ana wins with 10"),
        ([0, 1, 0, 1, 0], {}, "Ben wins with 2"),
        ([7], {"ended_early": True}, "ended early: Ana wins with 7"),
    ],
)
def test_the_verdict_says_who_leads_or_won(points, options, verdict):
    assert english(play(*points, **options).verdict) == verdict


REFUSALS = """
    Ana 13 → Ana 12
        throw: Points of the throw: at most 12, not 13.
    Ana -1 → Ana 0
        throw: Points of the throw: at least 0, not −1.
    Ben 3 → Ana 3
        player: It is Ana’s turn. If it is missing, insert it before this one.
    (3) after Ana 0; Ben 1; Cho 1; Ana 0; Ben 1; Cho 1; Ana 0; Ben 1; Cho 1: Ana 1 → Ben 1
        player: It is Ben’s turn. If it is missing, insert it before this one.
"""


def test_an_impossible_throw_is_refused_with_a_reason_and_the_nearest_one_is_not():
    def play_table(seats, *throws):
        return game.score(Setup(int(seats or 2), Options()), list(map(a_throw, throws)))

    check_refusals(REFUSALS, play_table)
    board = play_table(None, "Ana 13", "Ana 12", "Ben 1")  # the turn is still Ana's
    assert [result.problem is None for result in board.results] == [False, True, True]


def a_throw(text):
    name, points = text.split()
    return Throw(Seat(NAMES.index(name)), int(points))


def test_the_total_to_fall_back_to_is_below_the_target():
    for back_to in (50, 51):
        with pytest.raises(Impossible) as refusal:
            Options(back_to=back_to)
        assert refusal.value.field == "back_to"
        assert english(refusal.value.message) == "This must be less than the target."
    assert Options(back_to=49).back_to == 49


def of_throws(*points, seats=2, **options):
    """Return the figures of throws in seat order."""
    throws = [Throw(Seat(number % seats), one) for number, one in enumerate(points)]
    return figures(game, Setup(seats, Options(**options), ended_early=True), throws)


def test_misses_and_twelves_are_counted():
    assert of_throws(12, 0, 9, 5, 0, 12, 4, 0, target=20, back_to=10) == [
        {"misses": (1, 4), "twelves": 1},
        {"misses": (2, 4), "twelves": 1},
    ]
    assert of_throws(5, seats=3)[1:] == [{}, {}]
    assert of_throws(13) == [{}, {}]  # it does not count
