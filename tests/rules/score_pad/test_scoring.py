"""The texts and figures of a score pad. The totals are tested by games/score_pad/cases.toml."""

import pytest

from games.contract import GameOver, Seat, Setup
from games.score_pad.rules import Options, Round, game
from tests.rules.support.boards import english
from tests.rules.support.figures import figures


def a_round(points):
    """Return a round with a number per seat, or None for a player who is left out."""
    return Round({Seat(seat): n for seat, n in enumerate(points) if n is not None})


def play(*rounds, seats=3, ended_early=False, **options):
    return game.score(Setup(seats, Options(**options), ended_early), list(map(a_round, rounds)))


def verdict(*rounds, **options):
    return english(play(*rounds, **options).verdict)


def needs(*rounds, **options):
    return [text and english(text) for text in play(*rounds, **options).needs]


def test_zero_has_a_line_and_a_player_who_is_left_out_has_none():
    (result,) = play((0, None, 7)).results
    assert [len(lines) for lines in result.lines] == [1, 0, 1]
    assert result.points == (0, 0, 7)


def test_a_round_after_the_end_does_not_count_and_names_the_last_round():
    board = play((5, 0, 0), (1, 1, 1), (9, 9, 9), rounds=2)
    assert isinstance(board.results[2].problem, GameOver)
    assert english(board.results[2].problem.message) == "The game ended with round 2."
    assert board.totals == (6, 1, 1)
    assert board.results[2].lines == ((), (), ())


@pytest.mark.parametrize(
    ("rounds", "options", "expected"),
    [
        ([], {}, "no rounds played yet"),
        ([(5, 7, 0)], {}, "Ben leads with 7"),
        ([(5, 7, 0)], {"lowest_wins": True}, "Cho leads with 0"),
        ([(-5, -7, -9)], {}, "Ana leads with −5"),
        ([(7, 7, 0)], {}, "tied at 7"),
        ([(5, 7, 0)], {"target": 100}, "Ben leads with 7 of 100"),
        ([(7, 7, 0)], {"target": 100}, "tied at 7 of 100"),
        ([(5, 7, 0)], {"target": 100, "lowest_wins": True}, "Cho leads with 0"),
        ([(5, 7, 0)], {"rounds": 3}, "Ben leads with 7 · 2 rounds left"),
        ([(5, 7, 0), (0, 0, 0)], {"rounds": 3}, "Ben leads with 7 · 1 round left"),
        ([(5, 7, 0)], {"rounds": 1}, "Ben wins with 7"),
        ([(7, 7, 0)], {"rounds": 1}, "Ana and Ben share the win with 7"),
        ([(7, 7, 7)], {"rounds": 1}, "3 players share the win with 7"),
        ([(5, 7, 0)], {"ended_early": True}, "Ben wins with 7"),
        ([(5, 7, 0)], {"ended_early": True, "target": 9}, "ended early: Ben wins with 7"),
        ([(5, 7, 0)], {"ended_early": True, "rounds": 2}, "ended early: Ben wins with 7"),
        ([(5,)], {"seats": 1}, "Ana has 5"),
        ([(5,)], {"seats": 1, "target": 9}, "Ana has 5 of 9"),
        ([(9,)], {"seats": 1, "target": 9}, "Ana has 9"),
    ],
)
def test_the_verdict_says_who_leads_or_won(rounds, options, expected):
    assert verdict(*rounds, **options) == expected


def test_needs_are_the_distance_to_the_target():
    assert needs((5, 7, -3), target=10) == ["needs 5 more", "needs 3 more", "needs 13 more"]


def test_needs_without_a_target_are_the_distance_to_the_best_total():
    assert needs((5, 7, -3)) == ["2 behind", None, "10 behind"]
    assert needs((5, 7, -3), lowest_wins=True, target=100) == ["8 behind", "10 behind", None]


def test_a_finished_game_has_no_needs():
    assert needs((5, 7, -3), rounds=1) == [None, None, None]


def test_the_title_of_the_options_is_the_custom_title():
    assert game.custom_title(Options(title="Golf")) == "Golf"
    assert game.custom_title(Options()) == ""


def of_rounds(*rounds, **options):
    setup = Setup(3, Options(**options), ended_early=True)
    return figures(game, setup, list(map(a_round, rounds)))


def test_the_best_round_of_each_player_is_remembered():
    rounds = (5, -3, None), (12, -8, None)
    assert of_rounds(*rounds) == [{"best_round": 12}, {"best_round": -3}, {}]
    assert of_rounds(*rounds, lowest_wins=True) == [{"best_round": 5}, {"best_round": -8}, {}]
    assert (
        of_rounds((5, 5, 5), (9, 9, 9), rounds=1) == [{"best_round": 5}] * 3
    )  # the second is late
