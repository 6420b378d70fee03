"""Hypothesis strategies for games of Wizard."""

from hypothesis import strategies as st

from games.contract import Seat, Setup
from games.wizard.rules import Options, Round

MOST_ROUNDS = {3: 20, 4: 15, 5: 12, 6: 10}
options = st.builds(
    Options,
    rounds=st.none() | st.integers(1, 20) | st.integers(1, 5),
    forbid_even_bids=st.booleans(),
)


@st.composite
def setups(draw):
    return Setup(draw(st.integers(3, 6)), draw(options), draw(st.booleans()))


@st.composite
def fair_round(draw, seats, cards):
    """Generate a round with as many tricks as cards, whose bids may add up to them."""
    winners = draw(st.lists(st.integers(0, seats - 1), min_size=cards, max_size=cards))
    bids = draw(st.lists(st.integers(0, cards), min_size=seats, max_size=seats))
    everyone = [Seat(seat) for seat in range(seats)]
    return Round(dict(zip(everyone, bids, strict=True)), {s: winners.count(s) for s in everyone})


def any_round(seats):
    """Generate a round of any kind, most of them impossible."""
    numbers = st.dictionaries(st.integers(0, seats - 1).map(Seat), st.integers(-1, 4))
    return st.builds(Round, numbers, numbers)


@st.composite
def games(draw):
    setup = draw(setups())
    size = draw(st.integers(0, 4) | st.integers(0, MOST_ROUNDS[setup.seats] + 2))
    rounds = []
    for cards in range(1, size + 1):
        wrong = any_round(setup.seats) if cards < 4 else st.nothing()
        rounds.append(draw(fair_round(setup.seats, cards) | wrong))
    return setup, rounds


tables = games()
