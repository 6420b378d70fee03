"""Finished games as statistics read them, and which of them count."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date, datetime, timedelta
from sys import intern
from typing import Any, NamedTuple, TypeVar

from django.db.models import QuerySet
from django.utils.timezone import get_default_timezone

from scorekeeper.models import GameSession, Seat
from scorekeeper.tables.kinds import fold_title

Key = TypeVar("Key", bound=Hashable)
Item = TypeVar("Item")

FEWEST_PLAYERS = 2
LIKELY = timedelta(minutes=1), timedelta(hours=12)
"""The limits of a game's duration: one that was entered afterwards, or left open, says nothing."""


class Family(NamedTuple):
    """Games that are listed together, whatever their options. Pads and sheets are told apart by
    their title, folded; "" for games without one.
    """

    game: str
    title: str


class Place(NamedTuple):
    """A player's result in a game. `won` is also true for everyone who shares the win."""

    player: int
    total: int
    rank: int
    won: bool


@dataclass(frozen=True, slots=True)
class Play:
    """A finished game that was not deleted. `places` are in seat order.

    `kind` is the same for games whose totals compare: those of a family with the same options; ""
    for a game that compares with no other. The columns of GameSession explain the others.
    """

    places: tuple[Place, ...]
    pk: int
    game: str
    title: str
    kind: str
    lowest_wins: bool
    started_at: datetime
    played_at: datetime
    finished_at: datetime
    ended_early: bool
    rounds: int | None
    margin: int | None
    comeback: int | None
    swing: int | None

    @property
    def family(self) -> Family:
        return Family(self.game, fold_title(self.title))

    @property
    def counts(self) -> bool:
        """True if it counts as played, won or lost: played to its end, by two players or more."""
        return not self.ended_early and len(self.places) >= FEWEST_PLAYERS

    @property
    def compares(self) -> bool:
        """True if its totals count for records and averages, as those of solo games do."""
        return not self.ended_early and bool(self.kind)

    @property
    def duration(self) -> timedelta | None:
        return likely_duration(self.started_at, self.finished_at)

    @property
    def began_at(self) -> datetime:
        """The time when it was started, as far as that is likely."""
        return self.played_at - (self.duration or timedelta())

    @property
    def day(self) -> date:
        """The day when it was played, in the server's time zone."""
        return self.played_at.astimezone(get_default_timezone()).date()

    @property
    def players(self) -> list[int]:
        """In seat order."""
        return [place.player for place in self.places]

    @property
    def winners(self) -> list[int]:
        return [place.player for place in self.places if place.won]

    def place_of(self, player: int) -> Place:
        return next(place for place in self.places if place.player == player)


def likely_duration(started_at: datetime, finished_at: datetime) -> timedelta | None:
    """Return how long a game took; None if its times do not say that."""
    shortest, longest = LIKELY
    duration = finished_at - started_at
    return duration if shortest <= duration <= longest else None


def group_by(items: Iterable[Item], key: Callable[[Item], Key]) -> dict[Key, list[Item]]:
    """Return the items by key, in their order."""
    groups: dict[Key, list[Item]] = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return groups


def group_plays(plays: Iterable[Play], key: Callable[[Play], Key]) -> dict[Key, list[Play]]:
    """Return the plays by key, in their order; the key with most of them comes first."""
    return dict(sorted(group_by(plays, key).items(), key=lambda group: -len(group[1])))


def plays_by_player(plays: Iterable[Play]) -> dict[int, list[Play]]:
    by_player: dict[int, list[Play]] = {}
    for play in plays:
        for player in play.players:
            by_player.setdefault(player, []).append(play)
    return by_player


def bounds(plays: Sequence[Play]) -> tuple[str, str]:
    """The times of the first and the last play, for links to the games; "" if there is none."""
    return (plays[0].played_at.isoformat(), plays[-1].played_at.isoformat()) if plays else ("", "")


COLUMNS = [field.name for field in fields(Play) if field.name != "places"]
CHUNK = 2000
"""The rows to read at a time, because all at once would take more memory than the plays."""


def load_plays(group: int) -> list[Play]:
    """All of a group, the first played first. Without results, a game says nothing."""
    places = load_places(Seat.objects.filter(session__group=group))
    sessions = GameSession.objects.finished().filter(group=group).order_by("played_at", "pk")
    return plays_of(sessions.values_list(*COLUMNS).iterator(CHUNK), places)


def newest_plays(group: int, count: int) -> list[Play]:
    """Return the last `count` of a group, the first played first, without reading others."""
    return last_plays(GameSession.objects.finished().filter(group=group), count)


def last_plays(newest_first: QuerySet[GameSession], count: int) -> list[Play]:
    """Return the last `count` of these games, the first played first."""
    rows = list(newest_first.values_list(*COLUMNS)[:count])
    keys = [row[COLUMNS.index("pk")] for row in rows]
    return plays_of(reversed(rows), load_places(Seat.objects.filter(session__in=keys)))


def plays_of(rows: Any, places: Mapping[int, Sequence[Place]]) -> list[Play]:
    """Return the plays of sessions as rows of `COLUMNS`, in their order."""
    return [
        # Thousands of games have the same few names, and most were played until they finished.
        Play(
            tuple(places[pk]),
            *(pk, intern(game), intern(title), intern(kind), lowest_wins),
            *(started_at, played_at, played_at if finished_at == played_at else finished_at),
            *rest,
        )
        for pk, game, title, kind, lowest_wins, started_at, played_at, finished_at, *rest in rows
        if pk in places
    ]


def load_places(seats: QuerySet[Seat]) -> dict[int, list[Place]]:
    """Return the places by session, in seat order."""
    with_result = seats.filter(total__isnull=False).order_by("number")
    rows: Any = with_result.values_list("session", *Place._fields).iterator(CHUNK)
    places: dict[int, list[Place]] = defaultdict(list)
    unique: dict[Place, Place] = {}  # a player often reached the same before
    for session, *columns in rows:
        place = Place(*columns)
        places[session].append(unique.setdefault(place, place))
    return places


def play_of(session: GameSession) -> Play:
    """Return the play of a finished game that was fetched with its seats."""
    columns = [getattr(session, name) for name in COLUMNS]
    rows: Any = [
        (seat.player_id, seat.total, seat.rank, seat.won)
        for seat in session.seat_list
        if seat.total is not None
    ]
    return Play(tuple(Place(*row) for row in rows), *columns)
