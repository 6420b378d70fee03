"""A player's mark: a colour and a shape, as one number from 0 to 35.

The stylesheet has a class for each (`.seat-N` in tokens.css). The first six differ in both, and so
do any six from a multiple of six on.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

KINDS = 6  # the number of colours, and of shapes
MARKS = range(KINDS * KINDS)


def shape_of(mark: int) -> int:
    return mark % KINDS


def colour_of(mark: int) -> int:
    return (mark + mark // KINDS) % KINDS


def mark_of(shape: int, colour: int) -> int:
    return shape + KINDS * ((colour - shape) % KINDS)


def next_mark(marks: Iterable[int]) -> int:
    """Return a new player's mark: the first one that the fewest players of the group have."""
    players = Counter(marks)
    return min(MARKS, key=lambda mark: (players[mark], mark))


@lru_cache(1024)
def distinct_marks(marks: tuple[int, ...]) -> Sequence[int]:
    """Return the marks of one game's players, in seat order. If several players have the same
    mark, the first one keeps it.
    """
    distinct: list[int] = []
    for seat, mark in enumerate(marks):
        others = {*distinct, *marks[seat + 1 :]}
        distinct.append(nearest_mark(mark, others) if mark in distinct else mark)
    return tuple(distinct)


def nearest_mark(original: int, others: Collection[int]) -> int:
    """Return the free mark with the rarest shape and colour; among several, the most similar one,
    then the next.
    """
    shapes, colours = Counter(map(shape_of, others)), Counter(map(colour_of, others))

    def cost(mark: int) -> tuple[int, int, int]:
        shape, colour = shape_of(mark), colour_of(mark)
        changes = (shape != shape_of(original)) + (colour != colour_of(original))
        return shapes[shape] + colours[colour], changes, (mark - original) % len(MARKS)

    free = [mark for mark in MARKS if mark not in others]
    return min(free or MARKS, key=cost)
