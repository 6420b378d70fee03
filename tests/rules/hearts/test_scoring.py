"""The texts and figures of Hearts, and what is refused. Totals are tested by its cases.toml."""

import pytest

from games.contract import Setup
from games.hearts.rules import Options, Round, game
from tests.rules.support.boards import ANA, english, entry_lines
from tests.rules.support.figures import figures
from tests.rules.support.refusals import check_refusals


def a_round(text):
    """Return a round with the points that everyone took, such as "13 10 3"."""
    return Round(dict(enumerate(map(int, text.split()))))


def play(*rounds, ended_early=False, **options):
    return game.score(Setup(3, Options(**options), ended_early), list(map(a_round, rounds)))


def test_the_moon_is_explained_to_everyone_and_celebrated():
    assert entry_lines(play("26 0 0")) == [
        [(0, "shot the moon")],
        [(26, "Ana shot the moon (26)")],
        [(26, "Ana shot the moon (26)")],
    ]
    assert entry_lines(play("26 0 0", moon="self")) == [[(-26, "shot the moon")], [], []]
    for moon in ("others", "self"):
        lines = play("26 0 0", moon=moon).results[0].lines
        assert [line.highlight for line in lines[ANA]] == ["moon"]
    assert play("25 1 0").totals == (25, 1, 0)


@pytest.mark.parametrize(
    ("rounds", "options", "verdict"),
    [
        ([], {}, "no rounds played yet"),
        (["13 10 3"], {}, "Cho leads with 3"),
        (["13 13 0", "13 0 13"], {}, "tied at 13"),
        (["13 13 0"], {"target": 13}, "Cho wins with 0"),
        (["26 0 0", "26 0 0"], {"target": 50, "moon": "self"}, "Ana leads with −52"),
        (["13 13 0"], {"ended_early": True}, "ended early: Cho wins with 0"),
    ],
)
def test_the_verdict_says_who_leads_or_won(rounds, options, verdict):
    assert english(play(*rounds, **options).verdict) == verdict


def test_needs_are_the_distance_to_the_lowest_total():
    board = play("13 10 3")
    assert [text and english(text) for text in board.needs] == ["10 behind", "7 behind", None]


def test_a_tie_for_lowest_plays_on_until_one_is_lowest():
    level = ("13 13 0", "13 0 13", "0 13 13")
    assert not play(*level, target=26).finished
    decided = play(*level, "13 12 1", target=26)
    assert decided.finished
    assert english(decided.verdict) == "Cho wins with 27"


REFUSALS = """
    13 12 0 → 13 12 1
        taken: Points taken: 26 in all, not 25.
    13 13 1 → 13 13 0
        taken: Points taken: 26 in all, not 27.
    0 0 0 → 26 0 0
        taken: Points taken: 26 in all, not 0.
    -1 13 14 → 0 13 13
        taken: Points taken, Ana: at least 0, not −1.
    0 27 -1 → 0 26 0
        taken: Points taken, Ben: at most 26, not 27.
"""


def test_an_impossible_round_is_refused_with_a_reason_and_the_nearest_one_is_not():
    check_refusals(REFUSALS, lambda setup, *rounds: play(*rounds))
    assert play("").problem is not None


def of_rounds(*rounds, **options):
    setup = Setup(3, Options(**options), ended_early=True)
    return figures(game, setup, list(map(a_round, rounds)))


def test_a_player_with_13_points_or_more_took_the_queen_unless_two_did():
    nothing = {"moons": 0, "none_taken": (1, 1), "queens": (0, 1)}
    moon = {"moons": 1, "none_taken": (0, 1), "queens": (1, 1)}
    for how in ("others", "self"):
        assert of_rounds("26 0 0", moon=how) == [moon, nothing, nothing]
    assert of_rounds("13 10 3", "1 25 0", "0 12 14") == [
        {"moons": 0, "none_taken": (1, 3), "queens": (1, 3)},
        {"moons": 0, "none_taken": (0, 3), "queens": (1, 3)},
        {"moons": 0, "none_taken": (1, 3), "queens": (1, 3)},
    ]
    assert of_rounds("13 13 0")[0] == {"moons": 0, "none_taken": (0, 1)}
    assert of_rounds("13 0 0") == [{}, {}, {}]  # it does not count
