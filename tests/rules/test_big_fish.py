"""What a game of Big Fish says about itself. What it adds up to is in games/big_fish/cases.toml."""

import pytest

from games.big_fish.cards import split
from games.big_fish.rules import Mistake, enter_title, entry_title, table_of
from games.contract import Disagreement
from tests.rules.fish import (
    ANA,
    BEN,
    CHO,
    DAN,
    advanced,
    basic,
    before,
    caught,
    counted,
    english,
    played,
    refusal,
    sheet,
)

PLAIN = "R6 R4 Y6 G2 B5"  # 19 plus, 4 minus, earns nothing
PRINTED = "R5 Y6 G1 R2 Y3"  # 12 plus, 5 minus, and a 1 among the plus cards
STOLEN = "Y6 Y5 G5 B4 P1"  # 16 plus, 5 minus, and a 1, too
SINGLE = "B5 B4 B4 B2 B1"  # 9 plus, 7 minus


def parts(cards):
    return tuple(" ".join(part) for part in split(tuple(cards.split())))


@pytest.mark.parametrize(
    ("cards", "plus", "minus"),
    [
        (PRINTED, "R5 Y6 G1", "R2 Y3"),
        (SINGLE, "B5 B4", "B4 B2 B1"),
        ("P6 P6 P6 P6 P6", "P6 P6", "P6 P6 P6"),
        ("R1 R6 R6 R2 R3", "R6 R6", "R1 R2 R3"),
        ("R5 R5 Y5 Y5 Y5", "R5 Y5", "R5 Y5 Y5"),
        ("R1 Y1 G1 B1 P1", "R1 Y1 G1 B1 P1", ""),
        ("R3 R3 Y2 G6 B6", "R3 Y2 G6 B6", "R3"),
    ],
)
def test_a_row_falls_into_plus_and_minus(cards, plus, minus):
    assert parts(cards) == (plus, minus)


def test_a_catch_explains_its_points():
    assert sheet(played(caught(PRINTED))) == [(12, "12 plus"), (-5, "5 minus")]


def test_five_colours_have_no_minus():
    assert sheet(played(caught("R1 Y2 G3 B4 P6"))) == [(16, "16 plus")]


def test_a_bonus_card_is_a_line_of_its_own():
    board = played(caught("R2 R3 Y4 G5 B6"), setup=advanced("B"))
    assert sheet(board) == [(18, "18 plus"), (-2, "2 minus"), (10, "10 bonus D")]


def test_a_theft_is_told_on_both_sides():
    board = played(caught(PRINTED), caught(STOLEN, BEN), setup=advanced())
    assert sheet(board, seat=BEN) == [(16, "16 plus"), (-5, "5 minus"), (10, "10 bonus A, taken from Ana")]
    assert sheet(board, seat=ANA) == [(-10, "10 bonus A, taken by Ben")]


def test_the_mistake_card_moves():
    board = played(Mistake(ANA), Mistake(BEN))
    assert sheet(board, 0, ANA) == [(-5, "5 mistake card")]
    assert sheet(board, 1, ANA) == [(5, "5 mistake card, now with Ben")]
    assert sheet(board, 1, BEN) == [(-5, "5 mistake card")]
    assert [result.totals for result in board.results] == [(-5, 0), (0, -5)]


def test_who_errs_twice_pays_once():
    board = played(Mistake(ANA), Mistake(ANA))
    assert sheet(board) == [(0, "keeps the mistake card")]
    assert board.totals == (-5, 0)


def test_counted_piles_explain_their_points():
    board = played(counted(33, 19, bonuses=("G", "D")), setup=advanced("A"))
    assert sheet(board) == [(33, "33 plus"), (-19, "19 minus"), (10, "10 bonus D"), (7, "7 bonus G")]


def test_what_lies_before_each_is_told():
    board = played(caught(PRINTED), caught("R6 R6 R6 R6 Y6", BEN, "E"), Mistake(BEN), setup=advanced("A", seats=3))
    assert before(board, ANA) == ["plus 12 (3 cards)", "minus 5", "bonus A"]
    assert before(board, BEN) == ["plus 12 (2 cards)", "minus 18", "bonus E", "mistake card −5"]
    assert before(board, CHO) == []


def test_what_b_would_be_now_is_told():
    board = played(caught(PRINTED), caught(PLAIN, BEN), setup=advanced("B"))
    assert before(board, ANA)[-1] == "B would be 10 now"
    assert before(board, BEN) == ["plus 19 (4 cards)", "minus 4"]


def test_who_has_caught_nothing_would_get_b():
    board = played(caught(PRINTED), setup=advanced("B", seats=3))
    assert [before(board, seat)[-1:] for seat in (BEN, CHO)] == [["B would be 5 now"]] * 2
    assert board.totals == (7, 0, 0)


def test_what_c_would_be_now_is_told_with_the_ones():
    board = played(caught(PRINTED), caught(PLAIN, BEN), setup=advanced("C"))
    assert before(board, ANA) == ["plus 12 (3 cards)", "minus 5", "1 one", "C would be 10 now"]
    assert before(board, BEN) == ["plus 19 (4 cards)", "minus 4", "0 ones"]


def test_before_the_first_catch_nothing_is_told_of_anybody():
    for drawn in "ABC":
        assert played(setup=advanced(drawn)).holds == ((), ())


def test_of_counted_piles_only_what_was_counted_is_told():
    board = played(counted(33, 19, ones=2), setup=advanced("C"))
    assert before(board) == ["plus 33", "minus 19", "2 ones", "C would be 10 now"]
    board = played(counted(33, 19, plus_cards=8), setup=advanced("B"))
    assert before(board) == ["plus 33 (8 cards)", "minus 19", "B would be 10 now"]
    assert before(board, BEN) == []


def test_b_and_c_come_when_the_game_is_over_and_not_before():
    entries = [caught(PLAIN, player) for player in (ANA, BEN, ANA, BEN, ANA)]
    board = played(*entries, setup=advanced("B"))
    assert (board.closing, board.totals) == ((), (45, 30))
    board = played(*entries, caught(PRINTED, BEN), setup=advanced("B"))
    assert board.totals == (45, 47)
    assert board.results[-1].totals == (45, 37)
    assert [[(line.points, english(line.text)) for line in lines] for lines in board.closing] == [
        [],
        [(10, "10 bonus B")],
    ]
    assert before(board, BEN) == ["plus 50 (11 cards)", "minus 13"]


def test_a_shared_card_says_so():
    board = played(caught(PRINTED), caught(STOLEN, BEN), setup=advanced("C", ended_early=True))
    assert [[english(line.text) for line in lines] for lines in board.closing] == [["5 bonus C, shared"]] * 2


def test_uncounted_piles_are_unknown_and_not_empty():
    board = played(counted(33, 19, plus_cards=8), setup=advanced("B", seats=3, ended_early=True))
    assert board.totals == (24, 0, 0)


@pytest.mark.parametrize("drawn", "ABC")
def test_nothing_closes_where_nobody_gets_anything(drawn):
    board = played(caught(PLAIN), caught(PLAIN, BEN), setup=advanced(drawn, ended_early=True))
    assert [len(lines) for lines in board.closing] == ([1, 1] if drawn == "B" else [])


@pytest.mark.parametrize(
    ("entries", "setup", "said"),
    [
        ([], basic(), "no row caught yet, 6 to come"),
        ([Mistake(ANA)], basic(seats=3), "no row caught yet, 9 to come"),
        ([caught(PRINTED), caught(PLAIN, BEN)], basic(seats=3), "Ben leads with 15, 7 of 9 catches left"),
        ([caught(PLAIN), caught(PLAIN, BEN)], basic(), "tied at 15, 4 of 6 catches left"),
        ([caught(PLAIN)] * 6, basic(), "all 6 rows are caught: Ana wins with 90"),
        ([caught(PLAIN), caught(PLAIN, BEN)] * 3, basic(), "all 6 rows are caught: Ana and Ben share the win with 45"),
        (
            [caught(PLAIN, player) for player in (ANA, BEN, CHO, DAN)] * 3,
            basic(seats=4),
            "all 12 rows are caught: 4 players share the win with 45",
        ),
        ([caught(PLAIN, BEN)], basic(ended_early=True), "ended early: Ben wins with 15"),
        ([], basic(ended_early=True), "ended early: Ana and Ben share the win with 0"),
        ([counted(33, 19)], basic(), "Ana leads with 14, 1 of 2 players counted"),
        ([counted(33, 19), counted(33, 18, BEN)], basic(), "all piles are counted: Ben wins with 15"),
    ],
)
def test_the_verdict_says_who_leads_or_won_and_why(entries, setup, said):
    assert english(played(*entries, setup=setup).verdict) == said


def test_only_rows_are_numbered():
    entries = [caught(PLAIN), Mistake(BEN), caught(PLAIN), counted(33, 19, BEN)]
    titles = [english(entry_title(entries[:number], entry)) for number, entry in enumerate(entries)]
    assert titles == ["Catch 1", "Mistake card", "Catch 2", "Ben’s piles"]
    assert english(entry_title(entries[:2], None)) == "Catch 2"
    assert english(entry_title(entries[3:], None)) == "Piles"


def test_entering_is_called_by_what_comes_next():
    assert english(enter_title([Mistake(ANA)], None)) == "Enter catch 1 or piles"
    assert english(enter_title([caught(PLAIN), Mistake(ANA)], None)) == "Enter catch 2"
    assert english(enter_title([Mistake(ANA), counted(33, 19)], None)) == "Count the piles"


def test_a_catch_that_cannot_stand_takes_nothing():
    board = played(caught("R2 R3 Y4 G5 B6", bonus="E"), caught("R2 R3 Y4 G5 B6", BEN), setup=advanced())
    assert (board.results[0].points, board.results[0].lines) == ((0, 0), ((), ()))
    assert board.totals == (0, 26)
    assert english(board.verdict) == "Ben leads with 26, 5 of 6 catches left"


def test_a_correction_judges_the_cards_that_were_taken_later_again():
    later = [caught("R6 R5 R4 R3 R1", BEN, "D"), caught("R6 R6 R4 R3 R1", CHO)]
    board = played(caught(PLAIN), *later, setup=advanced(seats=3))
    assert (board.problem, board.totals) == (None, (15, 13, 11))
    board = played(caught("R2 R3 Y4 G5 B6"), *later, setup=advanced(seats=3))
    assert refusal(board) == (1, "bonus", "Ana has card D already. It could take H.")
    assert board.totals == (26, 0, 11)


def test_a_card_that_is_gone_says_which_entry_gave_it():
    """Either of the two may be wrong, so the earlier one is named, to be corrected."""
    straight = "R2 R3 Y4 G5 B6"
    entries = [caught(PRINTED), Mistake(ANA), caught(straight, BEN), caught(straight, bonus="D")]
    problem = played(*entries, setup=advanced()).results[-1].problem
    assert (type(problem), problem.other) == (Disagreement, 2)
    entries = [caught(PRINTED), caught(STOLEN, BEN), caught(PRINTED, BEN, "A")]
    assert played(*entries, setup=advanced()).results[-1].problem.other == 1
    entries = [Mistake(ANA), counted(33, 19, bonuses=("D",)), counted(33, 19, BEN, bonuses=("D",))]
    assert played(*entries, setup=advanced()).results[-1].problem.other == 1


def test_a_correction_can_open_a_choice_that_was_none():
    chosen = caught("R6 R5 R4 R3 R1", BEN)
    assert played(caught("R2 R3 Y4 G5 B6"), chosen, setup=advanced()).totals == (26, 10)
    board = played(caught(PLAIN), chosen, setup=advanced())
    assert refusal(board) == (1, "bonus", "This row earns D and H: say which one is taken.")


def test_with_one_catch_fewer_the_next_one_counts():
    late = [*[caught(PLAIN)] * 6, caught(PRINTED, BEN)]
    assert refusal(played(*late)) == (6, "", "The game was over: all 6 rows are caught.")
    assert played(*late).totals == (90, 0)
    assert played(*late[1:]).totals == (75, 7)


def test_the_table_knows_what_lies_where():
    table = table_of(advanced(), [caught(PRINTED), caught("R2 R3 Y4 G5 B6", BEN), Mistake(BEN), caught(STOLEN, BEN)])
    assert (table.catches, table.catches_left, table.counting, table.complete) == (3, 3, False, False)
    assert (table.owners, table.mistake) == ({"A": BEN, "D": BEN}, BEN)
    assert (table.bonuses(ANA), table.bonuses(BEN)) == ((), ("A", "D"))
    ben = table.piles[BEN]
    assert (ben.plus, ben.minus, ben.plus_cards, ben.ones, ben.catches) == (34, 7, 8, 1, 2)
