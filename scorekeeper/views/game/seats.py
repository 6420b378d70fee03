"""The players at a table after the start: who sits where, who joins or leaves, who deals."""

import secrets
from collections.abc import Callable
from functools import partial, wraps

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from games.kit.lists import join_names
from scorekeeper.access import table_or_404
from scorekeeper.forms.seating import RECENT, NewPlayerForm, seatable
from scorekeeper.models import Role
from scorekeeper.models.locks import again_if_outdated
from scorekeeper.people.names import known_names
from scorekeeper.tables import setup
from scorekeeper.tables.entering.counting import counted_seats
from scorekeeper.tables.entering.drafts import describe_draft
from scorekeeper.tables.entering.entry import Stamp
from scorekeeper.tables.log import SETUP
from scorekeeper.tables.setup import SetupChange, change_setup, saved_change, setup_stamp
from scorekeeper.tables.table import Table
from scorekeeper.views.responses import after_change, stamp_or_404
from scorekeeper.web.requests import Request


def table_with_seat(request: Request, pk: int, seat: int = 0) -> Table:
    table = table_or_404(request, pk, Role.SCORER)
    if seat >= len(table.seats):
        raise Http404
    return table


def setup_form(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Turn a function that takes the table and a form's stamp into a view for that form."""

    @require_POST
    @again_if_outdated
    @wraps(view)
    def with_table(request: Request, pk: int, **seat: int) -> HttpResponse:
        table = table_with_seat(request, pk, **seat)
        return view(request, table, stamp_or_404(request, table, SETUP), **seat)

    return with_table


@require_safe
def seats(request: Request, pk: int) -> HttpResponse:
    return seats_page(request, table_or_404(request, pk, Role.SCORER))


def seats_page(
    request: Request, table: Table, form: NewPlayerForm | None = None, status: int = 200
) -> HttpResponse:
    context = {
        "table": table,
        "players": list(zip(table.names, table.board.totals, strict=True)),
        "stamp": setup_stamp(table),
        "form": form or player_form(table),
        **offered_names(table),
        "room": len(table.seats) in seatable(table.game)[:-1],
    }
    return render(request, "tables/seats.html", context, status=status)


@require_safe
def seat(request: Request, pk: int, seat: int) -> HttpResponse:
    return seat_page(request, table_with_seat(request, pk, seat), seat)


def seat_page(
    request: Request, table: Table, seat: int, form: NewPlayerForm | None = None, status: int = 200
) -> HttpResponse:
    context = {
        "table": table,
        "seat": seat,
        "number": seat + 1,
        "name": table.names[seat],
        "others": [(n, name) for n, name in enumerate(table.names) if n != seat],
        "stamp": setup_stamp(table),
        "form": form or player_form(table),
        **offered_names(table),
        "away": seat in table.seating.away,
        "may_leave": may_leave(table, seat),
    }
    return render(request, "tables/seat.html", context, status=status)


@setup_form
def join(request: Request, table: Table, stamp: Stamp) -> HttpResponse:
    """Seat one more player, at the end."""
    if table.closed_because or len(table.seats) >= seatable(table.game)[-1]:
        raise Http404
    form = player_form(table, request)
    what = f"join {form.input}"
    if saved_change(table, stamp, what):
        return redirect(table.url)
    if not form.is_valid():
        return seats_page(request, table, form, status=422)
    name = form.cleaned_data["name"]
    return save_change(request, table, stamp, what, partial(setup.add_player, name=name))


@setup_form
def starter(request: Request, table: Table, stamp: Stamp) -> HttpResponse:
    """Mark a player who deals or starts: the one that was tapped, one drawn by lot, or nobody."""
    if "lot" in request.POST:
        seat = secrets.choice(table.seating.present)
        draw = partial(setup.choose_starter, seat=seat, lot=True)
        return save_change(request, table, stamp, "lot", draw)
    choice = request.POST.get("starter", "")
    if choice and choice not in map(str, table.seating.present):
        raise Http404
    choose = partial(setup.choose_starter, seat=int(choice) if choice else None)
    return save_change(request, table, stamp, f"starter {choice}", choose)


@setup_form
def replace(request: Request, table: Table, stamp: Stamp, seat: int) -> HttpResponse:
    """Give the seat to someone else, after asking again if that gives them points."""
    form = player_form(table, request)
    what = f"replace {seat} {form.input}"
    if saved_change(table, stamp, what):
        return redirect(table.url)
    if not form.is_valid():
        return seat_page(request, table, seat, form, status=422)
    name = form.cleaned_data["name"]
    if sure := ask_first(request, table, stamp, seat, [(name, seat)], name=name):
        return sure
    return save_change(
        request, table, stamp, what, partial(setup.replace_player, seat=seat, name=name)
    )


@setup_form
def swap(request: Request, table: Table, stamp: Stamp, seat: int) -> HttpResponse:
    """Let two players change places, after asking again if points change hands."""
    other_seats = {str(n): n for n in range(len(table.seats)) if n != seat}
    if (other := other_seats.get(request.POST.get("other", ""))) is None:
        raise Http404
    both = [(table.names[seat], other), (table.names[other], seat)]
    if sure := ask_first(request, table, stamp, seat, both, other=other):
        return sure
    what = f"swap {seat} {other}"
    return save_change(
        request, table, stamp, what, partial(setup.swap_seats, one=seat, other=other)
    )


@setup_form
def leave(request: Request, table: Table, stamp: Stamp, seat: int) -> HttpResponse:
    if not may_leave(table, seat):
        raise Http404
    return save_change(request, table, stamp, f"leave {seat}", partial(setup.leave, seat=seat))


@setup_form
def come_back(request: Request, table: Table, stamp: Stamp, seat: int) -> HttpResponse:
    if table.game.closed_because:
        raise Http404
    return save_change(request, table, stamp, f"back {seat}", partial(setup.come_back, seat=seat))


def may_leave(table: Table, seat: int) -> bool:
    """Return whether the game can go on without this player: someone has to stay."""
    others = set(table.seating.present) - {seat}
    open_game = not (table.closed_because or table.board.finished)
    return open_game and seat not in table.seating.away and bool(others)


def player_form(table: Table, request: Request | None = None) -> NewPlayerForm:
    data = request.POST if request else None
    return NewPlayerForm(table.names, known_names(table.session.group), data)


def offered_names(table: Table) -> dict[str, list[str]]:
    """The players of the group who are not at the table; for a device that was let into this game
    only, none. Those of a large group who did not play lately are `more_offered`.
    """
    known = known_names(table.session.group) if table.session.may_start_another else []
    names = [name for name in known if name not in table.names]
    return {"offered": names[:RECENT], "more_offered": names[RECENT:]}


def ask_first(
    request: Request,
    table: Table,
    stamp: Stamp,
    seat: int,
    moves: list[tuple[str, int]],
    **answer: object,
) -> HttpResponse | None:
    """Say who gets what, and ask, if something was entered, begun or counted for the seats. `moves`
    are the names and the seats they take. None if there is nothing to ask, or it was asked.
    """
    draft, seats = describe_draft(table), counted_seats(table)
    names = [table.names[to] for _name, to in moves if to in seats]
    if "sure" in request.POST or not (table.log.entries or draft or names):
        return None
    gains = [(name, table.names[to], table.board.totals[to]) for name, to in moves]
    about = {"gains": gains, "begun": draft, "sealed": names and join_names(names)}
    context = {"table": table, "stamp": stamp, "seat": seat, "answer": answer, **about}
    return render(request, "tables/seat_sure.html", context)


def save_change(
    request: Request, table: Table, stamp: Stamp, what: str, change: SetupChange
) -> HttpResponse:
    return after_change(request, table, lambda: change_setup(table, stamp, what, change))
