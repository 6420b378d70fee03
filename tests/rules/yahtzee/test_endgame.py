"""The last boxes of a card with best play: every roll, all dice to keep, every box.

The averages are known on paper, or come from the model.
"""

from collections import Counter
from functools import cache
from itertools import combinations, product
from math import comb

import pytest

from games.contract import Seat
from games.yahtzee.card import Card
from games.yahtzee.offer import offers_for_dice
from tests.rules.support.yahtzee.model import BOXES, ROLLS, UPPER, points_and_bonus

KEPT = {kept for roll in ROLLS for size in range(6) for kept in combinations(roll, size)}
OUTCOMES = {
    kept: {
        roll: times / 6 ** (5 - len(kept))
        for roll, times in Counter(
            tuple(sorted(kept + rest)) for rest in product(range(1, 7), repeat=5 - len(kept))
        ).items()
    }
    for kept in KEPT
}
"""How likely each roll comes of keeping these dice and rolling the others."""
CHOICES = {roll: {kept for size in range(6) for kept in combinations(roll, size)} for roll in ROLLS}


def best_average(filled, ways, rule):
    """Return the average of best play on this card.

    `ways` yields what a roll can bring, and the card after it.
    """

    @cache
    def average_after(filled):
        if len(filled) == len(BOXES):
            return 0
        best = {
            roll: max(
                points + average_after(after) for points, after in ways(dict(filled), roll, rule)
            )
            for roll in ROLLS
        }
        for _reroll in range(2):
            averages = {kept: mean(best, OUTCOMES[kept]) for kept in KEPT}
            best = {roll: max(averages[kept] for kept in CHOICES[roll]) for roll in ROLLS}
        return mean(best, OUTCOMES[()])

    return average_after(frozenset(filled.items()))


def mean(values, outcomes):
    return sum(values[roll] * probability for roll, probability in outcomes.items())


def ways_of_game(filled, roll, rule):
    card = Card(Seat(0), filled)
    for box, offer in offers_for_dice(card, roll, rule).items():
        if not offer.refusal:
            yield offer.points, simplified(filled, box, offer.box_points)


def ways_of_model(filled, roll, rule):
    for box in set(BOXES) - set(filled):
        if result := points_and_bonus(rule, filled, box, roll):
            before = sum(filled.get(upper, 0) for upper in UPPER)
            bonus = 35 if box in UPPER and before < 63 <= before + result[0] else 0
            yield sum(result) + bonus, simplified(filled, box, result[0])


def simplified(filled, box, points):
    """Return the card after this turn, reduced to the upper sum and a 50 in the Yahtzee box."""
    after = dict.fromkeys([*filled, box], 0)
    if upper := [name for name in UPPER if name in after]:
        after[upper[0]] = min(
            63, sum(filled.get(name, 0) for name in UPPER) + (points if box in UPPER else 0)
        )
    if "yahtzee" in after:
        after["yahtzee"] = points if box == "yahtzee" else filled["yahtzee"]
    return frozenset(after.items())


def card_without(*boxes, upper=0, yahtzee=0):
    filled = dict.fromkeys([box for box in BOXES if box not in boxes], 0)
    filled[next(box for box in UPPER if box in filled)] = upper
    return filled | ({"yahtzee": yahtzee} if "yahtzee" in filled else {})


SIX = 91 / 216
"""The probability of a six in up to three rolls of one die."""
THREE_SIXES = sum(comb(5, n) * SIX**n * (1 - SIX) ** (5 - n) for n in (3, 4, 5))


@pytest.mark.parametrize(
    ("filled", "average"),
    [
        (card_without("yahtzee"), 50 * 347897 / 7558272),
        (card_without("chance"), 70 / 3),
        (card_without("sixes"), 30 * SIX),
        (card_without("ones"), 5 * SIX),
        (card_without("sixes", upper=63), 30 * SIX),
        (card_without("sixes", upper=45), 30 * SIX + 35 * THREE_SIXES),
    ],
    ids=["yahtzee", "chance", "sixes", "ones", "sixes, bonus earned", "sixes, 18 for the bonus"],
)
def test_the_last_box_has_the_average_known_on_paper(filled, average):
    assert best_average(filled, ways_of_game, "forced") == pytest.approx(average, abs=1e-9)


@pytest.mark.parametrize(
    ("rule", "filled"),
    [
        ("forced", card_without("full_house", yahtzee=50)),
        ("free", card_without("full_house", yahtzee=50)),
        ("forced", card_without("large_straight", "fives", yahtzee=50)),
        ("free", card_without("large_straight", "fives", yahtzee=50)),
        ("forced", card_without("fives", "sixes", upper=40, yahtzee=50)),
        ("free", card_without("yahtzee", "small_straight")),
        ("forced", card_without("yahtzee", "fours", "four_of_a_kind", upper=50)),
        ("free", card_without("chance", "twos", "full_house", upper=60, yahtzee=50)),
    ],
)
def test_the_last_boxes_have_the_average_of_the_model(rule, filled):
    game, model = (best_average(filled, ways, rule) for ways in (ways_of_game, ways_of_model))
    assert game == pytest.approx(model, abs=1e-9)


def test_a_free_joker_is_worth_a_little_more_than_a_forced_one():
    filled = card_without("fives", "chance", upper=63, yahtzee=50)
    assert best_average(filled, ways_of_game, "free") > best_average(filled, ways_of_game, "forced")
