"""Who did what, in the words of the game."""

from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _

from games import registry
from scorekeeper.models import Entry
from scorekeeper.table import SETUP, Table


class Change(NamedTuple):
    entry: Entry
    title: str
    action: str
    facts: list[tuple[str, str]]
    by: str
    at: datetime


def changes_of(table: Table) -> list[Change]:
    """Every revision of everything, the newest first."""
    entries = [entry for revisions in table.revisions.values() for entry in revisions]
    return [change(table, entry) for entry in sorted(entries, key=lambda entry: -entry.pk)]


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
