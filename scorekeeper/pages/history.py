"""Who did what, in the words of the game."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple

from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from games.contract import Fact
from games.kit.lists import list_items
from scorekeeper.formats import format_day
from scorekeeper.models import Revision
from scorekeeper.pages.replay import Replay
from scorekeeper.pages.setup_changes import setup_changes
from scorekeeper.tables.game_forms import forms_of
from scorekeeper.tables.kinds import is_open_ended
from scorekeeper.tables.revisions import SETUP
from scorekeeper.tables.seating import SetupData
from scorekeeper.tables.table import Table

A_PAGE = 100


class Action(NamedTuple):
    """What was done, such as "Round 5" and "corrected", and as a sentence.

    `undone`: it undid a correction.
    """

    title: str
    action: str
    sentence: str
    undone: bool = False


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
        return done(self.table, self.entry)

    @property
    def title(self) -> str:
        return self.done.title

    @property
    def is_new(self) -> bool:
        """Whether it entered something at the end: it is no correction, and not between others."""
        entry = self.entry
        first = entry.slot != SETUP and entry.revision == 1
        return first and not was_inserted(self.table, entry)

    @property
    def by(self) -> str:
        return self.entry.signature

    @property
    def note(self) -> str:
        """What the table wrote about the round, beside what its slot holds now."""
        first, *_later = revisions = self.table.revisions[self.entry.slot]
        return first.note if self.entry is revisions[-1] else ""

    @property
    def at(self) -> datetime:
        return self.entry.at

    @cached_property
    def facts(self) -> list[Fact]:
        return facts(self.table, self.entry, self.names)

    @property
    def differences(self) -> list[tuple[str, str, str]]:
        """What a correction changed: (label, before, after)."""
        earlier = self.table.revisions[self.entry.slot][self.entry.revision - 2]
        was, now = dict(facts(self.table, earlier, self.names)), dict(self.facts)
        both = ((label, was.get(label, ""), now.get(label, "")) for label in {**was, **now})
        return [row for row in both if row[1] != row[2]]


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
        batches = groupby(table.changes, key=lambda entry: entry.back_to_id or -entry.pk)
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
        *_before, last = group
        effects = replay.apply_batch(group) if last.back_to_id else None
        if not last.back_to_id:
            replay.apply(last)
        names = self.table.names_when(last)
        return HistoryItem(Change(self.table, last, effects, names), replay.restoring())


def done(table: Table, entry: Revision) -> Action:
    """What this revision did: to its entry, or to the whole game if that was set back."""
    back_to = table.changed_by(entry.back_to_id) if entry.back_to_id else None
    if not back_to:
        return changed_setup(table, entry) if entry.slot == SETUP else changed_round(table, entry)
    at, now = localtime(back_to.at), localtime(entry.at)
    when = format_day(at, "time" if at.date() == now.date() else "day and time")
    return plainly(_("Game"), _("restored to %(time)s") % {"time": when})


def plainly(title: str, action: str) -> Action:
    return Action(title, action, sentence(title, action))


def sentence(title: str, action: str) -> str:
    return _("%(title)s %(action)s") % {"title": title, "action": action}


def changed_round(table: Table, entry: Revision) -> Action:
    title, depth = table.title(entry.slot), table.undo_depth(entry)
    if entry.data is None:
        return plainly(title, _("removed"))
    if entry.revision == 1:
        return plainly(title, _("inserted") if was_inserted(table, entry) else _("entered"))
    if table.revisions[entry.slot][entry.revision - 2].data is None:
        return plainly(title, _("restored"))
    if depth % 2:
        undone = _("correction undone")
        text = _("%(title)s: %(action)s") % {"title": title, "action": undone}
        return Action(title, undone, text, undone=True)
    return plainly(title, _("corrected again") if depth else _("corrected"))


def was_inserted(table: Table, entry: Revision) -> bool:
    """Whether it was inserted before an entry that existed at that time."""
    if table.furthest_before[entry.slot] <= entry.position:
        return False
    earlier = (revisions for slot, revisions in table.revisions.items() if slot < entry.slot)
    return any(was_behind(revisions, entry) for revisions in earlier)


def was_behind(revisions: Sequence[Revision], entry: Revision) -> bool:
    """Whether their slot held an entry behind this one when this one was made."""
    if revisions[-1].position <= entry.position:
        return False
    known = [revision for revision in revisions if revision.pk < entry.pk]
    return bool(known) and known[-1].data is not None


def changed_setup(table: Table, entry: Revision) -> Action:
    title = _("Game")
    if entry.revision == 1:
        return plainly(title, _("started"))
    was = table.revisions[SETUP][entry.revision - 2].data
    undone = table.undo_depth(entry) % 2 == 1
    if entry.data["ended_early"] != was["ended_early"]:
        return plainly(title, ended_or_reopened(table, entry.data))
    options = options_between(table, was["options"], entry.data["options"], undone)
    which = list_items([*setup_changes(table, was, entry.data), *options])
    action = _("changed back") if undone else _("changed")
    return Action(title, action, capfirst(which) or sentence(title, action), undone)


def ended_or_reopened(table: Table, setup: SetupData) -> str:
    """The options of that time say whether its end was early."""
    if not setup["ended_early"]:
        return _("reopened")
    by_rule = is_open_ended(table.game, setup["options"], len(table.seats))
    return _("ended") if by_rule else _("ended early")


def options_between(
    table: Table, was: dict[str, Any], now: dict[str, Any], back: bool
) -> list[str]:
    """How the options differ: "target now 500", "target back to 400"."""
    forms = forms_of(table.game)
    before, after = dict(forms.describe_options(was)), dict(forms.describe_options(now))
    said = [
        (_("%(what)s back to %(value)s") if back else _("%(what)s now %(value)s"))
        % {"what": label, "value": value}
        for label, value in after.items()
        if value != before.get(label)
    ]
    gone = [f"{label} {value}".strip() for label, value in before.items() if label not in after]
    return [
        *(part.strip() for part in said),
        *(_("no longer %(what)s") % {"what": what} for what in gone),
    ]


def facts(table: Table, entry: Revision, names: Sequence[str] = ()) -> list[Fact]:
    """What was entered, as (label, value)."""
    forms = forms_of(table.game)
    if entry.slot == SETUP:
        return forms.describe_options(entry.data["options"])
    if entry.data is None:
        return []
    return forms.describe_entry(entry.data, names or table.names)
