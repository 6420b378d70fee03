"""What is worth remembering of each player of a score pad."""

from games.contract import Seat, Setup
from games.score_pad.rules import Options, Round, game
from tests.rules.support.figures import figures


def of_rounds(*rounds, **options):
    """Return the figures of rounds with a number per seat, or None for a player left out."""
    entries = [
        Round({Seat(seat): n for seat, n in enumerate(points) if n is not None})
        for points in rounds
    ]
    return figures(game, Setup(3, Options(**options), ended_early=True), entries)


def test_the_best_round_of_each_player_is_remembered():
    rounds = (5, -3, None), (12, -8, None)
    assert of_rounds(*rounds) == [{"best_round": 12}, {"best_round": -3}, {}]
    assert of_rounds(*rounds, lowest_wins=True) == [{"best_round": 5}, {"best_round": -8}, {}]


def test_a_round_that_does_not_count_is_left_out():
    assert of_rounds((5, 5, 5), (9, 9, 9), rounds=1) == [{"best_round": 5}] * 3
