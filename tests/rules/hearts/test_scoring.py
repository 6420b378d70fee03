"""The texts of Hearts, and what is refused. The totals are tested by games/hearts/cases.toml."""

import pytest

from games.contract import GameOver, Seat, Setup
from games.hearts.rules import Options, Round, game
from tests.rules.support.boards import ANA, english, entry_lines, first_refusal


def play(*rounds, ended_early=False, **options):
    """Play rounds of three, each with the points that everyone took."""
    entries = [Round({Seat(seat): n for seat, n in enumerate(taken)}) for taken in rounds]
    return game.score(Setup(3, Options(**options), ended_early), entries)


def test_the_moon_is_explained_to_everyone():
    assert entry_lines(play((26, 0, 0))) == [
        [(0, "shot the moon")],
        [(26, "Ana shot the moon (26)")],
        [(26, "Ana shot the moon (26)")],
    ]
    assert entry_lines(play((26, 0, 0), moon="self")) == [[(-26, "shot the moon")], [], []]


@pytest.mark.parametrize("moon", ["others", "self"])
def test_the_page_celebrates_the_moon(moon):
    lines = play((26, 0, 0), moon=moon).results[0].lines
    assert [line.highlight for line in lines[ANA]] == ["moon"]


def test_twenty_five_points_are_not_the_moon():
    assert play((25, 1, 0)).totals == (25, 1, 0)


@pytest.mark.parametrize(
    ("rounds", "options", "verdict"),
    [
        ([], {}, "no rounds played yet"),
        ([(13, 10, 3)], {}, "Cho leads with 3"),
        ([(13, 13, 0), (13, 0, 13)], {}, "tied at 13"),
        ([(13, 13, 0)], {"target": 13}, "Cho wins with 0"),
        ([(26, 0, 0), (26, 0, 0)], {"target": 50, "moon": "self"}, "Ana leads with −52"),
        ([(13, 13, 0)], {"ended_early": True}, "ended early: Cho wins with 0"),
    ],
)
def test_the_verdict_says_who_leads_or_won(rounds, options, verdict):
    assert english(play(*rounds, **options).verdict) == verdict


def test_needs_are_the_distance_to_the_lowest_total():
    board = play((13, 10, 3))
    assert [text and english(text) for text in board.needs] == ["10 behind", "7 behind", None]


def test_a_tie_for_lowest_plays_on_until_one_is_lowest():
    level = [(13, 13, 0), (13, 0, 13), (0, 13, 13)]
    assert not play(*level, target=26).finished
    decided = play(*level, (13, 12, 1), target=26)
    assert decided.finished
    assert english(decided.verdict) == "Cho wins with 27"


@pytest.mark.parametrize(
    ("taken", "message"),
    [
        ((13, 12, 0), "Points taken: 26 in all, not 25."),
        ((13, 13, 1), "Points taken: 26 in all, not 27."),
        ((), "Points taken: 26 in all, not 0."),
        ((-1, 13, 14), "Points taken, Ana: at least 0, not −1."),
        ((0, 27, -1), "Points taken, Ben: at most 26, not 27."),
    ],
)
def test_an_impossible_round_is_refused_with_a_reason(taken, message):
    assert first_refusal(play(taken)) == (0, "taken", message)


def test_a_round_after_the_end_does_not_count():
    board = play((20, 6, 0), (0, 0, 26), target=20)
    assert isinstance(board.results[1].problem, GameOver)
    assert board.totals == (20, 6, 0)
