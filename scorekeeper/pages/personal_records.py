"""A finished game beside those that the same people finished before, by the same options."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from games.contract import AnyGame
from scorekeeper.models import Seat
from scorekeeper.tables.setups import custom_title, reusable_options
from scorekeeper.tables.table import Table

OF_LATE = 10


class PersonalRecord(NamedTuple):
    """What a player reached in earlier games, the last one first, and in this one."""

    seat: int
    total: int
    earlier: Sequence[int]
    lowest_wins: bool

    @property
    def best(self) -> int:
        return min(self.earlier) if self.lowest_wins else max(self.earlier)

    @property
    def mean(self) -> int:
        return round(sum(self.earlier) / len(self.earlier))

    @property
    def is_best(self) -> bool:
        """The first game is nobody's best."""
        return bool(self.earlier) and (
            self.total < self.best if self.lowest_wins else self.total > self.best
        )

    @property
    def of_late(self) -> Sequence[int]:
        return self.earlier[:OF_LATE]


def personal_records(table: Table) -> list[PersonalRecord]:
    """In seat order; one query, and none while the game goes on. Games that were ended early do not compare."""
    result = table.session.result
    if not result or result["ended_early"] or nameless(table.game, result["options"]):
        return []
    players = [seat.player_id for seat in table.seats]
    earlier: dict[int, list[int]] = {player: [] for player in players}
    for player, number, other in Seat.objects.finished(table.session, players):
        if same_kind(table.game, other["options"], result["options"]) and not other["ended_early"]:
            earlier[player].append(other["totals"][number])
    lowest = table.lowest_wins
    return [
        PersonalRecord(seat, result["totals"][seat], earlier[player], lowest)
        for seat, player in enumerate(players)
    ]


def nameless(game: AnyGame, options: dict[str, Any]) -> bool:
    """Whether it may have been anything: a game that can have a name of its own compares by it."""
    return game.custom_title is not None and not custom_title(game, options)


def same_kind(game: AnyGame, one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether games by these options compare: what is drawn by lot makes no difference."""
    return reusable_options(game, one) == reusable_options(game, other)
