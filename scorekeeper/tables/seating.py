"""Who sits at a table, and sat there before, as the setup of its game says it.

Slot 0 holds more than options once a table asks for it:

- `players`: the keys of the players in seat order, and `first`: those at the start. Without them
  the players are still the first ones.
- `away`: the seats of those who left.
- `head_start`: the points of each seat, where the players agreed on a head start. They are shown
  beside the result, and count nowhere.
- `starter`: {"seat": …, "round": …}: the player there deals the round with this number, from 0.
  `lot` says that it was drawn by lot.

Inputs are stored by seat number, so what was entered stays with the seat.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from scorekeeper.models import Player, Revision, Seat
from scorekeeper.models.marks import distinct_marks
from scorekeeper.models.seats import shown_names
from scorekeeper.models.someone import SIGN, shown_player, stored_name

SetupData = dict[str, Any]


class Seating:
    """`setups` is every revision of the setup, `seats` the rows of the players of today.

    `head_start` has the points of each seat, or none. `players` are the keys of the players as the
    setup seats them now.
    """

    def __init__(self, setups: Sequence[Revision], seats: Sequence[Seat]) -> None:
        self.setups = setups
        self.seats = seats
        self.head_start: list[int] = setups[-1].data.get("head_start", [])
        names = [seat.name for seat in seats]
        self.names = shown_names(seats) if any(SIGN in name for name in names) else names
        self.players = self.players_in(setups[-1].data)

    @cached_property
    def marks(self) -> Sequence[int]:
        """The colour and shape of each seat."""
        return distinct_marks(tuple(seat.mark for seat in self.seats))

    @cached_property
    def first_players(self) -> list[int]:
        """The keys of those who sat down at the start, in seat order."""
        first: list[int] = next(
            (setup.data["first"] for setup in self.setups if "first" in setup.data),
            [seat.player_id for seat in self.seats],
        )
        return first

    def players_in(self, setup: SetupData) -> list[int]:
        """The keys of the players as this setup seats them."""
        players: list[int] = setup.get("players", self.first_players)
        return players

    @cached_property
    def player_names(self) -> dict[int, str]:
        """The names of all who ever had a seat, by key."""
        names = dict(zip([seat.player_id for seat in self.seats], self.names, strict=True))
        ever = {pk for setup in self.setups for pk in self.players_in(setup.data)}
        former_players = ever - names.keys()
        others = Player.everyone.filter(pk__in=former_players) if former_players else ()
        # An earlier release deleted the rows of some.
        nameless = dict.fromkeys(former_players, shown_player(stored_name(1)))
        return names | nameless | {player.pk: player.name for player in others}

    def names_when(self, revision: Revision) -> list[str]:
        """The names of those who sat there when this was saved, in seat order."""
        setups = [setup for setup in self.setups if setup.pk < revision.pk]
        players = self.players_in(setups[-1].data if setups else {})
        return [self.player_names[pk] for pk in players]

    @cached_property
    def most_seats(self) -> int:
        """The number of seats, including any whose joining was undone."""
        return max(len(self.seats), *(len(setup.data.get("players", ())) for setup in self.setups))

    @property
    def version(self) -> int:
        """The version that a form sends to say whose names it shows; 0 for the first players."""
        has_changed = any("players" in setup.data for setup in self.setups)
        return self.setups[-1].revision if has_changed else 0

    def changed_since(self, version: int) -> bool:
        """Return whether someone else now has a seat that a form of this version showed."""
        then = self.setups[max(1, min(version, len(self.setups))) - 1]
        players = self.players_in(then.data)
        return players != self.players[: len(players)]

    @cached_property
    def away(self) -> frozenset[int]:
        """The seats of those who left."""
        return frozenset(self.setups[-1].data.get("away", ()))

    @property
    def present(self) -> list[int]:
        """The seats of the others."""
        return [seat for seat in range(len(self.seats)) if seat not in self.away]

    @property
    def known_names(self) -> list[str]:
        """The names of the players who were not deleted."""
        return [seat.name for seat in self.seats if not seat.is_someone]

    @property
    def rematch_seats(self) -> list[int]:
        """The seats of those who can play again: they did not leave, and were not deleted."""
        return [seat for seat in self.present if not self.seats[seat].is_someone]

    @property
    def rematch_names(self) -> list[str]:
        return [self.names[seat] for seat in self.rematch_seats]


def clockwise(seats: Iterable[int], start: int, steps: int) -> int:
    """Return the seat `steps` after `start` among these; before it if `steps` is negative."""
    circle = sorted({*seats, start})
    return circle[(circle.index(start) + steps) % len(circle)]
