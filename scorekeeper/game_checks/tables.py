"""Games that exist only for a check: they are in no database."""

import json
from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from games.contract import AnyGame, Impossible
from games.record import Record, decode_options, encode_entry, encode_options
from scorekeeper.models import GameSession, Revision, Role, Seat
from scorekeeper.tables.table import Table

PK = 1
FIRST_NAMES = ("Ana", "Ben", "Cho", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon")
NAMES = (*FIRST_NAMES, *(f"{name} B" for name in FIRST_NAMES))


def make_table(
    game: AnyGame, names: Sequence[str], options: dict[str, Any], entries: Sequence[dict[str, Any]]
) -> Table:
    """A table with these options and entries, as they are stored."""
    session = GameSession(pk=PK, group_id=PK, game=game.slug)
    session.role, session.member_id = Role.HOST, PK
    setup = {"options": options, "ended_early": False}
    vars(session)["seat_list"] = [make_seat(number, name) for number, name in enumerate(names)]
    vars(session)["revision_list"] = [
        make_revision(slot, data) for slot, data in enumerate([setup, *entries])
    ]
    return Table.of(session)


def make_seat(number: int, name: str) -> Seat:
    seat = Seat(pk=number + 1, session_id=PK, number=number, player_id=number + 1)
    seat.name, seat.mark = name, number
    return seat


def make_revision(slot: int, data: dict[str, Any]) -> Revision:
    return Revision(
        pk=slot + 1,
        session_id=PK,
        slot=slot,
        revision=1,
        position=slot,
        data=data,
        submission=uuid4(),
    )


def stored_options(record: Record) -> dict[str, Any]:
    options: dict[str, Any] = as_json(encode_options(record.game, record.setup.options))
    return options


def stored_entries(record: Record) -> list[dict[str, Any]]:
    seats = range(len(record.players))
    return [as_json(encode_entry(record.game, entry, seats)) for entry in record.entries]


def usual_options(game: AnyGame, records: Sequence[Record]) -> dict[str, Any] | None:
    """Return the default options as stored; if the game has none, the options of a case."""
    try:
        decode_options(game, {})
    except Impossible:
        return next(map(stored_options, records), None)
    return {}


def as_json(value: Any) -> Any:
    """Return a value after a round trip through the database: tuples become lists."""
    return json.loads(json.dumps(value))
