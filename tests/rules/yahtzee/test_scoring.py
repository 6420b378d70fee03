"""The texts and cards of Yahtzee. The totals are tested by games/yahtzee/cases.toml."""

import pytest

from games.contract import Seat, Setup
from games.yahtzee.boxes import BOXES as CARD_BOXES
from games.yahtzee.boxes import ROLLS
from games.yahtzee.card import Card, next_player, turns_left
from games.yahtzee.rules import Options, cards_after
from tests.rules.support.boards import ANA, BEN, CHO, english, seat_lines
from tests.rules.support.yahtzee.model import BOXES
from tests.rules.support.yahtzee.turns import card_with, dice_turn, play, score_turn


def scratch_all(*players, boxes=BOXES):
    return [score_turn(box, 0, player) for box in boxes for player in players]


@pytest.mark.parametrize(
    ("dice", "points_by_box"),
    [
        ("33324", {"threes": 9, "twos": 2, "fours": 4}),
        ("55521", {"three_of_a_kind": 18, "chance": 18, "fives": 15, "twos": 2, "ones": 1}),
        (
            "22226",
            {"four_of_a_kind": 14, "three_of_a_kind": 14, "chance": 14, "twos": 8, "sixes": 6},
        ),
        (
            "33355",
            {"full_house": 25, "three_of_a_kind": 19, "chance": 19, "threes": 9, "fives": 10},
        ),
        ("12345", {"large_straight": 40, "small_straight": 30, "chance": 15}),
        ("66541", {"chance": 22}),
        ("44444", {"yahtzee": 50}),
    ],
)
def test_the_examples_of_the_rulebook(dice, points_by_box):
    for box, points in points_by_box.items():
        assert play(dice_turn(box, dice)).totals == (points,)


def test_the_joker_example_of_the_rulebook():
    assert play(
        score_turn("yahtzee", 0), score_turn("fours", 8), dice_turn("large_straight", "44444")
    ).totals == (48,)


def test_there_are_252_rolls():
    assert len(set(ROLLS)) == 252


def test_the_line_of_a_plain_turn_only_has_its_points():
    assert seat_lines(play(dice_turn("full_house", "33355"))) == [(25, "")]
    assert seat_lines(play(score_turn("threes", 9))) == [(9, "")]


def test_a_turn_for_0_has_a_line():
    assert seat_lines(play(dice_turn("full_house", "33356"))) == [(0, "")]
    assert seat_lines(play(dice_turn("full_house", "33355", scratch=True))) == [
        (0, "0 in full house, scratched")
    ]
    assert seat_lines(play(score_turn("yahtzee", 0))) == [(0, "0 in Yahtzee, scratched")]


def test_bonuses_have_their_own_lines():
    board = play(
        score_turn("yahtzee", 50, rolled_yahtzee=True),
        score_turn("fives", 20),
        score_turn("fours", 16),
        dice_turn("sixes", "66666"),
    )
    assert seat_lines(board) == [
        (30, "30 in sixes as joker"),
        (35, "35 upper bonus"),
        (100, "100 Yahtzee bonus"),
    ]


def test_only_the_player_whose_turn_it_was_has_lines():
    board = play(score_turn("chance", 20, BEN), seats=3)
    assert board.results[0].points == (0, 20, 0)
    assert board.results[0].lines[ANA] == board.results[0].lines[CHO] == ()
    assert seat_lines(board, seat=BEN) == [(20, "")]


def test_an_impossible_turn_does_not_count_and_leaves_its_box_open():
    board = play(score_turn("chance", 31), score_turn("chance", 30), score_turn("chance", 29))
    assert board.totals == (29,)
    assert [result.problem is None for result in board.results] == [False, False, True]
    assert board.problem == (0, board.results[0].problem)
    assert board.results[0].lines == ((),)


def test_a_correction_changes_what_later_jokers_may_do():
    later = [dice_turn("fours", "44444"), dice_turn("large_straight", "44444")]
    assert play(dice_turn("yahtzee", "44444"), *later).totals == (310,)
    assert play(dice_turn("yahtzee", "44445"), *later).totals == (60,)
    assert [r.problem is None for r in play(dice_turn("chance", "44444"), *later).results] == [
        True,
        True,
        True,
    ]
    assert play(dice_turn("chance", "44444"), *later).totals == (40,)
    contradicting = play(dice_turn("yahtzee", "44444"), dice_turn("threes", "33344"), later[1])
    assert contradicting.problem[0] == 2
    assert contradicting.totals == (59,)


@pytest.mark.parametrize(
    ("turns", "seats", "verdict"),
    [
        ([], 2, "no turns played yet"),
        ([score_turn("chance", 30)], 2, "no turns played yet"),
        ([score_turn("chance", 20)], 2, "Ana leads with 20 · 25 turns left"),
        (
            [score_turn("chance", 20), score_turn("chance", 20, BEN)],
            2,
            "tied at 20 · 24 turns left",
        ),
        ([score_turn("chance", 20)], 1, "Ana has 20 · 12 turns left"),
        (scratch_all(ANA, boxes=BOXES[:-1]), 1, "Ana has 0 · 1 turn left"),
        ([*scratch_all(ANA, boxes=BOXES[:-1]), dice_turn("yahtzee", "11111")], 1, "Ana has 50"),
        (
            [
                dice_turn("yahtzee", "11111", BEN),
                *scratch_all(ANA),
                *scratch_all(BEN, boxes=BOXES[:-1]),
            ],
            2,
            "Ben wins with 50",
        ),
        (scratch_all(ANA, BEN), 2, "Ana and Ben share the win with 0"),
        (scratch_all(ANA, BEN, CHO), 3, "3 players share the win with 0"),
    ],
)
def test_the_verdict_says_who_leads_or_won(turns, seats, verdict):
    assert english(play(*turns, seats=seats).verdict) == verdict


def test_the_verdict_says_ended_early_unless_the_game_was_complete():
    assert (
        english(play(score_turn("chance", 9), seats=2, ended_early=True).verdict)
        == "ended early: Ana wins with 9"
    )
    assert english(play(*scratch_all(ANA), ended_early=True).verdict) == "Ana has 0"


def test_a_game_is_over_when_all_cards_are_full():
    assert not play(*scratch_all(ANA), *scratch_all(BEN, boxes=BOXES[:-1]), seats=2).finished
    board = play(
        *scratch_all(BEN),
        *scratch_all(ANA, boxes=BOXES[:-1]),
        dice_turn("yahtzee", "22222"),
        seats=2,
    )
    assert board.finished
    assert board.winners == (ANA,)
    assert board.needs == (None, None)


def test_needs_name_the_upper_bonus_until_it_is_earned_or_out_of_reach():
    def needs(*turns):
        need = play(*turns).needs[ANA]
        return need and english(need)

    assert needs() == "needs 63 more for the upper bonus"
    assert needs(score_turn("sixes", 24)) == "needs 39 more for the upper bonus"
    # ones, twos, threes and fives score 55 at most
    assert (
        needs(score_turn("sixes", 0), score_turn("fours", 8)) == "needs 55 more for the upper bonus"
    )
    assert needs(score_turn("sixes", 0), score_turn("fours", 4)) is None
    assert (
        needs(
            score_turn("sixes", 24),
            score_turn("fives", 20),
            score_turn("fours", 16),
            score_turn("threes", 9),
        )
        is None
    )


def test_cards_have_the_turns_that_count():
    ana, ben = cards_after(
        Setup(2, Options()),
        [score_turn("sixes", 24), score_turn("sixes", 25), score_turn("chance", 20, BEN)],
    )
    assert (ana.player, ana.filled) == (ANA, {"sixes": 24})
    assert (ben.player, ben.filled) == (BEN, {"chance": 20})
    assert ben.boxes == dict.fromkeys(BOXES) | {"chance": 20}
    assert tuple(ben.boxes) == CARD_BOXES
    assert set(ben.open_boxes) == set(BOXES) - {"chance"}


def test_the_sums_of_a_card():
    full = card_with(ones=3, twos=6, threes=9, fours=16, fives=10, sixes=18, yahtzee=50, chance=22)
    full.yahtzee_bonuses = 2
    assert (full.upper_sum, full.upper_bonus, full.upper_bonus_gap, full.over_par) == (62, 0, 1, -1)
    assert (full.lower_sum, full.total) == (72, 334)
    full.fill("ones", 4)
    assert (full.upper_sum, full.upper_bonus, full.upper_bonus_gap, full.over_par, full.total) == (
        63,
        35,
        0,
        0,
        370,
    )
    assert (
        card_with().upper_sum,
        card_with().upper_bonus_gap,
        card_with().over_par,
        card_with().turns_left,
    ) == (
        0,
        63,
        0,
        13,
    )
    assert card_with("ones", "sixes").over_par == -21


@pytest.mark.parametrize(
    ("turns_taken", "player", "left"),
    [
        ((0, 0, 0), ANA, 39),
        ((1, 0, 0), BEN, 38),
        ((1, 1, 1), ANA, 36),
        ((2, 2, 1), CHO, 34),
        ((0, 2, 1), ANA, 36),
        ((13, 13, 12), CHO, 1),
        ((13, 13, 13), None, 0),
    ],
)
def test_the_next_player_is_the_first_with_the_fewest_turns(turns_taken, player, left):
    cards = [
        Card(Seat(seat), dict.fromkeys(BOXES[:turns], 0)) for seat, turns in enumerate(turns_taken)
    ]
    assert next_player(cards) == player
    assert turns_left(cards) == left
