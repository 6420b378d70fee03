"""What is worth remembering of each player of Wizard."""

from games.contract import Seat, Setup
from games.wizard.rules import Options, Round, game
from tests.rules.support.figures import figures


def a_round(bids, tricks):
    return Round(*({Seat(seat): n for seat, n in enumerate(part)} for part in (bids, tricks)))


def of_rounds(*rounds):
    return figures(game, Setup(3, Options(), ended_early=True), [a_round(*one) for one in rounds])


def test_bids_met_are_shares_of_the_rounds_and_of_the_bids_of_zero():
    assert of_rounds(((1, 0, 0), (1, 0, 0)), ((1, 0, 2), (0, 1, 1))) == [
        {"bids": (1, 2)},
        {"bids": (1, 2), "zero_bids": (1, 2)},
        {"bids": (1, 2), "zero_bids": (1, 1)},
    ]


def test_a_round_that_does_not_count_is_left_out():
    assert of_rounds(((9, 0, 0), (1, 0, 0))) == [{}, {}, {}]
