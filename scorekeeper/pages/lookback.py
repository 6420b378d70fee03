"""The games that were finished before a game, as far back as its pages may read."""

from functools import cached_property
from typing import Any

from django.db.models import OuterRef, Subquery

from scorekeeper.models import GameSession, Seat
from scorekeeper.models.seats import SeatQuerySet
from scorekeeper.models.sessions import earlier_than
from scorekeeper.statistics.plays import Family, Play, last_plays
from scorekeeper.tables.kinds import fold_title
from scorekeeper.tables.table import Table

GAMES = 60
"""The most earlier games of the group to look at."""
COMPARED = 100
"""The most earlier games of the same kind to compare with."""


class Lookback:
    """The last games of a finished game's group, and of its kind."""

    def __init__(self, table: Table) -> None:
        self.table, self.session = table, table.session

    @cached_property
    def games(self) -> list[Play]:
        """The group's earlier games, the newest first."""
        return last_plays(GameSession.objects.finished_before(self.session), GAMES)[::-1]

    @property
    def is_complete(self) -> bool:
        """True if the group had no game before `games`."""
        return len(self.games) < GAMES

    def games_of(self, *seats: int) -> list[Play]:
        """The games that count in which all players of these seats took part, the newest first."""
        players = {self.table.seats[seat].player_id for seat in seats}
        return [play for play in self.games if play.counts and players.issubset(play.players)]

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
        family = Family(self.session.game, fold_title(self.session.title))
        if any(play.family == family for play in self.games):
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
