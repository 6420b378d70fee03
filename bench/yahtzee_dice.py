"""Rolling dice again for the solver: averages over what comes, and the best of what can be kept.

Every array has a row for each way to keep up to five dice, fewest first, so that its last 252 rows are the whole
rolls in the game's own order; its columns are whatever cards the caller looks at together.
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
"""For each size below five: the rows of what is kept with one more die, by what that die shows."""

ONE_LESS = [
    np.array([[ROW[KEPT[row][:die] + KEPT[row][die + 1 :]] for die in range(size)] for row in rows])
    for size, rows in enumerate(SIZES)
]
"""For each size: the rows of what is kept with one die less."""


def before_rolling(best: Values) -> Values:
    """From what each whole roll is worth: what keeping any dice is worth on average, when the others are rolled."""
    values = np.empty((len(KEPT), best.shape[1]))
    values[WHOLE] = best
    for rows, more in zip(reversed(SIZES[:5]), reversed(ONE_MORE), strict=True):
        values[rows] = values[more].sum(axis=1) / len(FACES)
    return values


def best_kept(values: Values) -> Values:
    """From what keeping any dice is worth: what each whole roll is worth when the best of it is kept."""
    best = values.copy()
    for rows, less in zip(SIZES[1:], ONE_LESS[1:], strict=True):
        best[rows] = np.maximum(best[rows], best[less].max(axis=1))
    return best[WHOLE]
