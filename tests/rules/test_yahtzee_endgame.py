"""The last boxes of a card, played out to the end: every roll, everything that can be kept, every box.

What best play averages there is known on paper, or comes from the tables in tests/rules/yahtzee.py. A whole game takes
bench/yahtzee_solver.py.
"""

from collections import Counter
from functools import cache
from itertools import combinations, product
from math import comb

import pytest

from games.contract import Seat
from games.yahtzee.card import Card
from games.yahtzee.offer import offers
from tests.rules.yahtzee import ALL, ROLLS, UPPER, reading

KEPT = {kept for roll in ROLLS for size in range(6) for kept in combinations(roll, size)}
OUTCOMES = {
    kept: Counter(tuple(sorted(kept + rest)) for rest in product(range(1, 7), repeat=5 - len(kept))) for kept in KEPT
}
"""How often each whole roll comes when these dice are kept and the others rolled."""
CHOICES = {roll: {kept for size in range(6) for kept in combinations(roll, size)} for roll in ROLLS}


def best_average(filled, ways, rule):
    """What is still to come on this card at best play; `ways` says what a roll can bring, and where it leads."""

    @cache
    def to_come(filled):
        if len(filled) == len(ALL):
            return 0
        best = {
            roll: max(points + to_come(after) for points, after in ways(dict(filled), roll, rule)) for roll in ROLLS
        }
        for _reroll in range(2):
            average = {kept: mean(best, OUTCOMES[kept]) for kept in KEPT}
            best = {roll: max(average[kept] for kept in CHOICES[roll]) for roll in ROLLS}
        return mean(best, OUTCOMES[()])

    return to_come(frozenset(filled.items()))


def mean(worth, outcomes):
    return sum(worth[roll] * times for roll, times in outcomes.items()) / sum(outcomes.values())


def by_the_game(filled, roll, rule):
    card = Card(Seat(0), filled)
    for box, brings in offers(card, roll, rule).items():
        if not brings.forbidden:
            yield brings.points, left(filled, box, brings.written)


def by_the_tables(filled, roll, rule):
    for box in set(ALL) - set(filled):
        if found := reading(rule, filled, box, roll):
            before = sum(filled.get(upper, 0) for upper in UPPER)
            bonus = 35 if box in UPPER and before < 63 <= before + found[0] else 0
            yield sum(found) + bonus, left(filled, box, found[0])


def left(filled, box, written):
    """The card after this, with only what still matters: the upper sum, in one of its boxes, and a 50 for Yahtzee."""
    after = dict.fromkeys([*filled, box], 0)
    if upper := [name for name in UPPER if name in after]:
        after[upper[0]] = min(63, sum(filled.get(name, 0) for name in UPPER) + (written if box in UPPER else 0))
    if "yahtzee" in after:
        after["yahtzee"] = written if box == "yahtzee" else filled["yahtzee"]
    return frozenset(after.items())


def all_but(*boxes, upper=0, yahtzee=0):
    filled = dict.fromkeys([box for box in ALL if box not in boxes], 0)
    filled[next(box for box in UPPER if box in filled)] = upper
    return filled | ({"yahtzee": yahtzee} if "yahtzee" in filled else {})


SIX = 91 / 216
"""How likely a die that is rolled up to three times for a six gets one."""
THREE_SIXES = sum(comb(5, n) * SIX**n * (1 - SIX) ** (5 - n) for n in (3, 4, 5))


@pytest.mark.parametrize(
    ("filled", "average"),
    [
        (all_but("yahtzee"), 50 * 347897 / 7558272),
        (all_but("chance"), 70 / 3),
        (all_but("sixes"), 30 * SIX),
        (all_but("ones"), 5 * SIX),
        (all_but("sixes", upper=63), 30 * SIX),
        (all_but("sixes", upper=45), 30 * SIX + 35 * THREE_SIXES),
    ],
    ids=["yahtzee", "chance", "sixes", "ones", "sixes, bonus earned", "sixes, 18 for the bonus"],
)
def test_the_last_box_averages_what_is_known_on_paper(filled, average):
    assert best_average(filled, by_the_game, "forced") == pytest.approx(average, abs=1e-9)


@pytest.mark.parametrize("rule", ["forced", "free"])
@pytest.mark.parametrize(
    "filled",
    [
        all_but("full_house", yahtzee=50),
        all_but("large_straight", "fives", yahtzee=50),
        all_but("fives", "sixes", upper=40, yahtzee=50),
        all_but("yahtzee", "small_straight"),
        all_but("yahtzee", "fours", "four_of_a_kind", upper=50),
        all_but("chance", "twos", "full_house", upper=60, yahtzee=50),
    ],
    ids=lambda filled: ", ".join(box for box in ALL if box not in filled),
)
def test_the_last_boxes_average_what_the_tables_say(filled, rule):
    game, tables = (best_average(filled, ways, rule) for ways in (by_the_game, by_the_tables))
    assert game == pytest.approx(tables, abs=1e-9)


def test_a_free_joker_is_worth_a_little_more_than_a_forced_one():
    filled = all_but("fives", "chance", upper=63, yahtzee=50)
    assert best_average(filled, by_the_game, "free") > best_average(filled, by_the_game, "forced")
