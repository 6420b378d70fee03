"""Properties of every game of Big Fish."""

from dataclasses import replace
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from games.big_fish.bonus import earned_bonuses
from games.big_fish.cards import split_row
from games.big_fish.offer import bonus_offer
from games.big_fish.rules import Catch, Count, Mistake, game, state_after
from games.contract import GameOver, Seat
from tests.rules.support.big_fish.model import ModelGame, every_row, random_game
from tests.rules.support.big_fish.strategies import games, randoms, rows, setups, tables


@given(rows)
def test_a_row_is_split_in_the_best_legal_way(cards):
    colours = len({card[0] for card in cards})
    plus_cards = 2 if colours == 1 else colours
    values = [int(card[1]) for card in cards]
    legal = [
        positions
        for positions in combinations(range(5), plus_cards)
        if colours == 1 or len({cards[i][0] for i in positions}) == colours
    ]
    best = max(2 * sum(values[i] for i in positions) - sum(values) for positions in legal)
    assert split_row(cards).sum == best
    assert sorted(split_row(cards).plus + split_row(cards).minus) == sorted(cards)


def test_the_worst_of_all_rows_has_18_minus_for_7_plus():
    rows = [(len({card[0] for card in cards}), split_row(cards)) for cards in every_row()]
    sizes = {(colours, len(row.plus)) for colours, row in rows}
    assert sizes == {(1, 2), (2, 2), (3, 3), (4, 4), (5, 5)}
    assert max(row.loss / row.gain for _colours, row in rows) == 18 / 7


@given(games, st.randoms(use_true_random=False))
def test_the_order_of_cards_does_not_change_a_row_or_a_game(setup_and_entries, random):
    setup, entries = setup_and_entries
    shuffled = [
        replace(entry, cards=tuple(random.sample(entry.cards, 5)))
        if isinstance(entry, Catch)
        else entry
        for entry in entries
    ]
    for one, two in zip(entries, shuffled, strict=True):
        if isinstance(one, Catch):
            assert earned_bonuses(one.cards) == earned_bonuses(two.cards)
            assert list(map(sorted, split_row(one.cards))) == list(
                map(sorted, split_row(two.cards))
            )
    one, two = game.score(setup, entries), game.score(setup, shuffled)
    assert [result[:3] for result in one.results] == [result[:3] for result in two.results]
    assert (one.totals, one.holdings, one.final_lines) == (
        two.totals,
        two.holdings,
        two.final_lines,
    )


@given(games)
def test_a_game_scores_as_in_the_model(setup_and_entries):
    setup, entries = setup_and_entries
    board, model = game.score(setup, entries), ModelGame(setup.seats, setup.options)
    for entry, result in zip(entries, board.results, strict=True):
        assert model.enter(entry) == (result.problem is None)
        assert result.totals == model.totals(finished=False)
    assert board.finished == (model.is_over() or setup.ended_early)
    assert board.totals == model.totals(finished=board.finished)


@given(randoms, setups, st.booleans(), st.booleans())
def test_a_complete_game_scores_as_in_the_model_also_if_its_piles_are_counted_at_the_end(
    random, setup, cards_too, ones_too
):
    entries, model = random_game(random, setup)
    board = game.score(setup, entries)
    assert (board.problem, board.finished) == (None, True)
    assert board.totals == model.totals(finished=True)
    drawn = setup.options.drawn if setup.options.advanced else None
    counts = [
        Count(
            Seat(seat),
            sum(plus),
            sum(minus),
            len(plus) if cards_too or drawn == "B" else None,
            plus.count(1) if ones_too or drawn == "C" else None,
            tuple(letter for letter, owner in model.bonus_owners.items() if owner == seat),
        )
        for seat, (plus, minus) in enumerate(zip(model.plus, model.minus, strict=True))
    ]
    mistakes = [entry for entry in entries if isinstance(entry, Mistake)]
    counted = game.score(setup, [*mistakes, *random.sample(counts, len(counts))])
    assert (counted.problem, counted.finished) == (None, True)
    assert counted.totals == board.totals


@given(randoms, setups)
def test_a_game_ended_early_is_scored_with_what_there_is(random, setup):
    entries, _model = random_game(random, setup)
    first = entries[: random.randrange(len(entries))]
    model = ModelGame(setup.seats, setup.options)
    assert all(model.enter(entry) for entry in first)
    assert game.score(replace(setup, ended_early=True), first).totals == model.totals(finished=True)


@given(tables)
def test_b_and_c_pay_10_to_one_or_5_to_several_at_the_end(setup_and_entries):
    setup, entries = setup_and_entries
    board = game.score(setup, entries)
    paid = [line.points for lines in board.final_lines for line in lines]
    assert paid in ([], [10]) or (set(paid) == {5} and len(paid) > 1)
    if not (board.finished and setup.options.advanced and setup.options.drawn != "A"):
        assert board.final_lines == ()


@given(games, rows)
def test_a_catch_may_take_exactly_what_is_offered(setup_and_entries, cards):
    setup, entries = replace(setup_and_entries[0], ended_early=False), setup_and_entries[1][:8]
    state = state_after(setup, entries)
    for seat in map(Seat, range(setup.seats)):
        available = bonus_offer(state, setup, seat, cards).available
        possible = {letter: letter in available for letter in "ADEFGHI"}
        for letter, is_possible in (possible | {None: len(available) < 2}).items():
            problem = game.score(setup, [*entries, Catch(seat, cards, letter)]).results[-1].problem
            assert isinstance(problem, GameOver) or (problem is None) == is_possible
