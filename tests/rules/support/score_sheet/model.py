"""A model of a score sheet for the tests: cells with counts, not the code of the game."""

from fractions import Fraction
from math import trunc

from games.score_sheet.rules import RowEntry


def score_by_rulebook(setup, entries):
    """Return the totals, for each entry whether it counts, and whether the game is complete."""
    rows = {row.name: row for row in setup.options.rows}
    cells, counts = {}, []
    for entry in entries:
        if isinstance(entry, RowEntry):
            new = {(entry.row, seat): entry.counts.get(seat, 0) for seat in range(setup.seats)}
            named = set(new)
        else:
            named = {(name, int(entry.player)) for name in entry.counts}
            missing = {(name, int(entry.player)) for name in rows} - set(cells)
            new = {cell: entry.counts.get(cell[0], 0) for cell in missing | named}
        counts.append(
            bool(new)
            and all(name in rows and within(rows[name], new[name, seat]) for name, seat in new)
            and not named & set(cells)
        )
        cells |= new if counts[-1] else {}
    totals = [0] * setup.seats
    for (name, seat), count in cells.items():
        totals[seat] += points_of(rows[name], count)
    return totals, counts, len(cells) == setup.seats * len(rows)


def within(row, count):
    return (row.least is None or row.least <= count) and (row.most is None or count <= row.most)


def points_of(row, count):
    return trunc(Fraction(count * row.times, row.divide))
