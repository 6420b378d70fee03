"""The contexts of the pages of evenings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.core.paginator import Page, Paginator

from scorekeeper.models import Group, Player, Scale
from scorekeeper.pages.statistics.league import league_lines
from scorekeeper.pages.statistics.remarks import remarks_on
from scorekeeper.pages.statistics.titles import duration_text, play_title
from scorekeeper.statistics.evenings import Evening, evenings_of, places_of_plays
from scorekeeper.statistics.history import GroupHistory
from scorekeeper.statistics.league_tables import points_table, wins_table
from scorekeeper.statistics.plays import LIKELY, Play
from scorekeeper.statistics.points import parse_points
from scorekeeper.statistics.wins import most_wins

A_PAGE = 25
MOST_NAMES = 2
MOST_TOKENS = 8


class NotFirst(Exception):
    """A game that is not the first one of its evening."""

    def __init__(self, first: int) -> None:
        super().__init__()
        self.first = first


class EveningRow(NamedTuple):
    """`best`: the names of those who won most, so many games each: `wins`; empty if they are more
    than two.
    """

    evening: Evening
    duration: str
    best: Sequence[str]
    wins: int
    players: Sequence[Player]


class PlaceLine(NamedTuple):
    name: str
    total: int


class PlayRow(NamedTuple):
    """`places`: the best first. `duration`: "" if nobody knows."""

    play: Play
    title: str
    winners: Sequence[str]
    places: Sequence[PlaceLine]
    duration: str


def evening_rows(
    history: GroupHistory, evenings: Sequence[Evening], page: str | None
) -> tuple[Page[Evening], list[EveningRow]]:
    """A page of these, the last one first, and its rows."""
    evenings_page = Paginator(evenings[::-1], A_PAGE).get_page(page)
    return evenings_page, [evening_row(history, evening) for evening in evenings_page]


def evening_row(history: GroupHistory, evening: Evening) -> EveningRow:
    best, most = most_wins(evening.plays)
    names = [history.players[player].name for player in best] if len(best) <= MOST_NAMES else []
    players = [history.players[player] for player in evening.players[:MOST_TOKENS]]
    return EveningRow(evening, time_taken(evening), names, most, players)


def time_taken(evening: Evening) -> str:
    """ "" if nobody knows: the games were entered one after the other, long afterwards."""
    return duration_text(evening.duration) if evening.duration >= LIKELY[0] else ""


def evenings_context(history: GroupHistory, page: str | None) -> dict[str, object]:
    evenings_page, rows = evening_rows(history, evenings_of(history), page)
    return {"page": evenings_page, "evenings": rows}


def evening_context(history: GroupHistory, group: Group, play: int) -> dict[str, object] | None:
    """Return None if there is no such play. Raise NotFirst if it has another one before it."""
    place = places_of_plays(history).get(play)
    if place is None:
        return None
    evenings = evenings_of(history)
    if (evening := evenings[place]).pk != play:
        raise NotFirst(evening.pk)
    scale = parse_points(group.points)
    table = points_table(evening.plays, scale) if scale else wins_table(evening.plays)
    return {
        "evening": evening,
        "duration": time_taken(evening),
        "bounds": evening.bounds,
        "games": [play_row(history, one) for one in evening.plays],
        "league": league_lines(history, table, evening.players),
        "heading": Scale.PLACES.heading if scale else "",
        "remarks": remarks_on(history, evening.plays),
        "earlier": evenings[place - 1] if place else None,
        "later": evenings[place + 1] if place + 1 < len(evenings) else None,
    }


def play_row(history: GroupHistory, play: Play) -> PlayRow:
    ordered = sorted(play.places, key=lambda place: place.rank)
    return PlayRow(
        play,
        play_title(play),
        [history.players[player].name for player in play.winners],
        [PlaceLine(history.players[place.player].name, place.total) for place in ordered],
        duration_text(play.duration) if play.duration else "",
    )
