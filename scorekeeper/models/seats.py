"""Who sits where in a game, and what they reached."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import models
from django.db.models import F, Prefetch

from scorekeeper.models.people import Player
from scorekeeper.models.someone import SIGN, number_of, shown_player, stored_name


class SeatQuerySet(models.QuerySet["Seat"]):
    def with_names(self) -> SeatQuerySet:
        """Add what pages show of each player: `name` and `mark`."""
        seats = self.annotate(  # type: ignore[no-redef] # Seat declares them
            name=F("player__name"), mark=F("player__mark")
        )
        return seats.defer("figures")


class Seat(models.Model):
    """A player's place in a game, numbered from 0.

    `total`, `rank` (from 1) and `won` are null until the game is finished. `kind` is that of the
    game (see GameSession) as long as its totals compare with those of other games: it is finished,
    was not ended early and is not deleted. `figures` is what the game says is worth remembering, as
    [key, detail, value, chances] (see games/contract/figures.py); null if that was not counted yet.
    `tables/finished/results.py` writes all five.
    """

    session = models.ForeignKey("GameSession", models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="seats")
    total = models.BigIntegerField(null=True)
    rank = models.PositiveSmallIntegerField(null=True)
    won = models.BooleanField(null=True)
    kind = models.CharField(max_length=32, blank=True, default="")
    figures = models.JSONField(null=True)

    objects = SeatQuerySet.as_manager()

    # Set by with_names, `name` as it is stored; and by lookback.with_best_before.
    name: str
    mark: int
    best_before: int | None

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["session", "number"], name="seat_once_a_session"),
            models.UniqueConstraint(fields=["session", "player"], name="player_once_a_session"),
        ]
        indexes = [models.Index(fields=["player", "kind", "total"], name="seat_by_total")]
        ordering = ["number"]

    def __str__(self) -> str:
        return f"{self.number}: {self.player}"

    @property
    def shown_name(self) -> str:
        """The player's name, in the reader's language if the player was deleted."""
        return shown_player(self.name)

    @property
    def is_someone(self) -> bool:
        """True if the player was deleted, so that nobody asks for them to play again."""
        return bool(number_of(self.name))


def shown_names(seats: Sequence[Seat]) -> list[str]:
    """The names in seat order, each only once: a deleted player gets the next number where another
    one is called "someone".
    """
    typed_names = {seat.name for seat in seats if SIGN not in seat.name}
    names: list[str] = []
    for seat in seats:
        name, number = seat.shown_name, number_of(seat.name)
        while number and (name in typed_names or name in names):
            number += 1
            name = shown_player(stored_name(number))
        names.append(name)
    return names


def seats() -> SeatQuerySet:
    return Seat.objects.with_names()


def all_seats() -> Prefetch[Any, Any, Any]:
    """Loads the seats of several sessions in one query."""
    return Prefetch("seats", seats(), to_attr="seat_list")
