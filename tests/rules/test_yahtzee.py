"""What a game of Yahtzee says about itself. What it adds up to is in games/yahtzee/cases.toml."""

import json
from pathlib import Path

import pytest

from games.contract import Seat, Setup
from games.report import answer
from games.yahtzee.boxes import BOXES, ROLLS
from games.yahtzee.card import Card, next_player, turns_left
from games.yahtzee.rules import Options, cards
from tests.rules.yahtzee import (
    ALL,
    ANA,
    BEN,
    CHO,
    card,
    english,
    noted,
    played,
    sheet,
    thrown,
)

RECORDS = Path(__file__).parent / "records"


def zeros(*players, boxes=ALL):
    return [noted(box, 0, player) for box in boxes for player in players]


def test_the_example_records_are_answered_as_expected():
    written = (RECORDS / "yahtzee.jsonl").read_text().splitlines()
    expected = [json.loads(line) for line in (RECORDS / "yahtzee.expected.jsonl").read_text().splitlines()]
    answers = [answer(line) for line in written]
    for said, wanted in zip(answers, expected, strict=True):
        if "error" in said:
            said["error"] = {"entry": said["error"]["entry"]}
        else:  # whom an entry did not touch may be left out or have 0
            players = wanted["totals"]
            wanted["points"] = [dict.fromkeys(players, 0) | points for points in wanted["points"]]
    assert answers == expected


@pytest.mark.parametrize(
    ("dice", "worth"),
    [
        ("33324", {"threes": 9, "twos": 2, "fours": 4}),
        ("55521", {"three_of_a_kind": 18, "chance": 18, "fives": 15, "twos": 2, "ones": 1}),
        ("22226", {"four_of_a_kind": 14, "three_of_a_kind": 14, "chance": 14, "twos": 8, "sixes": 6}),
        ("33355", {"full_house": 25, "three_of_a_kind": 19, "chance": 19, "threes": 9, "fives": 10}),
        ("12345", {"large_straight": 40, "small_straight": 30, "chance": 15}),
        ("66541", {"chance": 22}),
        ("44444", {"yahtzee": 50}),
    ],
)
def test_the_printed_examples(dice, worth):
    for box, points in worth.items():
        assert played(thrown(box, dice)).totals == (points,)


def test_the_printed_joker():
    assert played(noted("yahtzee", 0), noted("fours", 8), thrown("large_straight", "44444")).totals == (48,)


def test_there_are_252_rolls():
    assert len(set(ROLLS)) == 252


def test_a_turn_explains_its_points():
    assert sheet(played(thrown("full_house", "33355"))) == [(25, "25 full house")]
    assert sheet(played(noted("threes", 9))) == [(9, "9 threes")]


def test_a_turn_that_brings_nothing_says_so():
    assert sheet(played(thrown("full_house", "33356"))) == [(0, "0 full house")]
    assert sheet(played(thrown("full_house", "33355", scratch=True))) == [(0, "0 full house (scratched)")]
    assert sheet(played(noted("yahtzee", 0))) == [(0, "0 Yahtzee (scratched)")]


def test_bonuses_and_jokers_are_lines_of_their_own():
    board = played(
        noted("yahtzee", 50, rolled_yahtzee=True), noted("fives", 20), noted("fours", 16), thrown("sixes", "66666")
    )
    assert sheet(board) == [(30, "30 sixes (joker)"), (35, "35 upper bonus"), (100, "100 Yahtzee bonus")]


def test_lines_stand_with_the_player_whose_turn_it_was():
    board = played(noted("chance", 20, BEN), seats=3)
    assert board.results[0].points == (0, 20, 0)
    assert board.results[0].lines[ANA] == board.results[0].lines[CHO] == ()
    assert sheet(board, seat=BEN) == [(20, "20 chance")]


def test_an_impossible_turn_counts_nothing_and_leaves_its_box_open():
    board = played(noted("chance", 31), noted("chance", 30), noted("chance", 29))
    assert board.totals == (29,)
    assert [result.problem is None for result in board.results] == [False, False, True]
    assert board.problem == (0, board.results[0].problem)
    assert board.results[0].lines == ((),)


def test_a_corrected_early_turn_judges_later_jokers_anew():
    later = [thrown("fours", "44444"), thrown("large_straight", "44444")]
    assert played(thrown("yahtzee", "44444"), *later).totals == (310,)
    assert played(thrown("yahtzee", "44445"), *later).totals == (60,)
    assert [r.problem is None for r in played(thrown("chance", "44444"), *later).results] == [True, True, True]
    assert played(thrown("chance", "44444"), *later).totals == (40,)
    moved = played(thrown("yahtzee", "44444"), thrown("threes", "33344"), later[1])
    assert moved.problem[0] == 2
    assert moved.totals == (59,)


@pytest.mark.parametrize(
    ("turns", "seats", "verdict"),
    [
        ([], 2, "no turn played yet"),
        ([noted("chance", 30)], 2, "no turn played yet"),
        ([noted("chance", 20)], 2, "Ana leads with 20, 25 turns left"),
        ([noted("chance", 20), noted("chance", 20, BEN)], 2, "tied at 20, 24 turns left"),
        ([noted("chance", 20)], 1, "Ana has 20, 12 turns left"),
        (zeros(ANA, boxes=ALL[:-1]), 1, "Ana has 0, 1 turn left"),
        ([*zeros(ANA, boxes=ALL[:-1]), thrown("yahtzee", "11111")], 1, "Ana has 50"),
        ([thrown("yahtzee", "11111", BEN), *zeros(ANA), *zeros(BEN, boxes=ALL[:-1])], 2, "Ben wins with 50"),
        (zeros(ANA, BEN), 2, "Ana and Ben share the win with 0"),
        (zeros(ANA, BEN, CHO), 3, "3 players share the win with 0"),
    ],
)
def test_a_game_says_how_it_stands(turns, seats, verdict):
    assert english(played(*turns, seats=seats).verdict) == verdict


def test_a_game_ended_early_says_so_but_not_one_that_was_complete():
    assert english(played(noted("chance", 9), seats=2, ended_early=True).verdict) == "ended early: Ana wins with 9"
    assert english(played(*zeros(ANA), ended_early=True).verdict) == "Ana has 0"


def test_a_game_is_over_when_every_card_is_full():
    assert not played(*zeros(ANA), *zeros(BEN, boxes=ALL[:-1]), seats=2).finished
    board = played(*zeros(BEN), *zeros(ANA, boxes=ALL[:-1]), thrown("yahtzee", "22222"), seats=2)
    assert board.finished
    assert board.winners == (ANA,)
    assert board.needs == (None, None)


def test_the_upper_bonus_is_needed_until_it_is_there_or_out_of_reach():
    def needs(*turns):
        need = played(*turns).needs[ANA]
        return need and english(need)

    assert needs() == "needs 63 more for the upper bonus"
    assert needs(noted("sixes", 24)) == "needs 39 more for the upper bonus"
    # ones, twos, threes and fives bring 55 at most
    assert needs(noted("sixes", 0), noted("fours", 8)) == "needs 55 more for the upper bonus"
    assert needs(noted("sixes", 0), noted("fours", 4)) is None
    assert needs(noted("sixes", 24), noted("fives", 20), noted("fours", 16), noted("threes", 9)) is None


def test_cards_hold_what_stands_by_seat():
    ana, ben = cards(Setup(2, Options()), [noted("sixes", 24), noted("sixes", 25), noted("chance", 20, BEN)])
    assert (ana.player, ana.filled) == (ANA, {"sixes": 24})
    assert (ben.player, ben.filled) == (BEN, {"chance": 20})
    assert ben.boxes == dict.fromkeys(BOXES) | {"chance": 20}
    assert tuple(ben.boxes) == BOXES
    assert set(ben.open) == set(ALL) - {"chance"}


def test_a_cards_sums():
    full = card(ones=3, twos=6, threes=9, fours=16, fives=10, sixes=18, yahtzee=50, chance=22)
    full.yahtzee_bonuses = 2
    assert (full.upper, full.upper_bonus, full.needed, full.over_par) == (62, 0, 1, -1)
    assert (full.lower, full.total) == (72, 334)
    full.fill("ones", 4)
    assert (full.upper, full.upper_bonus, full.needed, full.over_par, full.total) == (63, 35, 0, 0, 370)
    assert (card().upper, card().needed, card().over_par, card().turns_left) == (0, 63, 0, 13)
    assert card("ones", "sixes").over_par == -21


@pytest.mark.parametrize(
    ("had", "whose", "left"),
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
def test_whose_turn_it_is_follows_from_the_turns_had(had, whose, left):
    held = [Card(Seat(seat), dict.fromkeys(ALL[:turns], 0)) for seat, turns in enumerate(had)]
    assert next_player(held) == whose
    assert turns_left(held) == left
