"""Properties of every game on a score pad."""

from hypothesis import assume, given
from hypothesis import strategies as st

from games.contract import GameOver
from games.kit.sums import evaluate_sum
from games.score_pad.rules import game
from tests.rules.support.score_pad.strategies import entries_of, games


def rounds_that_count(setup, rounds):
    """Return how many rounds count, and whether the last of them ends the game."""
    for count in range(1, len(rounds) + 1):
        columns = [sum(row[seat] or 0 for row in rounds[:count]) for seat in range(setup.seats)]
        if count == setup.options.rounds:
            return count, True
        if setup.options.target is not None and any(
            total >= setup.options.target for total in columns
        ):
            return count, True
    return len(rounds), False


@given(games())
def test_a_game_scores_as_in_the_model(setup_and_rounds):
    setup, rounds = setup_and_rounds
    board = game.score(setup, entries_of(rounds))
    count, is_over = rounds_that_count(setup, rounds)
    totals = [sum(row[seat] or 0 for row in rounds[:count]) for seat in range(setup.seats)]
    ranking = [-total for total in totals] if setup.options.lowest_wins else totals
    assert list(board.totals) == totals
    assert list(board.ranks) == [1 + sum(other > value for other in ranking) for value in ranking]
    assert board.finished == (is_over or setup.ended_early)
    assert list(board.winners) == [
        s for s in range(setup.seats) if board.finished and ranking[s] == max(ranking)
    ]


@given(games())
def test_exactly_the_rounds_after_the_end_do_not_count(setup_and_rounds):
    setup, rounds = setup_and_rounds
    count, _ = rounds_that_count(setup, rounds)
    results = game.score(setup, entries_of(rounds)).results
    assert [result.problem is None for result in results] == [n < count for n in range(len(rounds))]
    assert all(isinstance(result.problem, GameOver) for result in results[count:])
    assert not any(any(result.points) or any(result.lines) for result in results[count:])


@given(games())
def test_a_player_with_a_number_has_one_line_and_others_have_none(setup_and_rounds):
    setup, rounds = setup_and_rounds
    results = game.score(setup, entries_of(rounds)).results
    for row, result in zip(rounds, results, strict=True):
        if not result.problem:
            assert [[line.points for line in lines] for lines in result.lines] == [
                [] if number is None else [number] for number in row
            ]


@given(games(), st.randoms())
def test_the_order_of_rounds_does_not_matter_unless_one_ends_the_game(setup_and_rounds, random):
    setup, rounds = setup_and_rounds
    assume(not rounds_that_count(setup, rounds)[1])
    shuffled = random.sample(rounds, len(rounds))
    assume(not rounds_that_count(setup, shuffled)[1])
    assert (
        game.score(setup, entries_of(rounds)).totals
        == game.score(setup, entries_of(shuffled)).totals
    )


@given(st.lists(st.tuples(st.sampled_from("+-−"), st.integers(0, 9999)), min_size=1, max_size=9))
def test_a_sum_is_the_sum_of_its_terms(terms):
    text = " ".join(f"{sign} {number}" for sign, number in terms)
    assert evaluate_sum(text) == sum(number if sign == "+" else -number for sign, number in terms)


@given(st.text(max_size=30) | st.text(alphabet="0123456789+-−–. x", max_size=12))
def test_any_text_is_a_whole_number_or_none(text):
    total = evaluate_sum(text)
    assert total is None or (isinstance(total, int) and any(sign.isdigit() for sign in text))
