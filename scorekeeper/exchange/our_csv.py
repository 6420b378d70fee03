"""Games from our own spreadsheet, which people may have changed, or written by themselves."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime
from io import StringIO
from itertools import islice
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import registry
from scorekeeper.exchange.other_apps import (
    AppResult,
    game_named,
    minutes_of,
    points_of,
    read_each,
    usual_direction,
)
from scorekeeper.exchange.plays import (
    MOST_GAMES,
    MOST_PEOPLE,
    ImportedPlay,
    ImportFault,
    Refused,
    Unreadable,
    id_of_content,
)
from scorekeeper.exchange.spreadsheets import is_formula
from scorekeeper.tables.kinds import fold_title

DAMAGED_CSV = gettext_lazy("The file is damaged: its CSV is not complete.")

MOST_COLUMNS = 200  # each is kept in every row

NAMING = ("id", "date", "game", "title")
"""The columns that say which game a row is of."""

YES = ("yes", "y", "true", "1", "x", "ja", "j", "はい", "예", "네")
NO = ("", "no", "n", "false", "0", "-", "nein", "いいえ", "아니요")

Line = tuple[int, Mapping[str, Any]]
"""A line of a CSV: its number, and its cells by their headings."""

Cells = Mapping[str, str]


def from_csv(text: str) -> Iterator[ImportedPlay | ImportFault]:
    """Yield the games of our spreadsheet of games. Rows of one game follow one another."""
    file = StringIO(text.replace("\r\r\n", "\r\n"), newline="")  # some programs write \r twice

    def games() -> Iterator[list[Line]]:
        rows = rows_of(file)
        _number, first = next(rows, (0, []))
        headings = [one.strip().casefold() for one in first]
        check_headings(set(headings))
        blank = dict.fromkeys(headings)
        return games_of_lines(
            (number, blank | dict(zip(headings, cells, strict=False))) for number, cells in rows
        )

    directions = directions_of(islice(games(), MOST_GAMES))
    places = (
        (_("line %(number)s") % {"number": lines[0][0]}, [row for _number, row in lines])
        for lines in games()
    )
    counts: Counter[str] = Counter()

    def read(rows: Sequence[Mapping[str, Any]]) -> AppResult:
        result = csv_result(rows, directions)
        if not result.uuid:
            content = id_of_content(rows)
            counts[content] += 1
            result.uuid = f"{content}/{counts[content]}"
        return result

    return read_each(places, read)


def rows_of(file: StringIO) -> Iterator[tuple[int, list[str]]]:
    """Yield one row after the other, with its number: all of them together might fill the memory.
    Raises Unreadable.

    A spreadsheet separates cells by commas; in a language with decimal commas, by semicolons; by
    tabs if it is told to.
    """
    file.seek(0)
    first = file.readline()
    delimiter = max(",;\t", key=first.count)
    file.seek(0)
    lines = limit_lines(file, delimiter)
    reader = csv.reader(lines, strict=True, skipinitialspace=True, delimiter=delimiter)
    try:
        for cells in reader:
            yield reader.line_num, cells
    except csv.Error:
        raise Unreadable(DAMAGED_CSV) from None


def limit_lines(lines: Iterable[str], delimiter: str) -> Iterator[str]:
    for line in lines:
        if line.count(delimiter) > MOST_COLUMNS:
            raise Unreadable(_("The file contains too much data."))
        yield line


def check_headings(headings: set[str]) -> None:
    if len(headings) < 2:
        raise Unreadable(_("There are no games in this file."))
    if not {"date", "player", "total"} <= headings or not {"game", "title"} & headings:
        raise Unreadable(_("The file needs the columns date, player and total, and game or title."))


def games_of_lines(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """Group the lines by game. Without an id, a game has begun where a player comes again, or after
    a line of blank cells.

    A player in a line that names no game belongs to the game above, as in a table with merged
    cells. A line without a player, too, is a remark.
    """
    game: list[Line] = []
    names: set[Any] = set()
    key: tuple[Any, ...] = ()
    for number, row in lines:
        is_named = any(row.get(name) for name in NAMING)
        if not (is_named or row.get("player")):
            key = key if any(row.values()) else ()
            continue
        own = csv_key(row) if is_named else key
        if game and (not own or own != key or (not row.get("id") and row["player"] in names)):
            yield game
            game, names = [], set()
        key = own
        if len(game) <= MOST_PEOPLE:  # one more than that is refused
            game.append((number, row))
            names.add(row["player"])
    if game:
        yield game


def csv_key(row: Mapping[str, Any]) -> tuple[Any, ...]:
    if row.get("id"):
        return (row["id"],)
    return tuple(row.get(key) for key in ("date", "evening", "game", "title", "comment"))


def csv_result(rows: Sequence[Mapping[str, Any]], directions: Mapping[str, int]) -> AppResult:
    cells = cells_of(rows)
    first = cells[0]
    if "won" in first and not any(one["won"] for one in cells):
        raise Refused(_("This game is not finished."))
    if (count := first.get("players", "")).isdecimal() and int(count[:9]) != len(cells):
        reason = _(
            "The column players says %(count)s, but there are rows for %(rows)s: keep those of a"
            " game together."
        )
        raise Refused(reason % {"count": count[:9], "rows": len(cells)})
    if not all(one["player"] for one in cells):
        raise Refused(_("Enter a name."))
    day, slug = day_of(first["date"]), first.get("game", "")
    if "won" in first:
        winners = [is_yes(one["won"]) for one in cells]
    else:
        winners = [read_number(one.get("rank", "")) == 1 for one in cells]
        if not any(winners) and not any(one["total"] for one in cells):
            raise Refused(_("It does not say who won."))
    lowest = lowest_won(cells)
    return AppResult(
        title=title_in(first),
        names=[one["player"] for one in cells],
        scores=[one["total"] for one in cells],
        winners=winners,
        ended_at=evening_of(day),
        minutes=minutes_of(read_number(first.get("minutes", ""))),
        lowest_wins=lowest_usually_wins(first, directions) if lowest is None else lowest,
        cooperative="won" in first and not any(winners),
        uuid=first.get("id", ""),
        comment=first.get("comment", "").replace("\r\n", "\n"),
        slug="" if first.get("title") else slug,
        ended_early=is_yes(first.get("ended_early", "")),
    )


def cells_of(rows: Sequence[Mapping[str, Any]]) -> list[Cells]:
    return [{key: plain_text(cell) for key, cell in row.items()} for row in rows]


def title_in(row: Cells) -> str:
    return row.get("title") or title_of(row.get("game", ""))


def is_yes(cell: str) -> bool:
    """Raises Refused for what is neither yes nor no: everyone might have lost."""
    answer = cell.casefold()
    if answer not in YES + NO:
        raise Refused(_("“%(text)s” is neither yes nor no.") % {"text": cell[:40]})
    return answer in YES


def read_number(cell: str) -> int | None:
    """Return the number; None for a blank cell. Raises Refused."""
    if not cell:
        return None
    if not cell.isdecimal():
        raise Refused(_("“%(text)s” is not a whole number.") % {"text": cell[:40]})
    return int(cell[:9])


def day_of(text: str) -> date:
    try:
        day = read_day(text)
    except (OverflowError, TypeError, ValueError):
        reason = _("“%(text)s” is not a date. Write it as 2026-03-13.")
        raise Refused(reason % {"text": text[:40]}) from None
    if day > timezone.localdate():
        raise Refused(_("%(date)s is too long ago, or in the future.") % {"date": day})
    return day


def read_day(text: str) -> date:
    """Read a day as it was exported, or as a spreadsheet in German or Japanese has saved it."""
    with suppress(ValueError):
        return date.fromisoformat(text)
    parts = re.split("[-/.]", text)
    year, month, day = map(int, reversed(parts) if "." in text else parts)
    if year < 100:
        raise ValueError
    return date(year, month, day)


def title_of(slug: str) -> str:
    """Return the name of our game; "" if its title is what a table calls it."""
    game = registry.games().get(slug)
    if not game:
        return slug
    return "" if game.custom_title else _(game.title)


def plain_text(cell: Any) -> str:
    """Return a cell without the quote that keeps a spreadsheet from computing it."""
    text = cell.strip() if isinstance(cell, str) else ""
    return text[1:] if text.startswith("'") and is_formula(text.lstrip("'")) else text


def evening_of(day: date) -> datetime:
    """Return a time on that day that is over: a spreadsheet has none."""
    noon = datetime(day.year, day.month, day.day, 12, tzinfo=timezone.get_default_timezone())
    return min(noon, timezone.now()) if day == timezone.localdate() else noon


def lowest_won(rows: Sequence[Cells]) -> bool | None:
    """Return whether lower totals have better ranks; None if the rows do not say.

    If the ranks and totals of those who did not win differ, only these are compared: a winner may
    have been marked as such, whatever the totals.
    """
    if not all(one.get("rank") and one["total"] for one in rows):
        return None
    results = [(read_number(one["rank"]) or 0, points_of(one["total"])) for one in rows]
    others = [(rank, total) for rank, total in results if rank > 1]
    differ = all(len({result[column] for result in others}) > 1 for column in (0, 1))
    decisive = others if differ else results
    ranks = [rank for rank, _total in decisive]
    best = [total for rank, total in decisive if rank == min(ranks)]
    worst = [total for rank, total in decisive if rank == max(ranks)]
    if max(best) < min(worst):
        return True
    return False if min(best) > max(worst) else None


def directions_of(games: Iterable[Sequence[Line]]) -> Counter[str]:
    """Return of each folded title in how many more games the lowest total won than the highest."""
    directions: Counter[str] = Counter()
    for lines in games:
        cells = cells_of([row for _number, row in lines])
        with suppress(Refused, ValueError):  # that game is named as one that cannot be taken
            lowest = lowest_won(cells)
            if lowest is not None and (title := title_in(cells[0])):
                directions[fold_title(title)] += 1 if lowest else -1
    return directions


def lowest_usually_wins(row: Cells, directions: Mapping[str, int]) -> bool:
    """Return whether the lowest total wins by the rules of this game, or else in most other games
    of its title in the file.
    """
    title = title_in(row)
    game = game_named("" if row.get("title") else row.get("game", ""), title)
    usual = usual_direction(game) if game else None
    return directions.get(fold_title(title), 0) > 0 if usual is None else usual
