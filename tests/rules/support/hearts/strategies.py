"""Hypothesis strategies for games of Hearts."""

from hypothesis import strategies as st

from games.contract import Seat, Setup
from games.hearts.rules import Options, Round

options = st.builds(
    Options, target=st.just(100) | st.integers(1, 120), moon=st.sampled_from(["others", "self"])
)


@st.composite
def fair_round(draw, seats):
    """Generate a round whose 13 hearts and queen of spades each went to somebody."""
    hearts = draw(st.lists(st.integers(0, seats - 1), min_size=13, max_size=13))
    queen = draw(st.integers(0, seats - 1))
    taken = {Seat(seat): hearts.count(seat) + 13 * (seat == queen) for seat in range(seats)}
    return Round({seat: n for seat, n in taken.items() if n or draw(st.booleans())})


def moon(seats):
    return st.integers(0, seats - 1).map(lambda seat: Round({Seat(seat): 26}))


def any_round(seats):
    """Generate a round of any kind, most of them impossible."""
    numbers = st.sampled_from([-1, 0, 13, 25, 26, 27])
    return st.builds(Round, st.dictionaries(st.integers(0, seats - 1).map(Seat), numbers))


@st.composite
def games(draw):
    seats = draw(st.integers(3, 6))
    setup = Setup(seats, draw(options), draw(st.booleans()))
    one = st.one_of(fair_round(seats), fair_round(seats), moon(seats), any_round(seats))
    return setup, draw(st.lists(one, max_size=12))


tables = games()
