"""Ratings of the players of a group, and how they change."""

import subprocess
import sys
from random import Random
from types import SimpleNamespace

import pytest
from django.conf import settings

from scorekeeper.pages.statistics.ratings import rating_text
from scorekeeper.statistics.ratings import family_ratings
from scorekeeper.statistics.ratings.rankings import Rankings
from scorekeeper.statistics.ratings.ratings import PRIOR, Rating, progress
from tests.app.support.finishing_orders import assert_equal, in_order, ratings_of


def test_an_average_player_has_1500_points():
    ratings = ratings_of([in_order(1, 2), in_order(2, 1), in_order(3, 1), in_order(1, 3, 2)])
    rated = ratings.by_player.values()
    average = sum(rating.value * rating.games for rating in rated) / 9
    assert average == pytest.approx(1_500)


def test_400_points_are_odds_of_ten_to_one():
    ratings = ratings_of([in_order(1, 2)] * 10_000 + [in_order(2, 1)] * 1_000)
    assert ratings.by_player[1].value - ratings.by_player[2].value == pytest.approx(400, abs=1)
    assert ratings.chance(1, 2) == pytest.approx(10 / 11, abs=0.001)


def test_a_chance_takes_into_account_how_little_is_known():
    chances = [
        ratings_of([in_order(1, 2)] * 3 * times + [in_order(2, 1)] * times).chance(1, 2)
        for times in (1, 10, 1_000)
    ]
    assert 0.5 < chances[0] < chances[1] < chances[2] < 0.751


def test_an_interval_is_shown_with_its_margin():
    rating = Rating(value=1_540, deviation=36.5, games=20)
    assert rating_text(rating) == "1540 ±\u00a060"


def test_intervals_overlap_if_they_have_a_value_in_common():
    rating = Rating(1_500, 10, 20)
    assert rating.overlaps(Rating(1_532, 10, 20))
    assert not rating.overlaps(Rating(1_533, 10, 20))
    assert Rating(1_532, 10, 20).overlaps(rating)


def test_a_player_has_a_rating_to_show_from_the_fifth_game_on():
    ratings = ratings_of([in_order(1, 2)] * 4 + [in_order(1, 3)])
    assert ratings.by_player[1].has_enough_games
    assert not ratings.by_player[2].has_enough_games


def test_solo_games_do_not_count():
    with_solo = ratings_of([in_order(1, 2), in_order(1), in_order(3)])
    assert with_solo.by_player == ratings_of([in_order(1, 2)]).by_player


def test_without_games_nobody_is_rated():
    assert ratings_of([]).by_player == {}
    assert ratings_of([in_order(1)]).by_player == {}


def test_a_game_in_which_all_share_a_place_says_nothing():
    ratings = ratings_of([[(1, 1), (2, 1), (3, 1)]] * 5)
    assert [rating.value for rating in ratings.by_player.values()] == pytest.approx([1_500] * 3)
    assert all(rating.deviation > 0.8 * PRIOR for rating in ratings.by_player.values())


def test_a_player_who_always_wins_has_a_rating():
    ratings = ratings_of([in_order(1, 2, 3)] * 10_000)
    first, second, third = (ratings.by_player[player].value for player in (1, 2, 3))
    assert 2_500 < first < 3_500
    assert second == pytest.approx(1_500)
    assert third == pytest.approx(3_000 - first)


def test_players_who_have_never_met_are_compared_with_much_doubt():
    ratings = ratings_of([in_order(1, 2)] * 20 + [in_order(2, 1)] * 20 + [in_order(3, 4)] * 40)
    assert ratings.chance(1, 2) == pytest.approx(0.5)
    assert ratings.chance(3, 4) > 0.95
    assert ratings.by_player[1].overlaps(ratings.by_player[3])


def test_a_large_group_with_many_games_is_rated():
    chance = Random(1)  # noqa: S311 - no secret
    results = [in_order(*chance.sample(range(30), 5)) for _ in range(10_000)]
    rated = ratings_of(results).by_player.values()
    assert len(rated) == 30
    assert all(1_400 < rating.value < 1_600 and 5 < rating.deviation < 15 for rating in rated)


def test_twenty_who_share_the_first_place_are_ahead_of_the_last():
    ratings = ratings_of([[*((player, 1) for player in range(20)), (20, 2)]] * 10)
    assert ratings.by_player[0].value > ratings.by_player[20].value
    assert ratings.chance(0, 1) == pytest.approx(0.5)


@pytest.mark.filterwarnings("error")
def test_a_place_that_hundreds_share_says_nothing_of_those_behind():
    ratings = ratings_of([[*((player, 1) for player in range(200)), (200, 2)]] * 10)
    assert {round(rating.value) for rating in ratings.by_player.values()} == {1_500}


def plays_of(*results):
    return [
        SimpleNamespace(places=[SimpleNamespace(player=one, rank=rank) for one, rank in result])
        for result in results
    ]


def test_only_those_who_played_most_are_rated(monkeypatch):
    monkeypatch.setattr(family_ratings, "MOST_RATED", 2)
    plays = plays_of(in_order(3, 1, 2), in_order(2, 1), in_order(4, 2))
    assert family_ratings.results_of(plays) == [[(1, 2), (2, 3)], in_order(2, 1), [(2, 2)]]


def test_of_too_many_games_the_newest_are_rated(monkeypatch):
    plays = plays_of(in_order(1, 2), in_order(2, 1), in_order(2, 1))
    monkeypatch.setattr(family_ratings, "MOST_WORK", 8 * 2**2)
    assert family_ratings.results_of(plays) == [(), in_order(2, 1), in_order(2, 1)]


def test_progress_ends_with_the_rating_of_today():
    results = [in_order(*Random(seed).sample(range(5), 3)) for seed in range(100)]  # noqa: S311
    rankings = Rankings(results)
    points = progress(rankings, 2)
    assert len(points) == 24
    assert points[-1][0] == 100
    for games, rating in points:
        assert_equal(rating, ratings_of(results[:games]).by_player[2])


def test_progress_has_a_point_for_each_game_of_the_player_from_the_fifth_on():
    results = [in_order(1, 2), in_order(2, 3)] * 7 + [in_order(3, 1)]
    points = progress(Rankings(results), 1)
    assert [games for games, _rating in points] == [9, 11, 13, 15]
    assert [rating.games for _games, rating in points] == [5, 6, 7, 8]
    assert progress(Rankings(results[:8]), 1) == []
    assert progress(Rankings(results), 99) == []


def test_the_server_starts_without_numpy(monkeypatch, tmp_path):
    monkeypatch.setenv("SCOREKEEPER_VAR", str(tmp_path))
    code = (
        "import sys, scorekeeper.asgi\n"
        "from django.urls import get_resolver\n"
        "assert get_resolver().url_patterns\n"
        "print('numpy' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=settings.BASE_DIR, capture_output=True, text=True
    )
    assert done.stdout == "False\n", done.stderr
