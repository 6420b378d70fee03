"""Entering, correcting, removing and undoing, by the functions that pages call, too."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, cast

from django import forms
from django.http import Http404
from django.utils.translation import gettext

from games import record
from games.contract import Impossible, Seat
from games.dataclass_codec import SeatLookup, field_names
from games.endless import call_rules
from scorekeeper.access import table_or_404
from scorekeeper.api import shapes
from scorekeeper.api.endpoint import endpoint
from scorekeeper.api.errors import Refusal, form_refusal, refusal
from scorekeeper.api.reading import ApiCall, check_numbers
from scorekeeper.api.tables import record_entry, saved_shape, version_shape
from scorekeeper.models import GameSession, Revision, Role
from scorekeeper.operating.metrics import ENTRIES
from scorekeeper.tables.entering.entry import (
    Conflict,
    EntryCheck,
    GameFull,
    Stamp,
    check_form,
    fitting_stamp,
    remove_entry,
    save_entry,
)
from scorekeeper.tables.game_forms import EntryForm, add_rule_error
from scorekeeper.tables.log import SETUP
from scorekeeper.tables.setup import set_ended_early
from scorekeeper.tables.table import Table
from scorekeeper.tables.translate import game_full_text
from scorekeeper.tables.undo import is_undoable, undo_change


class RecordForm(forms.Form):
    """An entry in the form of a game record, checked as the form of a page is."""

    def __init__(self, table: Table, raw: object, seats: SeatLookup) -> None:
        super().__init__({})
        self.table, self.raw, self.seats = table, raw, seats
        self.values: dict[str, Any] = {}
        for name in field_names(table.game.entry):
            self.fields[name] = forms.Field(required=False)

    def clean(self) -> None:
        game = self.table.game
        try:
            entry = call_rules(record.decode_entry, game, self.raw, self.seats)
        except Impossible as problem:
            if problem.field:  # also a key that does not belong there
                self.fields.setdefault(problem.field, forms.Field(required=False))
            add_rule_error(self, problem, self.table.names)
        else:
            numbers = range(self.table.seating.most_seats)
            self.values = call_rules(record.encode_entry, game, entry, numbers)
            check_numbers(self.values)
            self.check_not_blank()

    def check_not_blank(self) -> None:
        """Refuse an entry about nobody, as forms do. Where an entry is about everyone, the rules
        refuse it.
        """
        if not self.table.game.partial_entries:
            return
        for name, value in self.values.items():
            if value == {}:
                self.add_error(name, gettext("Enter at least one number, even if it is 0."))

    def entry(self) -> dict[str, Any]:
        return self.values


# Each is for scorers, and answers what was saved.
change = partial(endpoint, role=Role.SCORER, answer=shapes.Saved)


@change("POST games/<int:pk>/rounds", "Enter a round", body=shapes.NewRound, status=201)
def enter(call: ApiCall, pk: int) -> shapes.Saved:
    table, body = table_with_rounds(call, pk), call.body
    if body.before and body.before not in table.log.revisions:
        raise refusal(422, "wrong_shape", "No round has this slot.", "before")
    stamp = Stamp(body.slot, 0, body.submission, body.before, server_slot=body.slot)
    stamp = stamp_or_404(table, stamp)
    return check_and_save(table, stamp, body.entry, body.keep)


@change("PUT games/<int:pk>/rounds/<int:slot>", "Correct a round", body=shapes.Correction)
def correct(call: ApiCall, pk: int, slot: int) -> shapes.Saved:
    """Replace an entry, or enter it again where it was removed."""
    table, body = table_or_404(call.request, pk, Role.SCORER), call.body
    stamp = stamp_or_404(table, Stamp(slot, body.revision, body.submission), slot)
    return check_and_save(table, stamp, body.entry, body.keep)


@change("DELETE games/<int:pk>/rounds/<int:slot>", "Remove a round", query=shapes.RemovalQuery)
def remove(call: ApiCall, pk: int, slot: int) -> shapes.Saved:
    table, query = table_or_404(call.request, pk, Role.SCORER), call.query
    stamp = stamp_or_404(table, Stamp(slot, query.revision, query.submission), slot)
    return make_change(table, lambda: remove_entry(table, stamp))


@change(
    "POST games/<int:pk>/undo", "Undo the last change, or redo what was undone", body=shapes.Undo
)
def undo(call: ApiCall, pk: int) -> shapes.Saved:
    table, body = table_or_404(call.request, pk, Role.SCORER), call.body
    stamp = stamp_or_404(table, Stamp(body.slot, body.revision, body.submission), setup=True)
    if not is_undoable(stamp):
        raise Http404
    return make_change(table, lambda: undo_change(table, stamp))


def set_early(call: ApiCall, pk: int, early: bool) -> shapes.Saved:
    table, body = table_with_rounds(call, pk), call.body
    stamp = stamp_or_404(table, Stamp(SETUP, body.revision, body.submission), setup=True)
    return make_change(table, lambda: set_ended_early(table, stamp, early))


@change(
    "POST games/<int:pk>/end",
    "End a game before its rules do, or one without an end",
    body=shapes.Ending,
)
def end(call: ApiCall, pk: int) -> shapes.Saved:
    return set_early(call, pk, True)


@change("POST games/<int:pk>/reopen", "Let a game that was ended go on", body=shapes.Ending)
def reopen(call: ApiCall, pk: int) -> shapes.Saved:
    return set_early(call, pk, False)


def table_with_rounds(call: ApiCall, pk: int) -> Table:
    """The table, unless the game was imported with its totals only. Raises Refusal."""
    table = table_or_404(call.request, pk, Role.SCORER)
    if table.imported_result:
        message = gettext(
            "This game was imported with its totals only: it takes no rounds and can’t be ended or"
            " reopened."
        )
        raise refusal(422, "totals_only", message)
    return table


def stamp_or_404(table: Table, stamp: Stamp, slot: int | None = None, setup: bool = False) -> Stamp:
    """The stamp as `fitting_stamp` returns it; the setup is not an entry."""
    fitting = fitting_stamp(table, stamp, slot)
    if not fitting or (fitting.slot == SETUP and not setup):
        raise Http404
    return fitting


def check_and_save(table: Table, stamp: Stamp, entry: object, keep: bool) -> shapes.Saved:
    seats = seats_for(table, stamp)
    form = cast("EntryForm", RecordForm(table, entry, seats))
    check = check_form(table, stamp, form, keep)
    if not form.is_valid():
        ENTRIES["refused"].inc()
        raise form_refusal(form)
    save = partial(save_entry, table, stamp, check.data, after=check.after)
    revision = store(table, save, check)
    if check.other:  # it was kept, although it does not count yet
        table = table.with_candidate(stamp.slot, check.data, stamp.before)
    return saved_shape(check.after or table, revision, check)


def seats_for(table: Table, stamp: Stamp) -> SeatLookup:
    """The seats that the entry may name. As in a form, the next entry names no player who has
    left.
    """
    is_next = stamp.slot == table.log.next_slot and not stamp.before
    away = table.seating.away if is_next else ()
    return {name: Seat(n) for n, name in enumerate(table.names) if n not in away}


def make_change(table: Table, change: Callable[[], Revision]) -> shapes.Saved:
    """Make a change that needs no check."""
    revision = store(table, change)
    return saved_shape(Table.of(refresh_session(table)), revision)


def store(
    table: Table, change: Callable[[], Revision], check: EntryCheck | None = None
) -> Revision:
    """Make the change. Raises Refusal."""
    try:
        return change()
    except Conflict as conflict:
        raise conflict_refusal(table, conflict, check) from None
    except GameFull:
        raise refusal(422, "game_full", game_full_text()) from None


def refresh_session(table: Table) -> GameSession:
    """The session of the table with what is stored now."""
    session = table.session
    for name in ("seat_list", "revision_list"):
        vars(session).pop(name, None)
    return session


def conflict_refusal(table: Table, conflict: Conflict, check: EntryCheck | None) -> Refusal:
    """Both versions, for the program to choose."""
    mine = Revision(slot=conflict.current.slot, data=check.data) if check else None
    message = gettext("Another device has changed this first.")
    answer = shapes.ConflictFailure(
        shapes.Problem("conflict", message),
        version_shape(table, conflict.current),
        record_entry(table, mine) if mine else None,
    )
    return Refusal(409, answer)
