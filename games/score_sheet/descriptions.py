"""Descriptions of the options and entries of a score sheet."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext, pgettext

from games.contract import Fact, format_ungrouped
from games.kit.lists import list_items
from games.score_sheet.row import Row


def describe_options(options: Mapping[str, Any]) -> list[Fact]:
    rows = [describe_row(row) for row in options.get("rows", [])]
    facts = [
        (gettext("title"), options.get("title")),
        (
            gettext("lowest total"),
            # Translators: after "lowest total", an option of the game.
            pgettext("the lowest total", "wins") if options.get("lowest_wins") else None,
        ),
        (gettext("rows"), list_items(rows)),
    ]
    return [(label, str(value)) for label, value in facts if value]


def describe_row(data: Mapping[str, Any]) -> str:
    """Describe a row: "Coins ÷ 3 (0 … 12)"."""
    row = Row(**data)
    limits = f"({row.limits})" if row.limits else ""
    return " ".join(filter(None, (row.name, row.worth, limits)))


def label_of(row: str) -> str:
    return gettext("%(row)s") % {"row": row}


def describe_entry(entry: Mapping[str, Any], names: Sequence[str]) -> list[Fact]:
    counts = entry.get("counts", {})
    if "player" in entry:
        player = names[entry["player"]]
        by_row = [(label_of(row), format_ungrouped(count)) for row, count in counts.items()]
        return [("", player), *by_row]
    row = [("", entry["row"])] if "row" in entry else []
    by_seat = [
        (name, format_ungrouped(counts[str(seat)]))
        for seat, name in enumerate(names)
        if str(seat) in counts
    ]
    return row + by_seat
