"""Hypothesis strategies for games on a score sheet."""

from hypothesis import strategies as st

from games.contract import Seat, Setup
from games.score_sheet.rules import Options, PlayerEntry, Row, RowEntry

NAMES = ("Coins", "Military", "Science", "Ana", "Debts")
counts = st.integers(-30, 30)
rows = st.builds(
    Row,
    name=st.sampled_from(NAMES),
    times=st.integers(-3, 3).filter(bool),
    divide=st.integers(1, 4),
    least=st.none() | st.integers(-40, 0),
    most=st.none() | st.integers(0, 40),
)
options = st.builds(
    Options,
    rows=st.lists(rows, min_size=1, max_size=4, unique_by=lambda row: row.name).map(tuple),
    lowest_wins=st.booleans(),
)


@st.composite
def entries(draw, seats):
    """Return an entry that a table may have made, for a row that may not exist."""
    players = st.sampled_from([Seat(seat) for seat in range(seats)])
    if draw(st.booleans()):
        return RowEntry(
            draw(st.sampled_from(NAMES)), draw(st.dictionaries(players, counts, max_size=seats))
        )
    by_row = st.dictionaries(st.sampled_from(NAMES), counts, max_size=3)
    return PlayerEntry(draw(players), draw(by_row))


@st.composite
def games(draw):
    """Return a setup, and entries of which many cannot stand."""
    seats = draw(st.integers(1, 4))
    setup = Setup(seats, draw(options), draw(st.booleans()))
    return setup, draw(st.lists(entries(seats), max_size=8))


@st.composite
def whole_games(draw):
    """Return a setup without limits, and entries that fill every cell."""
    seats, sheet = draw(st.integers(1, 4)), draw(options)
    names = draw(st.permutations([row.name for row in sheet.rows]))
    by_row = draw(st.integers(0, len(names)))
    players = draw(st.permutations([Seat(seat) for seat in range(seats)]))
    free = tuple(Row(row.name, row.times, row.divide) for row in sheet.rows)
    setup = Setup(seats, Options(free, "", sheet.lowest_wins))
    filled = [
        RowEntry(name, draw(st.dictionaries(st.sampled_from(players), counts)))
        for name in names[:by_row]
    ]
    if rest := names[by_row:]:
        by_name = st.dictionaries(st.sampled_from(rest), counts)
        filled += [PlayerEntry(player, draw(by_name)) for player in players]
    return setup, filled


tables = games()
