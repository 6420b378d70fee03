"""Who sits out next, if more want to play than a game takes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import cached_property

from django.utils import timezone

from games import registry
from scorekeeper.models import Player
from scorekeeper.models.people import EVENING_BREAK
from scorekeeper.statistics.evenings import Evening, evenings
from scorekeeper.statistics.plays import FEWEST_PLAYERS, Play, newest_plays

NEWEST = 200
"""The last games of the group to look at."""
NOBODY = 0  # no player has this key


def breaks(evenings: Sequence[Evening], player: int, now: datetime) -> list[Play]:
    """Return the plays that a player sat out of, the last one first.

    A player who played that evening sat out of each game that they missed, unless they were at
    another table meanwhile. Anyone who wants to play now has been here since this evening began.
    Nobody knows who came on an earlier evening and never played, so for players who did not play
    that evening only games without a free seat count.
    """
    return [
        play
        for evening in reversed(evenings)
        for play in reversed(missed_plays(evening, player))
        if player in evening.players
        or now - evening.ended_at < EVENING_BREAK
        or had_no_seat_left(play)
    ]


def missed_plays(evening: Evening, player: int) -> list[Play]:
    """Return the plays that went on while this player was at no table."""
    own_plays = [play for play in evening.plays if player in play.players]
    return [
        play
        for play in evening.plays
        if len(play.places) >= FEWEST_PLAYERS
        and not any(play == one or overlap(play, one) for one in own_plays)
    ]


def overlap(play: Play, other: Play) -> bool:
    return play.began_at < other.played_at and other.began_at < play.played_at


def had_no_seat_left(play: Play) -> bool:
    game = registry.games().get(play.game)
    return bool(game and len(play.places) >= game.players[-1])


def in_turn(breaks: Iterable[Sequence[Play]]) -> list[int]:
    """Return the places in `breaks`, of several players, in the order of sitting out.

    Players who never sat out come first, then the one who did so longest ago. Ties are broken by
    the break before that, and finally by the last place.
    """
    keys = [[(play.played_at, play.pk) for play in of_player] for of_player in breaks]
    return sorted(range(len(keys)), key=lambda place: (keys[place], -place))


class SittingOut:
    """Whose turn it is in a group. Its games are read once somebody must sit out."""

    def __init__(self, group: int | None) -> None:
        self.group = group
        self.now = timezone.now()
        self._breaks: dict[str, list[Play]] = {}

    @cached_property
    def evenings(self) -> Sequence[Evening]:
        return evenings(newest_plays(self.group, NEWEST)) if self.group else ()

    @cached_property
    def keys(self) -> dict[str, int]:
        return dict(Player.objects.filter(group=self.group).values_list("name", "pk"))

    def breaks(self, name: str) -> list[Play]:
        """Return the games that a player sat out of, the last one first."""
        if name not in self._breaks:
            player = self.keys.get(name, NOBODY)
            self._breaks[name] = breaks(self.evenings, player, self.now)
        return self._breaks[name]

    def in_turn(self, names: Sequence[str]) -> list[str]:
        """Return the names, the one who sits out first before the others."""
        return [names[number] for number in in_turn(map(self.breaks, names))]
