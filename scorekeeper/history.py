"""Who did what, in the words of the game."""

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby
from typing import Any, NamedTuple

from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games import registry
from scorekeeper.models import Entry
from scorekeeper.revisions import SETUP
from scorekeeper.table import Table

TAKEN_BACK = gettext_noop("taken back")
NAMED = 3  # so many of the rounds that would be changed are named


class Done(NamedTuple):
    """What was done, in words ("Round 5", "corrected") and as a sentence. `undone`: it took a correction back."""

    title: str
    action: str
    sentence: str
    undone: bool = False


class Change(NamedTuple):
    entry: Entry
    done: Done
    facts: list[tuple[str, str]]
    by: str
    at: datetime

    @property
    def title(self) -> str:
        return self.done.title


class Past(NamedTuple):
    """A change, and what going back to just after it would do; nothing where the game is now as it was then."""

    change: Change
    back: list[tuple[str, str]]


def changes_of(table: Table) -> list[Past]:
    """Every change there was, the newest first. What was set back at once is one."""
    groups = groupby(reversed(table.changes), key=lambda entry: entry.back_to_id or -entry.pk)
    newest = [next(entries) for _key, entries in groups]
    return [Past(latest(table, entry), facts_between(table, table.as_after(entry))) for entry in newest]


def latest(table: Table, entry: Entry) -> Change:
    """What was done with this entry, and with all that were set back with it."""
    if not entry.back_to_id:
        return change(table, entry)
    went = facts_between(table.as_after(table.before(entry)), table.as_after(entry))
    return Change(entry, done(table, entry), went, entry.signature, entry.at)


def done(table: Table, entry: Entry) -> Done:
    """That alone."""
    if not entry.back_to_id:
        return changed_setup(table, entry) if entry.slot == SETUP else changed_round(table, entry)
    at, now = localtime(table.changed_by(entry.back_to_id).at), localtime(entry.at)
    when = date_format(at, "H:i" if at.date() == now.date() else "j M H:i")
    return plainly(_("The game"), _("set back to %(time)s") % {"time": when})


def plainly(title: str, action: str) -> Done:
    return Done(title, action, sentence(title, action))


def sentence(title: str, action: str) -> str:
    return _("%(title)s %(action)s") % {"title": title, "action": action}


def facts_between(before: Table, after: Table) -> list[tuple[str, str]]:
    """What became of the rounds: ("taken back", "Round 4, Round 5"), each called as it was while it stood."""
    slots: dict[str, list[int]] = {TAKEN_BACK: []}
    for slot in before.differing(after):
        slots.setdefault(became(before.data(slot), after.data(slot)), []).append(slot)
    return [(_(what), named(before if what == TAKEN_BACK else after, some)) for what, some in slots.items() if some]


def became(before: dict[str, Any] | None, after: dict[str, Any] | None) -> str:
    if after is None:
        return TAKEN_BACK
    return gettext_noop("brought back") if before is None else gettext_noop("changed back")


def named(table: Table, slots: list[int]) -> str:
    few = slots[:NAMED] if len(slots) > NAMED + 1 else slots
    names = [_("the game") if slot == SETUP else table.title(slot) for slot in few]
    more = len(slots) - len(few)
    return ", ".join([*names, _("%(count)s more") % {"count": more}] if more else names)


def change(table: Table, entry: Entry) -> Change:
    return Change(entry, done(table, entry), facts(table, entry), entry.signature, entry.at)


def changed_round(table: Table, entry: Entry) -> Done:
    title, revisions = table.title(entry.slot), table.revisions[entry.slot][: entry.revision]
    if entry.data is None:
        return plainly(title, _("taken back"))
    if len(revisions) == 1:
        return plainly(title, _("put in between") if put_between(table, entry) else _("entered"))
    if revisions[-2].data is None:
        return plainly(title, _("brought back"))
    if returns(revisions) % 2:
        taken_back = _("correction taken back")
        said = _("%(title)s: %(action)s") % {"title": title, "action": taken_back}
        return Done(title, taken_back, said, undone=True)
    return plainly(title, _("corrected again") if returns(revisions) else _("corrected"))


def put_between(table: Table, entry: Entry) -> bool:
    """Whether it was put in front of what had been entered already."""
    if all(other.position <= entry.position for other in table.changes if other.pk < entry.pk):
        return False
    return entry.slot in table.as_after(entry).put_in


def changed_setup(table: Table, entry: Entry) -> Done:
    title, revisions = _("The game"), table.revisions[SETUP][: entry.revision]
    if len(revisions) == 1:
        return plainly(title, _("started"))
    was, undone = revisions[-2].data, returns(revisions) % 2 == 1
    if entry.data["ended_early"] != was["ended_early"]:
        return plainly(title, _("ended early") if entry.data["ended_early"] else _("reopened"))
    which = options_between(table, was["options"], entry.data["options"], undone)
    action = _("changed back") if undone else _("changed")
    return Done(title, action, capfirst(which) or sentence(title, action), undone)


def returns(revisions: Sequence[Entry]) -> int:
    """How often, the last time of all included, what was there before the last change was there again."""
    steps = 0
    while len(revisions) > 2 and revisions[-1].data == revisions[-3].data and revisions[-2].data is not None:
        revisions, steps = revisions[:-1], steps + 1
    return steps


def options_between(table: Table, was: dict[str, Any], now: dict[str, Any], back: bool) -> str:
    """How the options differ: target now 500, target back to 400."""
    forms = registry.forms(table.game.slug)
    before, after = dict(forms.describe_options(was)), dict(forms.describe_options(now))
    said = [
        (_("%(what)s back to %(value)s") if back else _("%(what)s now %(value)s")) % {"what": label, "value": value}
        for label, value in after.items()
        if value != before.get(label)
    ]
    gone = [f"{label} {value}".strip() for label, value in before.items() if label not in after]
    return ", ".join([part.strip() for part in said] + [_("no longer %(what)s") % {"what": what} for what in gone])


def facts(table: Table, entry: Entry) -> list[tuple[str, str]]:
    """What was entered, label by label."""
    forms = registry.forms(table.game.slug)
    if entry.slot == SETUP:
        return forms.describe_options(entry.data["options"])
    return forms.describe_entry(entry.data, table.names) if entry.data is not None else []
