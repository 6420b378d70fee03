"""The texts and cards of Yahtzee. The totals are tested by games/yahtzee/cases.toml."""

import pytest

from games.contract import Seat, Setup
from games.yahtzee.boxes import BOXES as CARD_BOXES
from games.yahtzee.boxes import ROLLS
from games.yahtzee.card import Card, next_player, turns_left
from games.yahtzee.rules import Options, cards_after
from tests.rules.support.boards import ANA, BEN, CHO, english, seat_lines
from tests.rules.support.yahtzee.model import BOXES
from tests.rules.support.yahtzee.turns import card_with, play, turns


def test_there_are_252_rolls():
    assert len(set(ROLLS)) == 252


@pytest.mark.parametrize(
    ("turns", "lines"),
    [
        ("full_house [33355]", [(25, "")]),
        ("threes 9", [(9, "")]),
        ("full_house [33356]", [(0, "")]),
        ("full_house [33355] scratch", [(0, "0 in full house, scratched")]),
        ("yahtzee 0", [(0, "0 in Yahtzee, scratched")]),
        (
            "yahtzee 50!; fives 20; fours 16; sixes [66666]",
            [(30, "30 in sixes as joker"), (35, "35 upper bonus"), (100, "100 Yahtzee bonus")],
        ),
    ],
)
def test_zeros_jokers_and_bonuses_are_explained(turns, lines):
    assert seat_lines(play(turns)) == lines


def test_only_the_player_whose_turn_it_was_has_lines():
    board = play("Ben chance 20", seats=3)
    assert board.results[0].points == (0, 20, 0)
    assert board.results[0].lines[ANA] == board.results[0].lines[CHO] == ()
    assert seat_lines(board, seat=BEN) == [(20, "")]


def test_an_impossible_turn_does_not_count_and_leaves_its_box_open():
    board = play("chance 31; chance 30; chance 29")
    assert board.totals == (29,)
    assert [result.problem is None for result in board.results] == [False, False, True]
    assert board.problem == (0, board.results[0].problem)
    assert board.results[0].lines == ((),)


def test_a_correction_changes_what_later_jokers_may_do():
    later = "fours [44444]; large_straight [44444]"
    totals = {
        first: play(f"{first}; {later}").totals[ANA]
        for first in ("yahtzee [44444]", "yahtzee [44445]", "chance [44444]")
    }
    assert totals == {"yahtzee [44444]": 310, "yahtzee [44445]": 60, "chance [44444]": 40}
    assert play(f"chance [44444]; {later}").problem is None
    contradicting = play("yahtzee [44444]; threes [33344]; large_straight [44444]")
    assert (contradicting.problem[0], contradicting.totals) == (2, (59,))


ALL_BUT_YAHTZEE = "upper; three_of_a_kind 0; four_of_a_kind 0; chance 0; full_house 0; "
ALL_BUT_YAHTZEE += "small_straight 0; large_straight 0"
BENS = "; ".join(f"Ben {turn}" for turn in ALL_BUT_YAHTZEE.split("; "))


@pytest.mark.parametrize(
    ("turns", "seats", "verdict"),
    [
        ("", 2, "no turns played yet"),
        ("chance 30", 2, "no turns played yet"),
        ("chance 20", 2, "Ana leads with 20 · 25 turns left"),
        ("chance 20; Ben chance 20", 2, "tied at 20 · 24 turns left"),
        ("chance 20", 1, "Ana has 20 · 12 turns left"),
        (ALL_BUT_YAHTZEE, 1, "Ana has 0 · 1 turn left"),
        (f"{ALL_BUT_YAHTZEE}; yahtzee [11111]", 1, "Ana has 50"),
        (f"Ben yahtzee [11111]; all; {BENS}", 2, "Ben wins with 50"),
        ("all; Ben all", 2, "Ana and Ben share the win with 0"),
        ("all; Ben all; Cho all", 3, "3 players share the win with 0"),
    ],
)
def test_the_verdict_says_who_leads_or_won(turns, seats, verdict):
    assert english(play(turns, seats=seats).verdict) == verdict


def test_the_verdict_says_ended_early_unless_the_game_was_complete():
    board = play("chance 9", seats=2, ended_early=True)
    assert english(board.verdict) == "ended early: Ana wins with 9"
    assert english(play("all", ended_early=True).verdict) == "Ana has 0"


def test_a_game_is_over_when_all_cards_are_full():
    assert not play(f"all; {BENS}", seats=2).finished
    board = play(f"Ben all; {ALL_BUT_YAHTZEE}; yahtzee [22222]", seats=2)
    assert (board.finished, board.winners, board.needs) == (True, (ANA,), (None, None))


@pytest.mark.parametrize(
    ("turns", "missing"),
    [
        ("", 63),
        ("sixes 24", 39),
        ("sixes 0; fours 8", 55),  # ones, twos, threes and fives score 55 at most
        ("sixes 0; fours 4", None),
        ("sixes 24; fives 20; fours 16; threes 9", None),
    ],
)
def test_needs_name_the_upper_bonus_until_it_is_earned_or_out_of_reach(turns, missing):
    need = play(turns).needs[ANA]
    assert (need and english(need)) == (missing and f"needs {missing} more for the upper bonus")


def test_cards_have_the_turns_that_count():
    ana, ben = cards_after(Setup(2, Options()), turns("sixes 24; sixes 25; Ben chance 20"))
    assert (ana.player, ana.scores) == (ANA, {"sixes": 24})
    assert (ben.player, ben.scores) == (BEN, {"chance": 20})
    assert ben.boxes == dict.fromkeys(BOXES) | {"chance": 20}
    assert tuple(ben.boxes) == CARD_BOXES
    assert set(ben.open_boxes) == set(BOXES) - {"chance"}


def test_the_sums_of_a_card():
    def upper(card):
        return card.upper_sum, card.upper_bonus, card.upper_bonus_gap, card.over_par

    full = card_with(ones=3, twos=6, threes=9, fours=16, fives=10, sixes=18, yahtzee=50, chance=22)
    full.yahtzee_bonuses = 2
    assert (upper(full), full.lower_sum, full.total) == ((62, 0, 1, -1), 72, 334)
    full.fill("ones", 4)
    assert (upper(full), full.total) == ((63, 35, 0, 0), 370)
    assert (upper(card_with()), card_with().turns_left) == ((0, 0, 63, 0), 13)
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
    cards = [Card(Seat(s), dict.fromkeys(BOXES[:taken], 0)) for s, taken in enumerate(turns_taken)]
    assert (next_player(cards), turns_left(cards)) == (player, left)
