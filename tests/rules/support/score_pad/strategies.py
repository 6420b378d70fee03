"""Hypothesis strategies for games on a score pad."""

from hypothesis import strategies as st

from games.contract import Seat, Setup
from games.score_pad.rules import Options, Round

limit = st.none() | st.integers(1, 60)
options = st.builds(
    Options, title=st.text(max_size=5), lowest_wins=st.booleans(), target=limit, rounds=limit
)
numbers = st.integers(-20, 30)


@st.composite
def games(draw):
    seats = draw(st.integers(1, 6))
    rounds = draw(
        st.lists(st.lists(st.none() | numbers, min_size=seats, max_size=seats), max_size=8)
    )
    return Setup(seats, draw(options), draw(st.booleans())), rounds


def entries_of(rounds):
    """Return rounds with a number per seat, or None, as entries."""
    return [Round({Seat(seat): n for seat, n in enumerate(row) if n is not None}) for row in rounds]


tables = games().map(lambda game: (game[0], entries_of(game[1])))
