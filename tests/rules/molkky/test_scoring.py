"""The texts of Mölkky, and what is refused. The totals are tested by games/molkky/cases.toml."""

import pytest

from games.contract import GameOver, Impossible, Seat, Setup
from games.molkky.rules import Options, Throw, game
from tests.rules.support.boards import ANA, BEN, english, first_refusal, seat_lines

OUT_OF_TURN = "It is %s’s turn. If it is missing, insert it before this one."


def play(*points, seats=2, ended_early=False, **options):
    """Play throws in seat order: nobody may go out in between."""
    throws = [Throw(Seat(number % seats), one) for number, one in enumerate(points)]
    return game.score(Setup(seats, Options(**options), ended_early), throws)


def needs(board):
    return [text and english(text) for text in board.needs]


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


@pytest.mark.parametrize(
    ("throw", "field", "message"),
    [
        (Throw(ANA, 13), "throw", "Points of the throw: at most 12, not 13."),
        (Throw(ANA, -1), "throw", "Points of the throw: at least 0, not −1."),
        (Throw(BEN, 3), "player", OUT_OF_TURN % "Ana"),
    ],
)
def test_an_impossible_throw_is_refused_with_a_reason(throw, field, message):
    assert first_refusal(game.score(Setup(2, Options()), [throw])) == (0, field, message)


def test_a_refused_throw_does_not_pass_the_turn_on():
    throws = [Throw(ANA, 13), Throw(ANA, 12), Throw(BEN, 1)]
    board = game.score(Setup(2, Options()), throws)
    assert [result.problem is None for result in board.results] == [False, True, True]


def test_a_player_who_is_out_cannot_throw():
    throws = [Throw(Seat(n % 3), 0 if n % 3 == 0 else 1) for n in range(9)]
    board = game.score(Setup(3, Options()), [*throws, Throw(ANA, 1)])
    assert first_refusal(board) == (9, "player", OUT_OF_TURN % "Ben")


def test_a_throw_after_the_end_does_not_count():
    board = play(10, 3, target=10, back_to=0)
    assert isinstance(board.results[1].problem, GameOver)
    assert board.totals == (10, 0)


@pytest.mark.parametrize("back_to", [50, 51])
def test_the_total_to_fall_back_to_is_below_the_target(back_to):
    with pytest.raises(Impossible) as refusal:
        Options(back_to=back_to)
    assert refusal.value.field == "back_to"
    assert english(refusal.value.message) == "This must be less than the target."
    assert Options(back_to=49).back_to == 49
