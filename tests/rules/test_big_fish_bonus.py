"""The bonus cards of Big Fish: each alone, all that can meet in one row, and who may take what."""

from itertools import chain

import pytest

from games.big_fish.bonus import WORTH, earns
from games.big_fish.cards import split
from games.big_fish.offer import NOTHING, offered
from games.big_fish.rules import table_of
from tests.rules.fish import (
    ANA,
    BEN,
    CHO,
    PAYS,
    TABLE,
    Catch,
    advanced,
    basic,
    caught,
    earned,
    every_row,
    played,
    refusal,
)

PRINTED = "R5 Y6 G1 R2 Y3"
STOLEN = "Y6 Y5 G5 B4 P1"
ALL_TOGETHER = [pytest.param(letters, id=letters or "none") for letters in TABLE]
MANY = [letters for letters in TABLE if len(letters) > 1]


def test_these_and_no_others_meet_in_one_row():
    rows = list(every_row())
    assert len(rows) == 6174
    assert {"".join(earns(row)) for row in rows} == set(TABLE)


def test_every_row_earns_what_a_second_reading_says():
    assert [row for row in every_row() if "".join(earns(row)) != earned(row)] == []


def test_seven_are_earned_alone_and_at_most_four_together():
    of_size = [sorted(letters for letters in TABLE if len(letters) == size) for size in range(5)]
    assert of_size[1] == ["A", "D", "E", "F", "G", "H", "I"]
    assert [len(letters) for letters in of_size] == [1, 7, 14, 15, 5]


@pytest.mark.parametrize("letters", ALL_TOGETHER)
def test_a_row_that_earns_them_is_worth_what_was_worked_out(letters):
    plus, minus, cards = TABLE[letters]
    assert (split(cards).gain, split(cards).loss) == (plus, minus)
    assert "".join(earns(cards)) == letters


@pytest.mark.parametrize("letters", ALL_TOGETHER)
def test_the_one_that_is_taken_pays(letters):
    plus, minus, cards = TABLE[letters]
    for letter in letters:
        board = played(Catch(ANA, cards, letter), setup=advanced())
        assert board.totals == (plus - minus + PAYS[letter], 0)


@pytest.mark.parametrize("letters", ALL_TOGETHER)
def test_none_is_given_but_an_only_one(letters):
    plus, minus, cards = TABLE[letters]
    board = played(Catch(ANA, cards), setup=advanced())
    if len(letters) > 1:
        assert refusal(board)[:2] == (0, "bonus")
    else:
        assert board.totals == (plus - minus + sum(PAYS[letter] for letter in letters), 0)


@pytest.mark.parametrize("letters", MANY)
def test_when_all_but_one_are_gone_the_last_is_given(letters):
    plus, minus, cards = TABLE[letters]
    for last in letters:
        if last == "A" or "A" not in letters:  # A can be taken again and again, so it is never gone
            gone = [Catch(BEN, TABLE[letter][2], letter) for letter in letters if letter != last]
            board = played(*gone, Catch(ANA, cards), setup=advanced(seats=3))
            assert board.problem is None
            assert board.totals[ANA] == plus - minus + PAYS[last]


@pytest.mark.parametrize("letters", [letters for letters in TABLE if "A" in letters])
def test_as_an_extra_a_moves_beside_the_other(letters):
    plus, minus, cards = TABLE[letters]
    others = letters.replace("A", "")
    for other in others or [None]:
        board = played(Catch(ANA, cards, other), setup=advanced(extra=True))
        assert board.totals == (plus - minus + 10 + PAYS.get(other, 0), 0)


@pytest.mark.parametrize("drawn", "BC")
@pytest.mark.parametrize("letters", [letters for letters in TABLE if "A" in letters])
def test_a_that_was_not_drawn_is_not_in_the_game(letters, drawn):
    _plus, _minus, cards = TABLE[letters]
    table = table_of(advanced(drawn), [])
    assert "".join(offered(table, advanced(drawn, extra=True), ANA, cards).open) == letters.replace("A", "")


@pytest.mark.parametrize("letters", ALL_TOGETHER)
def test_in_the_basic_game_a_row_earns_nothing(letters):
    plus, minus, cards = TABLE[letters]
    assert played(Catch(ANA, cards)).totals == (plus - minus, 0)
    assert offered(table_of(basic(), []), basic(), ANA, cards) == NOTHING


def test_a_is_stolen_and_stolen_back():
    board = played(caught(PRINTED), caught(STOLEN, BEN), caught(PRINTED, CHO), setup=advanced(seats=3))
    assert [result.points for result in board.results] == [(17, 0, 0), (-10, 21, 0), (0, -10, 17)]
    assert board.totals == (7, 11, 17)


def test_who_holds_a_is_not_offered_it_again():
    setup = advanced()
    table = table_of(setup, [caught(PRINTED)])
    again = offered(table, setup, ANA, TABLE["AD"][2])
    assert (again.open, again.gone, again.given) == (("D",), (("A", ANA),), "D")
    other = offered(table, setup, BEN, TABLE["AD"][2])
    assert (other.open, other.gone, other.given) == (("A", "D"), (), None)
    assert played(caught(PRINTED), caught(STOLEN), setup=setup).totals == (28, 0)


def test_another_card_taken_leaves_a_where_it_is():
    board = played(caught(PRINTED), Catch(BEN, TABLE["AD"][2], "D"), setup=advanced())
    assert board.totals == (17, 26)


def test_as_an_extra_a_is_stolen_beside_the_card_that_is_given():
    setup = advanced(extra=True)
    entries = [caught(PRINTED), Catch(BEN, TABLE["AD"][2]), Catch(ANA, TABLE["AD"][2])]
    board = played(*entries, setup=setup)
    assert [result.points for result in board.results] == [(17, 0), (-10, 36), (26, -10)]
    offer = offered(table_of(setup, entries[:2]), setup, ANA, TABLE["AD"][2])
    assert (offer.open, offer.gone, offer.moves, offer.given) == ((), (("D", BEN),), True, None)


def test_as_an_extra_a_stays_with_who_has_it():
    setup = advanced(extra=True)
    offer = offered(table_of(setup, [caught(PRINTED)]), setup, ANA, TABLE["AD"][2])
    assert (offer.open, offer.gone, offer.moves) == (("D",), (("A", ANA),), False)


def test_a_card_that_is_gone_is_offered_to_nobody_and_says_who_has_it():
    setup = advanced("B", seats=3)
    table = table_of(setup, [Catch(BEN, TABLE["D"][2])])
    for seat in (ANA, BEN, CHO):
        offer = offered(table, setup, seat, TABLE["DH"][2])
        assert (offer.open, offer.gone) == (("H",), (("D", BEN),))


def test_each_player_may_hold_several():
    entries = [Catch(ANA, TABLE[letter][2], letter) for letter in "ADEFGHI"]
    table = table_of(advanced(seats=3), entries)
    assert table.bonuses(ANA) == ("A", "D", "E", "F", "G", "H", "I")
    worth = 22 + (18 - 2) + (11 - 12) + 0 + (8 - 4) + (12 - 8) + (12 - 11)
    assert played(*entries, setup=advanced(seats=3)).totals == (worth + 10 + 10 + 10 + 7 + 7 + 7 + 7, 0, 0)


def test_the_cards_pay_what_is_printed_on_them():
    assert WORTH == PAYS
    assert set(chain(*TABLE)) == set("ADEFGHI")
