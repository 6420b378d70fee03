"""Changes of the setup of a game: its options, who sits where, its early end."""

import uuid
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from functools import partial
from math import inf
from typing import Any

from django.db import transaction
from django.utils.timezone import localdate

from games import record
from scorekeeper.models import Revision
from scorekeeper.tables.changes import Conflict, add_revision, save_entry
from scorekeeper.tables.comments import write_comment
from scorekeeper.tables.locks import lock_session
from scorekeeper.tables.revisions import MOST, SETUP, SPARE
from scorekeeper.tables.seating import SetupData
from scorekeeper.tables.stamps import Stamp
from scorekeeper.tables.table import Table

SetupChange = Callable[[Table], SetupData]


class StaleOptions(Exception):
    """Another device changed the options, to those in `saved`, since the page showed them."""

    def __init__(self, saved: Revision) -> None:
        super().__init__(saved)
        self.saved = saved


@transaction.atomic
def change_setup(table: Table, stamp: Stamp, what: str, change: SetupChange) -> Revision:
    """Save what `change` makes of the setup.

    `what` names the change, so that the same one sent twice is made once. Conflict if another
    device changed the setup first.
    """
    lock_session(table.session)
    if saved := saved_change(table, stamp, what):
        return saved
    current = table.revisions[SETUP][-1]
    if stamp.revision != current.revision:
        raise Conflict(current)
    stamp = replace(stamp, submission=uuid.uuid5(stamp.submission, what))
    return add_revision(table, stamp, change(table), MOST)


def saved_change(table: Table, stamp: Stamp, what: str) -> Revision | None:
    """What this change of the setup saved, if it arrived before."""
    return table.saved_by(uuid.uuid5(stamp.submission, what))


def set_ended_early(table: Table, stamp: Stamp, early: bool) -> Revision:
    """End the game early, or reopen it.

    There is always room to end it: it has to be reopened before it can be ended again.
    """
    data = {**table.setup_data, "ended_early": early}
    return save_entry(table, stamp, data, inf if early else MOST + SPARE)


@transaction.atomic
def change_settings(
    table: Table,
    stamp: Stamp,
    options: dict[str, Any],
    early: bool | None = None,
    comment: tuple[str, str | None] | None = None,
    day: date | None = None,
) -> None:
    """Change what the page of the game as a whole shows, all at once or nothing.

    `comment` is the text, and the one that the page showed. `early` ends or reopens the game. `day`
    is when it was played. What the page did not change stays as it is now. StaleOptions or
    StaleComment if another device changed the same.
    """
    lock_session(table.session)
    current = table.revisions[SETUP][-1]
    data = {**current.data, "options": options_to_save(table, stamp, options)}
    if early is not None:
        data["ended_early"] = early
    if day and day != localdate(table.session.played_at):
        data["day"] = day.isoformat()
    if comment:
        write_comment(table.session, *comment)
    if data != current.data:
        spare = 0 if early is None else SPARE
        stamp = Stamp(SETUP, current.revision, stamp.submission)
        add_revision(table, stamp, data, inf if early else MOST + spare)


def options_to_save(table: Table, stamp: Stamp, options: dict[str, Any]) -> dict[str, Any]:
    """The options of the form, or those of the game if the form did not change them."""
    opened = table.revisions[SETUP][max(stamp.revision, 1) - 1].data["options"]
    decode = partial(record.decode_options, table.game)
    mine, now, before = decode(options), decode(table.options), decode(opened)
    if mine in (before, now):
        return table.options
    if now != before:
        raise StaleOptions(table.revisions[SETUP][-1])
    return options
