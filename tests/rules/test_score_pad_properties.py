"""What holds for every game on a score pad, against a second, plain way to reckon it."""

from hypothesis import assume, given
from hypothesis import strategies as st

from games.contract import GameOver, Seat, Setup
from games.score_pad.rules import Options, Round, game
from games.sums import added_up

limit = st.none() | st.integers(1, 60)
options = st.builds(Options, title=st.text(max_size=5), lowest_wins=st.booleans(), target=limit, rounds=limit)
numbers = st.integers(-20, 30)


@st.composite
def games(draw):
    seats = draw(st.integers(1, 6))
    rounds = draw(st.lists(st.lists(st.none() | numbers, min_size=seats, max_size=seats), max_size=8))
    return Setup(seats, draw(options), draw(st.booleans())), rounds


def entries_of(rounds):
    return [Round({Seat(seat): n for seat, n in enumerate(row) if n is not None}) for row in rounds]


def counting(setup, rounds):
    """How many rounds count: up to the agreed number, or the first after which a column adds up to the target."""
    for played in range(1, len(rounds) + 1):
        columns = [sum(row[seat] or 0 for row in rounds[:played]) for seat in range(setup.seats)]
        if played == setup.options.rounds:
            return played, True
        if setup.options.target is not None and any(total >= setup.options.target for total in columns):
            return played, True
    return len(rounds), False


@given(games())
def test_totals_winners_and_ranks_are_those_of_a_plain_reckoning(dealt):
    setup, rounds = dealt
    board = game.score(setup, entries_of(rounds))
    count, over = counting(setup, rounds)
    totals = [sum(row[seat] or 0 for row in rounds[:count]) for seat in range(setup.seats)]
    worth = [-total for total in totals] if setup.options.lowest_wins else totals
    assert list(board.totals) == totals
    assert list(board.ranks) == [1 + sum(other > mine for other in worth) for mine in worth]
    assert board.finished == (over or setup.ended_early)
    assert list(board.winners) == [s for s in range(setup.seats) if board.finished and worth[s] == max(worth)]


@given(games())
def test_what_comes_after_the_end_counts_nothing_and_all_before_it_stands(dealt):
    setup, rounds = dealt
    count, _ = counting(setup, rounds)
    results = game.score(setup, entries_of(rounds)).results
    assert [result.problem is None for result in results] == [n < count for n in range(len(rounds))]
    assert all(isinstance(result.problem, GameOver) for result in results[count:])
    assert not any(any(result.points) or any(result.lines) for result in results[count:])


@given(games())
def test_whoever_has_a_number_has_one_line_that_is_it_and_nobody_else_has_any(dealt):
    setup, rounds = dealt
    results = game.score(setup, entries_of(rounds)).results
    for row, result in zip(rounds, results, strict=True):
        if not result.problem:
            assert [[line.points for line in lines] for lines in result.lines] == [
                [] if number is None else [number] for number in row
            ]


@given(games(), st.randoms())
def test_the_order_of_rounds_changes_no_total_where_nothing_ends_it(dealt, chance):
    setup, rounds = dealt
    assume(not counting(setup, rounds)[1])
    shuffled = chance.sample(rounds, len(rounds))
    assume(not counting(setup, shuffled)[1])
    assert game.score(setup, entries_of(rounds)).totals == game.score(setup, entries_of(shuffled)).totals


@given(st.lists(st.tuples(st.sampled_from("+-−"), st.integers(0, 9999)), min_size=1, max_size=9))
def test_a_sum_comes_to_what_its_terms_do(terms):
    text = " ".join(f"{sign} {number}" for sign, number in terms)
    assert added_up(text) == sum(number if sign == "+" else -number for sign, number in terms)


@given(st.text(max_size=30) | st.text(alphabet="0123456789+-−–. x", max_size=12))
def test_any_text_is_a_whole_number_or_none(text):
    total = added_up(text)
    assert total is None or (isinstance(total, int) and any(sign.isdigit() for sign in text))
