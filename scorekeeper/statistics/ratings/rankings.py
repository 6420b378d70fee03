"""How often each player was ahead of whom in a group's games, as counts.

A ranking is read from the first place on. At each stage some players remain, and one of them is
next, or several share the place. The likelihood of a stage depends on the players who were next,
and on sums of the rates of those who remained: docs/ratings.md. Many games have the same sums, so
they are counted: five players have 26 sets of two or more.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

MOST_SHARING = 20
"""Where more share a place, it says nothing of those behind them: that would take too long."""

Array = NDArray[np.float64]
Rows = NDArray[np.uint8]  # a column for each player; small, as there can be many rows
Result = Sequence[tuple[int, int]]  # of a game: each player with their rank, 1 for the best
Pair = tuple[int, int]  # two sets of players, as integers with a bit for each player


class Stages(NamedTuple):
    """Arrays have a column for each player."""

    games: Array  # for each player
    nexts: Array  # how often each player was next, alone or with one other
    sums: Rows  # a row for each sum of rates: how often each player belongs to it
    sum_counts: Array  # how often the likelihood is divided by it; multiplied, if negative
    sharing: Rows  # a row for each stage with three or more who were next: 1 for each of them
    behind: Rows  # and 1 for each of those behind them
    sharing_counts: Array


class Rankings:
    """The rankings of games, in the order they were played. Solo games do not count."""

    def __init__(self, results: Sequence[Result]) -> None:
        self.results = [result if len(result) > 1 else () for result in results]
        self.players = sorted({player for result in self.results for player, _rank in result})
        self.columns = {player: column for column, player in enumerate(self.players)}
        self._sum_rows: dict[Pair, int] = {}
        self._sharing_rows: dict[Pair, int] = {}
        self._lists: tuple[list[int], ...] = ([], [], [], [])
        self._ends = [(0, 0, 0, 0), *map(self._add_game, self.results)]
        self._arrays = [np.array(numbers, int) for numbers in self._lists]
        self._sums = self._matrix(self._sum_rows, 0) + self._matrix(self._sum_rows, 1)
        self._signs = np.array([-1.0 if twice else 1.0 for _once, twice in self._sum_rows])
        self._sharing = self._matrix(self._sharing_rows, 0)
        self._behind = self._matrix(self._sharing_rows, 1)

    def _add_game(self, result: Result) -> tuple[int, ...]:
        """Add its stages to the lists, and return the lengths of these."""
        places: dict[int, int] = {}  # by rank: a bit for each player
        for player, rank in result:
            column = self.columns[player]
            self._lists[0].append(column)
            places[rank] = places.get(rank, 0) | 1 << column
        remaining = sum(places.values())
        for rank in sorted(places):
            behind = remaining - places[rank]
            if not behind:
                break
            self._add_stage(places[rank], behind)
            remaining = behind
        return tuple(map(len, self._lists))

    def _add_stage(self, place: int, behind: int) -> None:
        _columns, nexts, sums, sharing = self._lists
        if place.bit_count() > MOST_SHARING:
            return
        if place.bit_count() > 2:
            pair = place, behind
            sharing.append(self._sharing_rows.setdefault(pair, len(self._sharing_rows)))
            return
        pairs = [(place | behind, 0)]
        nexts.append(place.bit_length() - 1)
        if place.bit_count() == 2:  # both orders together
            last, first = place & -place, place & (place - 1)
            nexts.append(last.bit_length() - 1)
            pairs += [(first | behind, 0), (last | behind, 0), (place | behind, behind)]
        for pair in pairs:
            sums.append(self._sum_rows.setdefault(pair, len(self._sum_rows)))

    def _matrix(self, rows: dict[Pair, int], side: int) -> Rows:
        width = -(-len(self.players) // 8)
        data = b"".join(pair[side].to_bytes(width, "little") for pair in rows)
        bits = np.frombuffer(data, np.uint8).reshape(len(rows), width)
        return np.unpackbits(bits, axis=1, count=len(self.players), bitorder="little")

    def stages(self, games: int) -> Stages:
        """Return the counts for the first `games` games."""
        game_counts, nexts, sums, sharing = (
            np.bincount(array[:end], minlength=len(self.players) * (column < 2)).astype(float)
            for column, (array, end) in enumerate(zip(self._arrays, self._ends[games], strict=True))
        )
        return Stages(
            games=game_counts,
            nexts=nexts,
            sums=self._sums[: len(sums)],
            sum_counts=sums * self._signs[: len(sums)],
            sharing=self._sharing[: len(sharing)],
            behind=self._behind[: len(sharing)],
            sharing_counts=sharing,
        )
