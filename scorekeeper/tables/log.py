"""All that was ever entered in a game, and what of it counts."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, chain, pairwise, takewhile
from operator import attrgetter
from typing import Any
from uuid import UUID

from scorekeeper.models import Revision

SETUP = 0  # the slot of the entry that holds the options, and whether the game was ended early
MOST = 5_000  # revisions in one game: each of its pages reads all of them
SPARE = 100  # beyond that, for removals and undo in a full game: see entry.check_room
LEAST = 2**-20  # between two positions; half of it still makes two different numbers


class Log:
    """Every revision by slot. The last one counts, and without data the entry is removed.

    A log does not change: what is added makes a new one. `setups` has every revision of the setup,
    and `setup_data` the options, and whether the game was ended early, as they are stored.
    """

    def __init__(self, revisions: Mapping[int, Sequence[Revision]]) -> None:
        self.revisions = revisions
        self.setups = revisions[SETUP]
        self.setup_data: dict[str, Any] = self.setups[-1].data

    @classmethod
    def of(cls, revisions: Iterable[Revision]) -> Log:
        """The log of these, the oldest of each slot first."""
        slots: dict[int, list[Revision]] = {}
        for revision in revisions:
            slots.setdefault(revision.slot, []).append(revision)
        return cls(slots)

    def with_revisions(self, revisions: Iterable[Revision]) -> Log:
        slots = dict(self.revisions)
        for revision in revisions:
            slots[revision.slot] = [*slots.get(revision.slot, ()), revision]
        return Log(slots)

    def with_candidate(self, slot: int, data: dict[str, Any] | None, before: int | None) -> Log:
        """The log as it would be with this entry, which is not saved yet."""
        current = self.current(slot)
        candidate = Revision(
            slot=slot,
            revision=current.revision + 1 if current else 1,
            position=current.position if current else self.new_position(before),
            data=data,
        )
        return self.with_revisions([candidate])

    def as_after(self, change: Revision) -> Log:
        """The log as it was just after that change."""
        slots = {
            slot: earlier
            for slot, revisions in self.revisions.items()
            if (earlier := [one for one in revisions if one.pk <= change.pk])
        }
        return Log(slots)

    @cached_property
    def entries(self) -> list[Revision]:
        """The current revision of each entry, in playing order."""
        latest = [revisions[-1] for slot, revisions in self.revisions.items() if slot != SETUP]
        return sorted((r for r in latest if r.data is not None), key=lambda r: (r.position, r.slot))

    def up_to_removed(self, slot: int) -> list[Revision]:
        """The entries up to this removed one, including those that were removed with it."""
        batch = (one.slot for one in self.same_batch(self.revisions[slot][-1]))
        removed_entries = [self.entry_of(one) for one in batch if self.data(one) is None]
        entries = sorted(
            [*self.entries, *removed_entries], key=lambda one: (one.position, one.slot)
        )
        return entries[: entries.index(self.entry_of(slot)) + 1]

    def entry_of(self, slot: int) -> Revision:
        """The entry in this slot; of a removed one, as it was last."""
        return next(one for one in reversed(self.revisions[slot]) if one.data is not None)

    @cached_property
    def places(self) -> dict[int, int]:
        """The place of each slot's entry in playing order, from 0."""
        return {entry.slot: place for place, entry in enumerate(self.entries)}

    @cached_property
    def inserted_slots(self) -> set[int]:
        """The slots of forgotten rounds, which were inserted before others."""
        slots = [entry.slot for entry in self.entries]
        firsts = list(accumulate(reversed(slots), min))[::-1]
        return {slot for slot, earliest in zip(slots, firsts[1:], strict=False) if slot > earliest}

    def was_inserted(self, entry: Revision) -> bool:
        """Return whether it was inserted before an entry that existed at that time."""
        if self.furthest_before[entry.slot] <= entry.position:
            return False
        earlier = (revisions for slot, revisions in self.revisions.items() if slot < entry.slot)
        return any(was_behind(revisions, entry) for revisions in earlier)

    @cached_property
    def furthest_before(self) -> dict[int, float]:
        """The highest position that any smaller slot has, for each slot."""
        slots = sorted(self.revisions)
        positions = (self.revisions[slot][-1].position for slot in slots)
        return dict(zip(slots, accumulate(positions, max, initial=0.0), strict=False))

    @property
    def count(self) -> int:
        return sum(map(len, self.revisions.values()))

    def current(self, slot: int) -> Revision | None:
        return self.revisions[slot][-1] if slot in self.revisions else None

    @cached_property
    def by_submission(self) -> dict[UUID, Revision]:
        """Each revision by the submission that saved it. One that arrives again saves nothing."""
        return {one.submission: one for one in chain(*self.revisions.values())}

    def data(self, slot: int) -> dict[str, Any] | None:
        current = self.current(slot)
        return current.data if current else None

    def changed_slots(self, other: Log) -> list[int]:
        """The slots whose data differ between the two."""
        slots = sorted({*self.revisions, *other.revisions})
        return [slot for slot in slots if self.data(slot) != other.data(slot)]

    @cached_property
    def next_slot(self) -> int:
        return max(self.revisions) + 1

    @cached_property
    def changes(self) -> list[Revision]:
        """Every revision, in the order in which they were made."""
        return sorted(chain(*self.revisions.values()), key=attrgetter("pk"))

    @property
    def newest(self) -> Revision:
        return self.changes[-1]

    @cached_property
    def last_change(self) -> Revision | None:
        """The last entry, correction or removal; None if there is nothing to undo."""
        return None if (self.newest.slot, self.newest.revision) == (SETUP, 1) else self.newest

    def change_with_key(self, pk: int) -> Revision | None:
        """The change with this key, if this game has it."""
        place = self.changes_before(pk)
        candidates = self.changes[place : place + 1]
        return candidates[0] if candidates and candidates[0].pk == pk else None

    def changes_before(self, pk: int) -> int:
        """Return the number of changes before this one."""
        return bisect_left(self.changes, pk, key=attrgetter("pk"))

    def same_batch(self, change: Revision) -> list[Revision]:
        """All changes that set the game back together with this one; else this one alone."""
        if not change.back_to_id:
            return [change]

        def is_together(one: Revision) -> bool:
            return one.back_to_id == change.back_to_id

        place = self.changes_before(change.pk)
        earlier = list(takewhile(is_together, reversed(self.changes[:place])))
        return [*reversed(earlier), *takewhile(is_together, self.changes[place:])]

    def before(self, change: Revision) -> Revision:
        """The last change before this one and its batch."""
        return self.changes[self.changes_before(self.same_batch(change)[0].pk) - 1]

    @cached_property
    def _undo_depths(self) -> dict[int, list[int]]:
        return {}

    def undo_depth(self, change: Revision) -> int:
        """Return how often in a row, up to this change, the slot returned to its earlier entry."""
        if change.slot not in self._undo_depths:
            self._undo_depths[change.slot] = list(undo_depths(self.revisions[change.slot]))
        return self._undo_depths[change.slot][change.revision - 1]

    def is_undo(self, change: Revision) -> bool:
        """Return whether it only brings back what its slot held before. A table that went on after
        an end and ends the game again undoes nothing.
        """
        if change.back_to_id:
            return True
        earlier = self.revisions[change.slot][: change.revision - 1]
        if len(earlier) < 2 or earlier[-2].data != change.data:
            return False
        return change.slot != SETUP or self.before(change) == earlier[-1]

    def new_position(self, before: int | None) -> float:
        """A position at the end, or before the round in slot `before`, even if that was removed."""
        positions = [entry.position for entry in self.entries]
        if before is None or before not in self.revisions:
            return max(positions, default=0) + 1
        next_position = self.entry_of(before).position
        return (next_position + max((p for p in positions if p < next_position), default=0)) / 2

    @property
    def is_crowded(self) -> bool:
        """True if two rounds are so close that hardly another fits between."""
        return any(
            later.position - earlier.position < LEAST for earlier, later in pairwise(self.entries)
        )

    def renumber(self) -> list[Revision]:
        """All revisions but the setup's, with positions 1, 2, 3, … in the same order."""
        rounds = [revisions for slot, revisions in self.revisions.items() if slot != SETUP]
        rounds.sort(key=lambda revisions: (revisions[-1].position, revisions[-1].slot))
        for position, revisions in enumerate(rounds, 1):
            for revision in revisions:
                revision.position = position
        return list(chain(*rounds))


def undo_depths(revisions: Sequence[Revision]) -> Iterator[int]:
    """Yield what Log.undo_depth returns, for each revision of a slot."""
    depth = 0
    for place, revision in enumerate(revisions):
        is_back = (
            place >= 2
            and revisions[place - 1].data is not None
            and revisions[place - 2].data == revision.data
        )
        depth = depth + 1 if is_back else 0
        yield depth


def was_behind(revisions: Sequence[Revision], entry: Revision) -> bool:
    """Return whether their slot held an entry behind this one when this one was made."""
    if revisions[-1].position <= entry.position:
        return False
    earlier = [revision for revision in revisions if revision.pk < entry.pk]
    return bool(earlier) and earlier[-1].data is not None
