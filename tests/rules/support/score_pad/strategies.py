"""Hypothesis strategies for games on a score pad."""

from hypothesis import strategies as st

from games.contract import Seat, Setup
from games.score_pad.rules import Options, Round

limit = st.none() | st.integers(1, 60)
options = st.builds(
    Options, title=st.text(max_size=5), lowest_wins=st.booleans(), target=limit, rounds=limit
)


@st.composite
def games(draw):
    seats = draw(st.integers(1, 6))
    points = st.dictionaries(st.integers(0, seats - 1).map(Seat), st.integers(-20, 30))
    rounds = draw(st.lists(st.builds(Round, points), max_size=8))
    return Setup(seats, draw(options), draw(st.booleans())), rounds


tables = games()
