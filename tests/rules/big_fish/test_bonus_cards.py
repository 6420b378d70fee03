"""The bonus cards of Big Fish: which combinations a row can earn, and who may take which."""

from itertools import chain

import pytest

from games.big_fish.bonus import BONUS_POINTS, earned_bonuses
from games.big_fish.cards import split_row
from games.big_fish.offer import NO_OFFER, bonus_offer
from games.big_fish.rules import Catch, state_after
from tests.rules.support.big_fish.entries import advanced, basic, catch, play
from tests.rules.support.big_fish.model import (
    EXAMPLE_ROWS,
    PRINTED_POINTS,
    earned_letters,
    every_row,
)
from tests.rules.support.boards import ANA, BEN, CHO, first_refusal

WITH_ONE = "R5 Y6 G1 R2 Y3"
ALSO_WITH_ONE = "Y6 Y5 G5 B4 P1"
COMBINATIONS = [pytest.param(letters, id=letters or "none") for letters in EXAMPLE_ROWS]
SEVERAL = [letters for letters in EXAMPLE_ROWS if len(letters) > 1]


def test_rows_earn_exactly_the_combinations_in_the_table():
    rows = list(every_row())
    assert len(rows) == 6174
    assert {"".join(earned_bonuses(row)) for row in rows} == set(EXAMPLE_ROWS)


def test_every_row_earns_what_the_model_says():
    assert [row for row in every_row() if "".join(earned_bonuses(row)) != earned_letters(row)] == []


def test_a_row_can_earn_any_of_seven_cards_alone_and_at_most_four_together():
    of_size = [
        sorted(letters for letters in EXAMPLE_ROWS if len(letters) == size) for size in range(5)
    ]
    assert of_size[1] == ["A", "D", "E", "F", "G", "H", "I"]
    assert [len(letters) for letters in of_size] == [1, 7, 14, 15, 5]


@pytest.mark.parametrize("letters", COMBINATIONS)
def test_each_example_row_has_the_points_worked_out_by_hand(letters):
    plus, minus, cards = EXAMPLE_ROWS[letters]
    assert (split_row(cards).gain, split_row(cards).loss) == (plus, minus)
    assert "".join(earned_bonuses(cards)) == letters


@pytest.mark.parametrize("letters", COMBINATIONS)
def test_any_card_that_a_row_earns_can_be_taken(letters):
    plus, minus, cards = EXAMPLE_ROWS[letters]
    for letter in letters:
        board = play(Catch(ANA, cards, letter), setup=advanced())
        assert board.totals == (plus - minus + PRINTED_POINTS[letter], 0)


@pytest.mark.parametrize("letters", COMBINATIONS)
def test_only_a_single_card_is_taken_without_naming_it(letters):
    plus, minus, cards = EXAMPLE_ROWS[letters]
    board = play(Catch(ANA, cards), setup=advanced())
    if len(letters) > 1:
        assert first_refusal(board)[:2] == (0, "bonus")
    else:
        assert board.totals == (plus - minus + sum(PRINTED_POINTS[letter] for letter in letters), 0)


@pytest.mark.parametrize("letters", SEVERAL)
def test_the_last_available_card_is_taken_without_naming_it(letters):
    plus, minus, cards = EXAMPLE_ROWS[letters]
    for last in letters:
        if last == "A" or "A" not in letters:  # A is always available
            others = [
                Catch(BEN, EXAMPLE_ROWS[letter][2], letter) for letter in letters if letter != last
            ]
            board = play(*others, Catch(ANA, cards), setup=advanced(seats=3))
            assert board.problem is None
            assert board.totals[ANA] == plus - minus + PRINTED_POINTS[last]


@pytest.mark.parametrize("letters", [letters for letters in EXAMPLE_ROWS if "A" in letters])
def test_a_as_an_extra_comes_in_addition_to_another_card(letters):
    plus, minus, cards = EXAMPLE_ROWS[letters]
    others = letters.replace("A", "")
    for other in others or [None]:
        board = play(Catch(ANA, cards, other), setup=advanced(extra=True))
        assert board.totals == (plus - minus + 10 + PRINTED_POINTS.get(other, 0), 0)


@pytest.mark.parametrize("drawn", "BC")
@pytest.mark.parametrize("letters", [letters for letters in EXAMPLE_ROWS if "A" in letters])
def test_a_is_not_in_the_game_unless_it_was_drawn(letters, drawn):
    _plus, _minus, cards = EXAMPLE_ROWS[letters]
    state = state_after(advanced(drawn), [])
    assert "".join(
        bonus_offer(state, advanced(drawn, extra=True), ANA, cards).available
    ) == letters.replace("A", "")


@pytest.mark.parametrize("letters", COMBINATIONS)
def test_in_the_basic_game_a_row_earns_nothing(letters):
    plus, minus, cards = EXAMPLE_ROWS[letters]
    assert play(Catch(ANA, cards)).totals == (plus - minus, 0)
    assert bonus_offer(state_after(basic(), []), basic(), ANA, cards) == NO_OFFER


def test_a_can_be_taken_again_and_again():
    board = play(
        catch(WITH_ONE), catch(ALSO_WITH_ONE, BEN), catch(WITH_ONE, CHO), setup=advanced(seats=3)
    )
    assert [result.points for result in board.results] == [(17, 0, 0), (-10, 21, 0), (0, -10, 17)]
    assert board.totals == (7, 11, 17)


def test_the_holder_of_a_is_not_offered_it_again():
    setup = advanced()
    state = state_after(setup, [catch(WITH_ONE)])
    again = bonus_offer(state, setup, ANA, EXAMPLE_ROWS["AD"][2])
    assert (again.available, again.unavailable, again.only_card) == (("D",), (("A", ANA),), "D")
    other = bonus_offer(state, setup, BEN, EXAMPLE_ROWS["AD"][2])
    assert (other.available, other.unavailable, other.only_card) == (("A", "D"), (), None)
    assert play(catch(WITH_ONE), catch(ALSO_WITH_ONE), setup=setup).totals == (28, 0)


def test_a_stays_with_its_holder_if_the_catcher_takes_another_card():
    board = play(catch(WITH_ONE), Catch(BEN, EXAMPLE_ROWS["AD"][2], "D"), setup=advanced())
    assert board.totals == (17, 26)


def test_a_as_an_extra_is_taken_from_its_holder_in_addition_to_another_card():
    setup = advanced(extra=True)
    entries = [
        catch(WITH_ONE),
        Catch(BEN, EXAMPLE_ROWS["AD"][2]),
        Catch(ANA, EXAMPLE_ROWS["AD"][2]),
    ]
    board = play(*entries, setup=setup)
    assert [result.points for result in board.results] == [(17, 0), (-10, 36), (26, -10)]
    offer = bonus_offer(state_after(setup, entries[:2]), setup, ANA, EXAMPLE_ROWS["AD"][2])
    assert (offer.available, offer.unavailable, offer.a_moves, offer.only_card) == (
        (),
        (("D", BEN),),
        True,
        None,
    )


def test_a_as_an_extra_stays_with_a_catcher_who_holds_it():
    setup = advanced(extra=True)
    offer = bonus_offer(state_after(setup, [catch(WITH_ONE)]), setup, ANA, EXAMPLE_ROWS["AD"][2])
    assert (offer.available, offer.unavailable, offer.a_moves) == (("D",), (("A", ANA),), False)


def test_a_card_with_an_owner_is_unavailable_to_all_players():
    setup = advanced("B", seats=3)
    state = state_after(setup, [Catch(BEN, EXAMPLE_ROWS["D"][2])])
    for seat in (ANA, BEN, CHO):
        offer = bonus_offer(state, setup, seat, EXAMPLE_ROWS["DH"][2])
        assert (offer.available, offer.unavailable) == (("H",), (("D", BEN),))


def test_a_player_may_hold_several_bonus_cards():
    entries = [Catch(ANA, EXAMPLE_ROWS[letter][2], letter) for letter in "ADEFGHI"]
    state = state_after(advanced(seats=3), entries)
    assert state.bonuses_of(ANA) == ("A", "D", "E", "F", "G", "H", "I")
    rows = 22 + (18 - 2) + (11 - 12) + 0 + (8 - 4) + (12 - 8) + (12 - 11)
    assert play(*entries, setup=advanced(seats=3)).totals == (
        rows + 10 + 10 + 10 + 7 + 7 + 7 + 7,
        0,
        0,
    )


def test_bonus_cards_pay_the_points_printed_on_them():
    assert BONUS_POINTS == PRINTED_POINTS
    assert set(chain(*EXAMPLE_ROWS)) == set("ADEFGHI")
