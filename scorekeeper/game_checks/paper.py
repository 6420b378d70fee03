"""Checks that the blank score sheet of a game can be made, and is what the contract says."""

from collections.abc import Iterator
from pathlib import Path

from games.contract import AnyGame, Paper, PaperRow, Setup
from scorekeeper.game_checks.figures import is_list
from scorekeeper.game_checks.mistakes import PAPER, Mistake, mistake_of_error, part_file
from scorekeeper.game_checks.texts import text_faults
from scorekeeper.pages.paper import blank_sheet, player_counts

MOST_ROWS = 40  # more do not fit on a sheet of paper


def check_paper(game: AnyGame, folder: Path) -> Iterator[Mistake]:
    """Make a sheet for each number of players."""
    file = part_file(folder, "paper.py")
    for seats in player_counts(game):
        try:
            for reason in faults_of_sheet(game, seats):
                yield Mistake(PAPER, file, reason)
        except Exception as error:
            yield mistake_of_error(PAPER, file, f"Making a score sheet for {seats} players", error)


def faults_of_sheet(game: AnyGame, seats: int) -> Iterator[str]:
    if game.paper:
        yield from faults_of_paper(game.paper(Setup(seats, game.options())))
    if len(blank_sheet(game, seats).rows) > MOST_ROWS:
        yield f"A score sheet has at most {MOST_ROWS} rows, also for {seats} players."


def faults_of_paper(paper: object) -> Iterator[str]:
    if not isinstance(paper, Paper):
        yield f"Game.paper must return a Paper, not {paper!r}."
        return
    if not (is_list(paper.rows) and paper.rows):
        yield "Paper.rows must be a list of rows, such as numbered_rows(8)."
        return
    for row in paper.rows:
        if not isinstance(row, PaperRow):
            yield f"Paper.rows must have a PaperRow for each row, not {row!r}."
            return
        for text in (row.label, row.hint):
            if text is not None:
                yield from text_faults("The label or hint of a PaperRow", text)
    for text in (*paper.parts, *paper.asides):
        yield from text_faults("A column of a Paper", text)
