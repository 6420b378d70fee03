"""The last change in one line: whose entry it was, what was entered, and the points.

There may be reasons to celebrate it: the page shows each with a short movement.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypedDict

from games.contract import format_number
from scorekeeper.formats import letters_wide, short_names
from scorekeeper.models import Revision
from scorekeeper.pages.game.finish import PersonalRecord
from scorekeeper.pages.game.history import Change
from scorekeeper.tables.log import SETUP
from scorekeeper.tables.rounds import Round, comparable_results
from scorekeeper.tables.table import Table
from scorekeeper.tables.translate import render_text

LINE_LENGTH = 28
"""The letters that fit beside Undo on a narrow phone; a wide one counts twice."""

TWO_LINES, SHORT_NAME = 34, 16
"""The letters that fit in two lines there, and those of a name in a line that is longer."""


class LastChangeContext(TypedDict):
    last_change: Change | None
    last_change_line: str


def last_change_context(table: Table, visible: bool = True) -> LastChangeContext:
    """Return the context of the notice of the last change; empty values if there is no notice."""
    last = last_change_of(table) if visible else None
    return {"last_change": last, "last_change_line": last_change_line(last) if last else ""}


def last_change_of(table: Table) -> Change | None:
    last = table.log.last_change
    return Change(table, last) if last else None


def last_change_line(last: Change) -> str:
    """Return "Ana · Yahtzee · 50", or "Round 5 · Ana +90 · Ben 0" if that fits in one line.

    Otherwise return what was done: "Round 5 entered". A line about anything but a new entry
    says so, unless there is no room for it beside the points of an inserted one.
    """
    table, entry, change, round = last.table, last.entry, last.done, last.table.saved_round
    if round:
        line = entry_line(table, round)
        # The page cuts off what is too long at its end, where the points are.
        if line and letters_wide(line) > TWO_LINES:
            line = entry_line(table, round, short_names(table.names, SHORT_NAME))
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


def subject(table: Table, entry: Revision, names: Sequence[str] = ()) -> str:
    """Return whose entry it is, or was, and what for: "Ana · Yahtzee"; "" if it is not one's."""
    if not (name := table.game.entry_subject):
        return ""
    last = next(one for one in reversed(table.log.revisions[entry.slot]) if one.data is not None)
    return render_text(name(table.input(last)), names or table.names)


def entry_line(table: Table, round: Round, names: Sequence[str] = ()) -> str:
    """Return the line of an entry of one player, with its points; else "".

    `names` may be shorter than those of the table.
    """
    if not (line := subject(table, round.entry, names)):
        return ""
    points = [format_number(line.points) for lines in round.result.lines for line in lines]
    return f"{line} · {' + '.join(points)}"


def points_line(round: Round, what: str) -> str:
    """Return "Round 5 · Ana +90 · Ben 0", or "" if that is too long."""
    line = f"{what} · {round.gains}"
    fits = len(line) <= LINE_LENGTH and letters_wide(line) <= LINE_LENGTH
    return line if round.gains and fits else ""


class Highlight(NamedTuple):
    """`kind`: "win", "record", "lead", or what a Line of the game names."""

    kind: str
    seat: int


def describe_highlights(table: Table, records: Sequence[PersonalRecord]) -> str:
    """Return the id of the last change and its highlights for the scripts: "17 win:seat-2".
    The scripts find the tokens by their class, which has the player's mark.

    Empty unless that change was made a moment ago.
    """
    change = table.log.last_change
    if not change or not table.session.has_just_changed:
        return ""
    seats = table.seating.marks
    marks = [f"{one.kind}:seat-{seats[one.seat]}" for one in highlights(table, records)]
    return " ".join([str(change.pk), *marks])


def highlights(table: Table, records: Sequence[PersonalRecord]) -> list[Highlight]:
    """The highlights of the last change, the greatest first. An undo has none."""
    change = table.log.last_change
    if not change or change.data is None or table.log.is_undo(change):
        return []
    if has_just_finished(table, change):
        best = [Highlight("record", record.seat) for record in records if record.is_best]
        wins = [Highlight("win", seat) for seat in table.winners] if len(table.seats) > 1 else []
        return [*wins, *best, *special_lines(table, change)]
    leads = [Highlight("lead", seat) for seat in new_leaders(table, change)]
    return [*special_lines(table, change), *leads]


def is_last_entry(table: Table, change: Revision) -> bool:
    return (
        change.revision == 1 and bool(table.log.entries) and table.log.entries[-1].pk == change.pk
    )


def has_just_finished(table: Table, change: Revision) -> bool:
    """An entry after the end does not count, so the last one that counts is the one that ended the
    game. For any other change, score the game as it was before.
    """
    if not table.board.finished:
        return False
    if is_last_entry(table, change):
        return not table.board.results[-1].problem
    return not table.earlier.board.finished


def new_leaders(table: Table, change: Revision) -> tuple[int, ...]:
    """The player who took the lead with the last entry, if anyone did. The first entry of a game
    takes it from nobody.
    """
    if not is_last_entry(table, change) or len(table.seats) == 1:
        return ()
    results = comparable_results(table)
    if len(results) < 2 or results[-1].result is not table.board.results[-1]:
        return ()
    before, now = (one.leaders(table.lowest_wins) for one in results[-2:])
    return now if len(now) == 1 and now != before else ()


def special_lines(table: Table, change: Revision) -> list[Highlight]:
    """Return the lines that the rules of the game highlight in a new entry."""
    if change.slot == SETUP or change.revision > 1:
        return []
    lines = table.result_in(change.slot).lines
    pairs = ((line.highlight, seat) for seat, part in enumerate(lines) for line in part)
    return [Highlight(kind, seat) for kind, seat in dict.fromkeys(pairs) if kind]
