"""Entries of games as they are stored."""

from collections.abc import Sequence
from typing import Any

Entry = dict[str, Any]

BOXES = [
    *("ones", "twos", "threes", "fours", "fives", "sixes"),
    *("three_of_a_kind", "four_of_a_kind", "full_house"),
    *("small_straight", "large_straight", "yahtzee", "chance"),
]


def by_seat(numbers: Sequence[int | None]) -> dict[str, int]:
    """Without those who have None."""
    return {str(seat): number for seat, number in enumerate(numbers) if number is not None}


def caught(player: int, row: str, bonus: str | None = None) -> Entry:
    entry = {"type": "catch", "player": player, "cards": row.split()}
    return {**entry, "bonus": bonus} if bonus else entry


def erred(player: int) -> Entry:
    return {"type": "mistake", "player": player}


def counted(player: int, plus: int, minus: int, **more: Any) -> Entry:
    return {"type": "count", "player": player, "plus": plus, "minus": minus, **more}


def thrown(player: int, box: str, dice: str, **more: Any) -> Entry:
    """`dice` are written as "33355"."""
    return {"player": player, "box": box, "dice": [int(die) for die in dice], **more}


def noted(player: int, box: str, score: int, **more: Any) -> Entry:
    return {"player": player, "box": box, "score": score, **more}


def fifty(player: int) -> Entry:
    return noted(player, "yahtzee", 50, rolled_yahtzee=True)


def wizard_round(bids: Sequence[int | None], tricks: Sequence[int | None]) -> Entry:
    return {"bids": by_seat(bids), "tricks": by_seat(tricks)}


def points(*numbers: int | None) -> Entry:
    """A number per seat, None for a player who sits out."""
    return {"points": by_seat(numbers)}


def column(player: int, **counts: int) -> Entry:
    return {"player": player, "counts": counts}
