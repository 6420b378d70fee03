"""Properties of every game of Chimera Tricks, possible or not, and of typed values."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.chimera_tricks.parsing import parse_list, parse_sum
from games.chimera_tricks.rules import game, grimoire_lines, known_cards
from games.contract import Disagreement, GameOver
from games.kit.sums import evaluate_sum
from tests.rules.support.chimera_tricks.model import best_points, score_by_rulebook
from tests.rules.support.chimera_tricks.strategies import games, hands
from tests.rules.support.properties import expect_sums


@given(games())
def test_a_game_scores_as_in_the_model(setup_and_entries):
    board = game.score(*setup_and_entries)
    totals, counts = score_by_rulebook(*setup_and_entries)
    assert board.totals == totals
    assert [result.problem is None for result in board.results] == counts


@given(hands, st.integers(0, 8))
def test_crystals_are_put_to_their_best_use(hand, crystals):
    assert sum(line.points for line in grimoire_lines(hand, crystals)) == best_points(
        hand, crystals
    )


@given(hands, st.integers(0, 8), st.randoms(use_true_random=False))
def test_the_order_of_the_cards_does_not_matter(hand, crystals, random):
    shuffled = tuple(random.sample(hand, len(hand)))
    one, two = (
        sum(line.points for line in grimoire_lines(cards, crystals)) for cards in (hand, shuffled)
    )
    assert one == two


@given(hands, st.integers(0, 7))
def test_another_crystal_never_costs_points(hand, crystals):
    fewer, more = (
        sum(line.points for line in grimoire_lines(hand, n)) for n in (crystals, crystals + 1)
    )
    assert fewer <= more


@given(games())
def test_lines_add_up_to_points_and_points_to_totals(setup_and_entries):
    board = game.score(*setup_and_entries)
    totals = expect_sums(board)
    assert board.totals == totals


@given(games())
def test_removing_refused_rounds_changes_nothing(setup_and_entries):
    setup, entries = setup_and_entries
    board = game.score(setup, entries)
    accepted = [
        entry for entry, result in zip(entries, board.results, strict=True) if not result.problem
    ]
    filtered = game.score(setup, accepted)
    assert filtered.problem is None
    assert (filtered.totals, filtered.winners, filtered.verdict) == (
        board.totals,
        board.winners,
        board.verdict,
    )


@given(games())
def test_a_game_ends_after_exactly_its_number_of_rounds(setup_and_entries):
    setup, entries = setup_and_entries
    board = game.score(setup, entries)
    last = 1 if setup.options.short_match else setup.seats
    count = sum(result.problem is None for result in board.results)
    assert count <= last
    assert board.finished == (setup.ended_early or count == last)
    assert bool(board.winners) == board.finished
    assert all(board.ranks[seat] == 1 for seat in board.winners)
    if any(isinstance(result.problem, GameOver) for result in board.results):
        assert count == last


@given(games())
def test_every_round_that_counts_has_the_same_cards(setup_and_entries):
    setup, entries = setup_and_entries
    board = game.score(setup, entries)
    known = known_cards(setup, entries)
    for entry, result in zip(entries, board.results, strict=True):
        if entry.grimoires is not None and not result.problem:
            assert entry.cards == known.cards
        if isinstance(result.problem, Disagreement):
            assert result.problem.other == known.entry
            assert entry.cards != known.cards


@given(
    st.lists(st.integers(-999_999, 999_999), max_size=12), st.sampled_from([" ", ", ", ";", " ; "])
)
def test_a_typed_list_is_parsed(numbers, between):
    for minus in "-−–‒－":
        assert parse_list(between.join(map(str, numbers)).replace("-", minus)) == tuple(numbers)


@given(st.lists(st.integers(-999, 999), min_size=1, max_size=6))
def test_a_typed_sum_is_evaluated(numbers):
    text = "".join(f"{number:+}" for number in numbers)
    assert parse_sum(text) == parse_sum(text.replace("-", "− ").removeprefix("+")) == sum(numbers)


@pytest.mark.parametrize(
    "text", ["x", "5 x", "²", "1234567", "5.5", "--5", "5-", "+", "5 − ", "9" * 5000]
)
def test_text_that_is_not_a_number_is_rejected(text):
    assert parse_list(text) is None
    assert parse_sum(text) is None


@pytest.mark.parametrize(
    "text", ["12＋5", "12 ‒ 5", "12+-3", "１２", "٣", "3—10", "5 3", "12++5", "12-+5", ""]
)
def test_sums_are_evaluated_as_on_a_score_pad(text):
    assert parse_sum(text) == evaluate_sum(text)


LISTS = [
    ("", ()),
    ("5-3", (5, -3)),
    ("5 - 3", (5, -3)),
    ("+5,−3", (5, -3)),
    ("−0", (0,)),
    ("１２ ‒５", (12, -5)),
]


@pytest.mark.parametrize(("text", "numbers"), LISTS)
def test_a_sign_begins_a_number(text, numbers):
    assert parse_list(text) == numbers
