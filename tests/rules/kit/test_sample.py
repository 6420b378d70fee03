"""Games that are made of questions, answered at random."""

from random import Random

import pytest

from games.contract import InvalidSample, Setup
from games.kit.sample import sample_of_questions
from games.registry import games
from tests.app.support import every_question

GAMES = [every_question.game, *(games()[slug] for slug in ("hearts", "molkky", "wizard"))]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_the_rules_accept_answers_at_random(game):
    sample, setup = sample_of_questions(game), Setup(3, game.options())
    for seed in range(3):
        entries = list(sample.play(setup, Random(seed)))  # noqa: S311 - no secret
        board = game.score(setup, entries)
        assert entries
        assert board.problem is None
        assert board.finished or board.open_ended


def test_good_players_win_more_often_also_where_points_are_bad():
    sample, setup = sample_of_questions(games()["hearts"]), Setup(3, games()["hearts"].options())
    totals = [0, 0, 0]
    for seed in range(5):
        entries = list(sample.play(setup, Random(seed), (0.9, 0.5, 0.1)))  # noqa: S311
        totals = [*map(sum, zip(totals, sample.game.score(setup, entries).totals, strict=True))]
    assert totals == sorted(totals)


def test_a_game_with_forms_of_its_own_is_not_answered_at_random():
    assert sample_of_questions(games()["yahtzee"]) is None


def test_an_entry_that_the_rules_refuse_ends_the_sample():
    sample = sample_of_questions(games()["hearts"])._replace(next_entry=lambda position: HIGH)
    with pytest.raises(InvalidSample, match="the rules refuse entry 1: Points taken"):
        list(sample.play(Setup(3, games()["hearts"].options()), Random(1)))  # noqa: S311


HIGH = games()["hearts"].entry({0: 30})
