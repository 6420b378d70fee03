"""All figures that the pages of statistics show of a group, by name: one figure for each name."""

from datetime import date

from scorekeeper.models import Scale, Season
from scorekeeper.statistics.breaks import record_breaks_by_play, streak_ends_by_play
from scorekeeper.statistics.evenings import evenings_of
from scorekeeper.statistics.group import families_of, group_records, h_index, plays_by_month
from scorekeeper.statistics.history import history_of
from scorekeeper.statistics.league_tables import points_table, season_figures
from scorekeeper.statistics.player import player_figures
from scorekeeper.statistics.rates import rates_of
from scorekeeper.statistics.records import kinds_of
from scorekeeper.statistics.wins import league, most_wins
from scorekeeper.statistics.years import YearFigures, years_of

SCALE = (5, 3, 2, 1)
SEASON = date(2026, 4, 1), date(2026, 6, 13)


def all_figures(group):
    """A kind is named by its first game that counts, because the two computations name it apart."""
    history = history_of(group)
    firsts = {kind: plays[0].pk for kind, plays in kinds_of(history.plays).items()}
    found = of_history(history)
    return {tuple(firsts.get(part, part) for part in name): value for name, value in found.items()}


def of_history(history):
    found = dict(of_group(history))
    for player in history.players:
        found |= {(player, *name): value for name, value in of_player(history, player)}
        found |= {(player, *name): value for name, value in of_years(history, player)}
    found |= dict(of_years(history, None))
    for family in history.families:
        found |= {(tuple(family), *name): value for name, value in of_rates(history, family)}
    for evening in evenings_of(history):
        found |= {(evening.pk, *name): value for name, value in of_evening(evening)}
    return found


def of_group(history):
    complete = [play for play in history.plays if not play.ended_early]
    families = families_of(history.plays)
    yield ("h-index",), h_index(families)
    for one in families:
        yield (*one.family, "played"), len(one.plays)
        yield (*one.family, "usual time"), one.duration
    for month, number in plays_by_month(complete):
        yield (month, "games"), number
    for record in group_records(history):
        yield (record.play.kind, record.name.value), of_record(record)
    for pk, records in record_breaks_by_play(history).items():
        for record in records:
            yield (pk, "broke", record.name.value), of_record(record)
    for pk, ends in streak_ends_by_play(history).items():
        for end in ends:
            yield (pk, "ends the streak of", end.player), end.length
    for score in league(history.plays):
        yield ("league", score.player), (score.games, score.wins, score.shared)
    season = Season(first_day=SEASON[0], last_day=SEASON[1], scale=Scale.PLACES, points="5-3-2-1")
    figures = season_figures(history, season)
    yield ("season", "evenings"), [one.pk for one in figures.evenings]
    for score in figures.table:
        yield ("season", score.player), score.points


def of_record(record):
    return record.value, record.play.pk, sorted(record.players)


def of_player(history, player):
    figures = player_figures(history, player)
    wins = figures.wins
    yield ("games",), wins.games
    yield ("wins",), wins.wins
    yield ("shared",), wins.shared
    yield ("share",), wins.share
    yield ("by chance",), wins.chance and round(wins.chance, 9)
    yield ("solo",), len(figures.solo)
    yield ("present streak",), len(figures.present_streak)
    yield ("longest streak",), len(figures.longest_streak)
    yield ("nemesis",), sorted(one.opponent for one in figures.nemeses)
    yield ("favourite",), sorted(one.opponent for one in figures.favourites)
    for place, play in enumerate(figures.last):
        yield ("last", place), play.pk
    for one in figures.pairings:
        yield (one.opponent, "above"), one.above
        yield (one.opponent, "below"), one.below
        yield (one.opponent, "level"), one.level
        yield (one.opponent, "share"), one.share
    for family in figures.families:
        yield (*family.family, "games"), len(family.plays)
        yield (*family.family, "wins"), family.wins.wins
        yield (*family.family, "last on"), family.last_play.day
        for one in family.totals:
            yield (one.kind, "best"), one.best
            yield (one.kind, "best in"), one.best_play.pk
            yield (one.kind, "mean"), round(one.mean, 9)
            yield (one.kind, "median"), one.median
            yield (one.kind, "spread"), one.spread and round(one.spread, 9)
            yield (one.kind, "last"), one.last
    for record in figures.records:
        yield (record.play.kind, "holds", record.name.value), record.value


def of_years(history, player):
    for year in years_of(history, player):
        figures = YearFigures(history, year, player)
        yield (year, "games"), len(figures.counted_plays)
        yield (year, "solo"), len(figures.solo)
        yield (year, "time"), sum(one.total_seconds() for one in figures.durations)
        for name in ("closest", "clearest", "comeback"):
            record = getattr(figures, name)
            yield (year, name), record and record.value
        yield (year, "longest streak"), longest_streak(figures)
        yield (year, "streaks of"), sorted(one.player for one in figures.longest_streaks)
        yield (year, "new games"), sorted(tuple(one.family) for one in figures.new_families)
        worst = [(one.player, one.pairing.opponent) for one in figures.worst_nemeses]
        yield (year, "nemesis"), sorted(worst)
        for family in figures.families:
            yield (year, "played", *family.family), len(family.plays)
        for one in figures.wins.values():
            yield (year, "wins", one.player), one.wins
        for one, number in figures.attendance.items():
            yield (year, "came", one), number
        for month, number in figures.months.items():
            yield (year, "month", month.month), number
        for evening in figures.evenings:
            yield (year, "evening", evening.pk), len(figures.games_in(evening))
        for record in figures.broken_records:
            yield (year, record.play.kind, "broke", record.name.value), record.value


def longest_streak(figures):
    return max((len(one.plays) for one in figures.longest_streaks), default=1)


def of_evening(evening):
    yield ("evening",), [play.pk for play in evening.plays]
    yield ("began",), evening.began_at
    yield ("ended",), evening.ended_at
    yield ("players",), sorted(evening.players)
    players, number = most_wins(evening.plays)
    yield ("most wins",), number
    yield ("won most",), sorted(players)
    for score in points_table(evening.plays, SCALE):
        yield ("points", score.player), score.points


def of_rates(history, family):
    for (key, detail, lowest), rates in rates_of(history, family).items():
        for player, rate in rates.items():
            name = key, detail, lowest, player
            yield (*name, "games"), rate.games
            yield (*name, "sum"), rate.total
            yield (*name, "chances"), rate.chances
            if key in ("best_round", "row"):
                yield (*name, "best"), rate.best
                yield (*name, "best in"), rate.best_play
