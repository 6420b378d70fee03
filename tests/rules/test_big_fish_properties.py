"""What holds for every game of Big Fish, whatever the table notes."""

import json
from dataclasses import replace
from itertools import combinations
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from games.big_fish.bonus import earns
from games.big_fish.cards import CARDS, split
from games.big_fish.offer import offered
from games.big_fish.rules import Catch, Count, Mistake, Options, game, table_of
from games.contract import GameOver, Impossible, Seat, Setup
from games.record import Record, read, write
from games.report import answer
from tests.rules.fish import NAMES, Reading, every_row, whole_game
from tests.rules.table import record
from tests.rules.test_record_properties import is_an_answer

colours = st.integers(1, 5)
highest = st.sampled_from([1, 2, 3, 4, 6, 6])
rows = st.tuples(colours, highest).flatmap(
    lambda most: st.lists(
        st.sampled_from([f"{colour}{value}" for colour in "RYGBP"[: most[0]] for value in range(1, most[1] + 1)]),
        min_size=5,
        max_size=5,
    ).map(tuple)
)
letters = st.none() | st.sampled_from("ADEFGHI")
options = st.builds(
    Options, advanced=st.sampled_from([True, True, False]), drawn=st.sampled_from("ABC"), a_is_extra=st.booleans()
)
counts = st.integers(2, 6)
setups = st.builds(Setup, seats=counts, options=options, ended_early=st.booleans())
luck = st.integers(0, 2**32).map(Random)


def seated(setup):
    """Who can be meant at this table."""
    return st.integers(0, setup.seats - 1).map(Seat)


def catches(setup):
    return st.builds(Catch, seated(setup), rows, st.none() | letters)


def entries(setup):
    mistakes = st.builds(Mistake, seated(setup))
    return st.lists(st.one_of(catches(setup), catches(setup), catches(setup), mistakes), max_size=25)


def anything(setup):
    """Also what no table would note."""
    numbers = st.integers(-2, 70)
    wild = st.builds(Catch, seated(setup), st.lists(st.sampled_from([*CARDS, "R7", "", "X"]), max_size=7).map(tuple))
    piles = st.builds(
        Count,
        seated(setup),
        numbers,
        numbers,
        st.none() | numbers,
        st.none() | numbers,
        st.lists(letters.filter(bool), max_size=4).map(tuple),
    )
    return st.lists(st.one_of(catches(setup), wild, piles, st.builds(Mistake, seated(setup))), max_size=25)


games = setups.flatmap(lambda setup: st.tuples(st.just(setup), entries(setup)))
tables = setups.flatmap(lambda setup: st.tuples(st.just(setup), anything(setup)))


def closed(board):
    return tuple(sum(line.points for line in lines) for lines in board.closing) or (0,) * len(board.totals)


def told(result):
    """A result, to be compared: two refusals are never equal, but what they say is."""
    return (*result[:3], result.problem and (result.problem.field, result.problem.message))


@given(rows)
def test_the_split_is_the_best_of_those_that_are_legal(cards):
    """Of all ways to lay one card of each colour on the plus pile, or two of a single colour."""
    most = len({card[0] for card in cards})
    plus_cards = 2 if most == 1 else most
    worth = [int(card[1]) for card in cards]
    legal = [
        chosen
        for chosen in combinations(range(5), plus_cards)
        if most == 1 or len({cards[place][0] for place in chosen}) == most
    ]
    best = max(2 * sum(worth[place] for place in chosen) - sum(worth) for chosen in legal)
    assert split(cards).sum == best


@given(rows)
def test_every_card_goes_on_one_pile(cards):
    plus, minus = split(cards)
    assert sorted(plus + minus) == sorted(cards)


def test_the_plus_pile_gets_2_2_3_4_or_5_cards_of_1_to_5_colours():
    found = {(len({card[0] for card in cards}), len(split(cards).plus)) for cards in every_row()}
    assert found == {(1, 2), (2, 2), (3, 3), (4, 4), (5, 5)}


def test_no_row_costs_more_than_18_beside_7():
    assert max(split(cards).loss / split(cards).gain for cards in every_row()) == 18 / 7


@given(rows, st.randoms(use_true_random=False))
def test_the_order_of_cards_does_not_matter(cards, chance):
    shuffled = tuple(chance.sample(cards, 5))
    one, two = split(cards), split(shuffled)
    assert (sorted(one.plus), sorted(one.minus)) == (sorted(two.plus), sorted(two.minus))
    assert earns(cards) == earns(shuffled)


@given(games, st.randoms(use_true_random=False))
def test_the_order_of_cards_changes_no_game(played, chance):
    setup, noted = played
    shuffled = [
        replace(entry, cards=tuple(chance.sample(entry.cards, 5))) if isinstance(entry, Catch) else entry
        for entry in noted
    ]
    one, two = game.score(setup, noted), game.score(setup, shuffled)
    assert [result[:3] for result in one.results] == [result[:3] for result in two.results]
    assert (one.totals, one.holds, one.closing) == (two.totals, two.holds, two.closing)


@given(tables)
def test_lines_add_up_to_points_and_points_to_totals_but_for_what_comes_at_the_end(played):
    setup, noted = played
    board = game.score(setup, noted)
    assert len(board.results) == len(noted)
    so_far = (0,) * setup.seats
    for result in board.results:
        assert result.points == tuple(sum(line.points for line in lines) for lines in result.lines)
        so_far = tuple(map(sum, zip(so_far, result.points, strict=True)))
        assert result.totals == so_far
    assert board.totals == tuple(map(sum, zip(so_far, closed(board), strict=True)))


@given(tables)
def test_what_cannot_stand_counts_nothing(played):
    setup, noted = played
    board = game.score(setup, noted)
    standing = [entry for entry, result in zip(noted, board.results, strict=True) if not result.problem]
    without = game.score(setup, standing)
    assert without.problem is None
    assert (without.totals, without.winners, without.verdict) == (board.totals, board.winners, board.verdict)
    assert all(isinstance(result.problem, Impossible | None) for result in board.results)


@given(tables, st.integers(0, 25))
def test_what_came_before_stays_as_it_was(played, number):
    setup, noted = played
    assert list(map(told, game.score(setup, noted[:number]).results)) == list(
        map(told, game.score(setup, noted).results[:number])
    )


@given(games)
def test_a_game_is_what_a_second_reading_makes_of_it(played):
    setup, noted = played
    board, reading = game.score(setup, noted), Reading(setup.seats, setup.options)
    for entry, result in zip(noted, board.results, strict=True):
        assert reading.enter(entry) == (result.problem is None)
        assert result.totals == reading.totals(at_the_end=False)
    assert board.finished == (reading.over() or setup.ended_early)
    assert board.totals == reading.totals(at_the_end=board.finished)


@given(luck, setups)
def test_a_whole_game_is_what_a_second_reading_makes_of_it(chance, setup):
    noted, reading = whole_game(chance, setup)
    board = game.score(setup, noted)
    assert board.problem is None
    assert board.finished
    assert board.totals == reading.totals(at_the_end=True)
    assert sum(board.totals) == sum(map(sum, [result.points for result in board.results])) + sum(closed(board))


@given(luck, setups, st.booleans(), st.booleans())
def test_the_piles_of_a_whole_game_can_be_counted_and_come_to_the_same(chance, setup, cards_too, ones_too):
    noted, reading = whole_game(chance, setup)
    drawn = setup.options.drawn if setup.options.advanced else None
    piles = [
        Count(
            Seat(seat),
            sum(plus),
            sum(minus),
            len(plus) if cards_too or drawn == "B" else None,
            plus.count(1) if ones_too or drawn == "C" else None,
            tuple(letter for letter, owner in reading.lies_with.items() if owner == seat),
        )
        for seat, (plus, minus) in enumerate(zip(reading.plus, reading.minus, strict=True))
    ]
    erred = [entry for entry in noted if isinstance(entry, Mistake)]
    board = game.score(setup, [*erred, *chance.sample(piles, len(piles))])
    assert board.problem is None
    assert board.totals == game.score(setup, noted).totals
    assert board.finished


@given(luck, setups)
def test_ended_early_there_is_what_there_is(chance, setup):
    noted, _reading = whole_game(chance, setup)
    some = noted[: chance.randrange(len(noted))]
    reading = Reading(setup.seats, setup.options)
    assert all(reading.enter(entry) for entry in some)
    board = game.score(replace(setup, ended_early=True), some)
    assert board.totals == reading.totals(at_the_end=True)
    assert [board.ranks[seat] for seat in board.winners] == [1] * board.ranks.count(1)


@given(luck, setups)
def test_after_the_last_row_nothing_counts(chance, setup):
    noted, _reading = whole_game(chance, setup)
    board = game.score(setup, [*noted, *noted[-3:]])
    assert all(isinstance(result.problem, GameOver) for result in board.results[len(noted) :])
    assert board.totals == game.score(setup, noted).totals


@given(tables)
def test_b_and_c_pay_10_to_one_or_5_to_each_of_several_and_only_at_the_end(played):
    setup, noted = played
    board = game.score(setup, noted)
    paid = [points for points in closed(board) if points]
    assert paid in ([], [10]) or (set(paid) == {5} and len(paid) > 1)
    if not (board.finished and setup.options.advanced and setup.options.drawn != "A"):
        assert board.closing == ()


@given(games, rows)
def test_an_offer_is_what_a_catch_may_then_take(played, cards):
    setup, noted = replace(played[0], ended_early=False), played[1][:8]
    for seat in map(Seat, range(setup.seats)):
        offer = offered(table_of(setup, noted), setup, seat, cards)
        for letter in "ADEFGHI":
            result = game.score(setup, [*noted, Catch(seat, cards, letter)]).results[-1]
            assert isinstance(result.problem, GameOver) or (result.problem is None) == (letter in offer.open)
        unsaid = game.score(setup, [*noted, Catch(seat, cards)]).results[-1]
        assert isinstance(unsaid.problem, GameOver) or (unsaid.problem is None) == (len(offer.open) < 2)


@given(tables)
def test_a_game_survives_being_written_and_read(played):
    setup, noted = played
    names = NAMES[: setup.seats]
    kept = Record(game, names, setup, tuple(noted))
    assert read(json.dumps(write(kept))) == kept


spoiled = st.dictionaries(
    st.sampled_from(["type", "player", "cards", "bonus", "plus", "minus", "plus_cards", "ones", "bonuses"]),
    st.none()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(["catch", "mistake", "count", "Ana", "D", ["R1", "R1", "R2", "R2", "B2"], ["D"], 33]),
)


@given(st.lists(spoiled, max_size=4))
def test_there_is_an_answer_to_any_entries(noted):
    assert is_an_answer(answer(json.dumps(record(*noted, game="big_fish"))))
