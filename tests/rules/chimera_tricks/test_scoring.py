"""The texts of Chimera Tricks. The totals are tested by games/chimera_tricks/cases.toml."""

import pytest

from games.chimera_tricks.round import KnownCards, Round, tricks_per_round
from games.chimera_tricks.rules import Options, game, known_cards, split_negative
from games.contract import Disagreement, GameOver, Setup
from tests.rules.support.boards import ANA, BEN, CHO, english, entry_lines

CARDS = {ANA: (7, -5, 3, -1), BEN: (6, 2, -4), CHO: (5, 4, 1, -2, -3)}
DIFFERENT_CARDS = {**CARDS, BEN: (6, 2, 4)}


def play(*rounds, seats=3, short=False, scarce=False, ended_early=False):
    return game.score(Setup(seats, Options(short, scarce), ended_early), rounds)


def points_round(*points):
    return Round(points=dict(enumerate(points)))


def test_the_lines_of_a_round_explain_its_points():
    board = play(Round(CARDS, {ANA: 2, CHO: 1}))
    assert entry_lines(board) == [
        [(10, "2 Grimoires (7 + 3)"), (6, "5 + 1 (−5, −1 count as +5, +1)")],
        [(8, "2 Grimoires (6 + 2)"), (-4, "1 Grimoire (4)")],
        [(10, "3 Grimoires (5 + 4 + 1)"), (3, "3 (−3 counts as +3)"), (-2, "1 Grimoire (2)")],
    ]


def test_negative_grimoires_are_subtracted_one_by_one():
    assert entry_lines(play(Round(CARDS)))[CHO] == [
        (10, "3 Grimoires (5 + 4 + 1)"),
        (-5, "2 Grimoires (3 + 2)"),
    ]


def test_surplus_crystals_have_a_line():
    lines = entry_lines(play(Round(CARDS, {BEN: 2, ANA: 4})))
    assert lines[BEN][-1] == (0, "1 unused Crystal")
    assert lines[ANA][-1] == (0, "2 unused Crystals")


def test_a_grimoire_worth_0_counts_as_a_card():
    board = play(Round({ANA: (0,), BEN: (0, 5), CHO: tuple(range(1, 10))}))
    assert board.problem is None
    assert entry_lines(board)[:2] == [[(0, "1 Grimoire (0)")], [(5, "2 Grimoires (0 + 5)")]]


def test_a_round_of_points_only_has_lines_without_explanation():
    assert entry_lines(play(points_round(10, -4, 0))) == [[(10, "")], [(-4, "")], [(0, "")]]


@pytest.mark.parametrize(
    ("crystals", "to_plus", "minus"),
    [(0, (), (-5, -1)), (1, (-5,), (-1,)), (2, (-5, -1), ()), (3, (-5, -1), ())],
)
def test_crystals_turn_the_most_negative_grimoires_first(crystals, to_plus, minus):
    assert split_negative((7, -1, 3, -5), crystals) == (to_plus, minus)


@pytest.mark.parametrize(("seats", "cards"), [(3, 12), (4, 10)])
def test_a_round_has_twelve_tricks_or_ten_with_four_players(seats, cards):
    assert tricks_per_round(seats) == cards


def test_the_verdict_before_the_first_round_says_how_many_there_are():
    assert english(play().verdict) == "no rounds played yet · 3 to play"
    assert english(play(seats=4).verdict) == "no rounds played yet · 4 to play"
    assert english(play(short=True).verdict) == "no rounds played yet"


def test_the_verdict_says_who_leads_after_which_round():
    board = play(points_round(10, 4, 16))
    assert english(board.verdict) == "Cho leads with 16 after 1 of 3 rounds"
    assert board.needs == (None, None, None)


def test_a_shared_lead_is_a_tie_with_a_real_minus_sign_below_zero():
    assert english(play(points_round(-3, -3, -16)).verdict) == "tied at −3 after 1 of 3 rounds"


@pytest.mark.parametrize(
    ("points", "verdict"),
    [
        ((1, 2, 3, 4), "Dan wins with 4"),
        ((4, 2, 3, 4), "Ana and Dan share the win with 4"),
        ((4, 2, 4, 4), "Ana, Cho and Dan share the win with 4"),
        ((4, 4, 4, 4), "all four share the win with 4"),
        ((-4, -5, -4, -6), "Ana and Cho share the win with −4"),
    ],
)
def test_the_verdict_on_a_finished_game_names_all_winners(points, verdict):
    board = play(points_round(*points), seats=4, short=True)
    assert board.finished
    assert english(board.verdict) == verdict


@pytest.mark.parametrize(
    ("rounds", "verdict"),
    [
        ([points_round(1, 2, 3)], "ended early: Cho wins with 3"),
        ([points_round(1, 3, 3)], "ended early: Ben and Cho share the win with 3"),
        ([], "ended early: all three share the win with 0"),
    ],
)
def test_a_game_ended_early_says_who_won(rounds, verdict):
    assert english(play(*rounds, ended_early=True).verdict) == verdict


@pytest.mark.parametrize("seats", [3, 4])
def test_a_game_has_one_round_per_player(seats):
    rounds = [points_round(*range(seats))] * seats
    assert not play(*rounds[1:], seats=seats).finished
    assert play(*rounds, seats=seats).finished


def test_a_round_after_the_last_does_not_count():
    board = play(points_round(1, 2, 3), points_round(9, 0, 0), Round(DIFFERENT_CARDS), short=True)
    assert board.totals == (1, 2, 3)
    for late in board.results[1:]:
        assert isinstance(late.problem, GameOver)
        assert english(late.problem.message) == "The game ended with round 1."


def test_an_impossible_round_does_not_lengthen_the_game():
    board = play(Round({ANA: (1,)}), points_round(1, 2, 3), short=True)
    assert not board.finished
    assert board.totals == (0, 0, 0)
    assert english(board.results[1].problem.message) == (
        "The game has only 1 round: fix the one that doesn’t count."
    )


def test_different_cards_disagree_with_the_first_round_that_has_cards():
    board = play(points_round(1, 2, 3), Round(CARDS), Round(DIFFERENT_CARDS))
    problem = board.results[2].problem
    assert isinstance(problem, Disagreement)
    assert (problem.field, problem.other) == ("grimoires", 1)
    assert english(problem.message) == (
        "Every round has the same Grimoires, but round 2 has −4 where round 3 has 4."
    )
    assert board.totals == (1 + 4, 2 + 4, 3 + 5)


def test_a_disagreement_lists_all_differences():
    other = Round({ANA: (7, -5, 3, -1), BEN: (6, 2, 2), CHO: (5, 4, 1, -2, 0)})
    problem = play(Round(CARDS), other).results[1].problem
    assert english(problem.message).endswith("but round 1 has −4, −3 where round 2 has 0, 2.")


def test_a_refused_round_does_not_define_the_cards():
    board = play(Round(DIFFERENT_CARDS, {ANA: 5}), Round(CARDS), Round(CARDS))
    assert [result.problem is None for result in board.results] == [False, True, True]
    assert (
        known_cards(Setup(3, Options()), [Round(DIFFERENT_CARDS, {ANA: 5}), Round(CARDS)]).entry
        == 1
    )


def test_a_round_of_points_only_does_not_define_the_cards():
    setup = Setup(3, Options())
    assert known_cards(setup, [points_round(1, 2, 3)]) is None
    cards = (-5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6, 7)
    assert known_cards(
        setup, [points_round(1, 2, 3), Round(CARDS), points_round(1, 2, 3)]
    ) == KnownCards(1, cards)
