"""The games that were finished before a game, as far back as its pages may read."""

from collections.abc import Sequence
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple

from django.db.models import OuterRef, Subquery

from scorekeeper.models import GameSession, Seat
from scorekeeper.models.seats import SeatQuerySet
from scorekeeper.models.sessions import earlier_than
from scorekeeper.tables.kinds import fold_title
from scorekeeper.tables.table import Table

GAMES = 60
"""The most earlier games of the group to look at."""
COMPARED = 100
"""The most earlier games of the same kind to compare with."""


class EarlierGame(NamedTuple):
    pk: int
    game: str
    title: str
    played_at: datetime
    ended_early: bool


class Placing(NamedTuple):
    """A player's place in an earlier game that counts as won or lost."""

    game: EarlierGame
    rank: int
    won: bool


class Lookback:
    """The last games of a finished game's group, and of its kind."""

    def __init__(self, table: Table) -> None:
        self.table, self.session = table, table.session

    @cached_property
    def games(self) -> Sequence[EarlierGame]:
        """The group's earlier games, the newest first."""
        earlier = GameSession.objects.finished_before(self.session)
        rows: Any = earlier.values_list(*EarlierGame._fields)[:GAMES]
        return [EarlierGame(*row) for row in rows]

    @property
    def is_complete(self) -> bool:
        """True if the group had no game before `games`."""
        return len(self.games) < GAMES

    @cached_property
    def placings(self) -> dict[int, list[Placing]]:
        """The placings of each player of the table, the newest game first."""
        games = {game.pk: game for game in self.games if not game.ended_early}
        players = [seat.player_id for seat in self.table.seats]
        seats = Seat.objects.filter(
            session__in=games, session__seats__number=1, player__in=players, rank__isnull=False
        )
        rows: Any = seats.order_by().values_list("session", "player", "rank", "won")
        results = {(session, player): (rank, won) for session, player, rank, won in rows}
        return {
            player: [
                Placing(game, *results[pk, player])
                for pk, game in games.items()
                if (pk, player) in results
            ]
            for player in players
        }

    @cached_property
    def comparable(self) -> list[dict[str, Any]]:
        """The figures of earlier games of the same kind, the newest first: see GameSession."""
        earlier = GameSession.objects.comparable_before(self.session)
        rows: Any = earlier.values("best_total", "margin", "comeback")[:COMPARED]
        return list(rows)

    def is_first_of_its_game(self) -> bool:
        """Return whether the group had not finished this game before; False if that is unknown.

        Beyond `games` there is an index of the games, but none of their titles in lower case.
        """
        family = self.session.game, fold_title(self.session.title)
        if any((game.game, fold_title(game.title)) == family for game in self.games):
            return False
        if self.is_complete:
            return True
        same = GameSession.objects.finished().filter(
            group=self.session.group_id, game=self.session.game
        )
        first = same.order_by("played_at", "pk").values_list("pk", flat=True).first()
        return not self.session.title and first == self.session.pk

    def is_record(self, column: str, lowest: bool) -> bool:
        """Return whether no earlier comparable game reached this one's value in a column.

        Reads the best games from an index; False if too many of them were finished later.
        """
        mine, place = getattr(self.session, column), (self.session.finished_at, self.session.pk)
        games = GameSession.objects.not_deleted().filter(
            group=self.session.group_id,
            kind=self.session.kind,
            ended_early=False,
            **{f"{column}__isnull": False},
        )
        if column != "best_total":
            games = games.filter(**{f"{column}__gt": 0})
        best = games.order_by(column if lowest else f"-{column}")
        rows: Any = best.values_list(column, "finished_at", "pk")[:COMPARED]
        for value, *other in rows:
            if value > mine if lowest else value < mine:
                return True
            if tuple(other) < place:
                return False
        return len(rows) < COMPARED


def with_best_before(session: GameSession, lowest_wins: bool) -> SeatQuerySet:
    """The seats of a finished game, each with the player's best total in comparable games that
    were finished earlier: `best_before`, or None.
    """
    earlier = Seat.objects.filter(
        earlier_than(session, "session__"), player=OuterRef("player"), kind=session.kind
    )
    best = earlier.order_by("total" if lowest_wins else "-total").values("total")[:1]
    mine = Seat.objects.filter(session=session)
    return mine.annotate(best_before=Subquery(best))  # type: ignore[no-redef] # Seat declares it
