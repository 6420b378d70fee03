"""Cards and turns of Yahtzee for the tests, and its rules read a second time: from tables, without the game's code."""

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement

from games.contract import Seat, Setup
from games.yahtzee.card import Card
from games.yahtzee.rules import Options, Turn, game

ANA, BEN, CHO = Seat(0), Seat(1), Seat(2)
NAMES = ("Ana", "Ben", "Cho")

UPPER = ["ones", "twos", "threes", "fours", "fives", "sixes"]
SUMS = ["three_of_a_kind", "four_of_a_kind", "chance"]
SHAPES = ["full_house", "small_straight", "large_straight"]
LOWER = [*SUMS, *SHAPES, "yahtzee"]
ALL = [*UPPER, *LOWER]
ROLLS = list(combinations_with_replacement(range(1, 7), 5))

PAYS = {
    "11111": [],
    "2111": [],
    "221": [],
    "311": ["three_of_a_kind"],
    "32": ["three_of_a_kind", "full_house"],
    "41": ["three_of_a_kind", "four_of_a_kind"],
    "5": ["three_of_a_kind", "four_of_a_kind", "yahtzee"],
}
"""Which boxes pay by how many dice are alike: "32" are three of one number and two of another."""

RUNS = {"small_straight": ["1234", "2345", "3456"], "large_straight": ["12345", "23456"]}
FULL = {"full_house": 25, "small_straight": 30, "large_straight": 40, "yahtzee": 50}

JOKERS = """
    rule    own     lower   goes to   brings
    forced  open    some    own       sum
    forced  open    none    own       sum
    forced  open    some    upper     refused
    forced  open    none    upper     refused
    forced  open    some    sums      refused
    forced  open    some    shapes    refused
    forced  filled  some    upper     refused
    forced  filled  none    upper     zero
    forced  filled  some    sums      sum
    forced  filled  some    shapes    full
    free    open    some    own       sum
    free    open    none    own       sum
    free    open    some    upper     zero
    free    open    none    upper     zero
    free    open    some    sums      sum
    free    open    some    shapes    zero
    free    filled  some    upper     zero
    free    filled  none    upper     zero
    free    filled  some    sums      sum
    free    filled  some    shapes    full
"""
"""Five equal dice once the Yahtzee box is filled; `own` is their number's box, `lower` what is open of that section."""

TABLE = {tuple(row[:4]): row[4] for row in map(str.split, JOKERS.split("\n")[2:-1])}


@cache
def plain(box, roll):
    """What the table says a roll is worth where no joker is about."""
    if box in UPPER:
        return sum(die for die in roll if die == UPPER.index(box) + 1)
    alike = "".join(map(str, sorted(Counter(roll).values(), reverse=True)))
    run = "".join(map(str, sorted(set(roll))))
    if box == "chance":
        return sum(roll)
    if box in RUNS:
        return FULL[box] if any(part in run for part in RUNS[box]) else 0
    return FULL.get(box, sum(roll)) if box in PAYS[alike] else 0


def joker(rule, filled, box, roll):
    """What the table says a joker is worth in an open box; None where it may not go."""
    own = UPPER[roll[0] - 1]
    where = "own" if box == own else "upper" if box in UPPER else "sums" if box in SUMS else "shapes"
    lower = "none" if set(LOWER) <= set(filled) else "some"
    brings = TABLE[rule, "filled" if own in filled else "open", lower, where]
    return {"refused": None, "zero": 0, "sum": sum(roll), "full": FULL.get(box)}[brings]


def reading(rule, filled, box, roll):
    """What a roll is worth in an open box of a card, and its Yahtzee bonus; None where it may not go."""
    if len(set(roll)) > 1 or "yahtzee" not in filled:
        return plain(box, roll), 0
    worth = joker(rule, filled, box, roll)
    return None if worth is None else (worth, 100 if filled["yahtzee"] else 0)


def card(*boxes, yahtzee=None, **points):
    """Ana's card with 0 in these boxes and points in those; `yahtzee`: what is in that box, None if it is open."""
    filled = dict.fromkeys(boxes, 0) | points
    return Card(ANA, filled if yahtzee is None else filled | {"yahtzee": yahtzee})


def thrown(box, dice, player=ANA, **other):
    """A turn with dice written as "33355"."""
    return Turn(player, box, tuple(map(int, dice)), **other)


def noted(box, score, player=ANA, **other):
    return Turn(player, box, score=score, **other)


def played(*turns, seats=1, rule="forced", ended_early=False):
    return game.score(Setup(seats, Options(rule), ended_early), turns)


def english(text):
    return text.say(NAMES, str, lambda one, many, count: one if count == 1 else many)


def sheet(board, entry=-1, seat=ANA):
    return [(line.points, english(line.text)) for line in board.results[entry].lines[seat]]


def refusal(board):
    """The first refusal: its entry, its field and what it says."""
    entry, problem = board.problem
    return entry, problem.field, english(problem.message)
