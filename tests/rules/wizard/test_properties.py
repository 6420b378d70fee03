"""Properties of every game of Wizard, possible or not."""

from hypothesis import given

from games.wizard.rules import game
from tests.rules.support.properties import (
    expect_as_modelled,
    expect_best_to_win,
    expect_nothing_to_count_after_the_end,
    expect_sums,
)
from tests.rules.support.wizard.model import score_by_rulebook
from tests.rules.support.wizard.strategies import games


@given(games())
def test_a_game_scores_as_in_the_model(setup_and_entries):
    expect_as_modelled(game, score_by_rulebook, *setup_and_entries)


@given(games())
def test_the_highest_total_wins_and_ties_share(setup_and_entries):
    expect_best_to_win(game.score(*setup_and_entries))


@given(games())
def test_lines_add_up_to_points_and_points_to_totals(setup_and_entries):
    board = game.score(*setup_and_entries)
    assert board.totals == expect_sums(board)


@given(games())
def test_once_the_game_has_ended_no_entry_counts(setup_and_entries):
    expect_nothing_to_count_after_the_end(game, score_by_rulebook, *setup_and_entries)
