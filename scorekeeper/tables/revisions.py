"""All that was ever entered in a game, and what of it stands."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, chain, pairwise
from operator import attrgetter
from typing import Any
from uuid import UUID

from scorekeeper.models import Revision

SETUP = 0  # the slot of the entry that holds the options, and whether the table stopped early
MOST = 5_000  # revisions in one game: all of them are read for each of its pages
SPARE = 100  # beyond that, for what tidies a full game up: see changes.check_room
LEAST = 2**-20  # between two positions; what is half as far apart still is two numbers


class Revisions:
    """Each change is a revision of the entry in its slot: the last one stands, and without data it was taken back."""

    def __init__(self, entries: Iterable[Revision]) -> None:
        self.revisions: dict[int, list[Revision]] = {}
        for entry in entries:
            self.revisions.setdefault(entry.slot, []).append(entry)
        self.undo_depths: dict[int, list[int]] = {}

    @cached_property
    def entries(self) -> list[Revision]:
        """The entries that stand, in playing order."""
        latest = [revisions[-1] for slot, revisions in self.revisions.items() if slot != SETUP]
        return sorted((e for e in latest if e.data is not None), key=lambda e: (e.position, e.slot))

    @cached_property
    def order(self) -> list[tuple[float, int]]:
        """What the entries that stand are sorted by."""
        return [(entry.position, entry.slot) for entry in self.entries]

    @cached_property
    def places(self) -> dict[int, int]:
        """Which of the entries that stand is in each slot, from 0."""
        return {entry.slot: place for place, entry in enumerate(self.entries)}

    @cached_property
    def put_in(self) -> set[int]:
        """The slots of the rounds that were forgotten, and put in front of what had been entered already."""
        slots = [entry.slot for entry in self.entries]
        firsts = list(accumulate(reversed(slots), min))[::-1]
        return {slot for slot, earliest in zip(slots, firsts[1:], strict=False) if slot > earliest}

    @cached_property
    def furthest_before(self) -> dict[int, float]:
        """Of each slot, the last position that a smaller slot has."""
        slots = sorted(self.revisions)
        positions = (self.revisions[slot][-1].position for slot in slots)
        return dict(zip(slots, accumulate(positions, max, initial=0), strict=False))

    @property
    def count(self) -> int:
        return sum(map(len, self.revisions.values()))

    def current(self, slot: int) -> Revision | None:
        return self.revisions[slot][-1] if slot in self.revisions else None

    def sent(self, submission: UUID) -> Revision | None:
        """What this submission saved, if it arrived before."""
        return next(
            (e for e in chain(*self.revisions.values()) if e.submission == submission), None
        )

    def data(self, slot: int) -> dict[str, Any] | None:
        """What stands in the slot."""
        current = self.current(slot)
        return current.data if current else None

    def differing(self, other: "Revisions") -> list[int]:
        """The slots that do not hold what they hold in the other."""
        slots = sorted({*self.revisions, *other.revisions})
        return [slot for slot in slots if self.data(slot) != other.data(slot)]

    @property
    def next_slot(self) -> int:
        return max(self.revisions) + 1

    @cached_property
    def changes(self) -> list[Revision]:
        """Every revision of everything, in the order in which they were made."""
        return sorted(chain(*self.revisions.values()), key=lambda entry: entry.pk)

    @property
    def newest(self) -> Revision:
        return self.changes[-1]

    @property
    def last_change(self) -> Revision | None:
        """What was entered, corrected or taken back last, and can be undone."""
        return None if (self.newest.slot, self.newest.revision) == (SETUP, 1) else self.newest

    def changed_by(self, pk: int) -> Revision | None:
        place = self.place_of(pk)
        found = self.changes[place : place + 1]
        return found[0] if found and found[0].pk == pk else None

    def place_of(self, pk: int) -> int:
        """How many changes came before this one."""
        return bisect_left(self.changes, pk, key=attrgetter("pk"))

    def together(self, change: Revision) -> list[Revision]:
        """The change; or all that went back with it, if with it the whole game was set back."""
        first = last = self.place_of(change.pk)
        while change.back_to_id and self.changes[first - 1].back_to_id == change.back_to_id:
            first -= 1
        return self.changes[first : last + 1]

    def before(self, change: Revision) -> Revision:
        """What was changed last before this, and before all that went back with it."""
        return self.changes[self.place_of(self.together(change)[0].pk) - 1]

    def undo_depth(self, change: Revision) -> int:
        """How often in a row, up to this change, a slot held again what it held before the last."""
        if change.slot not in self.undo_depths:
            self.undo_depths[change.slot] = list(undo_depths(self.revisions[change.slot]))
        return self.undo_depths[change.slot][change.revision - 1]

    def place(self, before: int | None) -> float:
        """A position at the end, or in front of the round in slot `before`."""
        positions = [entry.position for entry in self.entries]
        following = next((e.position for e in self.entries if e.slot == before), None)
        if following is None:
            return max(positions, default=0) + 1
        return (following + max((p for p in positions if p < following), default=0)) / 2

    @property
    def crowded(self) -> bool:
        """Whether between two rounds there is hardly room for another."""
        return any(
            later.position - earlier.position < LEAST for earlier, later in pairwise(self.entries)
        )

    def spread(self) -> list[Revision]:
        """Every revision, in places that are numbered anew: whatever was before another is so still, at any time."""
        rounds = [revisions for slot, revisions in self.revisions.items() if slot != SETUP]
        rounds.sort(key=lambda revisions: (revisions[-1].position, revisions[-1].slot))
        for position, revisions in enumerate(rounds, 1):
            for entry in revisions:
                entry.position = position
        return list(chain(*rounds))


def undo_depths(revisions: Sequence[Revision]) -> Iterator[int]:
    """See Revisions.undo_depth: one for each of a slot's revisions."""
    depth = 0
    earlier_ones, last_ones = [None, None, *revisions], [None, *revisions]
    for earlier, last, now in zip(earlier_ones, last_ones, revisions, strict=False):
        again = earlier is not None and last.data is not None and now.data == earlier.data
        depth = depth + 1 if again else 0
        yield depth
