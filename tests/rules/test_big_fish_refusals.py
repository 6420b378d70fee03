"""What cannot happen at a table of Big Fish while rows are caught, and beside each the nearest that can."""

import pytest

from games.big_fish.rules import Mistake
from tests.rules.fish import (
    ANA,
    BEN,
    CHO,
    TABLE,
    Catch,
    advanced,
    basic,
    caught,
    counted,
    played,
    refusal,
)

PLAIN = "R6 R4 Y6 G2 B5"
PRINTED = "R5 Y6 G1 R2 Y3"
STRAIGHT = "R2 R3 Y4 G5 B6"
TWELVE = [caught(PLAIN)] * 12

# why, the entries before, the setup, what cannot be, its neighbour that can, and the complaint
CANNOT_HAPPEN = [
    (
        "four cards",
        [],
        basic(),
        caught("R5 Y6 G1 R2"),
        caught("R5 Y6 G1 R2 Y3"),
        ("cards", "A row has 5 cards, not 4."),
    ),
    (
        "six cards",
        [],
        basic(),
        caught("R5 Y6 G1 R2 Y3 B1"),
        caught("R5 Y6 G1 R2 B1"),
        ("cards", "A row has 5 cards, not 6."),
    ),
    ("no cards", [], basic(), caught(""), caught("R5 R5 R5 R5 R5"), ("cards", "A row has 5 cards, not 0.")),
    (
        "a 7",
        [],
        basic(),
        caught("R7 Y6 G1 R2 Y3"),
        caught("R6 Y6 G1 R2 Y3"),
        ("cards", "There is no card “R7”: a card is a colour (R, Y, G, B or P) and 1 to 6."),
    ),
    (
        "a 0",
        [],
        basic(),
        caught("R5 Y6 G0 R2 Y3"),
        caught("R5 Y6 G1 R2 Y3"),
        ("cards", "There is no card “G0”: a card is a colour (R, Y, G, B or P) and 1 to 6."),
    ),
    (
        "a sixth colour",
        [],
        basic(),
        caught("W5 Y6 G1 R2 Y3"),
        caught("P5 Y6 G1 R2 Y3"),
        ("cards", "There is no card “W5”: a card is a colour (R, Y, G, B or P) and 1 to 6."),
    ),
    (
        "a bonus card that is not earned",
        [],
        advanced(),
        caught(STRAIGHT, bonus="E"),
        caught(STRAIGHT, bonus="D"),
        ("bonus", "This row does not earn card E, which is for a row worth less than 0. It could take D."),
    ),
    (
        "a bonus card that somebody has",
        [caught(STRAIGHT)],
        advanced(),
        Catch(BEN, TABLE["DH"][2], "D"),
        Catch(BEN, TABLE["DH"][2], "H"),
        ("bonus", "Ana has card D already. It could take H."),
    ),
    (
        "a bonus card that one has oneself, and no other to take",
        [caught(STRAIGHT)],
        advanced(),
        caught(STRAIGHT, bonus="D"),
        caught(STRAIGHT),
        ("bonus", "Ana has card D already."),
    ),
    (
        "card A taken from oneself",
        [caught(PRINTED)],
        advanced(),
        caught(PRINTED, bonus="A"),
        caught(PRINTED, BEN, "A"),
        ("bonus", "Ana has card A already."),
    ),
    (
        "card A without a 1 for the plus pile",
        [],
        advanced(),
        caught("R1 R2 R3 R6 Y5", bonus="A"),
        caught("R2 R3 R6 Y1 G5", bonus="A"),
        ("bonus", "This row does not earn card A, which is for a 1 for the plus pile. It could take I."),
    ),
    (
        "card A where B was drawn",
        [],
        advanced("B"),
        caught(PRINTED, bonus="A"),
        caught(PRINTED),
        ("bonus", "Card A is not in this game: B was drawn."),
    ),
    (
        "card A named where it moves by itself",
        [],
        advanced(extra=True),
        caught(PRINTED, bonus="A"),
        caught(PRINTED),
        ("bonus", "Card A moves by itself here. Name one of D to I, or none."),
    ),
    (
        "a choice that is not made",
        [],
        advanced(),
        Catch(ANA, TABLE["AEGI"][2]),
        Catch(ANA, TABLE["AEGI"][2], "E"),
        ("bonus", "This row earns A, E, G and I: say which one is taken."),
    ),
    (
        "a choice not made beside an A that moves by itself",
        [],
        advanced(extra=True),
        Catch(ANA, TABLE["AGI"][2]),
        Catch(ANA, TABLE["AGI"][2], "I"),
        ("bonus", "This row earns G and I: say which one is taken."),
    ),
    (
        "a bonus card in the basic game",
        [],
        basic(),
        caught(STRAIGHT, bonus="D"),
        caught(STRAIGHT),
        ("bonus", "There are no bonus cards in the basic game."),
    ),
    (
        "a thirteenth row with one player",
        TWELVE,
        basic(seats=5),
        caught(PLAIN),
        caught(PLAIN, BEN),
        ("player", "Ana has caught 12 rows: that took all twelve cards."),
    ),
    (
        "piles counted beside rows",
        [caught(PLAIN)],
        basic(),
        counted(33, 19),
        caught(PLAIN),
        ("type", "This game is entered row by row, so no piles are counted."),
    ),
    (
        "a row beside counted piles",
        [counted(33, 19)],
        basic(),
        caught(PLAIN),
        counted(33, 19, BEN),
        ("type", "This table counts its piles at the end, so no single rows are entered."),
    ),
    (
        "a row too many",
        [caught(PLAIN)] * 6,
        basic(),
        caught(PLAIN),
        None,
        ("", "The game was over: all 6 rows are caught."),
    ),
    (
        "a mistake after the last row",
        [caught(PLAIN)] * 6,
        basic(),
        Mistake(ANA),
        None,
        ("", "The game was over: all 6 rows are caught."),
    ),
    (
        "a mistake after the last count",
        [counted(33, 19), counted(33, 19, BEN)],
        basic(),
        Mistake(ANA),
        None,
        ("", "The game was over: everybody’s piles are counted."),
    ),
]
EACH = pytest.mark.parametrize(
    ("earlier", "setup", "impossible", "possible", "complaint"),
    [case[1:] for case in CANNOT_HAPPEN],
    ids=[case[0] for case in CANNOT_HAPPEN],
)


@EACH
def test_what_cannot_happen_is_refused_with_the_reason(earlier, setup, impossible, possible, complaint):
    assert refusal(played(*earlier, impossible, setup=setup)) == (len(earlier), *complaint)


@EACH
def test_its_nearest_neighbour_is_accepted(earlier, setup, impossible, possible, complaint):
    if possible is None:  # after the end nothing is possible, and one entry before it is
        earlier, possible = earlier[:-1], impossible
    assert played(*earlier, possible, setup=setup).problem is None


@pytest.mark.parametrize("seats", range(2, 7))
def test_a_game_has_three_rows_a_player(seats):
    rows = [caught(PLAIN, player) for player in (ANA, BEN) * 9][: 3 * seats]
    assert not played(*rows[:-1], setup=basic(seats)).finished
    assert played(*rows, setup=basic(seats)).finished
    assert refusal(played(*rows, rows[0], setup=basic(seats)))[0] == 3 * seats


def test_with_four_players_one_may_catch_all_twelve_rows():
    board = played(*TWELVE, setup=basic(seats=4))
    assert (board.problem, board.finished) == (None, True)


def test_nobody_else_is_kept_from_catching_by_a_full_hand():
    board = played(*TWELVE, caught(PLAIN, BEN), caught(PLAIN), caught(PLAIN, CHO), setup=basic(seats=5))
    assert [number for number, result in enumerate(board.results) if result.problem] == [13]
    assert board.totals == (180, 15, 15, 0, 0)
