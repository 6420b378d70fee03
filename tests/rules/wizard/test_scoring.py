"""The texts and figures of Wizard, and what is refused. Totals are tested by its cases.toml."""

import pytest

from games.contract import GameOver, Setup
from games.wizard.rules import Options, Round, game
from tests.rules.support.boards import english, entry_lines
from tests.rules.support.figures import figures
from tests.rules.support.refusals import check_refusals


def a_round(text):
    """Return a round: the bids and the tricks of all players, such as "1 0 0 / 1 0 0"."""
    return Round(*(dict(enumerate(map(int, part.split()))) for part in text.split("/")))


def play(*rounds, seats=3, ended_early=False, **options):
    return game.score(Setup(seats, Options(**options), ended_early), list(map(a_round, rounds)))


FIRST = "1 0 0 / 1 0 0"


def test_the_lines_of_a_round_explain_its_points():
    board = play(FIRST, "2 0 0 / 0 1 1", "2 1 1 / 2 0 1")
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
        (["0 0 1 / 1 0 0"], {"rounds": 1}, "Ben wins with 20"),
        (["1 1 1 / 1 0 0"], {"ended_early": True}, "ended early: Ana wins with 30"),
    ],
)
def test_the_verdict_says_who_leads_or_won(rounds, options, verdict):
    assert english(play(*rounds, **options).verdict) == verdict


@pytest.mark.parametrize(("seats", "rounds"), [(3, 20), (4, 15), (5, 12), (6, 10)])
@pytest.mark.parametrize("agreed", [None, 20])
def test_the_sixty_cards_set_how_many_rounds_there_are(seats, rounds, agreed):
    others = " 0" * (seats - 1)
    everything = [f"{n}{others} / {n}{others}" for n in range(1, rounds + 2)]
    board = play(*everything, seats=seats, rounds=agreed)
    assert not play(*everything[: rounds - 1], seats=seats, rounds=agreed).finished
    assert board.finished
    late = board.results[-1].problem
    assert isinstance(late, GameOver)
    assert english(late.message) == f"The game ended with round {rounds}."


REFUSALS = """
    2 0 0 / 1 0 0 → 1 0 0 / 1 0 0
        bids: Bids, Ana: at most 1, not 2.
    0 -1 0 / 1 0 0 → 0 1 0 / 1 0 0
        bids: Bids, Ben: at least 0, not −1.
    0 0 / 1 0 0 → 0 0 0 / 1 0 0
        bids: Bids, Cho: the number is missing.
    0 0 0 / 1 1 0 → 0 0 0 / 0 1 0
        tricks: Tricks: 1 in all, not 2.
    0 0 0 / 0 0 0 → 0 0 0 / 0 0 1
        tricks: Tricks: 1 in all, not 0.
    0 0 0 / 1 0 → 0 0 0 / 1 0 0
        tricks: Tricks, Cho: the number is missing.
    0 0 0 / 2 -1 0 → 0 0 0 / 1 0 0
        tricks: Tricks, Ana: at most 1, not 2.
    (no even bids) 1 0 0 / 1 0 0 → 0 0 0 / 1 0 0
        bids: Bids must not add up to 1.
"""


def test_an_impossible_round_is_refused_with_a_reason_and_the_nearest_one_is_not():
    check_refusals(
        REFUSALS, lambda setup, *rounds: play(*rounds, forbid_even_bids=setup == "no even bids")
    )


def test_a_round_that_does_not_count_keeps_its_number_and_its_cards():
    board = play("9 9 9 / 1 0 0", "0 0 0 / 2 0 0")
    assert [result.problem is None for result in board.results] == [False, True]
    board = play("9 9 9 / 1 0 0", "0 0 0 / 2 0 0", rounds=1)
    message = "The game has only 1 round: fix the one that doesn’t count."
    assert english(board.results[1].problem.message) == message
    assert not board.finished


def of_rounds(*rounds):
    return figures(game, Setup(3, Options(), ended_early=True), list(map(a_round, rounds)))


def test_bids_met_are_shares_of_the_rounds_and_of_the_bids_of_zero():
    assert of_rounds(FIRST, "1 0 2 / 0 1 1") == [
        {"bids": (1, 2)},
        {"bids": (1, 2), "zero_bids": (1, 2)},
        {"bids": (1, 2), "zero_bids": (1, 1)},
    ]
    assert of_rounds("9 0 0 / 1 0 0") == [{}, {}, {}]  # it does not count
