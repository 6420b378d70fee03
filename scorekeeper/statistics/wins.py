"""Games and wins of a player, beside what chance would give."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from scorekeeper.statistics.plays import Play

FEWEST = 3
"""The fewest games that make a share of wins meaningful."""


@dataclass
class Wins:
    """`shared`: how many of the wins were shared. `expected`: the wins of someone as good as all
    others at those tables, the sum of 1 / players.
    """

    player: int
    games: int = 0
    wins: int = 0
    shared: int = 0
    expected: Fraction = Fraction()

    @property
    def share(self) -> float | None:
        """The share of wins; None if there are too few games to say."""
        return self.wins / self.games if self.games >= FEWEST else None

    @property
    def chance(self) -> float | None:
        return float(self.expected / self.games) if self.games >= FEWEST else None


def count_wins(plays: Iterable[Play]) -> dict[int, Wins]:
    """Return the wins of everyone who took part in those of the plays that count."""
    by_player: dict[int, Wins] = {}
    for play in plays:
        if not play.counts:
            continue
        is_shared, chance = len(play.winners) > 1, Fraction(1, len(play.places))
        for place in play.places:
            wins = by_player.setdefault(place.player, Wins(place.player))
            wins.games += 1
            wins.wins += place.won
            wins.shared += place.won and is_shared
            wins.expected += chance
    return by_player


def most_wins(plays: Iterable[Play]) -> tuple[list[int], int]:
    """Return the players who won most of these plays, and how many; nobody if nobody won."""
    all_wins = count_wins(plays).values()
    most = max((one.wins for one in all_wins), default=0)
    return [one.player for one in all_wins if one.wins == most] if most else [], most


def league(plays: Iterable[Play]) -> list[Wins]:
    """Order players by most wins, then by fewest games."""
    return sorted(count_wins(plays).values(), key=lambda one: (-one.wins, one.games, one.player))


def streaks(plays: Iterable[Play], player: int) -> list[list[Play]]:
    """The plays that this player won one after the other, the first streak first. The last one is
    the present one, and perhaps empty.
    """
    runs: list[list[Play]] = [[]]
    for play in plays:
        if not play.counts:
            continue
        if play.place_of(player).won:
            runs[-1].append(play)
        elif runs[-1]:
            runs.append([])
    return runs
