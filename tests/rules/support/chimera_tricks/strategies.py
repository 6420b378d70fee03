"""Hypothesis strategies for games of Chimera Tricks."""

from hypothesis import strategies as st

from games.chimera_tricks.rules import Options, Round
from games.contract import Seat, Setup

values = st.integers(-9, 9)
hands = st.lists(values, max_size=8).map(tuple)


@st.composite
def possible_round(draw, cards, seats):
    """Generate a round with these cards."""
    winners = [draw(st.integers(0, seats - 1)) for _ in cards]
    won = {
        Seat(seat): tuple(v for v, w in zip(cards, winners, strict=True) if w == seat)
        for seat in range(seats)
    }
    return Round(won, {seat: draw(st.integers(0, len(won[seat]))) for seat in won})


@st.composite
def any_round(draw, seats):
    """Generate a round of any kind, most of them impossible."""
    any_seat = st.integers(0, seats - 1).map(Seat)
    parts = (
        st.none() | st.dictionaries(any_seat, hands),
        st.dictionaries(any_seat, st.integers(-1, 5)),
        st.none() | st.none() | st.dictionaries(any_seat, st.integers(-20, 20)),
    )
    return Round(*map(draw, parts))


@st.composite
def games(draw):
    seats = draw(st.sampled_from([3, 4]))
    setup = Setup(seats, Options(draw(st.booleans()), draw(st.booleans())), draw(st.booleans()))
    size = 12 if seats == 3 else 10
    cards = draw(st.lists(values, min_size=size, max_size=size))
    others = draw(st.lists(values, min_size=size, max_size=size))
    sums = st.tuples(*[st.integers(-20, 20)] * seats).map(
        lambda points: Round(points=dict(enumerate(points)))
    )
    one = st.one_of(
        possible_round(cards, seats),
        possible_round(cards, seats),
        possible_round(others, seats),
        sums,
        any_round(seats),
    )
    return setup, draw(st.lists(one, max_size=6))


tables = games()
