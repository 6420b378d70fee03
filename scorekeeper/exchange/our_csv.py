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

YES = ("yes", "y", "true", "1", "x", "ja", "j", "はい", "예", "네")
NO = ("", "no", "n", "false", "0", "-", "nein", "いいえ", "아니요")

Line = tuple[int, Mapping[str, Any]]
"""A line of a CSV: its number, and its cells by their headings."""

Cells = Mapping[str, str]


def from_csv(text: str) -> Iterator[ImportedPlay | ImportFault]:
    """Yield the games of our spreadsheet of games. Rows of one game follow one another.

    A spreadsheet in a language with decimal commas saves it with semicolons, or with tabs if asked.
    """
    file = StringIO(text.lstrip(), newline="")
    first = file.readline()
    how: dict[str, Any] = {"strict": True, "skipinitialspace": True}
    how["delimiter"] = max(",;\t", key=first.count)
    try:
        headings = [one.strip().casefold() for one in next(csv.reader([first], **how), ())]
    except csv.Error:
        raise Unreadable(DAMAGED_CSV) from None
    if len(headings) > MOST_COLUMNS:
        raise Unreadable(_("The file contains too much data."))
    if len(headings) < 2:
        raise Unreadable(_("There are no games in this file."))
    if not {"date", "player", "total"} <= {*headings} or not {"game", "title"} & {*headings}:
        raise Unreadable(_("The file needs the columns date, player and total, and game or title."))

    def games() -> Iterator[list[Line]]:
        file.seek(len(first))
        reader = csv.DictReader(file, headings, **how)
        return games_of_lines(number_lines(reader))

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


def number_lines(rows: csv.DictReader[str]) -> Iterator[Line]:
    """Yield one line after the other: all of them together might fill the memory."""
    try:
        for row in rows:
            row.pop(None, None)  # cells without a heading
            if any(row.values()):
                yield rows.line_num + 1, row  # the headings are a line, too
    except csv.Error:
        raise Unreadable(DAMAGED_CSV) from None


def games_of_lines(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """Group the lines by game. Without an id, a game has begun where a player comes again.

    A line that names no game belongs to the game above it, as in a table with merged cells.
    """
    game: list[Line] = []
    names: set[Any] = set()
    key: tuple[Any, ...] = ()
    for number, row in lines:
        own = csv_key(row)
        is_other = any(own) and own != key
        if game and (is_other or (not row.get("id") and row.get("player") in names)):
            yield game
            game, names = [], set()
        key = own if any(own) else key
        names.add(row.get("player"))
        if len(game) <= MOST_PEOPLE:  # one more than that is refused
            game.append((number, row))
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
    if whole(first.get("players", "")) not in (None, len(cells)):
        raise Refused(_("Rows of this game are missing: sort the file by its column id."))
    if not all(one["player"] for one in cells):
        raise Refused(_("Enter a name."))
    day, slug = day_of(first["date"]), first.get("game", "")
    if "won" in first:
        winners = [is_yes(one["won"]) for one in cells]
    else:
        winners = [whole(one.get("rank", "")) == 1 for one in cells]
        if not any(winners) and not any(one["total"] for one in cells):
            raise Refused(_("It does not say who won."))
    lowest = lowest_won(cells)
    return AppResult(
        title=title_in(first),
        names=[one["player"] for one in cells],
        scores=[one["total"] for one in cells],
        winners=winners,
        ended_at=evening_of(day),
        minutes=minutes_of(whole(first.get("minutes", ""))),
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


def whole(cell: str) -> int | None:
    """Return the number; None for a blank cell. Raises Refused."""
    return points_of(cell) if cell else None


def day_of(text: str) -> date:
    """Read a day as it was exported, or as a spreadsheet in German or Japanese has saved it."""
    parts = re.split("[-/.]", text)
    try:
        day = date(*map(int, reversed(parts) if "." in text else parts))
    except (OverflowError, TypeError, ValueError):
        reason = _("“%(text)s” is not a date. Write it as 2026-03-13.")
        raise Refused(reason % {"text": text[:40]}) from None
    if day > timezone.localdate():
        raise Refused(_("%(date)s is too long ago, or in the future.") % {"date": day})
    return day


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
    results = [(points_of(one["rank"]), points_of(one["total"])) for one in rows]
    others = [(rank, total) for rank, total in results if rank > 1]
    differ = all(len({result[column] for result in others}) > 1 for column in (0, 1))
    decisive = others if differ else results
    first, last = (edge(rank for rank, _total in decisive) for edge in (min, max))
    best = [total for rank, total in decisive if rank == first]
    worst = [total for rank, total in decisive if rank == last]
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
