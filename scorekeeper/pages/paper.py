"""Blank score sheets: as the game describes its own, or as its questions are asked."""

from collections.abc import Sequence
from dataclasses import is_dataclass
from typing import Any, NamedTuple

from games.contract import AnyGame, Paper, Setup, Text, gettext_noop, numbered_rows
from games.endless import call_rules
from games.kit.questions import questions
from scorekeeper.tables.table import Table
from scorekeeper.tables.translate import render_text

MOST_COLUMNS = 8  # players beside each other; more would leave no room to write
MOST_FLAT = 8  # columns with room for a heading
USUAL_PLAYERS = 4
USUAL_ROUNDS, MOST_ROUNDS = 16, 100
TOTAL = Text(gettext_noop("Total"))


class Row(NamedTuple):
    label: str
    hint: str
    strong: bool


class Sheet(NamedTuple):
    """Everything that a blank sheet shows. `names`: "" for a line to write the name on."""

    names: Sequence[str]
    rows: Sequence[Row]
    parts: Sequence[str]
    asides: Sequence[str]

    @property
    def is_narrow(self) -> bool:
        """True if the headings of the columns have to stand upright."""
        return len(self.names) * len(self.parts) + len(self.asides) > MOST_FLAT

    @property
    def is_labelled(self) -> bool:
        """True if the rows have names, and not only numbers."""
        return any(not (row.strong or row.label.isdecimal()) for row in self.rows)


def player_counts(game: AnyGame) -> range:
    """Return for how many players there are sheets."""
    least = game.players.start
    return range(least, max(least, min(game.players.stop - 1, MOST_COLUMNS)) + 1)


def usual_players(game: AnyGame) -> int:
    counts = player_counts(game)
    return min(max(USUAL_PLAYERS, counts.start), counts.stop - 1)


def blank_sheet(game: AnyGame, players: int) -> Sheet:
    """Return a sheet for any game of so many players."""
    return make_sheet(game, Setup(players, game.options()), [""] * players)


def sheet_of(table: Table) -> Sheet:
    """Return a sheet for these players, with the rows that the options of their game ask for."""
    setup = Setup(len(table.names), table.setup.options)
    return make_sheet(table.game, setup, table.names)


def make_sheet(game: AnyGame, setup: Setup[Any], names: Sequence[str]) -> Sheet:
    own = game.paper
    paper = call_rules(own, setup) if own else derive_paper(game, setup)
    rows = [Row(say(row.label), say(row.hint), row.strong) for row in paper.rows]
    parts = [say(part) for part in paper.parts] or [""]
    return Sheet(names, rows, parts, [say(aside) for aside in paper.asides])


def say(text: Text | None) -> str:
    return render_text(text, ()) if text else ""


def derive_paper(game: AnyGame, setup: Setup[Any]) -> Paper:
    """A row for each round or turn, with columns for what is asked."""
    of_entry = questions(game.entry) if is_dataclass(game.entry) else ()
    by_turns = any(question.turn for question in of_entry)
    # In a game of turns, an entry is one player's.
    parts = [one.label for one in of_entry if one.kind == "each" or (by_turns and not one.turn)]
    asides = [one.label for one in of_entry if one.kind != "each" and not by_turns]
    rows = numbered_rows(row_count(game, setup, by_turns))
    return Paper(rows, (*parts, TOTAL), tuple(asides))


def row_count(game: AnyGame, setup: Setup[Any], by_turns: bool) -> int:
    """Return how many rounds or turns a player has, if the rules know it."""
    left = call_rules(game.score, setup, []).left
    if not left:
        return USUAL_ROUNDS
    return min(-(-left // setup.seats) if by_turns else left, MOST_ROUNDS)
