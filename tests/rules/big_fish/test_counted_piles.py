"""Impossible piles, counted at the end, each with the nearest possible ones; and possible games."""

import pytest

from games.big_fish.rules import state_after
from tests.rules.support.big_fish.entries import advanced, basic, count, play
from tests.rules.support.boards import ANA, BEN, CHO, SEATS, first_refusal

B, C = advanced("B"), advanced("C")

# the problem, the setup, impossible piles, possible ones, field and message
CASES = [
    (
        "no number of plus cards although B was drawn",
        B,
        count(33, 19),
        count(33, 19, plus_cards=8),
        ("plus_cards", "Card B was drawn: enter the number of plus cards."),
    ),
    (
        "no number of ones although C was drawn",
        C,
        count(33, 19, plus_cards=8),
        count(33, 19, ones=0),
        ("ones", "Card C was drawn: enter the number of ones in the plus pile."),
    ),
    (
        "more ones than plus cards",
        basic(),
        count(8, 19, plus_cards=8, ones=9),
        count(8, 19, plus_cards=8, ones=8),
        ("ones", "With 8 plus cards there cannot be 9 ones."),
    ),
    (
        "more ones than a single plus card",
        basic(),
        count(1, 3, plus_cards=1, ones=2),
        count(2, 3, plus_cards=2, ones=2),
        ("ones", "With 1 plus card there cannot be 2 ones."),
    ),
    (
        "a single plus card",
        B,
        count(6, 5, plus_cards=1),
        count(6, 5, plus_cards=2),
        ("plus_cards", "Every row adds at least two plus cards, so nobody can have just one."),
    ),
    (
        "a plus pile worth too little for its cards",
        B,
        count(7, 4, plus_cards=8),
        count(8, 4, plus_cards=8),
        ("plus", "8 plus cards are worth 8 to 48."),
    ),
    (
        "a plus pile worth too much for its cards",
        B,
        count(49, 19, plus_cards=8),
        count(48, 19, plus_cards=8),
        ("plus", "8 plus cards are worth 8 to 48."),
    ),
    (
        "a plus pile worth too little for its ones",
        basic(),
        count(13, 9, plus_cards=8, ones=2),
        count(14, 9, plus_cards=8, ones=2),
        ("plus", "8 plus cards with 2 ones among them are worth 14 to 38."),
    ),
    (
        "a plus pile worth too much for its ones",
        basic(),
        count(39, 19, plus_cards=8, ones=2),
        count(38, 19, plus_cards=8, ones=2),
        ("plus", "8 plus cards with 2 ones among them are worth 14 to 38."),
    ),
    (
        "a plus pile without a 1 beside card A",
        advanced(),
        count(48, 19, plus_cards=8, bonuses=("A",)),
        count(43, 19, plus_cards=8, bonuses=("A",)),
        ("plus", "8 plus cards are worth 8 to 43."),
    ),
    (
        "card A without ones",
        advanced(),
        count(33, 19, ones=0, bonuses=("A",)),
        count(33, 19, ones=1, bonuses=("A",)),
        ("bonuses", "The player with card A must have a 1 in the plus pile."),
    ),
    (
        "more ones than the plus pile is worth",
        C,
        count(4, 5, ones=5),
        count(5, 5, ones=5),
        ("plus", "A plus pile of 4 with 5 ones is not possible."),
    ),
    (
        "ones and one point more",
        C,
        count(6, 5, ones=5),
        count(7, 5, ones=5),
        ("plus", "A plus pile of 6 with 5 ones is not possible."),
    ),
    (
        "a plus pile of a single 3",
        C,
        count(3, 3, ones=0),
        count(4, 6, ones=0),
        ("plus", "A plus pile of 3 with 0 ones is not possible."),
    ),
    (
        "a plus pile of 1",
        basic(),
        count(1, 1),
        count(2, 3),
        ("plus", "A plus pile of 1 is not possible."),
    ),
    (
        "a minus pile without a plus pile",
        basic(),
        count(0, 19),
        count(0, 0),
        ("minus", "Every row adds plus cards, so a minus pile cannot come without a plus pile."),
    ),
    (
        "bonus cards without a plus pile",
        advanced(),
        count(0, 0, bonuses=("D",)),
        count(0, 0),
        ("bonuses", "Every row adds plus cards, so a bonus card cannot come without a plus pile."),
    ),
    (
        "more plus cards than the game has rows for",
        B,
        count(100, 0, plus_cards=31),
        count(100, 0, plus_cards=30),
        ("plus_cards", "6 rows give at most 30 plus cards."),
    ),
    (
        "more plus cards than twelve rows give",
        advanced("B", seats=6),
        count(200, 0, plus_cards=61),
        count(200, 0, plus_cards=60),
        ("plus_cards", "12 rows give at most 60 plus cards."),
    ),
    (
        "a plus pile beyond what the game has rows for",
        basic(),
        count(181, 0),
        count(180, 0),
        ("plus", "6 rows give at most 180 plus points."),
    ),
    (
        "a minus pile beyond what the game has rows for",
        basic(),
        count(60, 109),
        count(60, 108),
        ("minus", "6 rows give at most 108 minus points."),
    ),
    (
        "ones without a plus pile",
        C,
        count(0, 0, ones=1),
        count(0, 0, ones=0),
        ("plus", "A plus pile of 0 with 1 one is not possible."),
    ),
    (
        "bonus cards in the basic game",
        basic(),
        count(33, 19, bonuses=("D",)),
        count(33, 19),
        ("bonuses", "The basic game has no bonus cards."),
    ),
    (
        "card A where C was drawn",
        C,
        count(33, 19, ones=1, bonuses=("A",)),
        count(33, 19, ones=1, bonuses=("D",)),
        ("bonuses", "Card A is not in this game: C was drawn."),
    ),
    (
        "a card named twice",
        advanced(),
        count(33, 19, bonuses=("D", "E", "D")),
        count(33, 19, bonuses=("D", "E")),
        ("bonuses", "There is only one card D."),
    ),
]
EACH = pytest.mark.parametrize(
    ("setup", "impossible", "possible", "expected"),
    [case[1:] for case in CASES],
    ids=[case[0] for case in CASES],
)


@EACH
def test_impossible_piles_are_refused_with_a_reason(setup, impossible, possible, expected):
    assert first_refusal(play(impossible, setup=setup)) == (0, *expected)


@EACH
def test_the_nearest_possible_piles_are_accepted(setup, impossible, possible, expected):
    assert play(possible, setup=setup).problem is None


@pytest.mark.parametrize("field", ["plus", "minus", "plus_cards", "ones"])
def test_negative_numbers_are_refused(field):
    nothing = {"plus": 0, "minus": 0, "plus_cards": 0, "ones": 0}
    assert first_refusal(play(count(**nothing | {field: -1}))) == (
        0,
        field,
        "This cannot be below 0.",
    )
    assert play(count(**nothing)).problem is None


def test_a_player_cannot_be_counted_twice():
    board = play(count(33, 19), count(30, 19), count(33, 19, BEN))
    assert first_refusal(board) == (1, "player", "Ana’s piles are already counted.")
    assert (board.totals, board.finished) == ((14, 14), True)


@pytest.mark.parametrize("letter", "ADEFGHI")
def test_a_bonus_card_has_only_one_owner(letter):
    board = play(
        count(33, 19, bonuses=(letter,)), count(33, 19, BEN, bonuses=(letter,)), setup=advanced()
    )
    assert first_refusal(board) == (1, "bonuses", f"Ana already has card {letter}.")


def test_a_player_without_a_catch_has_empty_piles():
    board = play(count(0, 0, plus_cards=0), count(33, 19, BEN, plus_cards=8), setup=B)
    assert (board.totals, board.finished) == ((10, 14), True)


def test_card_numbers_may_be_entered_without_need():
    counts = [count(33, 19, player, plus_cards=8, ones=2) for player in (ANA, BEN)]
    assert play(*counts, setup=basic()).totals == (14, 14)
    assert play(*counts, setup=C).totals == (19, 19)


def test_the_game_is_over_when_all_piles_are_counted():
    counts = [count(33, 19 + seat, seat) for seat in reversed(SEATS[:3])]
    boards = [play(*counts[:number], setup=basic(seats=3)) for number in range(4)]
    assert [board.finished for board in boards] == [False, False, False, True]
    assert boards[-1].winners == (ANA,)


def test_the_state_knows_whose_piles_are_counted():
    state = state_after(C, [count(33, 19, BEN, ones=2, bonuses=("G", "D"))])
    assert (state.counts_piles, state.players_counted, state.complete) == (True, 1, False)
    assert [piles.counted for piles in state.piles] == [False, True]
    assert state.bonuses_of(BEN) == ("D", "G")
    assert state.drawn_card_points() == (0, 10)


def test_a_refused_count_leaves_its_bonus_cards_to_others():
    invalid = count(1, 0, bonuses=("D",))
    board = play(invalid, count(33, 19, CHO, bonuses=("D",)), setup=advanced(seats=3))
    assert [result.problem is None for result in board.results] == [False, True]
