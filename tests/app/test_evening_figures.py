"""Evenings, points, broken records and ended streaks equal a second, slow computation."""

from datetime import UTC, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from games.contract import rank_totals
from scorekeeper.models.people import EVENING_BREAK
from scorekeeper.statistics.breaks import record_breaks, streak_ends
from scorekeeper.statistics.evenings import evenings
from scorekeeper.statistics.league_tables import parse_points, points_table, points_text, wins_table
from scorekeeper.statistics.plays import Place, Play
from scorekeeper.statistics.records import minutes
from scorekeeper.statistics.wins import count_wins, streaks
from tests.app.support import slow_evenings as slow
from tests.support.long import examples

FIRST = datetime(2026, 3, 13, 19, tzinfo=UTC)

games = st.fixed_dictionaries(
    {
        "players": st.lists(st.integers(1, 5), min_size=1, max_size=5, unique=True),
        "totals": st.lists(st.integers(-3, 3), min_size=5, max_size=5),
        "pause": st.integers(0, 8),
        "minutes": st.sampled_from([0, 20, 300, 700, 1000]),
        "ended_early": st.sampled_from([False] * 5 + [True]),
        "comeback": st.integers(0, 3),
    }
)
histories = st.lists(games, max_size=14).map(lambda played: list(plays_of(played)))
scales = st.lists(st.integers(0, 9), max_size=6)
few = settings(max_examples=examples(20), deadline=None)


def plays_of(played):
    """In the order of play; a game was played `pause` hours after the one before."""
    at = FIRST
    for pk, game in enumerate(played, 1):
        at += timedelta(hours=game["pause"])
        yield play_of(pk, at, **game)


def play_of(pk, at, players, totals, pause, minutes, ended_early, comeback):
    reached = totals[: len(players)]
    ranks = rank_totals(reached)
    places = [Place(*row, row[2] == 1) for row in zip(players, reached, ranks, strict=True)]
    best, *others = sorted(reached, reverse=True)
    return Play(
        places=tuple(places),
        pk=pk,
        game="golf",
        title="",
        kind="golf",
        lowest_wins=False,
        started_at=at - timedelta(minutes=minutes),
        played_at=at,
        finished_at=at,
        ended_early=ended_early,
        rounds=1,
        margin=best - others[0] if others else None,
        comeback=comeback if others else None,
        swing=None,
    )


@few
@given(histories)
def test_evenings_are_split_where_nobody_played_for_six_hours(plays):
    found = evenings(plays)
    assert [[play.pk for play in one.plays] for one in found] == slow.evenings(plays, EVENING_BREAK)
    assert all(one.began_at <= one.ended_at for one in found)


@few
@given(histories, scales)
def test_points_are_those_of_the_places(plays, scale):
    table = points_table(plays, scale)
    assert {score.player: score.points for score in table} == slow.points(plays, scale)
    assert [score.points for score in table] == sorted(
        (score.points for score in table), reverse=True
    )
    given_out = sum(sum(scale[: len(play.places)]) for play in plays if play.counts)
    assert sum(score.points for score in table) == given_out


@few
@given(histories)
def test_a_table_without_points_is_ordered_by_wins(plays):
    wins = [score.wins.wins for score in wins_table(plays)]
    assert wins == sorted(wins, reverse=True)
    assert sum(wins) == sum(len(play.winners) for play in plays if play.counts)


def test_chance_does_not_depend_on_the_order_of_games():
    two, three = (play_of(1, FIRST, range(n), [3, 2, 1], 0, 20, False, 0) for n in (2, 3))
    orders = [two, three, three, three], [three, three, three, two]
    assert {count_wins(plays)[0].chance for plays in orders} == {0.375}


@few
@given(histories)
def test_records_are_broken_by_the_plays_that_change_them(plays):
    assert sorted(record_breaks(plays), key=repr) == sorted(slow.record_breaks(plays), key=repr)


@few
@given(histories)
def test_streaks_end_with_the_first_game_that_is_not_won(plays):
    ends = [(end.player, end.length, end.play.pk) for end in streak_ends(plays)]
    assert sorted(ends) == slow.streak_ends(plays)


def test_a_game_that_does_not_count_is_no_part_of_a_streak_and_does_not_end_it():
    won = {"players": [1, 2], "totals": [2, 1], "pause": 1, "minutes": 20, "comeback": 0}
    played = [{**won, "ended_early": early} for early in (False, True, False)]
    (streak,) = streaks(plays_of(played), player=1)
    assert [play.pk for play in streak] == [1, 3]


@few
@given(scales, st.sampled_from(["-", ", ", " ", " – ", "/", ";"]))
def test_a_scale_is_read_as_it_was_written(scale, separator):
    assert list(parse_points(separator.join(map(str, scale)))) == scale
    assert list(parse_points(points_text(scale))) == scale


def test_the_longest_game_is_rounded_as_pages_show_it():
    play = play_of(1, FIRST, [1, 2], [3, 0], 0, minutes=4.8, ended_early=False, comeback=0)
    assert minutes(play) == 5


def test_an_evening_goes_on_as_long_as_one_of_its_games():
    """The third game began before the first one ended, and was finished last."""
    ends = [(FIRST, 20), (FIRST + timedelta(hours=7), 20), (FIRST + timedelta(hours=8), 500)]
    plays = [
        play_of(pk, at, [1, 2], [3, 0], 0, minutes=taken, ended_early=False, comeback=0)
        for pk, (at, taken) in enumerate(ends, 1)
    ]
    assert [len(one.plays) for one in evenings(plays)] == [3]
