"""A player's mark: a colour and a shape, as one number from 0 to 35.

The stylesheet has a class for each (`.seat-N` in tokens.css). The first six differ in both, and so
do any six from a multiple of six on.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

KINDS = 6  # so many colours, and so many shapes
MARKS = range(KINDS * KINDS)


def shape_of(mark: int) -> int:
    return mark % KINDS


def colour_of(mark: int) -> int:
    return (mark + mark // KINDS) % KINDS


def mark_of(shape: int, colour: int) -> int:
    return shape + KINDS * ((colour - shape) % KINDS)


def next_mark(taken: Iterable[int]) -> int:
    """For a new player: the first of the marks that the fewest players of the group have."""
    players = Counter(taken)
    return min(MARKS, key=lambda mark: (players[mark], mark))


@lru_cache(1024)
def distinct_marks(wanted: tuple[int, ...]) -> Sequence[int]:
    """What the players of one game get, in seat order: all different.

    A colour or shape that an earlier seat has is replaced by a free one as long as there is one, so
    that up to six players differ in both. Whoever sits first keeps what they have.
    """
    given: list[int] = []
    for seat, mark in enumerate(wanted):
        given.append(nearest_mark(mark, given, wanted[seat + 1 :]))
    return tuple(given)


def nearest_mark(wanted: int, taken: Sequence[int], later: Sequence[int]) -> int:
    """The free mark that looks least like those taken, then changes the least, then takes nothing
    from a later seat, then comes next.
    """
    parts = [(shape_of, Counter(map(shape_of, taken)), set(map(shape_of, later)))]
    parts += [(colour_of, Counter(map(colour_of, taken)), set(map(colour_of, later)))]

    def cost(mark: int) -> tuple[int, int, int, int]:
        changed = [part for part in parts if part[0](mark) != part[0](wanted)]
        return (
            sum(players[kind(mark)] for kind, players, _later in parts),
            len(changed),
            sum(kind(mark) in later for kind, _players, later in changed),
            (mark - wanted) % len(MARKS),
        )

    free = [mark for mark in MARKS if mark not in taken]
    return min(free or MARKS, key=cost)
