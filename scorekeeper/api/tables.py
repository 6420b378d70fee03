"""A game as programs get it."""

from collections.abc import Sequence
from typing import Any

from games import record
from games.contract import Result
from games.endless import call_rules
from scorekeeper.api import shapes
from scorekeeper.formats import without_breaks
from scorekeeper.models import Revision
from scorekeeper.tables.entering.entry import EntryCheck
from scorekeeper.tables.log import SETUP
from scorekeeper.tables.rounds import Round
from scorekeeper.tables.table import Table


def game_shape(table: Table, query: shapes.GameQuery) -> shapes.Game:
    session, board = table.session, table.board
    newest = table.rounds[max(0, len(table.rounds) - query.rounds) :]
    change = table.log.last_change
    return shapes.Game(
        id=session.pk,
        group=session.group_id,
        game=table.game.slug,
        title=without_breaks(table.display_title),
        version=session.page_version,
        access=shapes.ACCESS[session.role],
        players=table.names,
        options=call_rules(record.encode_options, table.game, table.setup.options),
        started_at=session.started_at,
        played_at=session.played_at,
        finished_at=session.finished_at,
        ended_early=table.ended_early,
        comment=session.comment,
        verdict=without_breaks(table.verdict),
        turn=None if board.turn is None else table.names[board.turn],
        standings=standings(table),
        next=next_entry(table),
        setup_revision=table.log.setups[-1].revision,
        last_change=shapes.Change(change.slot, change.revision) if change else None,
        round_count=len(table.rounds),
        rounds=[round_shape(table, one, query.lines) for one in newest],
    )


def standings(table: Table) -> list[shapes.Standing]:
    """The players in seat order."""
    board, winners = table.board, set(table.winners)
    return [
        shapes.Standing(
            player=name,
            total=board.totals[seat],
            rank=board.ranks[seat],
            won=seat in winners,
            away=seat in table.seating.away,
            needs=table.say(needs) if (needs := board.needs[seat]) else "",
        )
        for seat, name in enumerate(table.names)
    ]


def next_entry(table: Table) -> shapes.Next | None:
    """None if the game is over, or takes no more until an entry is fixed."""
    if table.board.finished or table.setup.ended_early or table.is_full:
        return None
    return shapes.Next(table.log.next_slot, table.enter_title)


def round_shape(table: Table, round: Round, with_lines: bool) -> shapes.Round:
    entry, result = round.entry, round.result
    return shapes.Round(
        slot=entry.slot,
        revision=entry.revision,
        title=str(round.title),  # msgspec encodes no subclass
        entry=record_entry(table, entry),
        points=by_name(table, result.points),
        totals=by_name(table, result.totals),
        lines=lines_shape(table, result) if with_lines else None,
        problem=round.problem,
        note=round.note,
        by=entry.signature,
        at=entry.at,
    )


def lines_shape(table: Table, result: Result) -> dict[str, list[shapes.Line]]:
    """Explain the points of each player."""
    return {
        name: [shapes.Line(line.points, without_breaks(table.say(line.text))) for line in lines]
        for name, lines in zip(table.names, result.lines, strict=True)
    }


def by_name(table: Table, numbers: Sequence[int]) -> dict[str, int]:
    return dict(zip(table.names, numbers, strict=True))


def record_entry(table: Table, entry: Revision) -> Any:
    return call_rules(record.encode_entry, table.game, table.input(entry), labels(table))


def labels(table: Table) -> list[str]:
    """The names of the seats; a seat whose player joined and was taken back has none."""
    others = range(len(table.names), table.seating.most_seats)
    return [*table.names, *(f"seat {seat}" for seat in others)]


def version_shape(table: Table, revision: Revision) -> shapes.Version:
    """Describe what is in a slot; the setup, in slot 0, is not an entry."""
    is_entry = revision.slot != SETUP and revision.data is not None
    return shapes.Version(
        slot=revision.slot,
        revision=revision.revision,
        entry=record_entry(table, revision) if is_entry else None,
        by=revision.signature,
        at=revision.at,
    )


def saved_shape(table: Table, revision: Revision, check: EntryCheck | None = None) -> shapes.Saved:
    """Describe what was saved. `table` is the one with it."""
    other = check.other if check else None
    return shapes.Saved(
        slot=revision.slot,
        revision=revision.revision,
        totals=by_name(table, table.board.totals),
        finished=table.board.finished,
        fix=other.entry.slot if other else None,
    )
