"""What is worth remembering of each player of Hearts."""

import pytest

from games.contract import Seat, Setup
from games.hearts.rules import Options, Round, game
from tests.rules.support.figures import figures


def of_rounds(*rounds, **options):
    """Return the figures of rounds of three, each with the points that everyone took."""
    entries = [Round({Seat(seat): n for seat, n in enumerate(taken) if n}) for taken in rounds]
    return figures(game, Setup(3, Options(**options), ended_early=True), entries)


@pytest.mark.parametrize("moon", ["others", "self"])
def test_the_one_who_shoots_the_moon_took_the_queen_and_the_others_nothing(moon):
    nothing = {"moons": 0, "none_taken": (1, 1), "queens": (0, 1)}
    assert of_rounds((26, 0, 0), moon=moon) == [
        {"moons": 1, "none_taken": (0, 1), "queens": (1, 1)},
        nothing,
        nothing,
    ]


def test_whoever_took_13_points_or_more_took_the_queen():
    ana, ben, cho = of_rounds((13, 10, 3), (1, 25, 0), (0, 12, 14))
    assert ana == {"moons": 0, "none_taken": (1, 3), "queens": (1, 3)}
    assert ben == {"moons": 0, "none_taken": (0, 3), "queens": (1, 3)}
    assert cho == {"moons": 0, "none_taken": (1, 3), "queens": (1, 3)}


def test_if_two_took_13_points_nobody_knows_who_took_the_queen():
    assert of_rounds((13, 13, 0))[0] == {"moons": 0, "none_taken": (0, 1)}


def test_a_round_that_does_not_count_is_left_out():
    assert of_rounds((13, 0, 0)) == [{}, {}, {}]
