"""Hypothesis strategies for games of Mölkky."""

from hypothesis import strategies as st

from games.contract import Seat, Setup
from games.molkky.rules import Options, Throw
from tests.rules.support.molkky.model import Model

points = st.sampled_from([0, 0, *range(13)])


@st.composite
def options(draw):
    target = draw(st.just(50) | st.integers(2, 60))
    return Options(target, draw(st.integers(0, target - 1)), draw(st.booleans()))


def any_throw(seats):
    return st.builds(Throw, st.integers(0, seats - 1).map(Seat), st.integers(-1, 13))


@st.composite
def games(draw, wrong=True):
    """Generate a game, mostly in turn; if `wrong`, with throws that cannot have happened."""
    setup = Setup(draw(st.integers(2, 5)), draw(options()), draw(st.booleans()))
    model, throws = Model(setup), []
    for _ in range(draw(st.integers(0, 40))):
        in_turn = points.map(lambda throw: Throw(Seat(model.turn), throw))
        is_wrong = wrong and draw(st.integers(0, 7)) == 7
        throws.append(draw(any_throw(setup.seats) if is_wrong else in_turn))
        model.take(throws[-1])
    return setup, throws


tables = games()
