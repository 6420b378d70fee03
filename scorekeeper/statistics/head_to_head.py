"""Who finished above whom, for each two players who met."""

from collections.abc import Iterable
from dataclasses import dataclass

from scorekeeper.statistics.plays import Play

FEWEST = 3
"""From so many meetings on, a share says something."""


@dataclass
class Pairing:
    """In how many games a player finished above, below and level with the opponent."""

    opponent: int
    above: int = 0
    below: int = 0
    level: int = 0

    @property
    def meetings(self) -> int:
        return self.above + self.below + self.level

    @property
    def share(self) -> float | None:
        """How often above, and half of how often level; None if there are too few meetings."""
        return (self.above + self.level / 2) / self.meetings if self.meetings >= FEWEST else None


def pairings(plays: Iterable[Play], player: int) -> list[Pairing]:
    """One for each opponent in the plays that count, the one met most often first."""
    found: dict[int, Pairing] = {}
    for play in plays:
        if not play.counts:
            continue
        rank = play.place_of(player).rank
        for place in play.places:
            if place.player != player:
                pairing = found.setdefault(place.player, Pairing(place.player))
                pairing.above += rank < place.rank
                pairing.below += rank > place.rank
                pairing.level += rank == place.rank
    return sorted(found.values(), key=lambda one: (-one.meetings, one.opponent))


def nemesis(found: Iterable[Pairing]) -> Pairing | None:
    """The opponent that a player is most often below; None if there is none."""
    losing = [one for one in found if one.share is not None and one.share < 1 / 2]
    return min(losing, key=lambda one: (one.share, -one.meetings, one.opponent), default=None)


def favourite(found: Iterable[Pairing]) -> Pairing | None:
    """The opponent that a player is most often above; None if there is none."""
    winning = [one for one in found if one.share is not None and one.share > 1 / 2]
    return max(winning, key=lambda one: (one.share, one.meetings, -one.opponent), default=None)
