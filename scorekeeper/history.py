"""Who did what, in the words of the game."""

from datetime import datetime
from itertools import groupby
from typing import Any, NamedTuple

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from games import registry
from scorekeeper.models import Entry
from scorekeeper.table import SETUP, Table

NAMED = 3  # so many of the rounds that would be changed are named


class Change(NamedTuple):
    entry: Entry
    title: str
    action: str
    facts: list[tuple[str, str]]
    by: str
    at: datetime


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
    return Change(entry, *done(table, entry), went, entry.signature, entry.at)


def done(table: Table, entry: Entry) -> tuple[str, str]:
    """That alone, in two words: ("Round 5", "corrected")."""
    if not entry.back_to_id:
        return title(table, entry), action(table, entry)
    at, now = localtime(table.changed_by(entry.back_to_id).at), localtime(entry.at)
    when = date_format(at, "H:i" if at.date() == now.date() else "j M H:i")
    return _("The game"), _("set back to %(time)s") % {"time": when}


def facts_between(before: Table, after: Table) -> list[tuple[str, str]]:
    """What became of the rounds: ("taken back", "Round 4, Round 5"), each called as it was while it stood."""
    slots: dict[str, list[int]] = {}
    for slot in before.differing(after):
        slots.setdefault(became(before.data(slot), after.data(slot)), []).append(slot)
    taken_back = slots.pop(_("taken back"), [])
    facts = [(_("taken back"), named(before, taken_back))] if taken_back else []
    return [*facts, *((what, named(after, among)) for what, among in slots.items())]


def became(before: dict[str, Any] | None, after: dict[str, Any] | None) -> str:
    if after is None:
        return _("taken back")
    return _("brought back") if before is None else _("changed back")


def named(table: Table, slots: list[int]) -> str:
    few = slots[:NAMED] if len(slots) > NAMED + 1 else slots
    names = [_("the game") if slot == SETUP else table.title(slot) for slot in few]
    more = len(slots) - len(few)
    return ", ".join([*names, _("%(count)s more") % {"count": more}] if more else names)


def change(table: Table, entry: Entry) -> Change:
    return Change(entry, title(table, entry), action(table, entry), facts(table, entry), entry.signature, entry.at)


def title(table: Table, entry: Entry) -> str:
    return _("The game") if entry.slot == SETUP else table.title(entry.slot)


def action(table: Table, entry: Entry) -> str:
    earlier = table.revisions[entry.slot][: entry.revision - 1]
    if entry.slot == SETUP:
        return setup_action(entry, earlier[-1] if earlier else None)
    if entry.data is None:
        return _("taken back")
    if not earlier:
        return _("entered")
    return _("corrected") if earlier[-1].data is not None else _("brought back")


def setup_action(entry: Entry, earlier: Entry | None) -> str:
    if not earlier:
        return _("started")
    if entry.data["ended_early"] != earlier.data["ended_early"]:
        return _("ended early") if entry.data["ended_early"] else _("reopened")
    return _("changed")


def facts(table: Table, entry: Entry) -> list[tuple[str, str]]:
    """What was entered, label by label."""
    forms = registry.forms(table.game.slug)
    if entry.slot == SETUP:
        return forms.describe_options(entry.data["options"])
    return forms.describe(entry.data, table.names) if entry.data is not None else []
