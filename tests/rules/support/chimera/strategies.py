"""Hypothesis strategies for games of Chimera."""

from hypothesis import strategies as st

from games.chimera.rules import Options, Round
from games.contract import Setup
from tests.rules.support.boards import ANA, BEN, CHO

SEATS = (ANA, BEN, CHO)

seats = st.sampled_from(SEATS)
treasure = st.dictionaries(seats, st.integers(-1, 5))
possible_treasure = st.permutations([0, 0, 1, 2]).map(
    lambda counts: dict(zip(SEATS, counts, strict=False))
)


def rounds(treasure=treasure):
    """Generate rounds of any kind, most of them impossible."""
    return st.builds(
        Round,
        chimera=seats,
        bid=st.sampled_from([20, 30, 40]),
        first_out=seats,
        traps=st.integers(-1, 14),
        chimera_attack=st.booleans(),
        idle_hunters=st.lists(seats, unique=True, max_size=2).map(tuple),
        toads=treasure,
        cats=treasure,
    )


possible_rounds = st.builds(
    Round,
    chimera=seats,
    bid=st.sampled_from([20, 30, 40]),
    first_out=seats,
    traps=st.integers(0, 3),
    toads=possible_treasure,
    cats=possible_treasure,
)
setups = st.builds(
    Setup,
    seats=st.just(3),
    options=st.builds(Options, target=st.integers(1, 300)),
    ended_early=st.booleans(),
)
games = st.lists(st.one_of(possible_rounds, rounds()), max_size=12)

tables = st.tuples(setups, games)
