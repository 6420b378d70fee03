"""Properties of every game of Chimera Tricks, and of typed values."""

from hypothesis import given
from hypothesis import strategies as st

from games.chimera_tricks.parsing import parse_list, parse_sum
from games.chimera_tricks.rules import game, grimoire_lines, known_cards
from games.contract import Disagreement
from games.kit.sums import evaluate_sum
from tests.rules.support.chimera_tricks.model import best_points
from tests.rules.support.chimera_tricks.strategies import games, hands


@given(hands, st.integers(0, 8), st.randoms(use_true_random=False))
def test_crystals_are_put_to_their_best_use_and_another_never_costs_points(hand, crystals, random):
    shuffled = random.sample(hand, len(hand))
    points, more, in_another_order = (
        sum(line.points for line in grimoire_lines(tuple(cards), number))
        for cards, number in ((hand, crystals), (hand, crystals + 1), (shuffled, crystals))
    )
    assert points == in_another_order == best_points(hand, crystals)
    assert points <= more


@given(games())
def test_every_round_that_counts_has_the_same_cards(setup_and_entries):
    setup, entries = setup_and_entries
    known = known_cards(setup, entries)
    for entry, result in zip(entries, game.score(setup, entries).results, strict=True):
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


def test_text_that_is_not_a_number_is_rejected():
    for text in ("x", "5 x", "²", "1234567", "5.5", "--5", "5-", "+", "5 − ", "9" * 5000):
        assert parse_list(text) is None, text
        assert parse_sum(text) is None, text


def test_sums_are_evaluated_as_on_a_score_pad():
    texts = ("12＋5", "12 ‒ 5", "12+-3", "１２", "٣", "3—10", "5 3", "12++5", "12-+5", "")
    assert [parse_sum(text) for text in texts] == [evaluate_sum(text) for text in texts]


def test_a_sign_begins_a_number():
    lists = {"": (), "5-3": (5, -3), "5 - 3": (5, -3), "+5,−3": (5, -3), "−0": (0,)}
    lists["１２ ‒５"] = (12, -5)
    assert {text: parse_list(text) for text in lists} == lists
