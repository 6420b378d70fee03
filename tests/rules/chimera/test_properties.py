"""Properties of every game of Chimera, possible or not."""

from hypothesis import given
from hypothesis import strategies as st

from games.chimera.rules import Options, Round, game
from games.contract import GameOver, Setup
from tests.rules.support.chimera.strategies import (
    SEATS,
    games,
    possible_rounds,
    possible_treasure,
    rounds,
    setups,
)
from tests.rules.support.properties import expect_sums


@given(setups, games)
def test_lines_add_up_to_points_and_points_to_totals(setup, entries):
    board = game.score(setup, entries)
    assert len(board.results) == len(entries)
    totals = expect_sums(board)
    assert board.totals == totals


@given(setups, games)
def test_removing_refused_rounds_changes_nothing(setup, entries):
    board = game.score(setup, entries)
    accepted = [
        entry for entry, result in zip(entries, board.results, strict=True) if not result.problem
    ]
    filtered = game.score(setup, accepted)
    assert filtered.problem is None
    assert (filtered.totals, filtered.winners, filtered.verdict) == (
        board.totals,
        board.winners,
        board.verdict,
    )


@given(setups, games)
def test_refused_rounds_have_no_points_and_no_lines(setup, entries):
    for result in game.score(setup, entries).results:
        if result.problem:
            assert (result.points, result.lines) == ((0, 0, 0), ((), (), ()))


@given(rounds(), st.randoms(use_true_random=False))
def test_the_order_of_treasure_does_not_matter(entry, random):
    def shuffled(treasure):
        return dict(random.sample(list(treasure.items()), len(treasure)))

    setup = Setup(3, Options())
    other = Round(
        entry.chimera,
        entry.bid,
        entry.first_out,
        entry.traps,
        entry.chimera_attack,
        entry.idle_hunters[::-1],
        shuffled(entry.toads),
        shuffled(entry.cats),
    )
    one, two = game.score(setup, [entry]), game.score(setup, [other])
    assert one.totals == two.totals
    assert (one.problem is None) == (two.problem is None)


@given(rounds(possible_treasure))
def test_bonuses_do_not_pay_when_a_hunter_wins(entry):
    result = game.score(Setup(3, Options()), [entry]).results[0]
    if entry.first_out != entry.chimera and not result.problem:
        treasure = 10 * entry.toads.get(entry.chimera, 0) + 5 * entry.cats.get(entry.chimera, 0)
        assert result.points[entry.chimera] == treasure - entry.bid


@given(rounds(possible_treasure))
def test_hunters_get_only_treasure_when_the_chimera_wins(entry):
    result = game.score(Setup(3, Options()), [entry]).results[0]
    if entry.first_out == entry.chimera and not result.problem:
        for hunter in set(SEATS) - {entry.chimera}:
            assert result.points[hunter] == 10 * entry.toads.get(hunter, 0) + 5 * entry.cats.get(
                hunter, 0
            )


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
    else:
        assert board.winners == ()


@given(setups, games)
def test_ranks_follow_the_totals(setup, entries):
    board = game.score(setup, entries)
    assert board.ranks == tuple(
        1 + sum(other > total for other in board.totals) for total in board.totals
    )


@given(setups, games)
def test_all_leaders_win_a_game_ended_early(setup, entries):
    board = game.score(setup, entries)
    if setup.ended_early:
        assert board.finished
        assert [board.ranks[seat] for seat in board.winners] == [1] * board.ranks.count(1)
