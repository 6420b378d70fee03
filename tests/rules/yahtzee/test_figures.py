"""What is worth remembering of a score card."""

import pytest

from games.contract import Setup
from games.yahtzee.rules import Options, game
from tests.rules.support.boards import ANA, BEN
from tests.rules.support.figures import figures, figures_of_case
from tests.rules.support.yahtzee.model import UPPER
from tests.rules.support.yahtzee.turns import dice_turn, score_turn


def of_turns(*turns, seats=1):
    return figures(game, Setup(seats, Options(), ended_early=True), turns)


def yahtzees(*turns):
    return of_turns(*turns)[0]["yahtzees"]


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


def test_a_yahtzee_counts_in_any_box_also_as_a_joker_or_scratched():
    assert yahtzees(dice_turn("chance", "44444"), dice_turn("chance", "33333")) == 1
    assert yahtzees(dice_turn("yahtzee", "44444"), dice_turn("fours", "44444")) == 2
    assert yahtzees(dice_turn("yahtzee", "44444", scratch=True)) == 1
    assert yahtzees(score_turn("fours", 20, rolled_yahtzee=True)) == 1


def test_what_is_scratched_or_might_be_no_yahtzee_does_not_count():
    assert yahtzees(score_turn("yahtzee", 0), score_turn("three_of_a_kind", 20)) == 0


@pytest.mark.parametrize(
    ("case", "bonus"),
    [("three of each number is 63", (1, 1)), ("an upper sum of 62 earns no bonus", (0, 1))],
)
def test_a_full_upper_section_has_the_bonus_or_not(case, bonus):
    assert figures_of_case("yahtzee", case)[0]["upper_bonus"] == bonus


def test_a_bonus_that_is_undecided_when_the_game_ends_was_no_chance():
    assert "upper_bonus" not in of_turns(score_turn("sixes", 18))[0]


def test_a_bonus_that_is_out_of_reach_is_decided():
    lost = [score_turn(box, 0) for box in ("fours", "fives", "sixes")]
    assert of_turns(*lost)[0]["upper_bonus"] == (0, 1)


def test_a_box_is_called_as_on_the_card():
    assert game.figures.kinds["box"].detail_title("full_house").message == "Full house"


def test_a_player_without_a_turn_has_no_figures():
    turn = dice_turn("chance", "12345", player=BEN)
    assert of_turns(turn, seats=2) == [{}, {"yahtzees": 0, "box chance": 15}]


def test_a_turn_that_does_not_count_is_left_out():
    twice = [score_turn("chance", 20), score_turn("chance", 30, rolled_yahtzee=True)]
    assert of_turns(*twice)[ANA] == {"yahtzees": 0, "box chance": 20}
