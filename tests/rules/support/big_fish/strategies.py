"""Hypothesis strategies for games of Big Fish."""

from random import Random

from hypothesis import strategies as st

from games.big_fish.cards import CARDS
from games.big_fish.rules import Catch, Count, Mistake, Options
from games.contract import Seat, Setup

colours = st.integers(1, 5)
highest = st.sampled_from([1, 2, 3, 4, 6, 6])
rows = st.tuples(colours, highest).flatmap(
    lambda limits: st.lists(
        st.sampled_from(
            [
                f"{colour}{value}"
                for colour in "RYGBP"[: limits[0]]
                for value in range(1, limits[1] + 1)
            ]
        ),
        min_size=5,
        max_size=5,
    ).map(tuple)
)
letters = st.none() | st.sampled_from("ADEFGHI")
options = st.builds(
    Options,
    advanced=st.sampled_from([True, True, False]),
    drawn=st.sampled_from("ABC"),
    a_is_extra=st.booleans(),
)
seat_counts = st.integers(2, 6)
setups = st.builds(Setup, seats=seat_counts, options=options, ended_early=st.booleans())
randoms = st.integers(0, 2**32).map(Random)


def seats(setup):
    return st.integers(0, setup.seats - 1).map(Seat)


def catches(setup):
    return st.builds(Catch, seats(setup), rows, st.none() | letters)


def entries(setup):
    mistakes = st.builds(Mistake, seats(setup))
    return st.lists(
        st.one_of(catches(setup), catches(setup), catches(setup), mistakes), max_size=25
    )


def any_entries(setup):
    """Generate entries of any kind, most of them impossible."""
    numbers = st.integers(-2, 70)
    invalid = st.builds(
        Catch,
        seats(setup),
        st.lists(st.sampled_from([*CARDS, "R7", "", "X"]), max_size=7).map(tuple),
    )
    counts = st.builds(
        Count,
        seats(setup),
        numbers,
        numbers,
        st.none() | numbers,
        st.none() | numbers,
        st.lists(letters.filter(bool), max_size=4).map(tuple),
    )
    return st.lists(
        st.one_of(catches(setup), invalid, counts, st.builds(Mistake, seats(setup))), max_size=25
    )


games = setups.flatmap(lambda setup: st.tuples(st.just(setup), entries(setup)))
tables = setups.flatmap(lambda setup: st.tuples(st.just(setup), any_entries(setup)))
