"""The game record of a table, with what is known beside it."""

from typing import Any

from games import record
from scorekeeper.tables.table import Table


def record_of(table: Table) -> dict[str, Any]:
    """The game record, with its game's key, group, times and comment, and each entry's author."""
    session = table.session
    signatures = [{"at": one.at.isoformat(), "by": one.signature} for one in table.log.entries]
    known = {
        "id": session.pk,
        "group": session.group.name,
        "started_at": session.started_at.isoformat(),
        "finished_at": session.finished_at.isoformat() if session.finished_at else None,
        "comment": session.comment,
    }
    played = record.Record(table.game, tuple(table.names), table.setup, tuple(table.inputs))
    return record.write_record(played, known, signatures)
