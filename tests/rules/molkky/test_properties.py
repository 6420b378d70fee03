"""Properties of every game of Mölkky, possible or not."""

from hypothesis import given

from games.contract import GameOver
from games.molkky.rules import game
from tests.rules.support.boards import english
from tests.rules.support.molkky.model import Model
from tests.rules.support.molkky.strategies import games


@given(games())
def test_a_game_scores_as_in_the_model(setup_and_throws):
    setup, throws = setup_and_throws
    board, model = game.score(setup, throws), Model(setup)
    assert [result.problem is None for result in board.results] == [
        model.take(throw) for throw in throws
    ]
    assert board.totals == tuple(model.totals)
    assert board.ranks == model.ranks()
    assert board.finished == (model.is_over or setup.ended_early)


@given(games())
def test_the_winner_has_the_target_or_is_the_last_one_left(setup_and_throws):
    setup, throws = setup_and_throws
    board, model = game.score(setup, throws), Model(setup)
    for throw in throws:
        model.take(throw)
    if board.finished and not setup.ended_early:
        (winner,) = board.winners
        others = [seat for seat in range(setup.seats) if seat != winner]
        assert board.totals[winner] == setup.options.target or all(map(model.is_out, others))


@given(games())
def test_totals_stay_within_the_target(setup_and_throws):
    setup, throws = setup_and_throws
    for result in game.score(setup, throws).results:
        assert all(0 <= total <= setup.options.target for total in result.totals)


@given(games())
def test_exactly_one_player_is_told_to_throw_next(setup_and_throws):
    setup, throws = setup_and_throws
    board, model = game.score(setup, throws), Model(setup)
    for throw in throws:
        model.take(throw)
    told = [seat for seat, need in enumerate(board.needs) if need and "next" in english(need)]
    assert told == ([] if board.finished else [model.turn])


@given(games(wrong=False))
def test_a_game_in_turn_has_no_problem_but_throws_after_its_end(setup_and_throws):
    problems = [result.problem for result in game.score(*setup_and_throws).results]
    assert all(problem is None or isinstance(problem, GameOver) for problem in problems)
