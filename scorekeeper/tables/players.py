"""Who sits at a table, and sat there before."""

from functools import cached_property

from scorekeeper.models import GameSession, Player, Revision
from scorekeeper.models.marks import distinct_marks
from scorekeeper.tables.revisions import SETUP, Revisions
from scorekeeper.tables.seating import players_of


class SeatedPlayers(Revisions):
    """The revisions of a session, and its players by them."""

    def __init__(self, session: GameSession) -> None:
        super().__init__(session.revision_list)
        self.session = session
        self.read_seats()

    def read_seats(self) -> None:
        self.seats = self.session.seat_list
        self.names = [seat.name for seat in self.seats]
        self.marks = distinct_marks(tuple(seat.mark for seat in self.seats))

    @cached_property
    def first_players(self) -> list[int]:
        """The keys of those who sat down at the start, in seat order."""
        first: list[int] = next(
            (setup.data["first"] for setup in self.revisions[SETUP] if "first" in setup.data),
            [seat.player_id for seat in self.seats],
        )
        return first

    @property
    def players(self) -> list[int]:
        """The keys of the players as the setup seats them."""
        return players_of(self.setup_data, self.first_players)

    @cached_property
    def player_names(self) -> dict[int, str]:
        """The names of all who ever had a seat, by key."""
        names = {seat.player_id: seat.name for seat in self.seats}
        setups = (setup.data for setup in self.revisions[SETUP])
        gone = {pk for setup in setups for pk in players_of(setup, self.first_players)} - set(names)
        others = Player.objects.filter(pk__in=gone) if gone else ()
        return {**names, **{player.pk: player.name for player in others}}

    def names_when(self, revision: Revision) -> list[str]:
        """The names of those who sat there when this was saved, in seat order."""
        setups = [setup for setup in self.revisions[SETUP] if setup.pk < revision.pk]
        seated = players_of(setups[-1].data if setups else {}, self.first_players)
        return [self.player_names[pk] for pk in seated]

    @cached_property
    def most_seats(self) -> int:
        """So many seats the table has, or had before someone's joining was undone."""
        setups = (players_of(setup.data, []) for setup in self.revisions[SETUP])
        return max(len(self.seats), *map(len, setups))

    @property
    def seats_version(self) -> int:
        """What a form names to say whose names it showed; 0 while the first players sit there."""
        setups = self.revisions[SETUP]
        return setups[-1].revision if any("players" in setup.data for setup in setups) else 0

    def reseated_since(self, version: int) -> bool:
        """Whether a seat that a form of this version showed is someone else’s now."""
        setups = self.revisions[SETUP]
        shown = players_of(setups[max(1, min(version, len(setups))) - 1].data, self.first_players)
        return shown != self.players[: len(shown)]

    @property
    def away(self) -> frozenset[int]:
        """The seats of those who left."""
        return frozenset(self.setup_data.get("away", ()))

    @property
    def present(self) -> list[int]:
        return [seat for seat in range(len(self.seats)) if seat not in self.away]

    @property
    def present_names(self) -> list[str]:
        return [self.names[seat] for seat in self.present]
