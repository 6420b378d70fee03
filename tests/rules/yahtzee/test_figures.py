"""The figures of a score card."""

import pytest

from games.contract import Setup
from games.yahtzee.rules import Options, game
from tests.rules.support.figures import figures, figures_of_case
from tests.rules.support.yahtzee.model import UPPER
from tests.rules.support.yahtzee.turns import turns


def of_turns(text, seats=1):
    return figures(game, Setup(seats, Options(), ended_early=True), turns(text))


def test_the_highest_card_has_thirteen_yahtzees_and_the_points_of_every_box():
    (card,) = figures_of_case("yahtzee", "the highest card of all, 1575")
    assert card == {
        "yahtzees": 13,
        "upper_bonus": (1, 1),
        **{f"box {box}": 5 * number for number, box in enumerate(UPPER, 1)},
        "box three_of_a_kind": 30,
        "box four_of_a_kind": 30,
        "box full_house": 25,
        "box small_straight": 30,
        "box large_straight": 40,
        "box yahtzee": 50,
        "box chance": 30,
    }


def test_scores_without_dice_have_the_same_figures():
    assert figures_of_case("yahtzee", "1575 from scores alone") == figures_of_case(
        "yahtzee", "the highest card of all, 1575"
    )


@pytest.mark.parametrize(
    ("turns", "yahtzees"),
    [
        ("chance [44444]; chance [33333]", 1),
        ("yahtzee [44444]; fours [44444]", 2),
        ("yahtzee [44444] scratch", 1),
        ("fours 20!", 1),
        ("yahtzee 0; three_of_a_kind 20", 0),
    ],
)
def test_a_yahtzee_counts_in_any_box_also_as_a_joker_or_scratched(turns, yahtzees):
    assert of_turns(turns)[0]["yahtzees"] == yahtzees


def test_the_bonus_was_a_chance_if_it_is_decided_when_the_game_ends():
    cases = {"three of each number is 63": (1, 1), "an upper sum of 62 earns no bonus": (0, 1)}
    assert {case: figures_of_case("yahtzee", case)[0]["upper_bonus"] for case in cases} == cases
    assert "upper_bonus" not in of_turns("sixes 18")[0]
    assert of_turns("fours 0; fives 0; sixes 0")[0]["upper_bonus"] == (0, 1)


def test_a_box_is_called_as_on_the_card():
    assert game.figures.kinds["box"].detail_title("full_house").message == "Full house"


def test_only_turns_that_count_have_figures():
    assert of_turns("Ben chance [12345]", seats=2) == [{}, {"yahtzees": 0, "box chance": 15}]
    assert of_turns("chance 20; chance 30!") == [{"yahtzees": 0, "box chance": 20}]
