"""Rows typed in one line."""

from hypothesis import given
from hypothesis import strategies as st

from games.score_sheet.parsing import TypedRow, parse_row, split_rows

ROWS = {
    TypedRow("Coins"): ["Coins"],
    TypedRow("Coins", "", "3"): ["Coins ÷ 3", "Coins÷3", "Coins /3"],
    TypedRow("Leaders", "2"): ["Leaders × 2", "Leaders x2", "Leaders*2"],
    TypedRow("Defeats", "−1"): ["Defeats −1", "Defeats -1"],
    TypedRow("Fleet", "−2", "3"): ["Fleet × −2 ÷ 3", "Fleet x2 /-3"],
    TypedRow("Ships", "−1", "2"): ["Ships ÷ −2", "Ships / -2", "Ships ÷-2"],
    TypedRow("Debts", "3", "2"): ["Debts × −3 ÷ −2"],
    TypedRow("Two words"): ["  Two   words "],
    TypedRow("Military", "", "", "−6"): ["Military (≥ −6)", "Military (≥-6)"],
    TypedRow("Coins", "", "3", "", "12"): ["Coins ÷ 3 (≤ 12)", "Coins ÷ 3（≤ 12）"],
    TypedRow("Cards", "2", "", "0", "7"): ["Cards × 2 (0 … 7)"],
}
NAMES_ALONE = ["Age 1", "Box2", "Points/round", "A–B", "÷ 3", "A (b)", "(≥ 0)"]


def test_a_name_may_be_followed_by_what_a_count_is_worth():
    for row, texts in ROWS.items():
        assert [parse_row(text) for text in texts] == [row] * len(texts)
    assert [parse_row(text) for text in NAMES_ALONE] == list(map(TypedRow, NAMES_ALONE))


def test_commas_and_line_breaks_separate_rows():
    rows = split_rows("Military, Coins ÷ 3\nWonder;\r\n, 科学、商業")
    assert rows == ["Military", "Coins ÷ 3", "Wonder", "科学", "商業"]


@given(st.text(max_size=60) | st.text(alphabet="ax ×÷/*-−+0123456789", max_size=30))
def test_any_text_is_a_row_and_loses_no_letter(text):
    row = parse_row(text)
    letters = "".join(sign for sign in text if sign.isalpha() and sign.isascii() and sign != "x")
    assert "".join(s for s in row.name if s.isalpha() and s.isascii() and s != "x") == letters


def test_a_very_long_text_is_read_at_once():
    assert parse_row("a ÷ " * 100_000).name.startswith("a ÷ a")
