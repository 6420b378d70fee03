"""The changes of a game once more, one after the other, with what stood after each."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.contract import Fact
from scorekeeper.models import Revision
from scorekeeper.tables.revisions import SETUP
from scorekeeper.tables.table import Table

REMOVED = gettext_noop("removed")
RESTORED = gettext_noop("restored")
CHANGED_BACK = gettext_noop("changed back")
EFFECTS = (REMOVED, RESTORED, CHANGED_BACK)
DONE = {effect: effect for effect in EFFECTS}
WOULD_DO = {
    REMOVED: gettext_noop("removes"),
    RESTORED: gettext_noop("restores"),
    CHANGED_BACK: gettext_noop("reverts"),
}
NAMED = 3  # so many of the rounds that would be changed are named

Data = Mapping[str, Any] | None
"""What a slot holds."""


def effect_of(before: Data, after: Data) -> str | None:
    """What becomes of an entry; None if it stays as it is."""
    if before == after:
        return None
    if after is None:
        return REMOVED
    return RESTORED if before is None else CHANGED_BACK


class Effects:
    """What becomes of which slots, in ascending order."""

    def __init__(self) -> None:
        self.slots: dict[str, list[int]] = {effect: [] for effect in EFFECTS}

    def add(self, slot: int, before: Data, after: Data) -> None:
        if effect := effect_of(before, after):
            slots = self.slots[effect]
            slots.insert(bisect_left(slots, slot), slot)

    def discard(self, slot: int, before: Data, after: Data) -> None:
        if effect := effect_of(before, after):
            slots = self.slots[effect]
            del slots[bisect_left(slots, slot)]

    def taken_from(self, table: "Table | Replay") -> str:
        """Which rounds are taken back, as this table calls them, where they stand."""
        return titles(table, self.slots[REMOVED])

    def facts(self, taken: str, after: "Table | Replay", words: Mapping[str, str]) -> list[Fact]:
        """("removed", "Round 4, Round 5") and so on; all others as they are called `after`."""
        stand = {what: some for what, some in self.slots.items() if what != REMOVED}
        others = [(_(words[what]), some) for what, some in stand.items() if some]
        others.sort(key=lambda part: part[1][0])
        said = [(what, titles(after, some)) for what, some in others]
        return [(_(words[REMOVED]), taken), *said] if taken else said


def titles(table: "Table | Replay", slots: Sequence[int]) -> str:
    few = slots[:NAMED] if len(slots) > NAMED + 1 else slots
    names = [_("the game") if slot == SETUP else table.title(slot) for slot in few]
    more = len(slots) - len(few)
    return ", ".join([*names, _("%(count)s more") % {"count": more}] if more else names)


class Replay:
    """What stands after the changes that were applied so far.

    A change costs next to nothing, however many there were before it: no table is scored for it.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.latest: dict[int, Revision] = {}  # by slot
        self.order: list[tuple[float, int]] = []  # position and slot of each entry that stands
        self.inputs: list[Any] = []  # the same entries, as the rules take them
        self.back = Effects()  # what going back to this moment would do
        for slot in table.revisions:
            self.back.add(slot, table.data(slot), None)

    def apply(self, change: Revision) -> None:
        slot, now, then = change.slot, self.table.data(change.slot), self.data(change.slot)
        self.back.discard(slot, now, then)
        self.back.add(slot, now, change.data)
        if slot != SETUP:
            self.take_up(then, slot)
            self.put_down(change)
        self.latest[slot] = change

    def take_up(self, data: Data, slot: int) -> None:
        if data is not None:
            place = self.place(slot)
            del self.order[place], self.inputs[place]

    def put_down(self, entry: Revision) -> None:
        if entry.data is not None:
            place = bisect_left(self.order, (entry.position, entry.slot))
            self.order.insert(place, (entry.position, entry.slot))
            self.inputs.insert(place, self.table.input(entry))

    def place(self, slot: int) -> int:
        """How many of the entries that stand come before what is, or was, in this slot."""
        return bisect_left(self.order, (self.latest[slot].position, slot))

    def data(self, slot: int) -> Data:
        latest = self.latest.get(slot)
        return latest.data if latest else None

    def title(self, slot: int) -> str:
        """What the entry that stands in this slot is called at this moment."""
        entry = self.table.input(self.latest[slot])
        return self.table.say(self.table.game.entry_title(self.inputs[: self.place(slot)], entry))

    def going_back(self) -> list[Fact]:
        return self.back.facts(self.back.taken_from(self.table), self, WOULD_DO)

    def set_back(self, changes: Sequence[Revision]) -> list[Fact]:
        """Applies all that went back at once; gives what that did."""
        effects, taken = Effects(), {change.slot: change.data for change in changes}
        for slot, data in taken.items():
            effects.add(slot, self.data(slot), data)
        said = effects.taken_from(self)
        for change in changes:
            self.apply(change)
        return effects.facts(said, self, DONE)
