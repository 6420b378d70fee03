"""Who did what, in the words of the game."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple

from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, npgettext, pgettext

from games.contract import Data, Fact
from games.kit.lists import list_items
from scorekeeper.formats import format_day
from scorekeeper.models import Revision
from scorekeeper.tables.finished.results import chosen_day
from scorekeeper.tables.game_forms import compare_facts, forms_of
from scorekeeper.tables.kinds import is_open_ended
from scorekeeper.tables.log import SETUP
from scorekeeper.tables.rounds import Title
from scorekeeper.tables.seating import SetupData
from scorekeeper.tables.table import Table
from scorekeeper.tables.translate import parts_of_setup

A_PAGE = 100
EFFECTS = REMOVED, RESTORED, CHANGED_BACK = "removed", "restored", "changed back"
# Translators: `rounds` is a list such as "round 4, round 5".
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
MOST_NAMES = 3  # of the rounds that would change


class Action(NamedTuple):
    """An action in words: the title "Round 5", the action "corrected", and both as a sentence.

    `is_undo`: it undid a correction.
    """

    title: Title
    action: str
    sentence: str
    is_undo: bool = False


@dataclass(frozen=True, eq=False)
class Change:
    """One change as pages show it. `effects`: what setting the game back did. `names`: of those who
    sat there then; none if the page is about now.
    """

    table: Table
    entry: Revision
    effects: list[str] | None = None
    names: Sequence[str] = ()

    @cached_property
    def done(self) -> Action:
        return action_of(self.table, self.entry, self.names)

    @property
    def title(self) -> Title:
        return self.done.title

    @property
    def is_new(self) -> bool:
        """True if it entered something at the end: no correction, and nothing between others."""
        first = self.entry.slot != SETUP and self.entry.revision == 1
        return first and not self.table.log.was_inserted(self.entry)

    @property
    def by(self) -> str:
        return self.entry.devices

    @property
    def note(self) -> str:
        """The table's note about the round, beside what its slot holds now."""
        revisions = self.table.log.revisions[self.entry.slot]
        return revisions[0].note if self.entry is revisions[-1] else ""

    @property
    def at(self) -> datetime:
        return self.entry.at

    @cached_property
    def facts(self) -> list[Fact]:
        return facts(self.table, self.entry, self.names)

    @property
    def differences(self) -> list[tuple[str, str, str]]:
        """The changes of a correction: (label, before, after)."""
        earlier = self.table.log.revisions[self.entry.slot][self.entry.revision - 2]
        rows = compare_facts(facts(self.table, earlier, self.names), self.facts)
        return [row for row in rows if row[1] != row[2]]


class HistoryItem(NamedTuple):
    """A change, and what restoring the game to just after it would do."""

    change: Change
    back: list[str]


class History:
    """All changes, the newest first, for a Paginator. Changes that were made at once are one item.

    A slice replays the changes once, from the first of the game to its own last.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        batches = groupby(table.log.changes, key=lambda entry: entry.back_to_id or -entry.pk)
        self.groups = [list(entries) for _key, entries in batches]

    def __len__(self) -> int:
        return len(self.groups)

    def __getitem__(self, places: slice) -> list[HistoryItem]:
        newest, oldest, _step = places.indices(len(self))
        first, last = len(self) - oldest, len(self) - newest
        replay = Replay(self.table)
        for entry in (entry for group in self.groups[:first] for entry in group):
            replay.apply(entry)
        return [self.item(replay, group) for group in self.groups[first:last]][::-1]

    def item(self, replay: Replay, group: list[Revision]) -> HistoryItem:
        last, effects = group[-1], None
        if last.back_to_id:
            effects = replay.apply_batch(group)
        else:
            replay.apply(last)
        names = self.table.seating.names_when(last)
        return HistoryItem(Change(self.table, last, effects, names), replay.restore_texts())


def action_of(table: Table, entry: Revision, names: Sequence[str] = ()) -> Action:
    """Describe what this revision did to its entry, or to the whole game if that was set back."""
    back_to = table.log.change_with_key(entry.back_to_id) if entry.back_to_id else None
    if not back_to:
        is_setup = entry.slot == SETUP
        return setup_action(table, entry) if is_setup else round_action(table, entry, names)
    at, now = localtime(back_to.at), localtime(entry.at)
    when = format_day(at, "time" if at.date() == now.date() else "day and time")
    return plainly(game_title(), _("restored to %(time)s") % {"time": when})


def game_title() -> Title:
    return Title(pgettext("that is played", "Game"))


def plainly(title: Title, action: str) -> Action:
    return Action(title, action, sentence(title, action))


def sentence(title: str, action: str) -> str:
    return _("%(title)s %(action)s") % {"title": title, "action": action}


def round_action(table: Table, entry: Revision, names: Sequence[str]) -> Action:
    title, depth = table.title(entry.slot, names), table.log.undo_depth(entry)
    if entry.data is None:
        return plainly(title, _("removed"))
    if entry.revision == 1:
        return plainly(title, _("inserted") if table.log.was_inserted(entry) else _("entered"))
    if table.log.revisions[entry.slot][entry.revision - 2].data is None:
        return plainly(title, _("restored"))
    if depth % 2:
        action = _("correction undone")
        text = _("%(title)s: %(action)s") % {"title": title, "action": action}
        return Action(title, action, text, is_undo=True)
    return plainly(title, _("corrected again") if depth else _("corrected"))


def setup_action(table: Table, entry: Revision) -> Action:
    title = game_title()
    if entry.revision == 1:
        return plainly(title, _("started"))
    was = table.log.setups[entry.revision - 2].data
    is_undo = table.log.undo_depth(entry) % 2 == 1
    if entry.data["ended_early"] != was["ended_early"]:
        return plainly(title, end_text(table, entry.data))
    options = options_between(table, was["options"], entry.data["options"], is_undo)
    which = list_items([*setup_changes(table, was, entry.data), *options])
    action = _("changed back") if is_undo else _("changed")
    return Action(title, action, capfirst(which) or sentence(title, action), is_undo)


def end_text(table: Table, setup: SetupData) -> str:
    """The options of that time say whether its end was early."""
    if not setup["ended_early"]:
        return _("reopened")
    is_normal = is_open_ended(table.game, setup["options"], len(table.seats))
    return _("ended") if is_normal else _("ended early")


def options_between(
    table: Table, was: dict[str, Any], now: dict[str, Any], back: bool
) -> list[str]:
    """Return how the options differ: "target: now 500", "target: back to 400"."""
    forms = forms_of(table.game)
    before, after = dict(forms.describe_options(was)), dict(forms.describe_options(now))
    former = {label: value for label, value in before.items() if label not in after}
    if any(is_on is False and now.get(name, True) for name, is_on in was.items()):  # as usual
        after |= {label: _("yes") for label, value in former.items() if value == _("no")}
    text = _("%(what)s: back to %(value)s") if back else _("%(what)s: now %(value)s")
    changes = [
        text % {"what": label or _("options"), "value": value}
        for label, value in after.items()
        if value != before.get(label)
    ]
    gone = [f"{label} {value}".strip() for label, value in former.items() if label not in after]
    return [*changes, *(_("no longer: %(what)s") % {"what": what} for what in gone)]


def facts(table: Table, entry: Revision, names: Sequence[str] = ()) -> list[Fact]:
    """Describe what was entered, as (label, value)."""
    forms = forms_of(table.game)
    if entry.slot == SETUP:
        return forms.describe_options(entry.data["options"])
    return forms.describe_entry(entry.data, names or table.names) if entry.data is not None else []


def setup_changes(table: Table, was: SetupData, now: SetupData) -> list[str]:
    """Each in a few words: "Ben replaced by Cho"."""
    before, after = (table.seating.players_in(setup) for setup in (was, now))
    same_people = sorted(before) == sorted(after) and was.get("away") == now.get("away")
    if same_people and was.get("starter") != now.get("starter"):
        changes = [starter_change(table, now, after)]
    elif before != after:
        changes = seat_changes(table, now, before, after)
    else:
        changes = away_changes(table, was, now, after)
    return [*changes, *day_change(was, now)]


def seat_changes(table: Table, now: SetupData, before: list[int], after: list[int]) -> list[str]:
    names = table.seating.player_names
    pairs = [(old, new) for old, new in zip(before, after, strict=False) if old != new]
    if len(pairs) == 2 and pairs[0] == pairs[1][::-1]:
        one, other = (names[pk] for pk in pairs[0])
        return [_("%(one)s and %(other)s swapped seats") % {"one": one, "other": other}]
    if sorted(before) == sorted(after):  # who starts was given the first seat
        return [starter_change(table, now, after)]
    return [
        *(_("%(old)s replaced by %(new)s") % {"old": names[a], "new": names[b]} for a, b in pairs),
        *(_("%(name)s joined") % {"name": names[pk]} for pk in after[len(before) :]),
        *(_("seat of %(name)s removed") % {"name": names[pk]} for pk in before[len(after) :]),
    ]


def away_changes(table: Table, was: SetupData, now: SetupData, players: Sequence[int]) -> list[str]:
    before, after = (set(setup.get("away", ())) for setup in (was, now))
    changes = [(seat, _("%(name)s left")) for seat in sorted(after - before)]
    changes += [(seat, _("%(name)s came back")) for seat in sorted(before - after)]
    return [text % {"name": table.seating.player_names[players[seat]]} for seat, text in changes]


def starter_change(table: Table, now: SetupData, players: Sequence[int]) -> str:
    starter, mark = table.game.starter, now.get("starter")
    if not mark:
        nobody = _("%(question)s Nobody is marked")
        return nobody % {"question": _(starter.question)}
    text = _(starter.statement) % {"name": table.seating.player_names[players[mark["seat"]]]}
    return _("%(who)s, drawn by lot") % {"who": text} if mark.get("lot") else text


def day_change(was: SetupData, now: SetupData) -> list[str]:
    before, after = chosen_day(was), chosen_day(now)
    if before == after:
        return []
    if not after:
        return [_("date as it was")]
    return [_("date now %(day)s") % {"day": format_day(after, "day")}]


def effect_of(before: Data, after: Data) -> str | None:
    """Return what happens to an entry; None if it stays as it is."""
    if before == after:
        return None
    if after is None:
        return REMOVED
    return RESTORED if before is None else CHANGED_BACK


class Effects:
    """The slots by what happens to them, in ascending order."""

    def __init__(self) -> None:
        self.slots: dict[str, list[int]] = {effect: [] for effect in EFFECTS}
        self.setup = ""  # what becomes different in the setup

    def add(self, slot: int, before: Data, after: Data) -> None:
        if effect := effect_of(before, after):
            slots = self.slots[effect]
            slots.insert(bisect_left(slots, slot), slot)
            if slot == SETUP:
                self.setup = parts_of_setup(before or {}, after or {})

    def discard(self, slot: int, before: Data, after: Data) -> None:
        if effect := effect_of(before, after):
            slots = self.slots[effect]
            del slots[bisect_left(slots, slot)]

    def removed_titles(self, table: Table | Replay) -> str:
        """The titles of the rounds that are removed, as they are before that."""
        return self.titles(table, self.slots[REMOVED])

    def texts(self, removals: str, after: Table | Replay, words: Mapping[str, str]) -> list[str]:
        """ "removed round 4, round 5" and so on; the others have their titles `after` that."""
        rest = {what: some for what, some in self.slots.items() if what != REMOVED}
        others = [(words[what], some) for what, some in rest.items() if some]
        others.sort(key=lambda part: part[1][0])
        parts = [(what, self.titles(after, some)) for what, some in others]
        if removals:
            parts.insert(0, (words[REMOVED], removals))
        return [_(what) % {"rounds": rounds} for what, rounds in parts]

    def titles(self, table: Table | Replay, slots: Sequence[int]) -> str:
        few = slots[:MOST_NAMES] if len(slots) > MOST_NAMES + 1 else slots
        names = [self.setup if slot == SETUP else table.title(slot).within for slot in few]
        if more := len(slots) - len(few):
            others = npgettext("rounds", "%(count)s more", "%(count)s more", more)
            names.append(others % {"count": more})
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
        for slot in table.log.revisions:
            self.back.add(slot, table.log.data(slot), None)

    def apply(self, change: Revision) -> None:
        slot, now, then = change.slot, self.table.log.data(change.slot), self.data(change.slot)
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
        """Return the number of entries before the one that is, or was, in this slot."""
        return bisect_left(self.order, (self.latest[slot].position, slot))

    def data(self, slot: int) -> Data:
        latest = self.latest.get(slot)
        return latest.data if latest else None

    def title(self, slot: int) -> Title:
        """Return the title of the entry in this slot at this moment."""
        entry = self.table.input(self.latest[slot])
        return self.table.title_after(self.inputs[: self.place(slot)], entry)

    def restore_texts(self) -> list[str]:
        return self.back.texts(self.back.removed_titles(self.table), self, WOULD_DO)

    def apply_batch(self, changes: Sequence[Revision]) -> list[str]:
        """Apply changes that were made at once; return what they did."""
        effects, after = Effects(), {change.slot: change.data for change in changes}
        for slot, data in after.items():
            effects.add(slot, self.data(slot), data)
        removals = effects.removed_titles(self)
        for change in changes:
            self.apply(change)
        return effects.texts(removals, self, DONE)
