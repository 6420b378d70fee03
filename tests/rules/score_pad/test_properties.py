"""Properties of every game on a score pad."""

from hypothesis import assume, given
from hypothesis import strategies as st

from games.score_pad.rules import game
from tests.rules.support.score_pad.model import score_by_rulebook
from tests.rules.support.score_pad.strategies import tables


@given(tables)
def test_a_player_with_a_number_has_one_line_and_others_have_none(table):
    setup, rounds = table
    for entry, result in zip(rounds, game.score(setup, rounds).results, strict=True):
        if not result.problem:
            numbers = [entry.points.get(seat) for seat in range(setup.seats)]
            assert [[line.points for line in lines] for lines in result.lines] == [
                [] if number is None else [number] for number in numbers
            ]


@given(tables, st.randoms())
def test_the_order_of_rounds_does_not_matter_unless_one_ends_the_game(table, random):
    setup, rounds = table
    shuffled = random.sample(rounds, len(rounds))
    assume(not any(score_by_rulebook(setup, order)[2] for order in (rounds, shuffled)))
    assert game.score(setup, rounds).totals == game.score(setup, shuffled).totals
