"""The average of optimal solo Yahtzee, solved exactly with the game's own boxes and jokers.

    python -m bench.yahtzee_solver

The state of a card is the filled boxes (a bit each), whether the Yahtzee box has 50 points, and the
upper sum up to 63. Cards are solved from the fullest one back to the empty one. Scratching a box
that has points is never better, so it is not considered.
"""

import resource
import time

import numpy as np

from bench.yahtzee_dice import Values, before_rolling, best_kept
from games.contract import Seat
from games.yahtzee.boxes import (
    BOXES,
    FIXED_POINTS,
    ROLLS,
    UPPER_NUMBER,
    Box,
    roll_points,
    yahtzee_number,
)
from games.yahtzee.card import UPPER_BONUS_FROM, Card, upper_bonus
from games.yahtzee.jokers import JokerRule
from games.yahtzee.offer import Offer, offer_for_dice

KNOWN: dict[JokerRule | None, float] = {"forced": 254.5877, "free": 254.5896, None: 245.8708}

BIT = {box: 1 << place for place, box in enumerate(BOXES)}
FULL = sum(BIT.values())
SUMS = np.arange(UPPER_BONUS_FROM + 1)
MOST = max(map(sum, ROLLS))
YAHTZEES = [row for row, dice in enumerate(ROLLS) if yahtzee_number(dice)]
WORTH = {box: np.array([roll_points(box, dice) for dice in ROLLS]) for box in BOXES}

AFTER = np.array([np.minimum(SUMS + points, UPPER_BONUS_FROM) for points in range(MOST + 1)])
"""The upper sum after so many points in an upper box, by the sum before."""
EARNED = np.array(
    [[points + upper_bonus(int(before), points) for before in SUMS] for points in range(MOST + 1)]
)
"""The points gained, with the bonus, by points in an upper box and the upper sum before."""


def average(rule: JokerRule | None) -> float:
    """The average of optimal play. Rule None means no jokers and no Yahtzee bonuses."""
    to_come = np.zeros((FULL + 1, 2, len(SUMS)))
    for filled in range(FULL - 1, -1, -1):
        fifties = (False, True) if rule and filled & BIT["yahtzee"] else (False,)
        best = np.stack([_best_box(filled, fifty, rule, to_come) for fifty in fifties], axis=1)
        to_come[filled, : len(fifties)] = _turn(best.reshape(len(ROLLS), -1)).reshape(
            len(fifties), -1
        )
    return float(to_come[0, 0, 0])


def _turn(best: Values) -> Values:
    """From the values of the last roll: the value of a turn of three rolls."""
    for _roll in ("the third", "the second"):
        best = best_kept(before_rolling(best))
    return before_rolling(best)[0]


def _best_box(filled: int, fifty: bool, rule: JokerRule | None, to_come: Values) -> Values:
    """The value of each roll on this card, with the rest of the game, by the upper sum."""
    best = np.full((len(ROLLS), len(SUMS)), -np.inf)
    jokers = _jokers(filled, fifty, rule) if rule and filled & BIT["yahtzee"] else {}
    for box, bit in BIT.items():
        if not filled & bit:
            np.maximum(
                best, _in_box(box, fifty, bool(rule), jokers, to_come[filled | bit]), out=best
            )
    return best


def _in_box(
    box: Box, fifty: bool, bonuses: bool, jokers: dict[tuple[Box, int], Offer], to_come: Values
) -> Values:
    written, beside = WORTH[box].copy(), np.zeros((len(ROLLS), 1))
    for row in YAHTZEES if jokers else ():
        brings = jokers[box, row]
        written[row] = brings.box_points
        beside[row] = -np.inf if brings.refusal else brings.yahtzee_bonus
    if box in UPPER_NUMBER:
        return (EARNED + to_come[int(fifty)][AFTER])[written] + beside
    if box == "yahtzee" and bonuses:
        return to_come[(written == FIXED_POINTS[box]).astype(int)] + written[:, None]
    return to_come[int(fifty)] + written[:, None] + beside


def _jokers(filled: int, fifty: bool, rule: JokerRule) -> dict[tuple[Box, int], Offer]:
    """The offers for five equal dice in every open box, if the Yahtzee box is filled."""
    card = Card(Seat(0), {box: 0 for box in BOXES if filled & BIT[box]})
    card.filled["yahtzee"] = FIXED_POINTS["yahtzee"] if fifty else 0
    return {
        (box, row): offer_for_dice(card, box, ROLLS[row], rule)
        for box in card.open_boxes
        for row in YAHTZEES
    }


def main() -> None:
    for rule, known in KNOWN.items():
        started = time.process_time()
        result = average(rule)
        seconds = time.process_time() - started
        name = f"{rule} jokers" if rule else "no jokers, no Yahtzee bonuses"
        print(f"{name:30} {result:.4f}  (known: {known:.4f})  {seconds:.0f} s", flush=True)
    print(f"at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
