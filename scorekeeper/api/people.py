"""The group of a token: its players, and what they have played."""

from datetime import date
from typing import Any, TypeVar
from urllib.parse import urlencode

from django.db.models import QuerySet
from msgspec import UNSET, UnsetType

from scorekeeper.access import group_or_404
from scorekeeper.api import shapes
from scorekeeper.api.endpoint import endpoint
from scorekeeper.api.errors import refusal
from scorekeeper.api.reading import ApiCall
from scorekeeper.formats import whole_minutes, without_breaks
from scorekeeper.models import Group
from scorekeeper.pages.statistics import limits
from scorekeeper.pages.statistics.titles import family_title
from scorekeeper.statistics.group import FamilyPlays, period_figures
from scorekeeper.statistics.history import GroupHistory, history_of
from scorekeeper.statistics.periods import Period, Span, day_of

Rows = TypeVar("Rows", bound=Any)  # a list, or a query that is run once a page of it is read


@endpoint("GET groups", "The groups of the token", answer=shapes.Groups)
def groups(call: ApiCall) -> shapes.Groups:
    mine: QuerySet[Group] = Group.objects.for_device(call.program.device)
    return shapes.Groups([group_shape(group) for group in mine])


@endpoint("GET groups/<int:pk>", "A group", answer=shapes.Group)
def group(call: ApiCall, pk: int) -> shapes.Group:
    return group_shape(group_or_404(call.request, pk))


def group_shape(group: Group) -> shapes.Group:
    return shapes.Group(group.pk, group.name, shapes.ACCESS[group.role])


@endpoint(
    "GET groups/<int:pk>/players",
    "The players of a group",
    query=shapes.PageQuery,
    answer=shapes.Players,
)
def players(call: ApiCall, pk: int) -> shapes.Players:
    """Return the players who were not deleted, with the number of games played to the end."""
    group = group_or_404(call.request, pk)
    rows, more = page_of(group.players.with_games(), call, limits.MOST_PLAYERS)
    return shapes.Players(
        [shapes.Player(one.pk, one.name, one.games) for one in rows], next_page(call, more)
    )


@endpoint(
    "GET groups/<int:pk>/statistics",
    "What a group has played, and who has won",
    query=shapes.StatisticsQuery,
    answer=shapes.Statistics,
)
def statistics(call: ApiCall, pk: int) -> shapes.Statistics:
    """Games and wins of each player beside what chance would give, and which games were played."""
    history = history_of(group_or_404(call.request, pk))
    figures = period_figures(history, period_of(call.query))
    people = [one for one in figures.league if history.is_person(one.player)]
    league, more_people = page_of(people, call, limits.MOST_PLAYERS)
    families, more_families = page_of(figures.families, call, limits.MOST_GAMES)
    return shapes.Statistics(
        games=sum(len(one.plays) for one in figures.families),
        players=[
            shapes.PlayerWins(
                id=one.player,
                name=history.players[one.player].name,
                games=one.games,
                wins=one.wins,
                shared_wins=one.shared,
                expected_wins=float(one.expected),
            )
            for one in league
        ],
        played=[family_shape(history, one) for one in families],
        next=next_page(call, more_people or more_families),
    )


def page_of(rows: Rows, call: ApiCall, most: int) -> tuple[Rows, bool]:
    """Return the rows of the page that was asked for, and whether there are more."""
    start = call.query.cursor * most
    rows = rows[start : start + most + 1]
    return rows[:most], len(rows) > most


def next_page(call: ApiCall, more: bool) -> str | UnsetType:
    """Return the address of the page after this one. The last page has none."""
    query = {**call.request.GET.dict(), "cursor": call.query.cursor + 1}
    return f"{call.request.path}?{urlencode(query)}" if more else UNSET


def family_shape(history: GroupHistory, family: FamilyPlays) -> shapes.PlayedGame:
    return shapes.PlayedGame(
        game=family.family.game,
        title=without_breaks(family_title(history, family.family)),
        games=len(family.plays),
        minutes=whole_minutes(family.duration) if family.duration else None,
    )


def period_of(query: shapes.StatisticsQuery) -> Period:
    first, last = (parse_day(query, name) for name in ("first", "last"))
    return Period(Span.DATES if first or last else Span.ALL, first, last)


def parse_day(query: shapes.StatisticsQuery, name: str) -> date | None:
    text: str = getattr(query, name)
    day = day_of(text)
    if text and not day:
        raise refusal(422, "wrong_shape", "Write dates as 2026-03-13.", name)
    return day
