"""Piles of Big Fish counted at the end: those that no rows bring, and beside each the nearest that some do."""

import pytest

from games.big_fish.rules import table_of
from tests.rules.fish import ANA, BEN, CHO, SEATS, advanced, basic, counted, played, refusal

B, C = advanced("B"), advanced("C")

# why, the setup, what cannot be, its neighbour that can, and the complaint
CANNOT_BE = [
    (
        "no plus cards told where B was drawn",
        B,
        counted(33, 19),
        counted(33, 19, plus_cards=8),
        ("plus_cards", "Card B was drawn: say how many plus cards there are."),
    ),
    (
        "no ones told where C was drawn",
        C,
        counted(33, 19, plus_cards=8),
        counted(33, 19, ones=0),
        ("ones", "Card C was drawn: say how many ones are in the plus pile."),
    ),
    (
        "more ones than plus cards",
        basic(),
        counted(8, 19, plus_cards=8, ones=9),
        counted(8, 19, plus_cards=8, ones=8),
        ("ones", "With 8 plus cards there cannot be 9 ones."),
    ),
    (
        "more ones than a single plus card",
        basic(),
        counted(1, 3, plus_cards=1, ones=2),
        counted(2, 3, plus_cards=2, ones=2),
        ("ones", "With 1 plus card there cannot be 2 ones."),
    ),
    (
        "a single plus card",
        B,
        counted(6, 5, plus_cards=1),
        counted(6, 5, plus_cards=2),
        ("plus_cards", "Every row brings two plus cards or more, so nobody has just one."),
    ),
    (
        "a plus pile worth too little for its cards",
        B,
        counted(7, 4, plus_cards=8),
        counted(8, 4, plus_cards=8),
        ("plus", "8 plus cards are worth 8 to 48."),
    ),
    (
        "a plus pile worth too much for its cards",
        B,
        counted(49, 19, plus_cards=8),
        counted(48, 19, plus_cards=8),
        ("plus", "8 plus cards are worth 8 to 48."),
    ),
    (
        "a plus pile worth too little for its ones",
        basic(),
        counted(13, 9, plus_cards=8, ones=2),
        counted(14, 9, plus_cards=8, ones=2),
        ("plus", "8 plus cards, of them 2 ones, are worth 14 to 38."),
    ),
    (
        "a plus pile worth too much for its ones",
        basic(),
        counted(39, 19, plus_cards=8, ones=2),
        counted(38, 19, plus_cards=8, ones=2),
        ("plus", "8 plus cards, of them 2 ones, are worth 14 to 38."),
    ),
    (
        "a plus pile without a 1 beside card A",
        advanced(),
        counted(48, 19, plus_cards=8, bonuses=("A",)),
        counted(43, 19, plus_cards=8, bonuses=("A",)),
        ("plus", "8 plus cards are worth 8 to 43."),
    ),
    (
        "card A without ones",
        advanced(),
        counted(33, 19, ones=0, bonuses=("A",)),
        counted(33, 19, ones=1, bonuses=("A",)),
        ("bonuses", "Whoever has card A has a 1 in the plus pile."),
    ),
    (
        "more ones than the plus pile is worth",
        C,
        counted(4, 5, ones=5),
        counted(5, 5, ones=5),
        ("plus", "No rows bring a plus pile of 4 with 5 ones."),
    ),
    (
        "ones and one point more",
        C,
        counted(6, 5, ones=5),
        counted(7, 5, ones=5),
        ("plus", "No rows bring a plus pile of 6 with 5 ones."),
    ),
    (
        "a plus pile of a single 3",
        C,
        counted(3, 3, ones=0),
        counted(4, 6, ones=0),
        ("plus", "No rows bring a plus pile of 3 with 0 ones."),
    ),
    (
        "a plus pile of 1",
        basic(),
        counted(1, 1),
        counted(2, 3),
        ("plus", "No rows bring a plus pile of 1."),
    ),
    (
        "a minus pile without a plus pile",
        basic(),
        counted(0, 19),
        counted(0, 0),
        ("minus", "Every row brings plus cards, so there is no minus pile without a plus pile."),
    ),
    (
        "bonus cards without a plus pile",
        advanced(),
        counted(0, 0, bonuses=("D",)),
        counted(0, 0),
        ("bonuses", "Every row brings plus cards, so there is no bonus card without a plus pile."),
    ),
    (
        "more plus cards than the game has rows for",
        B,
        counted(100, 0, plus_cards=31),
        counted(100, 0, plus_cards=30),
        ("plus_cards", "6 rows bring at most 30 plus cards."),
    ),
    (
        "more plus cards than twelve rows bring",
        advanced("B", seats=6),
        counted(200, 0, plus_cards=61),
        counted(200, 0, plus_cards=60),
        ("plus_cards", "12 rows bring at most 60 plus cards."),
    ),
    (
        "a plus pile beyond what the game has rows for",
        basic(),
        counted(181, 0),
        counted(180, 0),
        ("plus", "6 rows bring at most 180 plus points."),
    ),
    (
        "a minus pile beyond what the game has rows for",
        basic(),
        counted(60, 109),
        counted(60, 108),
        ("minus", "6 rows bring at most 108 minus points."),
    ),
    (
        "ones without a plus pile",
        C,
        counted(0, 0, ones=1),
        counted(0, 0, ones=0),
        ("plus", "No rows bring a plus pile of 0 with 1 one."),
    ),
    (
        "bonus cards in the basic game",
        basic(),
        counted(33, 19, bonuses=("D",)),
        counted(33, 19),
        ("bonuses", "There are no bonus cards in the basic game."),
    ),
    (
        "card A where C was drawn",
        C,
        counted(33, 19, ones=1, bonuses=("A",)),
        counted(33, 19, ones=1, bonuses=("D",)),
        ("bonuses", "Card A is not in this game: C was drawn."),
    ),
    (
        "a card named twice",
        advanced(),
        counted(33, 19, bonuses=("D", "E", "D")),
        counted(33, 19, bonuses=("D", "E")),
        ("bonuses", "There is only one card D."),
    ),
]
EACH = pytest.mark.parametrize(
    ("setup", "impossible", "possible", "complaint"),
    [case[1:] for case in CANNOT_BE],
    ids=[case[0] for case in CANNOT_BE],
)


@EACH
def test_piles_that_no_rows_bring_are_refused_with_the_reason(setup, impossible, possible, complaint):
    assert refusal(played(impossible, setup=setup)) == (0, *complaint)


@EACH
def test_their_nearest_neighbours_are_accepted(setup, impossible, possible, complaint):
    assert played(possible, setup=setup).problem is None


@pytest.mark.parametrize("field", ["plus", "minus", "plus_cards", "ones"])
def test_nothing_is_counted_below_0(field):
    nothing = {"plus": 0, "minus": 0, "plus_cards": 0, "ones": 0}
    assert refusal(played(counted(**nothing | {field: -1}))) == (0, field, "This cannot be below 0.")
    assert played(counted(**nothing)).problem is None


def test_nobody_is_counted_twice():
    board = played(counted(33, 19), counted(30, 19), counted(33, 19, BEN))
    assert refusal(board) == (1, "player", "The piles of Ana are counted already.")
    assert (board.totals, board.finished) == ((14, 14), True)


@pytest.mark.parametrize("letter", "ADEFGHI")
def test_a_card_lies_with_one_player_only(letter):
    board = played(counted(33, 19, bonuses=(letter,)), counted(33, 19, BEN, bonuses=(letter,)), setup=advanced())
    assert refusal(board) == (1, "bonuses", f"Ana has card {letter} already.")


def test_who_caught_nothing_is_counted_with_empty_piles():
    board = played(counted(0, 0, plus_cards=0), counted(33, 19, BEN, plus_cards=8), setup=B)
    assert (board.totals, board.finished) == ((10, 14), True)


def test_what_is_not_asked_for_may_be_told():
    told = [counted(33, 19, player, plus_cards=8, ones=2) for player in (ANA, BEN)]
    assert played(*told, setup=basic()).totals == (14, 14)
    assert played(*told, setup=C).totals == (19, 19)


def test_the_game_is_over_when_everybody_is_counted():
    counts = [counted(33, 19 + seat, seat) for seat in reversed(SEATS[:3])]
    boards = [played(*counts[:number], setup=basic(seats=3)) for number in range(4)]
    assert [board.finished for board in boards] == [False, False, False, True]
    assert boards[-1].winners == (ANA,)


def test_the_table_knows_who_was_counted():
    table = table_of(C, [counted(33, 19, BEN, ones=2, bonuses=("G", "D"))])
    assert (table.counting, table.counted, table.complete) == (True, 1, False)
    assert [piles.counted for piles in table.piles] == [False, True]
    assert table.bonuses(BEN) == ("D", "G")
    assert table.drawn_worth() == (0, 10)


def test_a_refused_count_leaves_its_cards_to_others():
    refused = counted(1, 0, bonuses=("D",))
    board = played(refused, counted(33, 19, CHO, bonuses=("D",)), setup=advanced(seats=3))
    assert [result.problem is None for result in board.results] == [False, True]
