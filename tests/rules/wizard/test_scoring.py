"""The texts of Wizard, and what is refused. The totals are tested by games/wizard/cases.toml."""

import pytest

from games.contract import GameOver, Seat, Setup
from games.wizard.rules import Options, Round, game
from tests.rules.support.boards import english, entry_lines, first_refusal


def a_round(bids, tricks):
    return Round(*({Seat(seat): n for seat, n in enumerate(part)} for part in (bids, tricks)))


def play(*rounds, ended_early=False, **options):
    """Play rounds, each with everyone's bids and tricks."""
    seats = len(rounds[0][0]) if rounds else 3
    entries = [a_round(*one) for one in rounds]
    return game.score(Setup(seats, Options(**options), ended_early), entries)


FIRST = ((1, 0, 0), (1, 0, 0))


def test_the_lines_of_a_round_explain_its_points():
    board = play(FIRST, ((2, 0, 0), (0, 1, 1)), ((2, 1, 1), (2, 0, 1)))
    assert entry_lines(board, 0)[:2] == [
        [(20, "bid met (20)"), (10, "1 trick (10)")],
        [(20, "bid met (20)")],
    ]
    assert entry_lines(board, 1) == [
        [(-20, "2 tricks off (bid 2, won 0)")],
        [(-10, "1 trick off (bid 0, won 1)")],
        [(-10, "1 trick off (bid 0, won 1)")],
    ]
    assert entry_lines(board, 2)[0] == [(20, "bid met (20)"), (20, "2 tricks (20)")]


@pytest.mark.parametrize(
    ("rounds", "options", "verdict"),
    [
        ([], {}, "no rounds played yet"),
        ([FIRST], {}, "Ana leads with 30 · 19 rounds left"),
        ([FIRST], {"rounds": 2}, "Ana leads with 30 · 1 round left"),
        ([FIRST], {"rounds": 1}, "Ana wins with 30"),
        ([((0, 0, 1), (1, 0, 0))], {"rounds": 1}, "Ben wins with 20"),
        ([((1, 1, 1), (1, 0, 0))], {"ended_early": True}, "ended early: Ana wins with 30"),
    ],
)
def test_the_verdict_says_who_leads_or_won(rounds, options, verdict):
    assert english(play(*rounds, **options).verdict) == verdict


@pytest.mark.parametrize(("seats", "rounds"), [(3, 20), (4, 15), (5, 12), (6, 10)])
@pytest.mark.parametrize("agreed", [None, 20])
def test_the_sixty_cards_set_how_many_rounds_there_are(seats, rounds, agreed):
    everything = [((n, *[0] * (seats - 1)), (n, *[0] * (seats - 1))) for n in range(1, rounds + 2)]
    board = play(*everything, rounds=agreed)
    assert not play(*everything[: rounds - 1], rounds=agreed).finished
    assert board.finished
    late = board.results[-1].problem
    assert isinstance(late, GameOver)
    assert english(late.message) == f"The game ended with round {rounds}."


@pytest.mark.parametrize(
    ("bids", "tricks", "field", "message"),
    [
        ((2, 0, 0), (1, 0, 0), "bids", "Bids, Ana: at most 1, not 2."),
        ((0, -1, 0), (1, 0, 0), "bids", "Bids, Ben: at least 0, not −1."),
        ((0, 0), (1, 0, 0), "bids", "Bids, Cho: the number is missing."),
        ((0, 0, 0), (1, 1, 0), "tricks", "Tricks: 1 in all, not 2."),
        ((0, 0, 0), (0, 0, 0), "tricks", "Tricks: 1 in all, not 0."),
        ((0, 0, 0), (1, 0), "tricks", "Tricks, Cho: the number is missing."),
        ((0, 0, 0), (2, -1, 0), "tricks", "Tricks, Ana: at most 1, not 2."),
    ],
)
def test_an_impossible_round_is_refused_with_a_reason(bids, tricks, field, message):
    board = game.score(Setup(3, Options()), [a_round(bids, tricks)])
    assert first_refusal(board) == (0, field, message)
    assert board.totals == (0, 0, 0)


def test_bids_may_add_up_to_the_tricks_unless_the_table_forbids_it():
    assert play(FIRST).problem is None
    refusal = first_refusal(play(FIRST, forbid_even_bids=True))
    assert refusal == (0, "bids", "Bids must not add up to 1.")
    assert play(((0, 0, 0), (1, 0, 0)), forbid_even_bids=True).problem is None


def test_a_round_that_does_not_count_keeps_its_number_and_its_cards():
    board = play(((9, 9, 9), (1, 0, 0)), ((0, 0, 0), (2, 0, 0)))
    assert [result.problem is None for result in board.results] == [False, True]


def test_a_round_after_the_agreed_ones_is_refused_even_if_an_earlier_one_does_not_count():
    board = play(((9, 9, 9), (1, 0, 0)), ((0, 0, 0), (2, 0, 0)), rounds=1)
    assert english(board.results[1].problem.message) == (
        "The game has only 1 round: fix the one that doesn’t count."
    )
    assert not board.finished
