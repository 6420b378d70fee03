"""Impossible entries of Big Fish while rows are caught, each with the nearest possible one."""

import pytest

from games.big_fish.rules import Catch, Mistake
from tests.rules.support.big_fish.entries import advanced, basic, catch, count, play
from tests.rules.support.big_fish.model import EXAMPLE_ROWS
from tests.rules.support.boards import ANA, BEN, CHO, first_refusal

PLAIN = "R6 R4 Y6 G2 B5"
WITH_ONE = "R5 Y6 G1 R2 Y3"
STRAIGHT = "R2 R3 Y4 G5 B6"
TWELVE = [catch(PLAIN)] * 12

# the problem, the entries before, the setup, an impossible entry, a possible one, field and message
CASES = [
    (
        "four cards",
        [],
        basic(),
        catch("R5 Y6 G1 R2"),
        catch("R5 Y6 G1 R2 Y3"),
        ("cards", "A row has 5 cards, not 4."),
    ),
    (
        "six cards",
        [],
        basic(),
        catch("R5 Y6 G1 R2 Y3 B1"),
        catch("R5 Y6 G1 R2 B1"),
        ("cards", "A row has 5 cards, not 6."),
    ),
    (
        "no cards",
        [],
        basic(),
        catch(""),
        catch("R5 R5 R5 R5 R5"),
        ("cards", "A row has 5 cards, not 0."),
    ),
    (
        "a 7",
        [],
        basic(),
        catch("R7 Y6 G1 R2 Y3"),
        catch("R6 Y6 G1 R2 Y3"),
        (
            "cards",
            "“R7” is not a card: a card has a colour (R, Y, G, B or P) and a value from 1 to 6.",
        ),
    ),
    (
        "a 0",
        [],
        basic(),
        catch("R5 Y6 G0 R2 Y3"),
        catch("R5 Y6 G1 R2 Y3"),
        (
            "cards",
            "“G0” is not a card: a card has a colour (R, Y, G, B or P) and a value from 1 to 6.",
        ),
    ),
    (
        "a sixth colour",
        [],
        basic(),
        catch("W5 Y6 G1 R2 Y3"),
        catch("P5 Y6 G1 R2 Y3"),
        (
            "cards",
            "“W5” is not a card: a card has a colour (R, Y, G, B or P) and a value from 1 to 6.",
        ),
    ),
    (
        "a bonus card that is not earned",
        [],
        advanced(),
        catch(STRAIGHT, bonus="E"),
        catch(STRAIGHT, bonus="D"),
        (
            "bonus",
            "This row does not earn card E, which needs a row worth less than 0. It could take D.",
        ),
    ),
    (
        "a bonus card that a player has",
        [catch(STRAIGHT)],
        advanced(),
        Catch(BEN, EXAMPLE_ROWS["DH"][2], "D"),
        Catch(BEN, EXAMPLE_ROWS["DH"][2], "H"),
        ("bonus", "Ana already has card D. It could take H."),
    ),
    (
        "a bonus card that one has oneself, and no other to take",
        [catch(STRAIGHT)],
        advanced(),
        catch(STRAIGHT, bonus="D"),
        catch(STRAIGHT),
        ("bonus", "Ana already has card D."),
    ),
    (
        "card A taken from oneself",
        [catch(WITH_ONE)],
        advanced(),
        catch(WITH_ONE, bonus="A"),
        catch(WITH_ONE, BEN, "A"),
        ("bonus", "Ana already has card A."),
    ),
    (
        "card A without a 1 for the plus pile",
        [],
        advanced(),
        catch("R1 R2 R3 R6 Y5", bonus="A"),
        catch("R2 R3 R6 Y1 G5", bonus="A"),
        (
            "bonus",
            "This row does not earn card A, which needs a 1 for the plus pile. It could take I.",
        ),
    ),
    (
        "card A where B was drawn",
        [],
        advanced("B"),
        catch(WITH_ONE, bonus="A"),
        catch(WITH_ONE),
        ("bonus", "Card A is not in this game: B was drawn."),
    ),
    (
        "card A named where it moves by itself",
        [],
        advanced(extra=True),
        catch(WITH_ONE, bonus="A"),
        catch(WITH_ONE),
        ("bonus", "Card A is an extra and moves by itself: choose one of D to I, or none."),
    ),
    (
        "a choice that is not made",
        [],
        advanced(),
        Catch(ANA, EXAMPLE_ROWS["AEGI"][2]),
        Catch(ANA, EXAMPLE_ROWS["AEGI"][2], "E"),
        ("bonus", "This row earns A, E, G and I: choose one of them."),
    ),
    (
        "a choice not made beside an A that moves by itself",
        [],
        advanced(extra=True),
        Catch(ANA, EXAMPLE_ROWS["AGI"][2]),
        Catch(ANA, EXAMPLE_ROWS["AGI"][2], "I"),
        ("bonus", "This row earns G and I: choose one of them."),
    ),
    (
        "a bonus card in the basic game",
        [],
        basic(),
        catch(STRAIGHT, bonus="D"),
        catch(STRAIGHT),
        ("bonus", "The basic game has no bonus cards."),
    ),
    (
        "a thirteenth row with one player",
        TWELVE,
        basic(seats=5),
        catch(PLAIN),
        catch(PLAIN, BEN),
        ("player", "Ana has already caught 12 rows, which took all 12 cards."),
    ),
    (
        "piles counted beside rows",
        [catch(PLAIN)],
        basic(),
        count(33, 19),
        catch(PLAIN),
        ("type", "You are entering this game row by row, so you cannot count piles."),
    ),
    (
        "a row beside counted piles",
        [count(33, 19)],
        basic(),
        catch(PLAIN),
        count(33, 19, BEN),
        ("type", "You are counting piles in this game, so you cannot enter single rows."),
    ),
    (
        "a row too many",
        [catch(PLAIN)] * 6,
        basic(),
        catch(PLAIN),
        None,
        ("", "The game is over: all 6 rows are caught."),
    ),
    (
        "a mistake after the last row",
        [catch(PLAIN)] * 6,
        basic(),
        Mistake(ANA),
        None,
        ("", "The game is over: all 6 rows are caught."),
    ),
    (
        "a mistake after the last count",
        [count(33, 19), count(33, 19, BEN)],
        basic(),
        Mistake(ANA),
        None,
        ("", "The game is over: all piles are counted."),
    ),
]
EACH = pytest.mark.parametrize(
    ("earlier", "setup", "impossible", "possible", "expected"),
    [case[1:] for case in CASES],
    ids=[case[0] for case in CASES],
)


@EACH
def test_an_impossible_entry_is_refused_with_a_reason(
    earlier, setup, impossible, possible, expected
):
    assert first_refusal(play(*earlier, impossible, setup=setup)) == (len(earlier), *expected)


@EACH
def test_the_nearest_possible_entry_is_accepted(earlier, setup, impossible, possible, expected):
    if possible is None:  # after the end: the same entry is possible before it
        earlier, possible = earlier[:-1], impossible
    assert play(*earlier, possible, setup=setup).problem is None


@pytest.mark.parametrize("seats", range(2, 7))
def test_a_game_has_three_rows_per_player(seats):
    rows = [catch(PLAIN, player) for player in (ANA, BEN) * 9][: 3 * seats]
    assert not play(*rows[:-1], setup=basic(seats)).finished
    assert play(*rows, setup=basic(seats)).finished
    assert first_refusal(play(*rows, rows[0], setup=basic(seats)))[0] == 3 * seats


def test_one_of_four_players_may_catch_all_twelve_rows():
    board = play(*TWELVE, setup=basic(seats=4))
    assert (board.problem, board.finished) == (None, True)


def test_others_may_catch_after_a_player_has_caught_twelve_rows():
    board = play(*TWELVE, catch(PLAIN, BEN), catch(PLAIN), catch(PLAIN, CHO), setup=basic(seats=5))
    assert [number for number, result in enumerate(board.results) if result.problem] == [13]
    assert board.totals == (180, 15, 15, 0, 0)
