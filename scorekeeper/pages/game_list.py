"""All games that a device may see, the last played first: searched, filtered, page by page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.timezone import localtime
from django.utils.translation import gettext

from games import registry
from games.contract import AnyGame
from scorekeeper.models import GameSession, Member, Player, Seat
from scorekeeper.models.sessions import SessionQuerySet, load_revisions
from scorekeeper.pages.game_rows import GameRow, game_row

A_PAGE = 25
YEARS = range(1970, 9999)
MOST_WORDS = 5
MOST_FOUND = 1000  # titles, and players, that a word may mean


@dataclass(frozen=True)
class Filters:
    """What is asked for; empty for no filter."""

    text: str = ""
    game: str = ""
    player: int | None = None
    year: int | None = None


@dataclass(frozen=True)
class Place:
    """Between two games of the list: before or after the one with this time and key.

    With it a page reads only its own games, however many come before it.
    """

    played_at: datetime
    pk: int
    newer: bool = False

    @classmethod
    def parse(cls, text: str, newer: bool = False) -> Place | None:
        """The text that `str` makes; None for any other."""
        time, _comma, key = text.partition(",")
        try:
            played_at = parse_datetime(time)
        except ValueError:
            return None
        if not played_at or timezone.is_naive(played_at) or played_at.year not in YEARS:
            return None
        return cls(played_at, int(key), newer) if re.fullmatch("[0-9]{1,18}", key) else None

    def __str__(self) -> str:
        return f"{self.played_at.isoformat()},{self.pk}"

    @property
    def condition(self) -> Q:
        sign = "gt" if self.newer else "lt"
        same = Q(played_at=self.played_at, **{f"pk__{sign}": self.pk})
        return Q(**{f"played_at__{sign}": self.played_at}) | same


class GameList:
    """`members` is all that the device belongs to."""

    def __init__(self, members: Iterable[Member], filters: Filters) -> None:
        self.members = list(members)
        self.filters = filters
        self.groups = {member.group_id for member in self.members if not member.session_id}
        self.alone = {member.session_id for member in self.members if member.session_id}

    @cached_property
    def players(self) -> list[Player]:
        """All whose games the device sees."""
        seen = Q(group__in=self.groups)
        if self.alone:
            seen |= Q(pk__in=Seat.objects.filter(session__in=self.alone).values("player"))
        return list(Player.objects.filter(seen).select_related("group").order_by("name"))

    @property
    def games(self) -> Sequence[AnyGame]:
        return list(registry.games().values())

    @property
    def years(self) -> range:
        """From this year back to that of the first game."""
        oldest = GameSession.objects.not_deleted().order_by("played_at")
        first = oldest.first_for(self.members, 1).first()
        newest = localtime().year
        last = localtime(first.played_at).year if first else newest
        return range(newest, min(last, newest) - 1, -1)

    @property
    def sessions(self) -> SessionQuerySet:
        asked, found = self.filters, GameSession.objects.not_deleted()
        if asked.game:
            found = found.filter(game=asked.game)
        if asked.player:
            found = found.filter(played_by([asked.player]))
        if asked.year:
            first, end = start_of(asked.year), start_of(asked.year + 1)
            found = found.filter(played_at__gte=first, played_at__lt=end)
        words = asked.text.casefold().split()[:MOST_WORDS]
        for word in words:
            found = found.filter(self.matching(word))
        return found

    def matching(self, word: str) -> Q:
        """Games with the word in their title, in that of the game, or in a player's name."""
        games = [game.slug for game in self.games if word in gettext(game.title).casefold()]
        titles = [title for title in self.titles if word in title.casefold()]
        players = [player.pk for player in self.players if word in player.name.casefold()]
        own_title = Q(title__in=titles[:MOST_FOUND])
        return own_title | Q(game__in=games) | played_by(players[:MOST_FOUND])

    @cached_property
    def titles(self) -> list[str]:
        mine = Q(group__in=self.groups) | Q(pk__in=self.alone)
        titled = GameSession.objects.filter(mine).exclude(title="")
        return list(titled.order_by("title").values_list("title", flat=True).distinct())

    def page(self, place: Place | None) -> Page:
        sessions, newer = self.sessions, bool(place and place.newer)
        if place:
            sessions = sessions.filter(place.condition)
        order = ("played_at", "pk") if newer else ("-played_at", "-pk")
        sessions = sessions.order_by(*order).first_for(self.members, A_PAGE + 1)
        read = list(sessions.with_seats()[: A_PAGE + 1])
        if newer and len(read) <= A_PAGE:  # the first page, which may have newer games by now
            return self.page(None)
        shown = read[:A_PAGE][::-1] if newer else read[:A_PAGE]
        return Page(shown, newer=bool(place), older=newer or len(read) > A_PAGE)


class Page:
    """Some games, and whether there are newer or older ones."""

    def __init__(self, sessions: list[GameSession], newer: bool, older: bool) -> None:
        # Finished games need no revisions: their result is stored.
        load_revisions([session for session in sessions if not session.finished_at])
        self.games: list[GameRow] = [game_row(session) for session in sessions]
        self.newer = place_of(sessions[0]) if newer and sessions else ""
        self.older = place_of(sessions[-1]) if older and sessions else ""


def place_of(session: GameSession) -> str:
    return str(Place(session.played_at, session.pk))


def played_by(players: Sequence[int]) -> Q:
    return Q(Exists(Seat.objects.filter(session=OuterRef("pk"), player__in=players)))


def start_of(year: int) -> datetime:
    return datetime(year, 1, 1, tzinfo=timezone.get_current_timezone())
