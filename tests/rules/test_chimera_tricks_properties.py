"""What holds for every game of Chimera Tricks, whatever the table notes; and a plain reading of the rulebook."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.chimera_tricks.round import Round
from games.chimera_tricks.rules import Options, game, known_cards, reckoned
from games.chimera_tricks.typed import read_list, read_sum
from games.contract import Disagreement, GameOver, Seat, Setup
from games.sums import added_up

values = st.integers(-9, 9)
hands = st.lists(values, max_size=8).map(tuple)


@st.composite
def tidy(draw, cards, seats):
    """These cards, each with somebody, and no more Crystals with a player than cards."""
    winners = [draw(st.integers(0, seats - 1)) for _ in cards]
    won = {Seat(seat): tuple(v for v, w in zip(cards, winners, strict=True) if w == seat) for seat in range(seats)}
    return Round(won, {seat: draw(st.integers(0, len(won[seat]))) for seat in won})


@st.composite
def any_round(draw, seats):
    people = st.integers(0, seats - 1).map(Seat)
    parts = (
        st.none() | st.dictionaries(people, hands),
        st.dictionaries(people, st.integers(-1, 5)),
        st.none() | st.none() | st.dictionaries(people, st.integers(-20, 20)),
    )
    return Round(*map(draw, parts))


@st.composite
def games(draw):
    seats = draw(st.sampled_from([3, 4]))
    setup = Setup(seats, Options(draw(st.booleans()), draw(st.booleans())), draw(st.booleans()))
    size = 12 if seats == 3 else 10
    cards = draw(st.lists(values, min_size=size, max_size=size))
    others = draw(st.lists(values, min_size=size, max_size=size))
    sums = st.tuples(*[st.integers(-20, 20)] * seats).map(lambda points: Round(points=dict(enumerate(points))))
    one = st.one_of(tidy(cards, seats), tidy(cards, seats), tidy(others, seats), sums, any_round(seats))
    return setup, draw(st.lists(one, max_size=6))


def plainly(setup, entries):
    """The totals as one would add them up at the table, by the rulebook alone; and which rounds counted."""
    totals, counted, cards = [0] * setup.seats, [], None
    for entry in entries:
        stands = len([n for n in counted if n]) < (1 if setup.options.short_match else setup.seats)
        stands = stands and (entry.grimoires is None) != (entry.points is None)
        if stands and entry.points is not None:
            stands = len(entry.points) == setup.seats and not any(entry.crystals.values())
            gained = [entry.points.get(seat, 0) for seat in range(setup.seats)]
        elif stands:
            mine = [list(entry.grimoires.get(seat, ())) for seat in range(setup.seats)]
            crystals = [entry.crystals.get(seat, 0) for seat in range(setup.seats)]
            stands = sum(map(len, mine)) == {3: 12, 4: 10}[setup.seats]
            stands = stands and all(0 <= n <= len(won) for n, won in zip(crystals, mine, strict=True))
            stands = stands and not (setup.options.crystal_scarcity and sum(crystals) > 4)
            here = sorted(value for won in mine for value in won)
            stands = stands and cards in (None, here)
            if stands:
                cards = here
                gained = [best_by_trying(won, n) for won, n in zip(mine, crystals, strict=True)]
        counted.append(stands)
        if stands:
            totals = [total + points for total, points in zip(totals, gained, strict=True)]
    return tuple(totals), counted


def best_by_trying(won, crystals):
    """The best use of the Crystals, found by trying every one: "you may choose any negative-point Grimoire Card"."""
    negative = [n for n, value in enumerate(won) if value < 0]
    choices = (choice for size in range(crystals + 1) for choice in combinations(negative, size))
    return max(sum(-v if n in choice else v for n, v in enumerate(won)) for choice in choices)


@given(games())
def test_it_comes_to_what_a_plain_reading_of_the_rulebook_does(played):
    board = game.score(*played)
    totals, counted = plainly(*played)
    assert board.totals == totals
    assert [result.problem is None for result in board.results] == counted


@given(hands, st.integers(0, 8))
def test_the_crystals_are_put_to_their_best_use(won, crystals):
    assert sum(line.points for line in reckoned(won, crystals)) == best_by_trying(won, crystals)


@given(hands, st.integers(0, 8), st.randoms(use_true_random=False))
def test_the_order_of_the_cards_does_not_matter(won, crystals, chance):
    shuffled = tuple(chance.sample(won, len(won)))
    one, two = (sum(line.points for line in reckoned(cards, crystals)) for cards in (won, shuffled))
    assert one == two


@given(hands, st.integers(0, 7))
def test_a_further_crystal_never_costs_anything(won, crystals):
    fewer, more = (sum(line.points for line in reckoned(won, n)) for n in (crystals, crystals + 1))
    assert fewer <= more


@given(games())
def test_points_add_up_to_totals_and_lines_to_points(played):
    board = game.score(*played)
    so_far = (0,) * played[0].seats
    for result in board.results:
        assert result.points == tuple(sum(line.points for line in lines) for lines in result.lines)
        so_far = tuple(map(sum, zip(so_far, result.points, strict=True)))
        assert result.totals == so_far
    assert board.totals == so_far


@given(games())
def test_what_cannot_stand_counts_nothing(played):
    setup, entries = played
    board = game.score(setup, entries)
    standing = [entry for entry, result in zip(entries, board.results, strict=True) if not result.problem]
    without = game.score(setup, standing)
    assert without.problem is None
    assert (without.totals, without.winners, without.verdict) == (board.totals, board.winners, board.verdict)


@given(games())
def test_a_game_ends_after_its_last_round_and_not_before(played):
    setup, entries = played
    board = game.score(setup, entries)
    last = 1 if setup.options.short_match else setup.seats
    counting = sum(result.problem is None for result in board.results)
    assert counting <= last
    assert board.finished == (setup.ended_early or counting == last)
    assert bool(board.winners) == board.finished
    assert all(board.ranks[seat] == 1 for seat in board.winners)
    if any(isinstance(result.problem, GameOver) for result in board.results):
        assert counting == last


@given(games())
def test_every_round_that_counts_has_the_same_cards(played):
    setup, entries = played
    board = game.score(setup, entries)
    known = known_cards(setup, entries)
    for entry, result in zip(entries, board.results, strict=True):
        if entry.grimoires is not None and not result.problem:
            assert entry.cards == known.cards
        if isinstance(result.problem, Disagreement):
            assert result.problem.other == known.entry
            assert entry.cards != known.cards


@given(st.lists(st.integers(-999_999, 999_999), max_size=12), st.sampled_from([" ", ", ", ";", " ; "]))
def test_a_list_is_read_as_it_was_typed(numbers, between):
    for minus in "-−–‒－":
        assert read_list(between.join(map(str, numbers)).replace("-", minus)) == tuple(numbers)


@given(st.lists(st.integers(-999, 999), min_size=1, max_size=6))
def test_a_sum_comes_to_what_it_says(numbers):
    text = "".join(f"{number:+}" for number in numbers)
    assert read_sum(text) == read_sum(text.replace("-", "− ").removeprefix("+")) == sum(numbers)


@pytest.mark.parametrize("text", ["x", "5 x", "²", "1234567", "5.5", "--5", "5-", "+", "5 − ", "9" * 5000])
def test_what_is_no_number_is_not_guessed(text):
    assert read_list(text) is None
    assert read_sum(text) is None


@pytest.mark.parametrize("text", ["12＋5", "12 ‒ 5", "12+-3", "１２", "٣", "3—10", "5 3", "12++5", "12-+5", ""])
def test_a_sum_is_read_as_on_a_score_pad(text):
    assert read_sum(text) == added_up(text)


LISTS = [("", ()), ("5-3", (5, -3)), ("5 - 3", (5, -3)), ("+5,−3", (5, -3)), ("−0", (0,)), ("１２ ‒５", (12, -5))]


@pytest.mark.parametrize(("text", "numbers"), LISTS)
def test_a_sign_begins_a_number(text, numbers):
    assert read_list(text) == numbers
