"""The contexts of the pages of a group."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scorekeeper.models import Player
from scorekeeper.pages.statistics import limits
from scorekeeper.pages.statistics.calendar import month_bars
from scorekeeper.pages.statistics.league import LeagueLine
from scorekeeper.pages.statistics.rates import rates_context
from scorekeeper.pages.statistics.ratings import rating_table
from scorekeeper.pages.statistics.seasons import current_season
from scorekeeper.pages.statistics.titles import family_title, kind_titles
from scorekeeper.statistics.group import KindPlays, family_figures, h_index, period_figures
from scorekeeper.statistics.history import GroupHistory
from scorekeeper.statistics.periods import Period, Span
from scorekeeper.statistics.plays import Family, bounds
from scorekeeper.statistics.records import Record
from scorekeeper.statistics.wins import Wins
from scorekeeper.statistics.years import years_of


def group_context(history: GroupHistory, period: Period) -> dict[str, object]:
    """`bounds`: the times of the first and the last play, for links to the games."""
    figures = period_figures(history, period)
    times = bounds(figures.plays)
    families, more_families = limits.split(figures.families, limits.MOST_GAMES)
    return {
        "period": period,
        "spans": Span,
        "bounds": times,
        "has_plays": bool(history.plays),
        "season": current_season(history),
        "years": years_of(history),
        **league_context(history, figures.league),
        "months": month_bars(figures.months, times),
        "families": [(family_title(history, one.family), one) for one in families],
        "more_families": more_families,
        "h_index": h_index(figures.families),
    }


def family_context(history: GroupHistory, family: Family, against: int | None) -> dict[str, object]:
    """`against`: the player whom the others may finish above."""
    figures = family_figures(history, family)
    kinds, more_kinds = limits.split(figures.kinds, limits.MOST_KINDS)
    return {
        "title": family_title(history, family),
        "family": family,
        "first": next((play for play in figures.plays if not play.ended_early), None),
        **league_context(history, figures.league),
        "ratings": rating_table(history, family, against),
        "kinds": kind_rows(history, kinds),
        "more_kinds": more_kinds,
        **rates_context(history, family),
    }


def league_context(history: GroupHistory, league: Iterable[Wins]) -> dict[str, object]:
    """`few_games`: whether someone in the table has played too few for a share of wins."""
    people = [one for one in league if history.is_person(one.player)]
    first, more = limits.split(people, limits.MOST_PLAYERS)
    return {
        "league": [LeagueLine(None, history.players[one.player], one) for one in first],
        "more_players": more,
        "few_games": any(one.share is None for one in first),
    }


class KindRow(NamedTuple):
    """Games of a family whose totals compare. `title` says how they were set up; "" if all
    games of the family were set up alike. `records`: each with the players who hold it.
    """

    title: str
    records: Sequence[tuple[Record, Sequence[Player]]]


def kind_rows(history: GroupHistory, kinds: Sequence[KindPlays]) -> list[KindRow]:
    titles = kind_titles(plays[0] for plays, _records in kinds) if len(kinds) > 1 else {}
    return [
        KindRow(
            titles.get(plays[0].kind, ""),
            [(one, [history.players[player] for player in one.players]) for one in records],
        )
        for plays, records in kinds
    ]
