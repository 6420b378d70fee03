"""One game as a record: what docs/record.md describes, with what the app knows beside it."""

from collections.abc import Mapping, Sequence
from typing import Any

from games import record
from games.endless import call_rules
from scorekeeper.models import Revision
from scorekeeper.people.merging import PLAYER_LISTS
from scorekeeper.tables.log import SETUP
from scorekeeper.tables.seating import SetupData
from scorekeeper.tables.table import Table


def record_of(table: Table) -> dict[str, Any]:
    """Return the game as a record. `manage.py score` accepts that of a finished game: rounds that
    did not count, such as those after the end, are in `not_counted` instead of `entries`. If the
    others alone would score differently, all are there, and the record has the totals only.
    """
    over = table.board.finished
    rounds = list(zip(table.log.entries, table.inputs, table.board.results, strict=True))
    counted = [(entry, input) for entry, input, result in rounds if not (over and result.problem)]
    ends_alike = len(counted) == len(rounds) or has_same_end(table, [one for _, one in counted])
    if not ends_alike:
        counted = []
    entries = [entry for entry, _input in counted]
    keys = {entry.pk for entry in entries}
    others = [entry for entry in table.log.entries if entry.pk not in keys]
    game_record = record.Record(
        table.game, tuple(table.names), table.setup, tuple(input for _entry, input in counted)
    )
    extra = facts(table) | uncounted_rounds(table, others)
    if table.imported_result or not ends_alike:
        extra |= totals_only(table)
    return record.write_record(game_record, extra, [signature(entry) for entry in entries])


def has_same_end(table: Table, inputs: Sequence[Any]) -> bool:
    """Return whether these entries alone have the totals of the game, and all count.

    Where an earlier round has no part, a later one may have another number, with other rules.
    """
    board = call_rules(table.game.score, table.setup, inputs)
    return board.totals == table.board.totals and not any(one.problem for one in board.results)


def facts(table: Table) -> dict[str, Any]:
    """Return what is known of the game beside its record."""
    session = table.session
    return {
        "id": str(session.submission),
        "group": session.group.name,
        "started_at": session.started_at.isoformat(),
        "finished_at": session.finished_at.isoformat() if session.finished_at else None,
        "comment": session.comment,
    }


def signature(entry: Revision) -> dict[str, str]:
    return {"at": entry.at.isoformat(), "by": entry.signature}


def uncounted_rounds(table: Table, entries: list[Revision]) -> dict[str, Any]:
    rounds = [
        call_rules(record.encode_entry, table.game, data, table.names) | signature(entry)
        for data, entry in zip(table.decode(entries), entries, strict=True)
    ]
    return {"not_counted": rounds} if rounds else {}


def totals_only(table: Table) -> dict[str, Any]:
    """Return the end of a game without its entries."""
    names, board = table.names, table.board
    return {
        "totals_only": {
            "totals": dict(zip(names, board.totals, strict=True)),
            "ranks": dict(zip(names, board.ranks, strict=True)),
            "winners": [names[seat] for seat in board.winners],
        }
    }


def archive_record(table: Table, numbers: Mapping[int, int]) -> dict[str, Any]:
    """Return the record with all that restores the game elsewhere: see docs/exchange.md.

    `numbers` has the number of each deleted player of the group, by key.
    """
    session = table.session
    people = list(table.seating.player_names)
    places = {str(place): numbers[pk] for place, pk in enumerate(people) if pk in numbers}
    return record_of(table) | {
        "played_at": session.played_at.isoformat(),
        "people": [table.seating.player_names[pk] for pk in people],
        "seats": [people.index(seat.player_id) for seat in table.seats],
        "history": history(table, people),
        **({"deleted": places} if places else {}),
    }


def history(table: Table, people: list[int]) -> list[dict[str, Any]]:
    """Return every revision in the order in which they were made.

    `data` is what the app stores, which names players by seat; a setup names them by their place
    in `people`. `back_to` is the place of another revision in this list.
    """
    changes = table.log.changes
    places = {change.pk: place for place, change in enumerate(changes)}
    return [
        {
            "slot": change.slot,
            "revision": change.revision,
            "position": change.position,
            "data": setup_by_place(change.data, people) if change.slot == SETUP else change.data,
            "at": change.at.isoformat(),
            "by": change.by or None,  # a deleted device has no name
            **({"for": change.sender_name} if change.sender_name else {}),
            "submission": str(change.submission),
            **({"back_to": places.get(change.back_to_id)} if change.back_to_id else {}),
            **({"note": change.note} if change.note else {}),
        }
        for change in changes
    ]


def setup_by_place(data: SetupData, people: list[int]) -> SetupData:
    """Return the setup with places in `people` instead of keys of players."""
    lists = {key: [people.index(pk) for pk in data[key]] for key in PLAYER_LISTS if key in data}
    return {**data, **lists}
