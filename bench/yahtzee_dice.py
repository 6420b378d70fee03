"""Rerolling dice for the solver: the average over all rolls, and the best dice to keep.

Every array has a row for each way to keep up to five dice, fewest first. So its last 252 rows are
the rolls of five dice, in the game's own order. Its columns are the cards that the caller examines
together.
"""

from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from games.yahtzee.boxes import FACES, ROLLS

Values = NDArray[np.float64]

KEPT = [kept for size in range(6) for kept in combinations_with_replacement(FACES, size)]
ROW = {kept: row for row, kept in enumerate(KEPT)}
WHOLE = slice(len(KEPT) - len(ROLLS), None)
SIZES = [np.array([row for row, kept in enumerate(KEPT) if len(kept) == size]) for size in range(6)]

ONE_MORE = [
    np.array([[ROW[tuple(sorted((*KEPT[row], face)))] for face in FACES] for row in rows])
    for rows in SIZES[:5]
]
"""For each size below five: the row after adding one more die, by the face of that die."""

ONE_LESS = [
    np.array([[ROW[KEPT[row][:die] + KEPT[row][die + 1 :]] for die in range(size)] for row in rows])
    for size, rows in enumerate(SIZES)
]
"""For each size: the rows after removing one of the dice."""


def before_rolling(best: Values) -> Values:
    """From the value of each roll: the average value of keeping some dice and rolling the rest."""
    values = np.empty((len(KEPT), best.shape[1]))
    values[WHOLE] = best
    for rows, more in zip(reversed(SIZES[:5]), reversed(ONE_MORE), strict=True):
        values[rows] = values[more].sum(axis=1) / len(FACES)
    return values


def best_kept(values: Values) -> Values:
    """From the value of keeping some dice: the value of each roll when the best of it is kept."""
    best = values.copy()
    for rows, less in zip(SIZES[1:], ONE_LESS[1:], strict=True):
        best[rows] = np.maximum(best[rows], best[less].max(axis=1))
    return best[WHOLE]
