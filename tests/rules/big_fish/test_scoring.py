"""The texts of Big Fish, and corrections. The totals are tested by games/big_fish/cases.toml."""

import pytest

from games.big_fish.rules import enter_title, entry_title, state_after
from games.contract import Disagreement
from tests.rules.support.big_fish.entries import advanced, basic, entries, holdings, play
from tests.rules.support.boards import ANA, BEN, CHO, english, first_refusal, seat_lines

PLAIN = "R6 R4 Y6 G2 B5"  # 19 plus, 4 minus, no bonus card
WITH_ONE = "R5 Y6 G1 R2 Y3"  # the example of the rulebook: 12 plus with a 1, 5 minus
ALSO_WITH_ONE = "Y6 Y5 G5 B4 P1"  # 16 plus with a 1, 5 minus
STRAIGHT = "R2 R3 Y4 G5 B6"  # 18 plus, 2 minus, card D
STRAIGHT_OF_ONE = "R6 R5 R4 R3 R1"  # cards D and H


@pytest.mark.parametrize(
    ("text", "setup", "lines"),
    [
        (WITH_ONE, basic(), [(12, "12 plus"), (-5, "5 minus")]),
        ("R1 Y2 G3 B4 P6", basic(), [(16, "16 plus")]),
        (STRAIGHT, advanced("B"), [(18, "18 plus"), (-2, "2 minus"), (10, "card D (10)")]),
        ("mistake; mistake", basic(), [(0, "keeps the mistake card")]),
        (
            "33-19 bonuses=GD",
            advanced("A"),
            [(33, "33 plus"), (-19, "19 minus"), (10, "card D (10)"), (7, "card G (7)")],
        ),
    ],
)
def test_an_entry_explains_its_points(text, setup, lines):
    assert seat_lines(play(text, setup=setup)) == lines


def test_taking_a_bonus_card_gives_both_players_a_line():
    board = play(WITH_ONE, f"Ben {ALSO_WITH_ONE}", setup=advanced())
    bens = [(16, "16 plus"), (-5, "5 minus"), (10, "card A from Ana (10)")]
    assert seat_lines(board, seat=BEN) == bens
    assert seat_lines(board, seat=ANA) == [(-10, "card A to Ben (10)")]


def test_the_mistake_card_moves_and_its_holder_does_not_pay_again():
    board = play("mistake; Ben mistake; Ben mistake")
    assert seat_lines(board, 0, ANA) == [(-5, "mistake card (5)")]
    assert seat_lines(board, 1, ANA) == [(5, "mistake card to Ben (5)")]
    assert seat_lines(board, 1, BEN) == [(-5, "mistake card (5)")]
    assert [result.totals for result in board.results] == [(-5, 0), (0, -5), (0, -5)]


@pytest.mark.parametrize(
    ("text", "setup", "anas", "bens"),
    [
        ("", advanced("A"), [], []),
        ("", advanced("B"), [], []),
        ("", advanced("C"), [], []),
        (
            f"{WITH_ONE}; Ben R6 R6 R6 R6 Y6 for E; Ben mistake",
            advanced("A", seats=3),
            ["plus 12", "minus 5", "bonus A"],
            ["plus 12", "minus 18", "bonus E", "mistake card −5"],
        ),
        (
            f"{WITH_ONE}; Ben {PLAIN}",
            advanced("B"),
            ["plus 12 (3 cards)", "minus 5", "bonus B: +10 so far"],
            ["plus 19 (4 cards)", "minus 4"],
        ),
        (
            f"{WITH_ONE}; Ben {PLAIN}",
            advanced("C"),
            ["plus 12", "minus 5", "1 one", "bonus C: +10 so far"],
            ["plus 19", "minus 4", "0 ones"],
        ),
        (
            "33-19 ones=2",
            advanced("C"),
            ["plus 33", "minus 19", "2 ones", "bonus C: +10 so far"],
            [],
        ),
        (
            "33-19 cards=8",
            advanced("B"),
            ["plus 33 (8 cards)", "minus 19", "bonus B: +10 so far"],
            [],
        ),
    ],
)
def test_holdings_list_piles_bonus_cards_and_the_mistake_card(text, setup, anas, bens):
    board = play(text, setup=setup)
    assert [holdings(board, ANA), holdings(board, BEN)] == [anas, bens]
    assert setup.seats == 2 or holdings(board, CHO) == []


def test_players_without_a_catch_would_get_b():
    board = play(WITH_ONE, setup=advanced("B", seats=3))
    assert [holdings(board, seat)[-1:] for seat in (BEN, CHO)] == [["bonus B: +5 so far"]] * 2
    assert board.totals == (7, 0, 0)


def final_lines(board):
    return [[(line.points, english(line.text)) for line in lines] for lines in board.final_lines]


def test_b_and_c_count_only_at_the_end_of_the_game():
    caught = "; ".join([PLAIN, f"Ben {PLAIN}"] * 2 + [PLAIN])
    board = play(caught, setup=advanced("B"))
    assert (board.final_lines, board.totals) == ((), (45, 30))
    board = play(caught, f"Ben {WITH_ONE}", setup=advanced("B"))
    assert (board.results[-1].totals, board.totals) == ((45, 37), (45, 47))
    assert final_lines(board) == [[], [(10, "card B (10)")]]
    assert holdings(board, BEN) == ["plus 50 (11 cards)", "minus 13"]


def test_a_shared_bonus_card_says_so():
    setup = advanced("C", ended_early=True)
    board = play(WITH_ONE, f"Ben {ALSO_WITH_ONE}", setup=setup)
    assert final_lines(board) == [[(5, "card C, shared (5)")]] * 2


def test_uncounted_piles_are_unknown_not_empty():
    board = play("33-19 cards=8", setup=advanced("B", seats=3, ended_early=True))
    assert board.totals == (24, 0, 0)


def test_there_are_no_final_lines_if_nobody_gets_the_drawn_card():
    for drawn in "ABC":
        board = play(PLAIN, f"Ben {PLAIN}", setup=advanced(drawn, ended_early=True))
        assert [len(lines) for lines in board.final_lines] == ([1, 1] if drawn == "B" else [])


EACH = [PLAIN, f"Ben {PLAIN}", f"Cho {PLAIN}", f"Dan {PLAIN}"]


@pytest.mark.parametrize(
    ("several", "setup", "verdict"),
    [
        ([], basic(), "no catches yet · 6 to go"),
        (["mistake"], basic(seats=3), "no catches yet · 9 to go"),
        ([WITH_ONE, EACH[1]], basic(seats=3), "Ben leads with 15 · 7 of 9 catches left"),
        (EACH[:2], basic(), "tied at 15 · 4 of 6 catches left"),
        ([PLAIN] * 6, basic(), "Ana wins with 90"),
        (EACH[:2] * 3, basic(), "Ana and Ben share the win with 45"),
        (EACH * 3, basic(seats=4), "4 players share the win with 45"),
        (EACH[1:2], basic(ended_early=True), "ended early: Ben wins with 15"),
        ([], basic(ended_early=True), "ended early: Ana and Ben share the win with 0"),
        (["33-19"], basic(), "Ana leads with 14 · 1 of 2 players counted"),
        (["33-19", "Ben 33-18"], basic(), "Ben wins with 15"),
    ],
)
def test_the_verdict_says_who_leads_or_won(several, setup, verdict):
    assert english(play(*several, setup=setup).verdict) == verdict


def test_only_catches_are_numbered():
    several = entries(PLAIN, "Ben mistake", PLAIN, "Ben 33-19")
    titles = [english(entry_title(several[:number], one)) for number, one in enumerate(several)]
    assert titles == ["Catch 1", "Mistake card", "Catch 2", "Ben’s piles"]
    assert english(entry_title(several[:2], None)) == "Catch 2"
    assert english(entry_title(several[3:], None)) == "Piles"
    assert english(enter_title(several[1:2], None)) == "Enter catch 1"
    assert english(enter_title(several[:2], None)) == "Enter catch 2"
    assert english(enter_title([several[1], several[3]], None)) == "Count the piles"


def test_a_refused_catch_changes_nothing():
    board = play(f"{STRAIGHT} for E; Ben {STRAIGHT}", setup=advanced())
    assert (board.results[0].points, board.results[0].lines) == ((0, 0), ((), ()))
    assert board.totals == (0, 26)
    assert english(board.verdict) == "Ben leads with 26 · 5 of 6 catches left"


def test_a_correction_can_invalidate_a_bonus_card_taken_later():
    later = f"Ben {STRAIGHT_OF_ONE} for D; Cho R6 R6 R4 R3 R1"
    board = play(PLAIN, later, setup=advanced(seats=3))
    assert (board.problem, board.totals) == (None, (15, 13, 11))
    board = play(STRAIGHT, later, setup=advanced(seats=3))
    assert first_refusal(board) == (1, "bonus", "Ana already has card D. It could take H.")
    assert board.totals == (26, 0, 11)


@pytest.mark.parametrize(
    ("text", "other"),
    [
        (f"{WITH_ONE}; mistake; Ben {STRAIGHT}; {STRAIGHT} for D", 2),
        (f"{WITH_ONE}; Ben {ALSO_WITH_ONE}; Ben {WITH_ONE} for A", 1),
        ("mistake; 33-19 bonuses=D; Ben 33-19 bonuses=D", 1),
    ],
)
def test_a_disagreement_names_the_entry_that_gave_the_bonus_card(text, other):
    problem = play(text, setup=advanced()).results[-1].problem
    assert (type(problem), problem.other) == (Disagreement, other)


def test_a_correction_can_make_a_choice_necessary():
    chosen = f"Ben {STRAIGHT_OF_ONE}"
    assert play(STRAIGHT, chosen, setup=advanced()).totals == (26, 10)
    board = play(PLAIN, chosen, setup=advanced())
    assert first_refusal(board) == (1, "bonus", "This row earns D and H: choose one of them.")


def test_a_catch_after_the_end_counts_once_an_earlier_one_is_removed():
    late = [*[PLAIN] * 6, f"Ben {WITH_ONE}"]
    assert first_refusal(play(*late)) == (6, "", "The game is over: all 6 rows are caught.")
    assert play(*late).totals == (90, 0)
    assert play(*late[1:]).totals == (75, 7)


def test_piles_may_be_empty_and_their_cards_counted_without_need():
    board = play("0-0 cards=0; Ben 33-19 cards=8", setup=advanced("B"))
    assert (board.totals, board.finished) == ((10, 14), True)
    counts = "33-19 cards=8 ones=2; Ben 33-19 cards=8 ones=2"
    assert play(counts, setup=basic()).totals == (14, 14)
    assert play(counts, setup=advanced("C")).totals == (19, 19)


def test_the_state_knows_piles_and_owners():
    caught = entries(WITH_ONE, f"Ben {STRAIGHT}", "Ben mistake", f"Ben {ALSO_WITH_ONE}")
    state = state_after(advanced(), caught)
    assert (state.catches, state.catches_left) == (3, 3)
    assert (state.counts_piles, state.complete) == (False, False)
    assert (state.owners, state.mistake_holder) == ({"A": BEN, "D": BEN}, BEN)
    assert (state.bonuses_of(ANA), state.bonuses_of(BEN)) == ((), ("A", "D"))
    ben = state.piles[BEN]
    assert (ben.plus, ben.minus, ben.plus_cards, ben.ones, ben.catches) == (34, 7, 8, 1, 2)


def test_the_state_knows_whose_piles_are_counted():
    state = state_after(advanced("C"), entries("Ben 33-19 ones=2 bonuses=GD"))
    assert (state.counts_piles, state.players_counted, state.complete) == (True, 1, False)
    assert [piles.is_counted for piles in state.piles] == [False, True]
    assert state.bonuses_of(BEN) == ("D", "G")
    assert state.drawn_card_points() == (0, 10)
