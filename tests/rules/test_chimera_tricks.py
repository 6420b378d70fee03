"""What a game of Chimera Tricks says about itself. What it adds up to is in games/chimera_tricks/cases.toml."""

import json
from pathlib import Path

import pytest

from games.chimera_tricks.round import Known, Round, dealt
from games.chimera_tricks.rules import Options, game, known_cards, turned
from games.contract import Disagreement, GameOver, Seat, Setup
from games.report import answer

ANA, BEN, CHO, DAN = map(Seat, range(4))
RECORDS = Path(__file__).parent / "records"
CARDS = {ANA: (7, -5, 3, -1), BEN: (6, 2, -4), CHO: (5, 4, 1, -2, -3)}
OTHERS = {**CARDS, BEN: (6, 2, 4)}


def english(text, names=("Ana", "Ben", "Cho", "Dan")):
    return text.say(names, str, lambda one, many, count: one if count == 1 else many)


def played(*rounds, seats=3, short=False, scarce=False, ended_early=False):
    return game.score(Setup(seats, Options(short, scarce), ended_early), rounds)


def noted(*points):
    return Round(points=dict(enumerate(points)))


def sheet(board, entry=0):
    return [[(line.points, english(line.text)) for line in lines] for lines in board.results[entry].lines]


def test_the_example_records_are_answered_as_expected():
    written = (RECORDS / "chimera_tricks.jsonl").read_text().splitlines()
    expected = [json.loads(line) for line in (RECORDS / "chimera_tricks.expected.jsonl").read_text().splitlines()]
    answers = [answer(line) for line in written]
    for said in answers:
        if "error" in said:
            said["error"] = {"entry": said["error"]["entry"]}
    assert answers == expected


def test_a_round_explains_its_points():
    board = played(Round(CARDS, {ANA: 2, CHO: 1}))
    assert sheet(board) == [
        [(10, "7 + 3 Grimoires"), (6, "5 + 1 turned by 2 Crystals")],
        [(8, "6 + 2 Grimoires"), (-4, "4 Grimoire")],
        [(10, "5 + 4 + 1 Grimoires"), (3, "3 turned by a Crystal"), (-2, "2 Grimoire")],
    ]


def test_several_negatives_are_taken_off_one_by_one():
    assert sheet(played(Round(CARDS)))[CHO] == [(10, "5 + 4 + 1 Grimoires"), (-5, "3 − 2 Grimoires")]


def test_crystals_that_turn_nothing_stay_in_sight():
    sheets = sheet(played(Round(CARDS, {BEN: 2, ANA: 4})))
    assert sheets[BEN][-1] == (0, "one Crystal turns nothing")
    assert sheets[ANA][-1] == (0, "2 Crystals turn nothing")


def test_a_grimoire_of_nothing_is_one_all_the_same():
    board = played(Round({ANA: (0,), BEN: (0, 5), CHO: tuple(range(1, 10))}))
    assert board.problem is None
    assert sheet(board)[:2] == [[(0, "0 Grimoire")], [(5, "0 + 5 Grimoires")]]


def test_of_points_that_were_only_noted_there_is_no_more_to_say():
    assert sheet(played(noted(10, -4, 0))) == [[(10, "")], [(-4, "")], [(0, "")]]


@pytest.mark.parametrize(
    ("crystals", "to_plus", "minus"), [(0, (), (-5, -1)), (1, (-5,), (-1,)), (2, (-5, -1), ()), (3, (-5, -1), ())]
)
def test_the_most_negative_is_turned_first(crystals, to_plus, minus):
    assert turned((7, -1, 3, -5), crystals) == (to_plus, minus)


@pytest.mark.parametrize(("seats", "cards"), [(3, 12), (4, 10)])
def test_so_many_grimoires_are_dealt(seats, cards):
    assert dealt(seats) == cards


def test_before_the_first_round_it_says_how_many_there_are():
    assert english(played().verdict) == "no round played yet, of 3"
    assert english(played(seats=4).verdict) == "no round played yet, of 4"
    assert english(played(short=True).verdict) == "no round played yet"


def test_a_running_game_says_who_leads_and_which_round_it_was():
    board = played(noted(10, 4, 16))
    assert english(board.verdict) == "Cho leads with 16 after 1 of 3 rounds"
    assert board.needs == (None, None, None)


def test_a_shared_lead_is_a_tie_and_below_zero_it_has_a_real_minus():
    assert english(played(noted(-3, -3, -16)).verdict) == "tied at −3 after 1 of 3 rounds"


@pytest.mark.parametrize(
    ("points", "verdict"),
    [
        ((1, 2, 3, 4), "Dan wins with 4"),
        ((4, 2, 3, 4), "Ana and Dan share the victory with 4"),
        ((4, 2, 4, 4), "Ana, Cho and Dan share the victory with 4"),
        ((4, 4, 4, 4), "all four share the victory with 4"),
        ((-4, -5, -4, -6), "Ana and Cho share the victory with −4"),
    ],
)
def test_a_finished_game_names_everybody_who_won(points, verdict):
    board = played(noted(*points), seats=4, short=True)
    assert board.finished
    assert english(board.verdict) == verdict


@pytest.mark.parametrize(
    ("rounds", "verdict"),
    [
        ([noted(1, 2, 3)], "ended early: Cho leads and wins with 3"),
        ([noted(1, 3, 3)], "ended early: Ben and Cho share the victory with 3"),
        ([], "ended early: all three share the victory with 0"),
    ],
)
def test_a_game_ended_early_says_who_won(rounds, verdict):
    assert english(played(*rounds, ended_early=True).verdict) == verdict


@pytest.mark.parametrize("seats", [3, 4])
def test_there_are_as_many_rounds_as_players(seats):
    rounds = [noted(*range(seats))] * seats
    assert not played(*rounds[1:], seats=seats).finished
    assert played(*rounds, seats=seats).finished


def test_a_round_after_the_last_counts_nothing():
    board = played(noted(1, 2, 3), noted(9, 0, 0), Round(OTHERS), short=True)
    assert board.totals == (1, 2, 3)
    for late in board.results[1:]:
        assert isinstance(late.problem, GameOver)
        assert english(late.problem.message) == "The game was over after round 1."


def test_an_impossible_round_is_none_of_the_rounds():
    board = played(Round({ANA: (1,)}), noted(1, 2, 3), short=True)
    assert board.finished
    assert board.totals == (1, 2, 3)


def test_other_cards_than_in_round_1_are_a_disagreement_with_it():
    board = played(noted(1, 2, 3), Round(CARDS), Round(OTHERS))
    problem = board.results[2].problem
    assert isinstance(problem, Disagreement)
    assert (problem.field, problem.other) == ("grimoires", 1)
    assert english(problem.message) == ("Every round has the same Grimoires, but where round 2 has −4, round 3 has 4.")
    assert board.totals == (1 + 4, 2 + 4, 3 + 5)


def test_all_that_differs_is_said():
    other = Round({ANA: (7, -5, 3, -1), BEN: (6, 2, 2), CHO: (5, 4, 1, -2, 0)})
    problem = played(Round(CARDS), other).results[1].problem
    assert english(problem.message).endswith("but where round 1 has −4, −3, round 2 has 0, 2.")


def test_a_round_that_cannot_stand_says_nothing_of_the_cards():
    board = played(Round(OTHERS, {ANA: 5}), Round(CARDS), Round(CARDS))
    assert [result.problem is None for result in board.results] == [False, True, True]
    assert known_cards(Setup(3, Options()), [Round(OTHERS, {ANA: 5}), Round(CARDS)]).entry == 1


def test_rounds_of_which_only_the_points_were_noted_say_nothing_of_the_cards():
    setup = Setup(3, Options())
    assert known_cards(setup, [noted(1, 2, 3)]) is None
    cards = (-5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6, 7)
    assert known_cards(setup, [noted(1, 2, 3), Round(CARDS), noted(1, 2, 3)]) == Known(1, cards)
