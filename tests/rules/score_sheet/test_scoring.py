"""The texts of a score sheet. The totals are tested by games/score_sheet/cases.toml."""

import pytest

from games.contract import Seat, Setup
from games.score_sheet.rules import Options, PlayerEntry, Row, RowEntry, game
from tests.rules.support.boards import ANA, BEN, NAMES, english, entry_lines, seat_lines
from tests.rules.support.refusals import check_refusals

ROWS = (
    Row("Military", least=-6, most=18),
    Row("Coins", divide=3),
    Row("Leaders", times=2),
    Row("Debts", times=-1),
    Row("Fleet", times=-2, divide=3),
)


def row(name, *counts):
    return RowEntry(name, {Seat(seat): count for seat, count in enumerate(counts)})


def play(*entries, seats=3, rows=ROWS, ended_early=False, **options):
    return game.score(Setup(seats, Options(rows, **options), ended_early), entries)


@pytest.mark.parametrize(
    ("name", "count", "line"),
    [
        ("Military", 7, (7, "")),
        ("Coins", 7, (2, "7 ÷ 3")),
        ("Coins", -7, (-2, "7 ÷ 3")),
        ("Coins", 2, (0, "2 ÷ 3")),
        ("Leaders", 7, (14, "7 × 2")),
        ("Debts", 7, (-7, "")),
        ("Fleet", 7, (-4, "7 × 2 ÷ 3")),
    ],
)
def test_the_line_of_a_row_says_how_its_points_come_about(name, count, line):
    assert seat_lines(play(row(name, count))) == [line]


def test_the_lines_of_a_column_name_the_rows_in_the_order_of_the_sheet():
    board = play(PlayerEntry(BEN, {"Debts": 3, "Coins": 7, "Military": 12}))
    assert entry_lines(board) == [
        [],
        [(12, "12 Military"), (2, "2 Coins (7 ÷ 3)"), (-3, "3 Debts")],
        [],
    ]


def test_a_column_of_zeros_has_a_line():
    assert seat_lines(play(PlayerEntry(ANA, {}))) == [(0, "nothing")]


REFUSALS = """
    Gold = 1 → Coins = 1
        row: The sheet has no row “Gold”.
    Ana has Gold 1 → Ana has Coins 1
        counts: The sheet has no row “Gold”.
    after Coins = 1: Coins = 2 → Debts = 2
        row: Coins is already filled.
    after Ben has nothing: Coins = 2 → Ana has Coins 2
        row: Ben’s Coins is already filled.
    after Coins = 1: Ben has Coins 2 → Ben has Debts 2
        counts: Ben’s Coins is already filled.
    after Ben has nothing: Ben has nothing → Ana has nothing
        player: Ben has no open row.
    Military = 19 → Military = 18
        counts: Military must be at most 18.
    Ana has Military -7 → Ana has Military -6
        counts: Military must be at least −6.
    Leaders = 1000000000000 → Leaders = 1
        counts: Leaders: this number is too large.
"""


def entry(text):
    """Return an entry: a row with Ana's count, "Coins = 7", or a column, "Ben has Coins 7"."""
    if " = " in text:
        name, count = text.split(" = ")
        return row(name, int(count))
    player, _has, name, *count = text.split()
    return PlayerEntry(Seat(NAMES.index(player)), {name: int(count[0])} if count else {})


def test_what_cannot_happen_does_not_count_and_says_why():
    check_refusals(REFUSALS, lambda setup, *entries: play(*map(entry, entries)))


@pytest.mark.parametrize(
    ("entries", "options", "expected"),
    [
        ([], {}, "nothing filled in yet"),
        ([row("Military", 5, 7)], {}, "Ben leads with 7 · 4 rows left"),
        ([row("Military", 5, 7)], {"lowest_wins": True}, "Cho leads with 0 · 4 rows left"),
        ([row("Military", 5, 5)], {"rows": ROWS[:2]}, "tied at 5 · 1 row left"),
        ([PlayerEntry(ANA, {"Coins": 9})], {}, "Ana leads with 3 · 2 players left"),
        (
            [PlayerEntry(ANA, {}), PlayerEntry(BEN, {"Coins": 9})],
            {},
            "Ben leads with 3 · 1 player left",
        ),
        ([row("Military", 5, 7)], {"rows": ROWS[:1]}, "Ben wins with 7"),
        ([row("Military", 7, 7)], {"rows": ROWS[:1]}, "Ana and Ben share the win with 7"),
        ([row("Military", 5, 7)], {"ended_early": True}, "Ben wins with 7"),
        ([row("Military", 5)], {"seats": 1}, "Ana has 5 · 4 rows left"),
    ],
)
def test_the_verdict_says_who_leads_or_won_and_what_is_left(entries, options, expected):
    assert english(play(*entries, **options).verdict) == expected


def test_needs_are_the_distance_or_while_columns_are_filled_the_open_rows():
    def needs(*entries, **options):
        return [text and english(text) for text in play(*entries, **options).needs]

    assert needs(row("Military", 5, 7, -3)) == ["2 behind", None, "10 behind"]
    columns = needs(row("Military", 5, 7, -3), PlayerEntry(BEN, {"Coins": 3}))
    assert columns == ["4 rows left", None, "4 rows left"]
    assert needs(row("Military", 5, 7), rows=ROWS[:1]) == [None, None, None]


def test_a_row_or_a_column_is_the_title_of_its_entry():
    entries = [row("Coins", 1), PlayerEntry(BEN, {})]
    assert english(game.entry_title([], entries[0])) == "Coins"
    assert english(game.entry_title(entries[:1], entries[1])) == "Ben’s column"
    assert english(game.entry_title([], None)) == "Row 1"
    assert english(game.entry_title(entries[:1], None)) == "Row 2"
    assert english(game.entry_title(entries, None)) == "Column 2"
    assert english(game.enter_title(entries[:1], None)) == "Fill in the next row"
    assert english(game.enter_title(entries, None)) == "Fill in the next column"


def test_the_title_of_the_options_is_the_custom_title():
    assert game.custom_title(Options(ROWS, title="Wonders")) == "Wonders"
    assert game.custom_title(Options(ROWS)) == ""


def test_a_row_says_what_a_count_is_worth():
    assert [one.worth for one in ROWS] == ["", "÷ 3", "× 2", "× −1", "× −2 ÷ 3"]
    limits = [Row("A", least=0).limits, Row("A", most=-1).limits, ROWS[0].limits, Row("A").limits]
    assert limits == ["≥ 0", "≤ −1", "−6 … 18", ""]
