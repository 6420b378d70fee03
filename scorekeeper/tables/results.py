"""The result of a game, stored beside it so that lists and statistics are queries."""

from typing import Any

from django.utils import timezone

from games.contract import AnyGame
from scorekeeper.models import GameSession, Seat
from scorekeeper.tables.dates import times_after
from scorekeeper.tables.kinds import Options, custom_title, kind_of
from scorekeeper.tables.revisions import SETUP
from scorekeeper.tables.seating import follow_setup
from scorekeeper.tables.table import Table

TITLE_LENGTH = GameSession._meta.get_field("title").max_length


def setup_columns(game: AnyGame, options: Options) -> dict[str, str]:
    """The columns of GameSession that follow from its options."""
    title = custom_title(game, options)[:TITLE_LENGTH]
    return {"title": title, "kind": kind_of(game, options)}


def update_result(table: Table, slot: int, before: int | None = None) -> None:
    """Store what follows from the entries, after one in `slot` was saved.

    A finished game keeps its result, and each seat its own; of one that goes on they are cleared.
    """
    if slot == SETUP:
        table = follow_setup(table)
    session, board, now = table.session, table.board, timezone.now()
    was_finished = session.finished_at is not None
    columns: dict[str, Any] = {
        "result": result_of(table),
        **times_after(table, slot, board.finished, now),
        "draft": draft_after(table, slot, before),
    }
    if slot == SETUP:
        setup = table.setup_data
        columns |= setup_columns(table.game, setup["options"])
        columns["ended_early"] = setup["ended_early"]
    session.change(**columns)
    if board.finished or was_finished:
        update_seats(table)


SEAT_COLUMNS = ("total", "rank", "won", "kind")


def seat_columns(table: Table, seat: int) -> tuple[int | None, int | None, bool | None, str]:
    board = table.board
    if not board.finished:
        return None, None, None, ""
    won, kind = seat in table.winners, comparable_kind(table.session)
    return board.totals[seat], board.ranks[seat], won, kind


def update_seats(table: Table) -> None:
    for seat in table.seats:
        seat.total, seat.rank, seat.won, seat.kind = seat_columns(table, seat.number)
    Seat.objects.bulk_update(table.seats, SEAT_COLUMNS)


def comparable_kind(session: GameSession) -> str:
    """The kind of a game whose totals count in comparisons; none of any other."""
    counts = session.finished_at and not (session.ended_early or session.deleted_at)
    return session.kind if counts else ""


def set_deleted(session: GameSession, deleted: bool) -> None:
    """Take the game out of every list and comparison, or bring it back."""
    session.change(deleted_at=timezone.now() if deleted else None)
    Seat.objects.filter(session=session).update(kind=comparable_kind(session))


def draft_after(table: Table, slot: int, before: int | None) -> dict[str, Any]:
    """What stays of the draft: it goes when its entry is saved.

    An inserted round, or an entry of another kind, takes the slot but not the draft.
    """
    draft: dict[str, Any] = table.session.draft
    if draft.get("slot") != slot:
        return draft
    if before or is_other_kind(table, slot, draft):
        return {**draft, "slot": table.next_slot}
    return {}


def is_other_kind(table: Table, slot: int, draft: dict[str, Any]) -> bool:
    """Whether the draft is of another kind than what was saved: a mistake card is handed out while
    a catch is being entered.
    """
    data, drafted = table.data(slot) or {}, draft["fields"].get("type")
    return bool(drafted) and drafted != [data.get("type")]


def result_of(table: Table) -> dict[str, Any] | None:
    """What is stored beside a finished game, with the setup it was played by."""
    board = table.board
    if not board.finished:
        return None
    figures = {"totals": board.totals, "ranks": board.ranks, "winners": table.winners}
    played_by = {name: table.setup_data[name] for name in ("options", "ended_early")}
    return {**figures, **played_by}
