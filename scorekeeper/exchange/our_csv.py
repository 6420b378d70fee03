"""Games from our own spreadsheet, which people may have changed, or written by themselves."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime
from io import StringIO
from itertools import groupby, islice
from typing import Any

from django.core.exceptions import ValidationError
from django.forms import DateField
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

Line = tuple[int, Mapping[str, Any]]
"""A line of a CSV: its number, and its cells by their headings."""

Cells = Mapping[str, str]

DAY = DateField(input_formats=["%Y-%m-%d", "%d.%m.%Y", "%Y/%m/%d"])
"""As it was exported, or as a spreadsheet in German or Japanese has saved it."""


def from_csv(text: str) -> Iterator[ImportedPlay | ImportFault]:
    """Yield the games of our spreadsheet of games. Rows of one game follow one another.

    A spreadsheet in a language with decimal commas saves it with semicolons.
    """
    first = text.partition("\n")[0]
    delimiter = ";" if first.count(";") > first.count(",") else ","
    file = StringIO(text, newline="")
    try:
        heading = set(csv.DictReader(file, strict=True, delimiter=delimiter).fieldnames or ())
        if not {"date", "player", "total"} <= heading or not {"game", "title"} & heading:
            raise Unreadable(_("There are no games in this file."))
    except csv.Error:
        raise Unreadable(DAMAGED_CSV) from None

    def games() -> Iterator[list[Line]]:
        file.seek(0)
        reader = csv.DictReader(file, strict=True, delimiter=delimiter)
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
            yield rows.line_num, row
    except csv.Error:
        raise Unreadable(DAMAGED_CSV) from None


def games_of_lines(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """Group the lines by game. Without an id, a game has begun where a player comes again."""
    for _key, some in groupby(lines, key=lambda line: csv_key(line[1])):
        game: list[Line] = []
        for number, row in some:
            names = {other.get("player") for _number, other in game}
            if not row.get("id") and row.get("player") in names:
                yield game
                game = []
            if len(game) <= MOST_PEOPLE:  # one more than that is refused
                game.append((number, row))
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
    day, slug = day_of(first["date"]), first.get("game", "")
    winners = [is_yes(one.get("won", "")) for one in cells]
    lowest = lowest_won(cells)
    return AppResult(
        title=title_in(first),
        names=[one["player"] for one in cells],
        scores=[one["total"] for one in cells],
        winners=winners,
        ended_at=evening_of(day),
        minutes=minutes_of(int(first["minutes"])) if first.get("minutes") else 0,
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
    return cell.casefold() in ("yes", "true", "1", "x")


def day_of(text: str) -> date:
    try:
        day: date = DAY.clean(text)
    except ValidationError:
        raise Refused(_("“%(text)s” is not a date.") % {"text": text[:40]}) from None
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
    text = cell if isinstance(cell, str) else ""
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
    results = [(int(one["rank"]), points_of(one["total"])) for one in rows]
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
