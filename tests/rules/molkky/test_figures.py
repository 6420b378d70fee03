"""What is worth remembering of each player of Mölkky."""

from games.contract import Seat, Setup
from games.molkky.rules import Options, Throw, game
from tests.rules.support.figures import figures


def of_throws(*points, seats=2, **options):
    """Return the figures of throws in seat order."""
    throws = [Throw(Seat(number % seats), one) for number, one in enumerate(points)]
    return figures(game, Setup(seats, Options(**options), ended_early=True), throws)


def test_misses_and_twelves_are_counted():
    assert of_throws(12, 0, 9, 5, 0, 12, 4, 0, target=20, back_to=10) == [
        {"misses": (1, 4), "twelves": 1},
        {"misses": (2, 4), "twelves": 1},
    ]


def test_a_player_who_never_threw_has_no_figures():
    assert of_throws(5, seats=3)[1:] == [{}, {}]


def test_a_throw_that_does_not_count_is_left_out():
    assert of_throws(13) == [{}, {}]
