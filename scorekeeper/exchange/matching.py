"""Matches the people of a file with a group's players, and finds games that the group has
already.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from uuid import UUID, uuid5

from django.utils.dateparse import parse_datetime
from django.utils.timezone import localdate

from scorekeeper.exchange.plays import ImportedPlay
from scorekeeper.models import Group, Seat
from scorekeeper.tables.kinds import fold_title

NAMESPACE = UUID("5f0e2a4b-9f6b-4c39-8a45-0a44ac1f7f6e")

Players = Mapping[str, int]
"""The key of a player of the group by the name that a file has; 0 for a new one."""

Likeness = tuple[str, str, str, frozenset[tuple[int, int | None]]]
"""Day, game, title, and who had which total: two games with the same are taken for one."""


def suggest_players(group: Group, names: Collection[str]) -> dict[str, int]:
    """Match by name, whatever its capitals. A name that nobody there has is a new player."""
    keys = {fold_title(player.name): player.pk for player in group.players.all()}
    return {name: keys.get(fold_title(name), 0) for name in names}


class GroupGames:
    """Knows the games of the group, and the ids of those that are being imported."""

    def __init__(self, group: Group) -> None:
        self.group = group
        self.ids: set[UUID] = set()
        self.likenesses: set[Likeness] = set()
        sessions = group.sessions.not_deleted()
        seats: dict[int, set[tuple[int, int | None]]] = {}
        rows = Seat.objects.filter(session__in=sessions, total__isnull=False)
        for session, player, total in rows.values_list("session", "player", "total"):
            seats.setdefault(session, set()).add((player, total))
        games = sessions.values_list("pk", "submission", "played_at", "game", "title")
        for pk, submission, played_at, game, title in games:
            self.ids.add(submission)
            day = localdate(played_at).isoformat()
            if pk in seats:
                self.likenesses.add((day, game, fold_title(title), frozenset(seats[pk])))

    def add(
        self, play: ImportedPlay, title: str, totals: Sequence[int] | None, players: Players
    ) -> bool:
        """Return whether the group does not have this game of a file yet; from now on it has.
        Without totals only its id tells.

        The game is noted by its ids only. Games of one file with different ids are never the same
        game, however alike they are: the same people may win twice in an evening.
        """
        ids = ids_of(play, self.group)
        if ids & self.ids or likeness(play, title, totals, players) in self.likenesses:
            return False
        self.ids |= ids
        return True


def likeness(
    play: ImportedPlay, title: str, totals: Sequence[int] | None, players: Players
) -> Likeness | None:
    """Return None if a game that goes on, or one with new players, is like no other."""
    keys = [players.get(name, 0) for name in play.names]
    at = parse_datetime(play.played_at)
    if totals is None or not all(keys) or at is None:
        return None
    day = localdate(at).isoformat()
    return day, play.game, fold_title(title), frozenset(zip(keys, totals, strict=True))


def original_id(play: ImportedPlay) -> UUID | None:
    try:
        return UUID(play.uuid)
    except ValueError:
        return None


def ids_of(play: ImportedPlay, group: Group) -> set[UUID]:
    """Return the ids that the game may have in this group: its own, as in a group that moved here,
    and one that is derived from it.
    """
    own = original_id(play)
    name = play.uuid or f"{play.played_at}/{play.game}/{play.names}"
    return {uuid5(NAMESPACE, f"{group.pk}/{name}"), *([own] if own else [])}
