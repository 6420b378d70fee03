"""The changes of a game, replayed one after the other."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, npgettext

from games.endless import call_rules
from games.kit.lists import list_items
from scorekeeper.models import Revision
from scorekeeper.tables.revisions import SETUP
from scorekeeper.tables.table import Table

EFFECTS = REMOVED, RESTORED, CHANGED_BACK = "removed", "restored", "changed back"
# Translators: `rounds` is a list such as "Round 4, Round 5".
DONE = {
    REMOVED: gettext_noop("removed %(rounds)s"),
    RESTORED: gettext_noop("restored %(rounds)s"),
    CHANGED_BACK: gettext_noop("changed back %(rounds)s"),
}
WOULD_DO = {
    REMOVED: gettext_noop("removes %(rounds)s"),
    RESTORED: gettext_noop("restores %(rounds)s"),
    CHANGED_BACK: gettext_noop("reverts %(rounds)s"),
}
NAMED = 3  # of the rounds that would change

Data = Mapping[str, Any] | None  # what a slot holds


def effect_of(before: Data, after: Data) -> str | None:
    """What happens to an entry; None if it stays as it is."""
    if before == after:
        return None
    if after is None:
        return REMOVED
    return RESTORED if before is None else CHANGED_BACK


class Effects:
    """What happens to which slots, in ascending order."""

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

    def removed_from(self, table: "Table | Replay") -> str:
        """The titles of the rounds that are removed, as they are before that."""
        return titles(table, self.slots[REMOVED])

    def texts(self, removed: str, after: "Table | Replay", words: Mapping[str, str]) -> list[str]:
        """ "removed Round 4, Round 5" and so on; the others have their titles `after` that."""
        kept = {what: some for what, some in self.slots.items() if what != REMOVED}
        others = [(words[what], some) for what, some in kept.items() if some]
        others.sort(key=lambda part: part[1][0])
        found = [(what, titles(after, some)) for what, some in others]
        if removed:
            found.insert(0, (words[REMOVED], removed))
        return [_(what) % {"rounds": rounds} for what, rounds in found]


def titles(table: "Table | Replay", slots: Sequence[int]) -> str:
    few = slots[:NAMED] if len(slots) > NAMED + 1 else slots
    names = [_("the game") if slot == SETUP else table.title(slot) for slot in few]
    more = len(slots) - len(few)
    if more:
        names.append(
            npgettext("rounds", "%(count)s more", "%(count)s more", more) % {"count": more}
        )
    return list_items(names)


class Replay:
    """The game after the changes that were applied so far.

    Applying a change costs the same however many came before, because nothing is scored.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.latest: dict[int, Revision] = {}  # by slot
        self.order: list[tuple[float, int]] = []  # position and slot of each entry
        self.inputs: list[Any] = []  # the same entries, decoded
        self.back = Effects()  # what restoring this moment would do
        for slot in table.revisions:
            self.back.add(slot, table.data(slot), None)

    def apply(self, change: Revision) -> None:
        slot, now, then = change.slot, self.table.data(change.slot), self.data(change.slot)
        self.back.discard(slot, now, then)
        self.back.add(slot, now, change.data)
        if slot != SETUP:
            self.remove(then, slot)
            self.insert(change)
        self.latest[slot] = change

    def remove(self, data: Data, slot: int) -> None:
        if data is not None:
            place = self.place(slot)
            del self.order[place], self.inputs[place]

    def insert(self, entry: Revision) -> None:
        if entry.data is not None:
            place = bisect_left(self.order, (entry.position, entry.slot))
            self.order.insert(place, (entry.position, entry.slot))
            self.inputs.insert(place, self.table.input(entry))

    def place(self, slot: int) -> int:
        """How many entries come before the one that is, or was, in this slot."""
        return bisect_left(self.order, (self.latest[slot].position, slot))

    def data(self, slot: int) -> Data:
        latest = self.latest.get(slot)
        return latest.data if latest else None

    def title(self, slot: int) -> str:
        """What the entry in this slot is called at this moment."""
        entry = self.table.input(self.latest[slot])
        return self.table.say(
            call_rules(self.table.game.entry_title, self.inputs[: self.place(slot)], entry)
        )

    def restoring(self) -> list[str]:
        return self.back.texts(self.back.removed_from(self.table), self, WOULD_DO)

    def apply_batch(self, changes: Sequence[Revision]) -> list[str]:
        """Apply changes that were made at once; return what they did."""
        effects, after = Effects(), {change.slot: change.data for change in changes}
        for slot, data in after.items():
            effects.add(slot, self.data(slot), data)
        removed = effects.removed_from(self)
        for change in changes:
            self.apply(change)
        return effects.texts(removed, self, DONE)
