"""Properties of every game of Hearts, possible or not."""

from hypothesis import given

from games.contract import GameOver
from games.hearts.rules import game
from tests.rules.support.hearts.model import score_by_rulebook
from tests.rules.support.hearts.strategies import games


@given(games())
def test_a_game_scores_as_in_the_model(setup_and_entries):
    setup, entries = setup_and_entries
    board = game.score(setup, entries)
    totals, counts, complete = score_by_rulebook(setup, entries)
    assert [result.problem is None for result in board.results] == counts
    assert board.totals == totals
    assert board.finished == (complete or setup.ended_early)


@given(games())
def test_the_lowest_total_wins_and_ties_share(setup_and_entries):
    setup, entries = setup_and_entries
    board = game.score(setup, entries)
    best = min(board.totals)
    leaders = tuple(seat for seat, total in enumerate(board.totals) if total == best)
    assert board.winners == (leaders if board.finished else ())
    assert board.ranks == tuple(
        1 + sum(other < total for other in board.totals) for total in board.totals
    )


@given(games())
def test_lines_add_up_to_points_and_points_to_totals(setup_and_entries):
    setup, entries = setup_and_entries
    totals = (0,) * setup.seats
    for result in game.score(setup, entries).results:
        assert result.points == tuple(sum(line.points for line in lines) for lines in result.lines)
        totals = tuple(map(sum, zip(totals, result.points, strict=True)))
        assert result.totals == totals


@given(games())
def test_once_the_game_has_ended_no_entry_counts(setup_and_entries):
    setup, entries = setup_and_entries
    *_, complete = score_by_rulebook(setup, entries)
    problems = [result.problem for result in game.score(setup, [*entries, *entries]).results]
    if complete:
        assert all(isinstance(problem, GameOver) for problem in problems[len(entries) :])
