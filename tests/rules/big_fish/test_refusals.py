"""Impossible entries of Big Fish, each with the nearest possible one.

They read as entries.py says. In brackets is the card that was drawn, with a "+" if card A is an
extra, and how many play.
"""

import pytest

from games.big_fish.rules import Count
from tests.rules.support.big_fish.entries import advanced, basic, play, table
from tests.rules.support.boards import ANA, first_refusal
from tests.rules.support.records import error, make_record
from tests.rules.support.refusals import check_refusals

ROWS = """
    R5 Y6 G1 R2 → R5 Y6 G1 R2 Y3
        cards: A row has 5 cards, not 4.
    R5 Y6 G1 R2 Y3 B1 → R5 Y6 G1 R2 B1
        cards: A row has 5 cards, not 6.
    catch → R5 R5 R5 R5 R5
        cards: A row has 5 cards, not 0.
    R7 Y6 G1 R2 Y3 → R6 Y6 G1 R2 Y3
        cards: “R7” is not a card: a card has a colour (R, Y, G, B or P) and a value from 1 to 6.
    R5 Y6 G0 R2 Y3 → R5 Y6 G1 R2 Y3
        cards: “G0” is not a card: a card has a colour (R, Y, G, B or P) and a value from 1 to 6.
    W5 Y6 G1 R2 Y3 → P5 Y6 G1 R2 Y3
        cards: “W5” is not a card: a card has a colour (R, Y, G, B or P) and a value from 1 to 6.
    (A) R2 R3 Y4 G5 B6 for E → R2 R3 Y4 G5 B6 for D
        bonus: This row does not earn card E, which needs a row worth less than 0. It could take D.
    (A) after R2 R3 Y4 G5 B6: Ben R6 R5 R4 R3 R1 for D → Ben R6 R5 R4 R3 R1 for H
        bonus: Ana already has card D. It could take H.
    (A) after R2 R3 Y4 G5 B6: R2 R3 Y4 G5 B6 for D → R2 R3 Y4 G5 B6
        bonus: Ana already has card D.
    (A) after R5 Y6 G1 R2 Y3: R5 Y6 G1 R2 Y3 for A → Ben R5 Y6 G1 R2 Y3 for A
        bonus: Ana already has card A.
    (A) R1 R2 R3 R6 Y5 for A → R2 R3 R6 Y1 G5 for A
        bonus: This row does not earn card A, which needs a 1 for the plus pile. It could take I.
    (B) R5 Y6 G1 R2 Y3 for A → R5 Y6 G1 R2 Y3
        bonus: Card A is not in this game: B was drawn.
    (A+) R5 Y6 G1 R2 Y3 for A → R5 Y6 G1 R2 Y3
        bonus: Card A is an extra and moves by itself: choose one of D to I, or none.
    (A) R3 R3 R3 R3 Y1 → R3 R3 R3 R3 Y1 for E
        bonus: This row earns A, E, G and I: choose one of them.
    (A+) R3 R1 R1 Y1 Y1 → R3 R1 R1 Y1 Y1 for I
        bonus: This row earns G and I: choose one of them.
    R2 R3 Y4 G5 B6 for D → R2 R3 Y4 G5 B6
        bonus: The basic game has no bonus cards.
    (basic of 5) after 12 times R6 R4 Y6 G2 B5: R6 R4 Y6 G2 B5 → Ben R6 R4 Y6 G2 B5
        player: Ana has already caught 12 rows, which took all 12 cards.
    after R6 R4 Y6 G2 B5: 33-19 → R6 R4 Y6 G2 B5
        type: You are entering this game row by row, so you cannot count piles.
    after 33-19: R6 R4 Y6 G2 B5 → Ben 33-19
        type: You are counting piles in this game, so you cannot enter single rows.
    after 5 times R6 R4 Y6 G2 B5; R6 R4 Y6 G2 B5: R6 R4 Y6 G2 B5 → earlier
        entry: The game is over: all 6 rows are caught.
    after 5 times R6 R4 Y6 G2 B5; R6 R4 Y6 G2 B5: mistake → earlier
        entry: The game is over: all 6 rows are caught.
    after 33-19; Ben 33-19: mistake → earlier
        entry: The game is over: all piles are counted.
"""
PILES = """
    (B) 33-19 → 33-19 cards=8
        plus_cards: Card B was drawn: enter the number of plus cards.
    (C) 33-19 cards=8 → 33-19 ones=0
        ones: Card C was drawn: enter the number of ones in the plus pile.
    8-19 cards=8 ones=9 → 8-19 cards=8 ones=8
        ones: With 8 plus cards there cannot be 9 ones.
    1-3 cards=1 ones=2 → 2-3 cards=2 ones=2
        ones: With 1 plus card there cannot be 2 ones.
    (B) 6-5 cards=1 → 6-5 cards=2
        plus_cards: Every row adds at least two plus cards, so nobody can have just one.
    (B) 7-4 cards=8 → 8-4 cards=8
        plus: 8 plus cards are worth 8 to 48.
    (B) 49-19 cards=8 → 48-19 cards=8
        plus: 8 plus cards are worth 8 to 48.
    13-9 cards=8 ones=2 → 14-9 cards=8 ones=2
        plus: 8 plus cards with 2 ones among them are worth 14 to 38.
    39-19 cards=8 ones=2 → 38-19 cards=8 ones=2
        plus: 8 plus cards with 2 ones among them are worth 14 to 38.
    (A) 48-19 cards=8 bonuses=A → 43-19 cards=8 bonuses=A
        plus: 8 plus cards are worth 8 to 43.
    (A) 33-19 ones=0 bonuses=A → 33-19 ones=1 bonuses=A
        bonuses: The player with card A must have a 1 in the plus pile.
    (C) 4-5 ones=5 → 5-5 ones=5
        plus: A plus pile of 4 with 5 ones is not possible.
    (C) 6-5 ones=5 → 7-5 ones=5
        plus: A plus pile of 6 with 5 ones is not possible.
    (C) 3-3 ones=0 → 4-6 ones=0
        plus: A plus pile of 3 with 0 ones is not possible.
    1-1 → 2-3
        plus: A plus pile of 1 is not possible.
    0-19 → 0-0
        minus: Every row adds plus cards, so a minus pile cannot come without a plus pile.
    (A) 0-0 bonuses=D → 0-0
        bonuses: Every row adds plus cards, so a bonus card cannot come without a plus pile.
    (B) 100-0 cards=31 → 100-0 cards=30
        plus_cards: 6 rows give at most 30 plus cards.
    (B of 6) 200-0 cards=61 → 200-0 cards=60
        plus_cards: 12 rows give at most 60 plus cards.
    181-0 → 180-0
        plus: 6 rows give at most 180 plus points.
    60-109 → 60-108
        minus: 6 rows give at most 108 minus points.
    (C) 0-0 ones=1 → 0-0 ones=0
        plus: A plus pile of 0 with 1 one is not possible.
    33-19 bonuses=D → 33-19
        bonuses: The basic game has no bonus cards.
    (C) 33-19 ones=1 bonuses=A → 33-19 ones=1 bonuses=D
        bonuses: Card A is not in this game: C was drawn.
    (A) 33-19 bonuses=DED → 33-19 bonuses=DE
        bonuses: There is only one card D.
"""


def play_table(setup, *entries):
    return play("; ".join(entries), setup=table(setup or "basic"))


def test_an_impossible_entry_is_refused_with_a_reason_and_the_nearest_one_is_not():
    check_refusals(ROWS, play_table)


def test_impossible_piles_are_refused_with_a_reason_and_the_nearest_ones_are_not():
    check_refusals(PILES, play_table)


PLAIN = "R6 R4 Y6 G2 B5"


def test_what_is_entered_after_the_end_must_be_a_row_too():
    refusal = first_refusal(play(*[PLAIN] * 6, "R7 Y6 G1 R2 Y3"))
    assert refusal[:2] == (6, "cards")


@pytest.mark.parametrize("seats", range(2, 7))
def test_a_game_has_three_rows_per_player(seats):
    rows = [PLAIN, f"Ben {PLAIN}"] * 10
    boards = [play(*rows[: 3 * seats + more], setup=basic(seats)) for more in (-1, 0, 1)]
    assert [board.finished for board in boards] == [False, True, True]
    assert first_refusal(boards[-1])[0] == 3 * seats


def test_a_player_may_catch_all_twelve_rows_and_then_others_may():
    board = play(f"12 times {PLAIN}", setup=basic(seats=4))
    assert (board.problem, board.finished) == (None, True)
    rows = f"12 times {PLAIN}; Ben {PLAIN}; {PLAIN}; Cho {PLAIN}"
    board = play(rows, setup=basic(seats=5))
    assert [number for number, result in enumerate(board.results) if result.problem] == [13]
    assert board.totals == (180, 15, 15, 0, 0)


def test_negative_numbers_are_refused():
    nothing = {"plus": 0, "minus": 0, "plus_cards": 0, "ones": 0}
    assert play(Count(ANA, **nothing)).problem is None
    for field in nothing:
        refusal = first_refusal(play(Count(ANA, **nothing | {field: -1})))
        assert refusal == (0, field, "This cannot be below 0.")


def test_a_player_cannot_be_counted_twice():
    board = play("33-19; 30-19; Ben 33-19")
    assert first_refusal(board) == (1, "player", "Ana’s piles are already counted.")
    assert (board.totals, board.finished) == ((14, 14), True)


def test_a_bonus_card_has_only_one_owner():
    for letter in "ADEFGHI":
        piles = f"33-19 bonuses={letter}"
        refusal = first_refusal(play(f"{piles}; Ben {piles}", setup=advanced()))
        assert refusal == (1, "bonuses", f"Ana already has card {letter}.")


def test_a_refused_count_leaves_its_bonus_cards_to_others():
    board = play("1-0 bonuses=D; Cho 33-19 bonuses=D", setup=advanced(seats=3))
    assert [result.problem is None for result in board.results] == [False, True]


CATCH = {"type": "catch", "player": "Ana", "cards": ["R5", "Y6", "G1", "R2", "Y3"]}
COUNT = {"type": "count", "player": "Ana", "plus": 33, "minus": 19}
MISTAKE = {"type": "mistake", "player": "Ana"}
INVALID = [
    (CATCH, "type", [..., "row", None]),
    (CATCH, "cards", [..., "R5 Y6 G1 R2 Y3"]),
    (CATCH, "cards", [["R5", "Y6", "G1", "R2", last] for last in (3, "y3", "Y³", "")]),
    (CATCH, "player", [..., "Cho"]),
    (CATCH, "bonus", ["B", "C", "J", ["A"]]),
    (CATCH, "plus", [12]),
    (MISTAKE, "player", [...]),
    (MISTAKE, "cards", [[]]),
    (COUNT, "minus", [...]),
    (COUNT, "plus", [..., 33.0]),
    (COUNT, "ones", ["2"]),
    (COUNT, "plus_cards", [True]),
    (COUNT, "bonuses", ["AD", ["B"]]),
    (COUNT, "cards", [CATCH["cards"]]),
]
"""An entry, one of its fields, and values that the field cannot have; ... is a missing one."""


def refused(*entries, **keys):
    return error(make_record(*entries, **{"game": "big_fish", "players": ["Ana", "Ben"], **keys}))


def test_an_invalid_entry_is_refused():
    for entry, field, values in INVALID:
        for value in values:
            invalid = entry | {field: value}
            if value is ...:
                del invalid[field]
            refusal = refused(invalid, options={"advanced": True, "drawn": "A"})
            assert (refusal["entry"], refusal["field"]) == (0, field), invalid


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"advanced": True}, "drawn"),
        ({"advanced": True, "drawn": None}, "drawn"),
        ({"advanced": True, "drawn": "D"}, "drawn"),
        ({"advanced": 1, "drawn": "A"}, "advanced"),
        ({"advanced": True, "drawn": "A", "a_is_extra": "yes"}, "a_is_extra"),
        ({"extra": True}, "extra"),
    ],
)
def test_invalid_options_are_refused(options, field):
    refusal = refused(CATCH, options=options)
    assert (refusal["entry"], refusal["field"]) == (None, field)


def test_two_to_six_can_play():
    for seats in range(1, 8):
        refusal = refused(players=[f"P{n}" for n in range(seats)])
        assert refusal.get("field") == (None if 2 <= seats <= 6 else "players"), seats


def test_the_game_is_over_when_all_piles_are_counted():
    counts = ["Cho 33-21", "Ben 33-20", "33-19"]
    boards = [play(*counts[:number], setup=basic(seats=3)) for number in range(4)]
    assert [board.finished for board in boards] == [False, False, False, True]
    assert boards[-1].winners == (ANA,)
