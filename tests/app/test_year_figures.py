"""The figures of a year, compared with slow ones over random histories."""

from datetime import UTC, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as some

from scorekeeper.statistics.by_year import plays_by_year, years_of
from scorekeeper.statistics.history import GroupHistory
from scorekeeper.statistics.plays import Place, Play
from scorekeeper.statistics.records import RecordName
from scorekeeper.statistics.years import YearFigures
from tests.app.support.slow_years import SlowYear
from tests.support.long import examples

START = datetime(2024, 11, 1, tzinfo=UTC)
WAITS = some.sampled_from([timedelta(hours=1), timedelta(hours=7), timedelta(days=40)])
PLAYERS = [1, 2, 3, 4]


@some.composite
def games(draw):
    """What the columns of a finished game may hold, without the time: seats, totals, game."""
    players = draw(some.lists(some.sampled_from(PLAYERS), min_size=1, max_size=4, unique=True))
    totals = [draw(some.integers(0, 6)) for _player in players]
    ranked = sorted(totals, reverse=True)
    places = tuple(
        Place(player, total, ranked.index(total) + 1, total == ranked[0])
        for player, total in zip(players, totals, strict=True)
    )
    margin = ranked[0] - ranked[1] if len(players) > 1 else None
    comeback = draw(some.integers(0, 9)) if len(players) > 1 else None
    early, game = draw(some.sampled_from([False] * 5 + [True])), draw(some.sampled_from("abc"))
    return places, margin, comeback, early, game, draw(WAITS)


@some.composite
def histories(draw):
    plays, at = [], START
    for pk, one in enumerate(draw(some.lists(games(), min_size=1, max_size=25)), start=1):
        places, margin, comeback, early, game, wait = one
        at += wait
        times = (at - timedelta(minutes=30), at, at)
        course = (1, margin, comeback, None)
        plays.append(Play(places, pk, game, "", game, False, *times, early, *course))
    return history_with(plays)


def history_with(plays):
    """A history that was not read from a database."""
    history = GroupHistory.__new__(GroupHistory)
    vars(history).update(group=0, players={}, plays=plays, _results={})
    return history


def value(record):
    return record and record.value


@settings(max_examples=examples(30), deadline=None)
@given(histories(), some.sampled_from([None, *PLAYERS]))
def test_the_figures_of_every_year_are_those_of_the_slow_computation(history, player):
    for year in plays_by_year(history):
        fast, slow = YearFigures(history, year, player), SlowYear(history.plays, year, player)
        assert (year in years_of(history, player)) == bool(slow.complete)
        assert fast.counted == slow.counted
        assert {one.player: one.wins for one in fast.wins.values()} == slow.wins()
        length, players = slow.longest_streaks()
        assert [len(one.streak) for one in fast.longest_streaks] == [length] * len(players)
        assert sorted(one.player for one in fast.longest_streaks) == players
        assert value(fast.closest) == min(slow.margins(), default=None)
        assert value(fast.clearest) == max(slow.margins(), default=None)
        assert value(fast.comeback) == max(slow.comebacks(), default=None)
        assert [[p.pk for p in one.plays] for one in fast.evenings] == slow.evenings()
        assert [len(fast.games_in(one)) for one in fast.evenings] == slow.games_in_evenings()
        assert fast.attendance == slow.attendance()
        assert {day.month: number for day, number in fast.months.items()} == slow.months()
        assert {one.family for one in fast.new_families} == slow.new_families()
        worst = [(one.player, one.pairing.opponent) for one in fast.worst_nemeses]
        assert sorted(worst) == slow.worst_pairs()


@settings(max_examples=examples(20), deadline=None)
@given(histories())
def test_the_totals_that_broke_a_record_are_those_of_the_slow_computation(history):
    for year in plays_by_year(history):
        broken = YearFigures(history, year).broken_records
        found = {one.play.kind for one in broken if one.name == RecordName.HIGHEST}
        assert found == SlowYear(history.plays, year).broken_totals()
