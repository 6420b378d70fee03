"""Properties of every game of Big Fish, possible or not."""

import json
from dataclasses import replace
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from games.big_fish.bonus import earned_bonuses
from games.big_fish.cards import split_row
from games.big_fish.offer import bonus_offer
from games.big_fish.rules import Catch, Count, Mistake, game, state_after
from games.contract import GameOver, Impossible, Seat
from games.record import Record, read_record, write_record
from games.report import score_record
from tests.rules.support.big_fish.model import ModelGame, every_row, random_game
from tests.rules.support.big_fish.strategies import games, randoms, rows, setups, tables
from tests.rules.support.boards import NAMES
from tests.rules.support.properties import expect_sums
from tests.rules.support.records import is_answer, make_record


def final_points(board):
    return tuple(sum(line.points for line in lines) for lines in board.final_lines) or (0,) * len(
        board.totals
    )


def comparable(result):
    """Return a result with the message of its problem, because two exceptions are never equal."""
    return (*result[:3], result.problem and (result.problem.field, result.problem.message))


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


@given(rows)
def test_every_card_goes_to_exactly_one_pile(cards):
    plus, minus = split_row(cards)
    assert sorted(plus + minus) == sorted(cards)


def test_rows_of_1_to_5_colours_have_2_2_3_4_and_5_plus_cards():
    sizes = {
        (len({card[0] for card in cards}), len(split_row(cards).plus)) for cards in every_row()
    }
    assert sizes == {(1, 2), (2, 2), (3, 3), (4, 4), (5, 5)}


def test_the_worst_row_has_18_minus_for_7_plus():
    assert max(split_row(cards).loss / split_row(cards).gain for cards in every_row()) == 18 / 7


@given(rows, st.randoms(use_true_random=False))
def test_the_order_of_cards_does_not_matter(cards, random):
    shuffled = tuple(random.sample(cards, 5))
    one, two = split_row(cards), split_row(shuffled)
    assert (sorted(one.plus), sorted(one.minus)) == (sorted(two.plus), sorted(two.minus))
    assert earned_bonuses(cards) == earned_bonuses(shuffled)


@given(games, st.randoms(use_true_random=False))
def test_the_order_of_cards_does_not_change_a_game(setup_and_entries, random):
    setup, entries = setup_and_entries
    shuffled = [
        replace(entry, cards=tuple(random.sample(entry.cards, 5)))
        if isinstance(entry, Catch)
        else entry
        for entry in entries
    ]
    one, two = game.score(setup, entries), game.score(setup, shuffled)
    assert [result[:3] for result in one.results] == [result[:3] for result in two.results]
    assert (one.totals, one.holdings, one.final_lines) == (
        two.totals,
        two.holdings,
        two.final_lines,
    )


@given(tables)
def test_lines_add_up_to_points_and_points_with_final_lines_to_totals(setup_and_entries):
    setup, entries = setup_and_entries
    board = game.score(setup, entries)
    assert len(board.results) == len(entries)
    totals = expect_sums(board)
    assert board.totals == tuple(map(sum, zip(totals, final_points(board), strict=True)))


@given(tables)
def test_removing_refused_entries_changes_nothing(setup_and_entries):
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
    assert all(isinstance(result.problem, Impossible | None) for result in board.results)


@given(tables, st.integers(0, 25))
def test_later_entries_do_not_change_earlier_results(setup_and_entries, number):
    setup, entries = setup_and_entries
    assert list(map(comparable, game.score(setup, entries[:number]).results)) == list(
        map(comparable, game.score(setup, entries).results[:number])
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


@given(randoms, setups)
def test_a_complete_game_scores_as_in_the_model(random, setup):
    entries, model = random_game(random, setup)
    board = game.score(setup, entries)
    assert board.problem is None
    assert board.finished
    assert board.totals == model.totals(finished=True)
    assert sum(board.totals) == sum(map(sum, [result.points for result in board.results])) + sum(
        final_points(board)
    )


@given(randoms, setups, st.booleans(), st.booleans())
def test_counting_the_piles_at_the_end_gives_the_same_totals(random, setup, cards_too, ones_too):
    entries, model = random_game(random, setup)
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
    board = game.score(setup, [*mistakes, *random.sample(counts, len(counts))])
    assert board.problem is None
    assert board.totals == game.score(setup, entries).totals
    assert board.finished


@given(randoms, setups)
def test_a_game_ended_early_is_scored_with_what_there_is(random, setup):
    entries, _model = random_game(random, setup)
    first = entries[: random.randrange(len(entries))]
    model = ModelGame(setup.seats, setup.options)
    assert all(model.enter(entry) for entry in first)
    board = game.score(replace(setup, ended_early=True), first)
    assert board.totals == model.totals(finished=True)
    assert [board.ranks[seat] for seat in board.winners] == [1] * board.ranks.count(1)


@given(randoms, setups)
def test_entries_after_the_last_row_do_not_count(random, setup):
    entries, _model = random_game(random, setup)
    board = game.score(setup, [*entries, *entries[-3:]])
    assert all(isinstance(result.problem, GameOver) for result in board.results[len(entries) :])
    assert board.totals == game.score(setup, entries).totals


@given(tables)
def test_b_and_c_pay_10_to_one_or_5_to_several_at_the_end(setup_and_entries):
    setup, entries = setup_and_entries
    board = game.score(setup, entries)
    paid = [points for points in final_points(board) if points]
    assert paid in ([], [10]) or (set(paid) == {5} and len(paid) > 1)
    if not (board.finished and setup.options.advanced and setup.options.drawn != "A"):
        assert board.final_lines == ()


@given(games, rows)
def test_a_catch_may_take_exactly_what_is_offered(setup_and_entries, cards):
    setup, entries = replace(setup_and_entries[0], ended_early=False), setup_and_entries[1][:8]
    for seat in map(Seat, range(setup.seats)):
        offer = bonus_offer(state_after(setup, entries), setup, seat, cards)
        for letter in "ADEFGHI":
            result = game.score(setup, [*entries, Catch(seat, cards, letter)]).results[-1]
            assert isinstance(result.problem, GameOver) or (result.problem is None) == (
                letter in offer.available
            )
        without_bonus = game.score(setup, [*entries, Catch(seat, cards)]).results[-1]
        assert isinstance(without_bonus.problem, GameOver) or (without_bonus.problem is None) == (
            len(offer.available) < 2
        )


@given(tables)
def test_a_game_is_the_same_after_writing_and_reading_its_record(setup_and_entries):
    setup, entries = setup_and_entries
    names = NAMES[: setup.seats]
    record = Record(game, names, setup, tuple(entries))
    assert read_record(json.dumps(write_record(record))) == record


invalid_entries = st.dictionaries(
    st.sampled_from(
        ["type", "player", "cards", "bonus", "plus", "minus", "plus_cards", "ones", "bonuses"]
    ),
    st.none()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(
        ["catch", "mistake", "count", "Ana", "D", ["R1", "R1", "R2", "R2", "B2"], ["D"], 33]
    ),
)


@given(st.lists(invalid_entries, max_size=4))
def test_any_entries_get_an_answer(entries):
    assert is_answer(score_record(json.dumps(make_record(*entries, game="big_fish"))))
