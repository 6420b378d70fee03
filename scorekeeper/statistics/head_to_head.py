"""Who finished above whom, for each two players who met."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from scorekeeper.statistics.plays import Play

FEWEST = 3
"""The fewest meetings that make a share meaningful."""

Item = TypeVar("Item")


@dataclass
class Pairing:
    """The numbers of games in which a player finished above, below and level with the opponent."""

    opponent: int
    above: int = 0
    below: int = 0
    level: int = 0

    @property
    def meetings(self) -> int:
        return self.above + self.below + self.level

    @property
    def share(self) -> float | None:
        """The share of games above, with half of those level; None after too few meetings."""
        return (self.above + self.level / 2) / self.meetings if self.meetings >= FEWEST else None


def pairings(plays: Iterable[Play], player: int) -> list[Pairing]:
    """Return one for each opponent in the plays that count, the one met most often first."""
    by_opponent: dict[int, Pairing] = {}
    for play in plays:
        if not play.counts:
            continue
        rank = play.place_of(player).rank
        for place in play.places:
            if place.player != player:
                pairing = by_opponent.setdefault(place.player, Pairing(place.player))
                pairing.above += rank < place.rank
                pairing.below += rank > place.rank
                pairing.level += rank == place.rank
    return sorted(by_opponent.values(), key=lambda one: (-one.meetings, one.opponent))


def nemeses(pairs: Iterable[Pairing]) -> list[Pairing]:
    """The opponents that a player is most often below: more than one if they tie."""
    losing = [one for one in pairs if one.share is not None and one.share < 1 / 2]
    return all_first(losing, most_below)


def favourites(pairs: Iterable[Pairing]) -> list[Pairing]:
    """The opponents that a player is most often above: more than one if they tie."""
    winning = [one for one in pairs if one.share is not None and one.share > 1 / 2]
    return all_first(winning, lambda one: (one.share or 0, one.meetings, one.above))


def most_below(pairing: Pairing) -> tuple[float, ...]:
    """The highest for the lowest share; of equal shares, for the most meetings."""
    return -(pairing.share or 0), pairing.meetings, pairing.below


def all_first(items: Sequence[Item], value: Callable[[Item], Any]) -> list[Item]:
    """Return the items with the highest value, one or more numbers."""
    highest = max(map(value, items), default=())
    return [one for one in items if value(one) == highest]
