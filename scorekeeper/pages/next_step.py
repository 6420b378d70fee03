"""The button on the table that leads to the form for the next entry."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from scorekeeper.tables.table import Table
from scorekeeper.tables.validation import form_with


class NextStep(NamedTuple):
    """`label_ahead`: says the same while entries wait on the phone. Scripts raise its number."""

    label: str
    label_ahead: str


def next_step(table: Table, begun: bool) -> NextStep:
    """Return what the button says: "Enter round 5", or "Continue" if that is `begun`.

    In a game of two steps it names the one that comes next.
    """
    steps = table.game.steps
    first = _(steps.before) if steps else table.enter_title
    if not begun:
        return NextStep((not steps and table.enter_turn_title) or first, first)
    if steps and getattr(form_with(table, table.draft), "is_ready", False):
        return NextStep(_(steps.after), first)
    return NextStep(_("Continue"), first)
