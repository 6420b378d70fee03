"""The last change in one line: whose entry it was, what was entered, and the points."""

from games.contract import format_number
from scorekeeper.models import Revision
from scorekeeper.pages.breakdown import gains
from scorekeeper.pages.history import Change
from scorekeeper.tables.entry import fresh_stamp
from scorekeeper.tables.log import SETUP
from scorekeeper.tables.rounds import Round
from scorekeeper.tables.table import Table

LINE_LENGTH = 28
"""The characters that fit beside Undo on a narrow phone."""


def last_change_context(table: Table, shown: bool = True) -> dict[str, object]:
    """Return the context of the notice of the last change; empty values if there is no notice."""
    last = table.log.last_change if shown else None
    made = Change(table, last) if last else None
    return {
        "last_change": made,
        "last_change_line": last_change_line(made) if made else "",
        "undo": fresh_stamp(last.slot, last.revision) if last else None,
    }


def last_change_line(last: Change) -> str:
    """Return "Ana · Yahtzee · 50", or "Round 5 · Ana +90 · Ben 0" if that fits in one line.

    Otherwise return what was done: "Round 5 entered". A line about anything but a new entry
    says so, unless there is no room for it beside the points of an inserted one.
    """
    table, entry, change, round = last.table, last.entry, last.done, saved_round(last.table)
    if round:
        line = entry_line(round)
    else:
        line = "" if entry.slot == SETUP or entry.back_to_id else subject(table, entry)
    if line:
        return line if last.is_new else f"{line} · {change.action}"
    if not round:
        return change.sentence
    points = "" if last.is_new else points_line(round, change.sentence)
    # The points of an inserted round say more than the word.
    if not points and entry.revision == 1:
        points = points_line(round, change.title)
    return points or change.sentence


def saved_round(table: Table) -> Round | None:
    """Return the round that was entered or corrected last, if that was the last change.

    None if it does not count.
    """
    entry = table.log.last_change
    if not entry or entry.slot == SETUP or entry.back_to_id:
        return None
    round = table.round(entry.slot)
    return round if round and not round.problem else None


def subject(table: Table, entry: Revision) -> str:
    """Return whose entry it is, or was, and what for: "Ana · Yahtzee"; "" if it is not one's."""
    if not (name := table.game.entry_subject):
        return ""
    last = next(one for one in reversed(table.log.revisions[entry.slot]) if one.data is not None)
    return table.say(name(table.input(last)))


def entry_line(round: Round) -> str:
    """Return the line of an entry of one player, with its points; else ""."""
    if not (line := subject(round.table, round.entry)):
        return ""
    points = [format_number(line.points) for lines in round.result.lines for line in lines]
    return f"{line} · {' + '.join(points)}"


def points_line(round: Round, what: str) -> str:
    """Return "Round 5 · Ana +90 · Ben 0", or "" if that is too long."""
    gained = signed_gains(round)
    line = f"{what} · {gained}"
    return line if gained and len(line) <= LINE_LENGTH else ""


def signed_gains(round: Round) -> str:
    """Return "Ana +90 · Ben 0", of those who had a part; "+90" if the title names the only one."""
    parts = gains(round.table, round.result)
    if [seat for seat, _name, _points in parts] == round.titled_seats:
        return signed(parts[0][2])
    return " · ".join(f"{name} {signed(points)}" for _seat, name, points in parts)


def signed(points: int) -> str:
    """A change of points: +90, −40, 0."""
    return f"+{format_number(points)}" if points > 0 else format_number(points)
