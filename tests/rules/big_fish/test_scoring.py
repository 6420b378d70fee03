"""The texts of Big Fish, and corrections. The totals are tested by games/big_fish/cases.toml."""

import pytest

from games.big_fish.cards import split_row
from games.big_fish.rules import Mistake, enter_title, entry_title, state_after
from games.contract import Disagreement
from tests.rules.support.big_fish.entries import advanced, basic, catch, count, holdings, play
from tests.rules.support.boards import ANA, BEN, CHO, DAN, english, first_refusal, seat_lines

PLAIN = "R6 R4 Y6 G2 B5"  # 19 plus, 4 minus, no bonus card
WITH_ONE = "R5 Y6 G1 R2 Y3"  # the example of the rulebook: 12 plus with a 1, 5 minus
ALSO_WITH_ONE = "Y6 Y5 G5 B4 P1"  # 16 plus with a 1, 5 minus
ONE_COLOUR = "B5 B4 B4 B2 B1"  # 9 plus, 7 minus


def split_text(cards):
    return tuple(" ".join(part) for part in split_row(tuple(cards.split())))


@pytest.mark.parametrize(
    ("cards", "plus", "minus"),
    [
        (WITH_ONE, "R5 Y6 G1", "R2 Y3"),
        (ONE_COLOUR, "B5 B4", "B4 B2 B1"),
        ("P6 P6 P6 P6 P6", "P6 P6", "P6 P6 P6"),
        ("R1 R6 R6 R2 R3", "R6 R6", "R1 R2 R3"),
        ("R5 R5 Y5 Y5 Y5", "R5 Y5", "R5 Y5 Y5"),
        ("R1 Y1 G1 B1 P1", "R1 Y1 G1 B1 P1", ""),
        ("R3 R3 Y2 G6 B6", "R3 Y2 G6 B6", "R3"),
    ],
)
def test_a_row_is_split_into_plus_and_minus(cards, plus, minus):
    assert split_text(cards) == (plus, minus)


def test_a_catch_explains_its_points():
    assert seat_lines(play(catch(WITH_ONE))) == [(12, "12 plus"), (-5, "5 minus")]


def test_a_row_of_five_colours_has_no_minus_cards():
    assert seat_lines(play(catch("R1 Y2 G3 B4 P6"))) == [(16, "16 plus")]


def test_a_bonus_card_has_its_own_line():
    board = play(catch("R2 R3 Y4 G5 B6"), setup=advanced("B"))
    assert seat_lines(board) == [(18, "18 plus"), (-2, "2 minus"), (10, "card D (10)")]


def test_taking_a_bonus_card_gives_both_players_a_line():
    board = play(catch(WITH_ONE), catch(ALSO_WITH_ONE, BEN), setup=advanced())
    assert seat_lines(board, seat=BEN) == [
        (16, "16 plus"),
        (-5, "5 minus"),
        (10, "card A from Ana (10)"),
    ]
    assert seat_lines(board, seat=ANA) == [(-10, "card A to Ben (10)")]


def test_the_mistake_card_moves():
    board = play(Mistake(ANA), Mistake(BEN))
    assert seat_lines(board, 0, ANA) == [(-5, "mistake card (5)")]
    assert seat_lines(board, 1, ANA) == [(5, "mistake card to Ben (5)")]
    assert seat_lines(board, 1, BEN) == [(-5, "mistake card (5)")]
    assert [result.totals for result in board.results] == [(-5, 0), (0, -5)]


def test_the_holder_of_the_mistake_card_does_not_pay_again():
    board = play(Mistake(ANA), Mistake(ANA))
    assert seat_lines(board) == [(0, "keeps the mistake card")]
    assert board.totals == (-5, 0)


def test_counted_piles_explain_their_points():
    board = play(count(33, 19, bonuses=("G", "D")), setup=advanced("A"))
    assert seat_lines(board) == [
        (33, "33 plus"),
        (-19, "19 minus"),
        (10, "card D (10)"),
        (7, "card G (7)"),
    ]


def test_holdings_list_piles_bonus_cards_and_the_mistake_card():
    board = play(
        catch(WITH_ONE),
        catch("R6 R6 R6 R6 Y6", BEN, "E"),
        Mistake(BEN),
        setup=advanced("A", seats=3),
    )
    assert holdings(board, ANA) == ["plus 12", "minus 5", "bonus A"]
    assert holdings(board, BEN) == ["plus 12", "minus 18", "bonus E", "mistake card −5"]
    assert holdings(board, CHO) == []


def test_holdings_say_what_b_scores_so_far():
    board = play(catch(WITH_ONE), catch(PLAIN, BEN), setup=advanced("B"))
    assert holdings(board, ANA)[-1] == "bonus B: +10 so far"
    assert holdings(board, BEN) == ["plus 19 (4 cards)", "minus 4"]


def test_players_without_a_catch_would_get_b():
    board = play(catch(WITH_ONE), setup=advanced("B", seats=3))
    assert [holdings(board, seat)[-1:] for seat in (BEN, CHO)] == [["bonus B: +5 so far"]] * 2
    assert board.totals == (7, 0, 0)


def test_holdings_say_what_c_scores_so_far_and_count_the_ones():
    board = play(catch(WITH_ONE), catch(PLAIN, BEN), setup=advanced("C"))
    assert holdings(board, ANA) == ["plus 12", "minus 5", "1 one", "bonus C: +10 so far"]
    assert holdings(board, BEN) == ["plus 19", "minus 4", "0 ones"]


def test_holdings_are_empty_before_the_first_catch():
    for drawn in "ABC":
        assert play(setup=advanced(drawn)).holdings == ((), ())


def test_holdings_of_counted_piles_say_only_what_was_counted():
    board = play(count(33, 19, ones=2), setup=advanced("C"))
    assert holdings(board) == ["plus 33", "minus 19", "2 ones", "bonus C: +10 so far"]
    board = play(count(33, 19, plus_cards=8), setup=advanced("B"))
    assert holdings(board) == ["plus 33 (8 cards)", "minus 19", "bonus B: +10 so far"]
    assert holdings(board, BEN) == []


def test_b_and_c_count_only_at_the_end_of_the_game():
    entries = [catch(PLAIN, player) for player in (ANA, BEN, ANA, BEN, ANA)]
    board = play(*entries, setup=advanced("B"))
    assert (board.final_lines, board.totals) == ((), (45, 30))
    board = play(*entries, catch(WITH_ONE, BEN), setup=advanced("B"))
    assert board.totals == (45, 47)
    assert board.results[-1].totals == (45, 37)
    assert [
        [(line.points, english(line.text)) for line in lines] for lines in board.final_lines
    ] == [
        [],
        [(10, "card B (10)")],
    ]
    assert holdings(board, BEN) == ["plus 50 (11 cards)", "minus 13"]


def test_a_shared_bonus_card_says_so():
    board = play(catch(WITH_ONE), catch(ALSO_WITH_ONE, BEN), setup=advanced("C", ended_early=True))
    assert [[english(line.text) for line in lines] for lines in board.final_lines] == [
        ["card C, shared (5)"]
    ] * 2


def test_uncounted_piles_are_unknown_not_empty():
    board = play(count(33, 19, plus_cards=8), setup=advanced("B", seats=3, ended_early=True))
    assert board.totals == (24, 0, 0)


@pytest.mark.parametrize("drawn", "ABC")
def test_there_are_no_final_lines_if_nobody_gets_the_drawn_card(drawn):
    board = play(catch(PLAIN), catch(PLAIN, BEN), setup=advanced(drawn, ended_early=True))
    assert [len(lines) for lines in board.final_lines] == ([1, 1] if drawn == "B" else [])


@pytest.mark.parametrize(
    ("entries", "setup", "verdict"),
    [
        ([], basic(), "no catches yet · 6 to go"),
        ([Mistake(ANA)], basic(seats=3), "no catches yet · 9 to go"),
        (
            [catch(WITH_ONE), catch(PLAIN, BEN)],
            basic(seats=3),
            "Ben leads with 15 · 7 of 9 catches left",
        ),
        ([catch(PLAIN), catch(PLAIN, BEN)], basic(), "tied at 15 · 4 of 6 catches left"),
        ([catch(PLAIN)] * 6, basic(), "Ana wins with 90"),
        (
            [catch(PLAIN), catch(PLAIN, BEN)] * 3,
            basic(),
            "Ana and Ben share the win with 45",
        ),
        (
            [catch(PLAIN, player) for player in (ANA, BEN, CHO, DAN)] * 3,
            basic(seats=4),
            "4 players share the win with 45",
        ),
        ([catch(PLAIN, BEN)], basic(ended_early=True), "ended early: Ben wins with 15"),
        ([], basic(ended_early=True), "ended early: Ana and Ben share the win with 0"),
        ([count(33, 19)], basic(), "Ana leads with 14 · 1 of 2 players counted"),
        ([count(33, 19), count(33, 18, BEN)], basic(), "Ben wins with 15"),
    ],
)
def test_the_verdict_says_who_leads_or_won(entries, setup, verdict):
    assert english(play(*entries, setup=setup).verdict) == verdict


def test_only_catches_are_numbered():
    entries = [catch(PLAIN), Mistake(BEN), catch(PLAIN), count(33, 19, BEN)]
    titles = [english(entry_title(entries[:number], entry)) for number, entry in enumerate(entries)]
    assert titles == ["Catch 1", "Mistake card", "Catch 2", "Ben’s piles"]
    assert english(entry_title(entries[:2], None)) == "Catch 2"
    assert english(entry_title(entries[3:], None)) == "Piles"


def test_the_enter_title_names_the_next_entry():
    assert english(enter_title([Mistake(ANA)], None)) == "Enter catch 1"
    assert english(enter_title([catch(PLAIN), Mistake(ANA)], None)) == "Enter catch 2"
    assert english(enter_title([Mistake(ANA), count(33, 19)], None)) == "Count the piles"


def test_a_refused_catch_changes_nothing():
    board = play(catch("R2 R3 Y4 G5 B6", bonus="E"), catch("R2 R3 Y4 G5 B6", BEN), setup=advanced())
    assert (board.results[0].points, board.results[0].lines) == ((0, 0), ((), ()))
    assert board.totals == (0, 26)
    assert english(board.verdict) == "Ben leads with 26 · 5 of 6 catches left"


def test_a_correction_can_invalidate_a_bonus_card_taken_later():
    later = [catch("R6 R5 R4 R3 R1", BEN, "D"), catch("R6 R6 R4 R3 R1", CHO)]
    board = play(catch(PLAIN), *later, setup=advanced(seats=3))
    assert (board.problem, board.totals) == (None, (15, 13, 11))
    board = play(catch("R2 R3 Y4 G5 B6"), *later, setup=advanced(seats=3))
    assert first_refusal(board) == (1, "bonus", "Ana already has card D. It could take H.")
    assert board.totals == (26, 0, 11)


def test_a_disagreement_names_the_entry_that_gave_the_bonus_card():
    straight = "R2 R3 Y4 G5 B6"
    entries = [catch(WITH_ONE), Mistake(ANA), catch(straight, BEN), catch(straight, bonus="D")]
    problem = play(*entries, setup=advanced()).results[-1].problem
    assert (type(problem), problem.other) == (Disagreement, 2)
    entries = [catch(WITH_ONE), catch(ALSO_WITH_ONE, BEN), catch(WITH_ONE, BEN, "A")]
    assert play(*entries, setup=advanced()).results[-1].problem.other == 1
    entries = [Mistake(ANA), count(33, 19, bonuses=("D",)), count(33, 19, BEN, bonuses=("D",))]
    assert play(*entries, setup=advanced()).results[-1].problem.other == 1


def test_a_correction_can_make_a_choice_necessary():
    chosen = catch("R6 R5 R4 R3 R1", BEN)
    assert play(catch("R2 R3 Y4 G5 B6"), chosen, setup=advanced()).totals == (26, 10)
    board = play(catch(PLAIN), chosen, setup=advanced())
    assert first_refusal(board) == (1, "bonus", "This row earns D and H: choose one of them.")


def test_a_catch_after_the_end_counts_once_an_earlier_one_is_removed():
    late = [*[catch(PLAIN)] * 6, catch(WITH_ONE, BEN)]
    assert first_refusal(play(*late)) == (6, "", "The game is over: all 6 rows are caught.")
    assert play(*late).totals == (90, 0)
    assert play(*late[1:]).totals == (75, 7)


def test_the_state_knows_piles_and_owners():
    state = state_after(
        advanced(),
        [catch(WITH_ONE), catch("R2 R3 Y4 G5 B6", BEN), Mistake(BEN), catch(ALSO_WITH_ONE, BEN)],
    )
    assert (state.catches, state.catches_left, state.counts_piles, state.complete) == (
        3,
        3,
        False,
        False,
    )
    assert (state.owners, state.mistake_holder) == ({"A": BEN, "D": BEN}, BEN)
    assert (state.bonuses_of(ANA), state.bonuses_of(BEN)) == ((), ("A", "D"))
    ben = state.piles[BEN]
    assert (ben.plus, ben.minus, ben.plus_cards, ben.ones, ben.catches) == (34, 7, 8, 1, 2)
