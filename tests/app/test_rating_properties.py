"""Properties of ratings that hold for any games."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.statistics.ratings.plackett_luce import derive_likelihood
from scorekeeper.statistics.ratings.rankings import Rankings
from scorekeeper.statistics.ratings.ratings import PRIOR
from tests.app.support.finishing_orders import assert_equal, games, log_likelihood, ratings_of

histories = st.lists(games(), min_size=1, max_size=12)


@given(histories, st.lists(st.floats(-3, 3), min_size=5, max_size=5))
def test_the_likelihood_is_that_of_all_orders_of_those_who_share_a_place(results, strengths):
    rankings = Rankings(results)
    stages = rankings.stages(len(results))
    gradient, hessian = derive_likelihood(stages, vector(rankings, strengths))
    slopes = [slope(player, strengths, results) for player in rankings.players]
    assert gradient == pytest.approx(slopes, abs=1e-4)
    step = 1e-4 * np.arange(len(rankings.players))
    moved, _hessian = derive_likelihood(stages, vector(rankings, strengths) + step)
    assert hessian @ step == pytest.approx(moved - gradient, abs=1e-6)


def slope(player, strengths, results):
    """The derivative of the log likelihood by the strength of a player, as a difference."""
    at = dict(enumerate(strengths, 1))
    up, down = ({**at, player: at[player] + step} for step in (1e-4, -1e-4))
    return (log_likelihood(up, results) - log_likelihood(down, results)) / 2e-4


def vector(rankings, strengths):
    return np.array([strengths[player - 1] for player in rankings.players])


@given(histories, st.randoms(use_true_random=False))
def test_the_order_of_games_and_of_players_does_not_matter(results, chance):
    shuffled = [chance.sample(result, len(result)) for result in results]
    chance.shuffle(shuffled)
    assert_same(ratings_of(shuffled).by_player, ratings_of(results).by_player)


@given(histories, st.permutations(range(1, 6)))
def test_the_ids_of_players_do_not_matter(results, ids):
    renamed = [[(ids[player - 1], rank) for player, rank in result] for result in results]
    expected = {ids[player - 1]: rating for player, rating in ratings_of(results).by_player.items()}
    assert_same(ratings_of(renamed).by_player, expected)


def assert_same(ratings, expected):
    assert ratings.keys() == expected.keys()
    for player, rating in ratings.items():
        assert_equal(rating, expected[player])


@given(histories)
def test_one_of_two_players_finishes_ahead(results):
    ratings = ratings_of(results)
    for player in ratings.by_player:
        for other in ratings.by_player:
            both = ratings.chance(player, other) + ratings.chance(other, player)
            assert both == pytest.approx(1, abs=1e-12)


@given(histories, st.data())
def test_a_player_who_finishes_higher_in_one_game_is_not_rated_lower(results, data):
    chosen = data.draw(st.integers(0, len(results) - 1))
    player, _rank = data.draw(st.sampled_from(results[chosen]))
    higher = [(other, (0 if other == player else its)) for other, its in results[chosen]]
    better = [*results[:chosen], higher, *results[chosen + 1 :]]
    before, after = (ratings_of(games).by_player[player].value for games in (results, better))
    assert after >= before - 1e-3


@given(histories, games())
def test_a_further_game_never_makes_an_interval_much_wider(results, further):
    """A surprise may, a little. A new player also moves the average, of which nobody is sure."""
    before, after = ratings_of(results).by_player, ratings_of([*results, further]).by_player
    players = {player for player, _rank in further}
    for player, rating in before.items():
        limit = 1.15 if player in players <= before.keys() else 1.7
        assert after[player].deviation <= limit * rating.deviation


@given(histories)
def test_nobody_is_less_sure_than_without_any_game(results):
    for rating in ratings_of(results).by_player.values():
        assert 0 < rating.deviation <= 1.2 * PRIOR
