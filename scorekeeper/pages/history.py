"""Who did what, in the words of the game."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple

from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from games import registry
from games.contract import Fact
from scorekeeper.models import Revision
from scorekeeper.pages.replay import Replay
from scorekeeper.tables.revisions import SETUP
from scorekeeper.tables.table import Table

A_PAGE = 100


class Action(NamedTuple):
    """What was done, in words ("Round 5", "corrected") and as a sentence.

    `undone`: it took a correction back.
    """

    title: str
    action: str
    sentence: str
    undone: bool = False


@dataclass(frozen=True, eq=False)
class Change:
    """One change as pages tell it. `went`: what a set-back did, where that is told."""

    table: Table
    entry: Revision
    went: list[Fact] | None = None

    @cached_property
    def done(self) -> Action:
        return done(self.table, self.entry)

    @property
    def title(self) -> str:
        return self.done.title

    @property
    def by(self) -> str:
        return self.entry.signature

    @property
    def at(self) -> datetime:
        return self.entry.at

    @cached_property
    def facts(self) -> list[Fact]:
        return facts(self.table, self.entry) if self.went is None else self.went

    @property
    def differences(self) -> list[tuple[str, str, str]]:
        """What a correction changed: label, what it said before, what it says since."""
        earlier = self.table.revisions[self.entry.slot][self.entry.revision - 2]
        was, now = dict(facts(self.table, earlier)), dict(self.facts)
        both = ((label, was.get(label, ""), now.get(label, "")) for label in {**was, **now})
        return [row for row in both if row[1] != row[2]]


class HistoryItem(NamedTuple):
    """A change, and what going back to just after it would do: nothing where nothing differs."""

    change: Change
    back: list[Fact]


class History:
    """Every change there was, the newest first, to be sliced: what was set back at once is one.

    A slice walks the changes once, from the first to the last that it tells.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        together = groupby(table.changes, key=lambda entry: entry.back_to_id or -entry.pk)
        self.groups = [list(entries) for _key, entries in together]

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
        went = replay.set_back(group) if last.back_to_id else replay.apply(last)
        return HistoryItem(Change(self.table, last, went), replay.going_back())


def done(table: Table, entry: Revision) -> Action:
    """What was done with this entry; or with the whole game, if it was set back with others."""
    if not entry.back_to_id:
        return changed_setup(table, entry) if entry.slot == SETUP else changed_round(table, entry)
    at, now = localtime(table.changed_by(entry.back_to_id).at), localtime(entry.at)
    when = date_format(at, "H:i" if at.date() == now.date() else "j M H:i")
    return plainly(_("Game"), _("restored to %(time)s") % {"time": when})


def plainly(title: str, action: str) -> Action:
    return Action(title, action, sentence(title, action))


def sentence(title: str, action: str) -> str:
    return _("%(title)s %(action)s") % {"title": title, "action": action}


def change(table: Table, entry: Revision) -> Change:
    return Change(table, entry)


def changed_round(table: Table, entry: Revision) -> Action:
    title, depth = table.title(entry.slot), table.undo_depth(entry)
    if entry.data is None:
        return plainly(title, _("removed"))
    if entry.revision == 1:
        return plainly(title, _("inserted") if put_between(table, entry) else _("entered"))
    if table.revisions[entry.slot][entry.revision - 2].data is None:
        return plainly(title, _("restored"))
    if depth % 2:
        taken_back = _("correction undone")
        said = _("%(title)s: %(action)s") % {"title": title, "action": taken_back}
        return Action(title, taken_back, said, undone=True)
    return plainly(title, _("corrected again") if depth else _("corrected"))


def put_between(table: Table, entry: Revision) -> bool:
    """Whether it was put in front of what had been entered already, and stood when it was."""
    if table.furthest_before[entry.slot] <= entry.position:
        return False
    earlier = (revisions for slot, revisions in table.revisions.items() if slot < entry.slot)
    return any(stood_behind(revisions, entry) for revisions in earlier)


def stood_behind(revisions: Sequence[Revision], entry: Revision) -> bool:
    """Whether what is in their slot came behind this entry, and stood, when this one was made."""
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
        return plainly(title, _("ended early") if entry.data["ended_early"] else _("reopened"))
    which = options_between(table, was["options"], entry.data["options"], undone)
    action = _("changed back") if undone else _("changed")
    return Action(title, action, capfirst(which) or sentence(title, action), undone)


def options_between(table: Table, was: dict[str, Any], now: dict[str, Any], back: bool) -> str:
    """How the options differ: target now 500, target back to 400."""
    forms = registry.forms(table.game.slug)
    before, after = dict(forms.describe_options(was)), dict(forms.describe_options(now))
    said = [
        (_("%(what)s back to %(value)s") if back else _("%(what)s now %(value)s"))
        % {"what": label, "value": value}
        for label, value in after.items()
        if value != before.get(label)
    ]
    gone = [f"{label} {value}".strip() for label, value in before.items() if label not in after]
    return ", ".join(
        [part.strip() for part in said]
        + [_("no longer %(what)s") % {"what": what} for what in gone]
    )


def facts(table: Table, entry: Revision) -> list[Fact]:
    """What was entered, label by label."""
    forms = registry.forms(table.game.slug)
    if entry.slot == SETUP:
        return forms.describe_options(entry.data["options"])
    return forms.describe_entry(entry.data, table.names) if entry.data is not None else []
