"""The bonus cards of Big Fish: which combinations a row can earn, and who may take which."""

from itertools import chain, product

from games.big_fish.bonus import BONUS_POINTS, earned_bonuses
from games.big_fish.cards import split_row
from games.big_fish.offer import NO_OFFER, bonus_offer
from games.big_fish.rules import Catch, state_after
from tests.rules.support.big_fish.entries import advanced, basic, entries, play
from tests.rules.support.big_fish.model import (
    EXAMPLE_ROWS,
    PRINTED_POINTS,
    earned_letters,
    every_row,
)
from tests.rules.support.boards import ANA, BEN, CHO, first_refusal

WITH_ONE = "R5 Y6 G1 R2 Y3"
ALSO_WITH_ONE = "Y6 Y5 G5 B4 P1"
WITH_A = [letters for letters in EXAMPLE_ROWS if "A" in letters]


def test_every_row_earns_what_the_model_says_which_are_exactly_the_combinations_in_the_table():
    earned = {row: "".join(earned_bonuses(row)) for row in every_row()}
    assert len(earned) == 6174
    assert [row for row, letters in earned.items() if letters != earned_letters(row)] == []
    assert set(earned.values()) == set(EXAMPLE_ROWS)


def test_a_row_can_earn_any_of_seven_cards_alone_and_at_most_four_together():
    of_size = [
        sorted(letters for letters in EXAMPLE_ROWS if len(letters) == size) for size in range(5)
    ]
    assert of_size[1] == ["A", "D", "E", "F", "G", "H", "I"]
    assert [len(letters) for letters in of_size] == [1, 7, 14, 15, 5]


def test_each_example_row_has_the_points_worked_out_by_hand():
    for letters, (plus, minus, cards) in EXAMPLE_ROWS.items():
        assert (split_row(cards).gain, split_row(cards).loss) == (plus, minus), letters
        assert "".join(earned_bonuses(cards)) == letters


def test_any_card_that_a_row_earns_can_be_taken_and_only_a_single_one_without_naming_it():
    for letters, (plus, minus, cards) in EXAMPLE_ROWS.items():
        for letter in letters:
            board = play(Catch(ANA, cards, letter), setup=advanced())
            assert board.totals == (plus - minus + PRINTED_POINTS[letter], 0), (letters, letter)
        board = play(Catch(ANA, cards), setup=advanced())
        if len(letters) > 1:
            assert first_refusal(board)[:2] == (0, "bonus"), letters
        else:
            assert board.totals == (plus - minus + PRINTED_POINTS.get(letters, 0), 0), letters


def test_the_last_available_card_is_taken_without_naming_it():
    for letters, (plus, minus, cards) in EXAMPLE_ROWS.items():
        for last in letters if len(letters) > 1 else ():
            if last == "A" or "A" not in letters:  # A is always available
                taken = letters.replace(last, "")
                others = [Catch(BEN, EXAMPLE_ROWS[letter][2], letter) for letter in taken]
                board = play(*others, Catch(ANA, cards), setup=advanced(seats=3))
                assert board.problem is None
                assert board.totals[ANA] == plus - minus + PRINTED_POINTS[last], (letters, last)


def test_a_as_an_extra_comes_in_addition_to_another_card():
    for letters in WITH_A:
        plus, minus, cards = EXAMPLE_ROWS[letters]
        for other in letters.replace("A", "") or [None]:
            board = play(Catch(ANA, cards, other), setup=advanced(extra=True))
            points = plus - minus + 10 + PRINTED_POINTS.get(other, 0)
            assert board.totals == (points, 0), (letters, other)


def test_a_is_not_in_the_game_unless_it_was_drawn():
    for drawn, letters in product("BC", WITH_A):
        setup = advanced(drawn, extra=True)
        offer = bonus_offer(state_after(advanced(drawn), []), setup, ANA, EXAMPLE_ROWS[letters][2])
        assert "".join(offer.available) == letters.replace("A", ""), (drawn, letters)


def test_in_the_basic_game_a_row_earns_nothing():
    for plus, minus, cards in EXAMPLE_ROWS.values():
        assert play(Catch(ANA, cards)).totals == (plus - minus, 0)
        assert bonus_offer(state_after(basic(), []), basic(), ANA, cards) == NO_OFFER


def test_a_can_be_taken_again_and_again():
    board = play(WITH_ONE, f"Ben {ALSO_WITH_ONE}", f"Cho {WITH_ONE}", setup=advanced(seats=3))
    assert [result.points for result in board.results] == [(17, 0, 0), (-10, 21, 0), (0, -10, 17)]
    assert board.totals == (7, 11, 17)


def test_the_holder_of_a_is_not_offered_it_again():
    setup = advanced()
    state = state_after(setup, entries(WITH_ONE))
    again = bonus_offer(state, setup, ANA, EXAMPLE_ROWS["AD"][2])
    assert (again.available, again.unavailable, again.only_card) == (("D",), (("A", ANA),), "D")
    other = bonus_offer(state, setup, BEN, EXAMPLE_ROWS["AD"][2])
    assert (other.available, other.unavailable, other.only_card) == (("A", "D"), (), None)
    assert play(WITH_ONE, ALSO_WITH_ONE, setup=setup).totals == (28, 0)


def test_a_stays_with_its_holder_if_the_catcher_takes_another_card():
    board = play(WITH_ONE, Catch(BEN, EXAMPLE_ROWS["AD"][2], "D"), setup=advanced())
    assert board.totals == (17, 26)


def test_a_as_an_extra_is_taken_from_its_holder_in_addition_to_another_card():
    setup, cards = advanced(extra=True), EXAMPLE_ROWS["AD"][2]
    caught = [*entries(WITH_ONE), Catch(BEN, cards), Catch(ANA, cards)]
    points = [result.points for result in play(*caught, setup=setup).results]
    assert points == [(17, 0), (-10, 36), (26, -10)]
    offer = bonus_offer(state_after(setup, caught[:2]), setup, ANA, cards)
    assert (offer.available, offer.unavailable) == ((), (("D", BEN),))
    assert (offer.a_moves, offer.only_card) == (True, None)


def test_a_as_an_extra_stays_with_a_catcher_who_holds_it():
    setup = advanced(extra=True)
    offer = bonus_offer(state_after(setup, entries(WITH_ONE)), setup, ANA, EXAMPLE_ROWS["AD"][2])
    assert (offer.available, offer.unavailable, offer.a_moves) == (("D",), (("A", ANA),), False)


def test_a_card_with_an_owner_is_unavailable_to_all_players():
    setup = advanced("B", seats=3)
    state = state_after(setup, [Catch(BEN, EXAMPLE_ROWS["D"][2])])
    for seat in (ANA, BEN, CHO):
        offer = bonus_offer(state, setup, seat, EXAMPLE_ROWS["DH"][2])
        assert (offer.available, offer.unavailable) == (("H",), (("D", BEN),))


def test_a_player_may_hold_several_bonus_cards():
    setup = advanced(seats=3)
    caught = [Catch(ANA, EXAMPLE_ROWS[letter][2], letter) for letter in "ADEFGHI"]
    assert "".join(state_after(setup, caught).bonuses_of(ANA)) == "ADEFGHI"
    rows = 22 + (18 - 2) + (11 - 12) + 0 + (8 - 4) + (12 - 8) + (12 - 11)
    assert play(*caught, setup=setup).totals == (rows + 10 + 10 + 10 + 7 + 7 + 7 + 7, 0, 0)


def test_bonus_cards_pay_the_points_printed_on_them():
    assert BONUS_POINTS == PRINTED_POINTS
    assert set(chain(*EXAMPLE_ROWS)) == set("ADEFGHI")
