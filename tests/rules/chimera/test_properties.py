"""Properties of every game of Chimera."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from games.chimera.rules import Options, game
from games.contract import GameOver, Setup
from tests.rules.support.chimera.strategies import SEATS, possible_rounds, possible_treasure, rounds

SETUP = Setup(3, Options())


@given(rounds(), st.randoms(use_true_random=False))
def test_the_order_of_treasure_does_not_matter(entry, random):
    toads, cats = (
        dict(random.sample(list(treasure.items()), len(treasure)))
        for treasure in (entry.toads, entry.cats)
    )
    other = replace(entry, idle_hunters=entry.idle_hunters[::-1], toads=toads, cats=cats)
    one, two = game.score(SETUP, [entry]), game.score(SETUP, [other])
    assert one.totals == two.totals
    assert (one.problem is None) == (two.problem is None)


@given(rounds(possible_treasure))
def test_who_loses_the_round_gets_only_treasure(entry):
    (result,) = game.score(SETUP, [entry]).results
    treasure = [10 * entry.toads.get(seat, 0) + 5 * entry.cats.get(seat, 0) for seat in SEATS]
    if not result.problem and entry.first_out == entry.chimera:
        for hunter in set(SEATS) - {entry.chimera}:
            assert result.points[hunter] == treasure[hunter]
    elif not result.problem:
        assert result.points[entry.chimera] == treasure[entry.chimera] - entry.bid


@given(st.integers(1, 120), st.lists(possible_rounds, max_size=12))
def test_a_game_ends_as_soon_as_one_player_leads_alone_with_the_target(target, entries):
    board = game.score(Setup(3, Options(target)), entries)
    decided = [
        max(r.totals) >= target and r.totals.count(max(r.totals)) == 1 for r in board.results
    ]
    assert board.finished == any(decided)
    if board.finished:
        last = decided.index(True)
        assert board.winners == (max(SEATS, key=lambda seat: board.results[last].totals[seat]),)
        assert all(isinstance(result.problem, GameOver) for result in board.results[last + 1 :])
