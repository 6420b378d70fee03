"""The texts and figures of Chimera Tricks. The totals are tested by its cases.toml."""

import pytest

from games.chimera_tricks.rules import KnownCards, Options, game, known_cards
from games.contract import Disagreement, GameOver, Setup
from tests.rules.support.boards import ANA, BEN, CHO, english, entry_lines
from tests.rules.support.chimera_tricks.rounds import play, rounds
from tests.rules.support.figures import figures, figures_of_case

SETUP = Setup(3, Options(), ended_early=True)


def test_the_lines_of_a_round_explain_its_points():
    assert entry_lines(play("cards, crystals Ana 2 Cho 1")) == [
        [(10, "2 Grimoires (7 + 3)"), (6, "5 + 1 (−5, −1 count as +5, +1)")],
        [(8, "2 Grimoires (6 + 2)"), (-4, "1 Grimoire (4)")],
        [(10, "3 Grimoires (5 + 4 + 1)"), (3, "3 (−3 counts as +3)"), (-2, "1 Grimoire (2)")],
    ]
    minus = [(10, "3 Grimoires (5 + 4 + 1)"), (-5, "2 Grimoires (3 + 2)")]
    assert entry_lines(play("cards"))[CHO] == minus
    lines = entry_lines(play("cards, crystals Ana 4 Ben 2"))
    assert lines[BEN][-1] == (0, "1 unused Crystal")
    assert lines[ANA][-1] == (0, "2 unused Crystals")
    assert entry_lines(play("points 10 -4 0")) == [[(10, "")], [(-4, "")], [(0, "")]]


def test_a_grimoire_worth_0_counts_as_a_card():
    board = play("only Ana 0 Ben 0 5 Cho 1 2 3 4 5 6 7 8 9")
    assert board.problem is None
    assert entry_lines(board)[:2] == [[(0, "1 Grimoire (0)")], [(5, "2 Grimoires (0 + 5)")]]


FOUR = {"seats": 4, "short": True}


@pytest.mark.parametrize(
    ("text", "setup", "verdict"),
    [
        ("", {}, "no rounds played yet · 3 to play"),
        ("", {"seats": 4}, "no rounds played yet · 4 to play"),
        ("", {"short": True}, "no rounds played yet"),
        ("points 10 4 16", {}, "Cho leads with 16 after 1 of 3 rounds"),
        ("points -3 -3 -16", {}, "tied at −3 after 1 of 3 rounds"),
        ("points 1 2 3 4", FOUR, "Dan wins with 4"),
        ("points 4 2 3 4", FOUR, "Ana and Dan share the win with 4"),
        ("points 4 2 4 4", FOUR, "Ana, Cho and Dan share the win with 4"),
        ("points 4 4 4 4", FOUR, "all four share the win with 4"),
        ("points -4 -5 -4 -6", FOUR, "Ana and Cho share the win with −4"),
        ("points 1 2 3", {"ended_early": True}, "ended early: Cho wins with 3"),
        ("points 1 3 3", {"ended_early": True}, "ended early: Ben and Cho share the win with 3"),
        ("", {"ended_early": True}, "ended early: all three share the win with 0"),
    ],
)
def test_the_verdict_says_who_leads_or_won(text, setup, verdict):
    board = play(text, **setup)
    assert english(board.verdict) == verdict
    assert not any(board.needs)


def test_a_round_after_the_last_does_not_count():
    board = play("points 1 2 3; points 9 0 0; cards but Ben 6 2 4", short=True)
    assert board.totals == (1, 2, 3)
    for late in board.results[1:]:
        assert isinstance(late.problem, GameOver)
        assert english(late.problem.message) == "The game ended with round 1."


def test_an_impossible_round_does_not_lengthen_the_game():
    board = play("only Ana 1; points 1 2 3", short=True)
    assert (board.finished, board.totals) == (False, (0, 0, 0))
    message = "The game has only 1 round: fix the one that doesn’t count."
    assert english(board.results[1].problem.message) == message


def test_different_cards_disagree_with_the_first_round_that_has_cards():
    board = play("points 1 2 3; cards; cards but Ben 6 2 4")
    problem = board.results[2].problem
    assert isinstance(problem, Disagreement)
    assert (problem.field, problem.other) == ("grimoires", 1)
    message = "Every round has the same Grimoires, but round 2 has −4 where round 3 has 4."
    assert english(problem.message) == message
    assert board.totals == (1 + 4, 2 + 4, 3 + 5)
    problem = play("cards; cards but Ben 6 2 2 Cho 5 4 1 -2 0").results[1].problem
    assert english(problem.message).endswith("but round 1 has −4, −3 where round 2 has 0, 2.")


def test_rounds_that_are_refused_or_have_only_points_do_not_define_the_cards():
    board = play("cards but Ben 6 2 4, crystals Ana 5; cards; cards")
    assert [result.problem is None for result in board.results] == [False, True, True]
    refused = rounds("cards but Ben 6 2 4, crystals Ana 5; cards")
    assert known_cards(SETUP, refused).entry == 1
    assert known_cards(SETUP, rounds("points 1 2 3")) is None
    known = known_cards(SETUP, rounds("points 1 2 3; cards; points 1 2 3"))
    assert known == KnownCards(1, (-5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6, 7))


def of_rounds(text):
    return figures(game, SETUP, rounds(text))


def test_grimoires_crystals_and_those_made_plus_are_counted():
    assert figures_of_case("chimera_tricks", "a Short Match") == [
        {"grimoires": 4, "crystals": 2, "turned": 2},
        {"grimoires": 3, "crystals": 0, "turned": 0},
        {"grimoires": 5, "crystals": 1, "turned": 1},
    ]
    ana, ben, _cho = of_rounds("cards, crystals Ana 4 Ben 2; cards")  # more than they can turn
    assert ana == {"grimoires": 8, "crystals": 4, "turned": 2}
    assert ben == {"grimoires": 6, "crystals": 2, "turned": 1}


def test_a_round_with_points_only_leaves_the_numbers_of_the_game_unknown():
    assert of_rounds("cards; points 10 0 -3") == [{}, {}, {}]
