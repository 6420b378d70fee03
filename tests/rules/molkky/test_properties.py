"""Properties of every game of Mölkky."""

import re

from hypothesis import given

from games.contract import GameOver
from games.molkky.rules import game
from tests.rules.support.boards import english
from tests.rules.support.molkky.model import Model
from tests.rules.support.molkky.strategies import games

NEXT = re.compile(r"throws next|one more miss and \w+ is out")


@given(games())
def test_ranks_the_winner_and_who_throws_next_are_those_of_the_model(setup_and_throws):
    setup, throws = setup_and_throws
    board, model = game.score(setup, throws), Model(setup)
    for throw in throws:
        model.take(throw)
    assert board.ranks == model.ranks()
    turn = None if board.finished else model.turn
    assert board.turn == turn
    said = [NEXT.search(english(need)) if need else None for need in board.needs]
    assert [seat for seat, match in enumerate(said) if match] == ([] if turn is None else [turn])
    if board.finished and not setup.ended_early:
        (winner,) = board.winners
        others = [seat for seat in range(setup.seats) if seat != winner]
        assert board.totals[winner] == setup.options.target or all(map(model.is_out, others))


@given(games(wrong=False))
def test_a_game_in_turn_has_no_problem_but_throws_after_its_end(setup_and_throws):
    results = game.score(*setup_and_throws).results
    assert all(not result.problem or isinstance(result.problem, GameOver) for result in results)
    target = setup_and_throws[0].options.target
    assert all(0 <= total <= target for result in results for total in result.totals)
