"""Properties of every game on a score pad, and of typed sums."""

from hypothesis import assume, given
from hypothesis import strategies as st

from games.kit.sums import evaluate_sum
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


@given(st.lists(st.tuples(st.sampled_from("+-−"), st.integers(0, 9999)), min_size=1, max_size=9))
def test_a_sum_is_the_sum_of_its_terms(terms):
    text = " ".join(f"{sign} {number}" for sign, number in terms)
    assert evaluate_sum(text) == sum(number if sign == "+" else -number for sign, number in terms)


@given(st.text(max_size=30) | st.text(alphabet="0123456789+-−–. x", max_size=12))
def test_any_text_is_a_whole_number_or_none(text):
    total = evaluate_sum(text)
    assert total is None or (isinstance(total, int) and any(sign.isdigit() for sign in text))
