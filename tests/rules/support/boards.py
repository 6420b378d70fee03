"""The texts of a scoreboard, in English, with names for seats."""

from games.contract import Scoreboard, Seat, Text

NAMES = ("Ana", "Ben", "Cho", "Dan", "Eve", "Fay")
ANA, BEN, CHO, DAN, EVE, FAY = SEATS = tuple(map(Seat, range(6)))

Lines = list[tuple[int, str]]


def english(text: Text) -> str:
    return text.render(
        NAMES, str, lambda singular, plural, count: singular if count == 1 else plural
    )


def seat_lines(board: Scoreboard, entry: int = -1, seat: Seat = ANA) -> Lines:
    """Return the lines of one player: by default Ana's, of the last entry."""
    return [(line.points, english(line.text)) for line in board.results[entry].lines[seat]]


def entry_lines(board: Scoreboard, entry: int = 0) -> list[Lines]:
    """Return the lines of all players: by default those of the first entry."""
    return [seat_lines(board, entry, Seat(seat)) for seat in range(len(board.totals))]


def first_refusal(board: Scoreboard) -> tuple[int, str, str]:
    """Return the first entry that does not count, its field, and the message."""
    assert board.problem
    entry, problem = board.problem
    return entry, problem.field, english(problem.message)


def needs(board: Scoreboard) -> list[str | None]:
    return [text and english(text) for text in board.needs]
