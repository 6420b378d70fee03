"""The contexts of the pages of seasons."""

from typing import NamedTuple

from django.core.paginator import Paginator
from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from scorekeeper.formats import format_day, span
from scorekeeper.models import Group, Scale, Season
from scorekeeper.models.seasons import evening_day
from scorekeeper.pages.statistics.evenings import page_of_evenings
from scorekeeper.pages.statistics.league import LeagueLine, league_context, league_lines
from scorekeeper.statistics.history import GroupHistory
from scorekeeper.statistics.league_tables import leaders, season_figures

A_PAGE = 10


class SeasonRow(NamedTuple):
    """`days`: from when to when, as a text. `first`: those who lead the table; nobody if it is
    `undecided`, because ratings overlap.
    """

    season: Season
    days: str
    games: int
    first: list[LeagueLine]
    undecided: bool


def seasons_context(history: GroupHistory, group: Group, page: str | None) -> dict[str, object]:
    seasons_page = Paginator(group.seasons.newest_first(), A_PAGE).get_page(page)
    return {
        "page": seasons_page,
        "seasons": [season_row(history, season) for season in seasons_page],
    }


def current_season(history: GroupHistory) -> SeasonRow | None:
    """The one that began last of those that are not over; after midnight first of those that an
    evening of the day before counts for.
    """
    seasons = Season.objects.filter(group=history.group).newest_first()
    days = dict.fromkeys([evening_day(), localdate()])
    current = (seasons.on(day).first() for day in days)
    season = next(filter(None, current), None)
    return season_row(history, season) if season else None


def season_row(history: GroupHistory, season: Season) -> SeasonRow:
    figures = season_figures(history, season)
    table = [score for score in figures.table if history.is_person(score.player)]
    first = league_lines(history, leaders(table))
    undecided = not first and any(score.rating and score.value for score in table)
    return SeasonRow(season, days_text(season), figures.count, first, undecided)


def season_context(history: GroupHistory, season: Season, page: str | None) -> dict[str, object]:
    figures = season_figures(history, season)
    return {
        "season": season,
        "days": days_text(season),
        **league_context(league_lines(history, figures.table)),
        "heading": Scale(season.scale).heading,
        "rated": season.scale == Scale.RATING,
        "counted": figures.count,
        "bounds": figures.bounds,
        **page_of_evenings(history, figures.evenings, page),
    }


def days_text(season: Season) -> str:
    first = format_day(season.first_day, "day")
    if not season.last_day:
        text = _("from %(day)s") if season.is_to_come else _("since %(day)s")
        return text % {"day": first}
    last = format_day(season.last_day, "day")
    return span(first, last)
