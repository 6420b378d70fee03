"""The return values of the rules: a Result for each entry, and the Scoreboard of them all."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.contract.texts import Seat, Text


class Impossible(ValueError):
    """An entry, or options, that cannot occur in a real game.

    `field` is the field of the entry at fault, `message` the reason, for a player to read.
    """

    def __init__(self, field: str, message: Text) -> None:
        super().__init__(field, message)
        self.field = field
        self.message = message


class GameOver(Impossible):
    """An entry after the end of the game.

    The table may keep it: it counts if a correction lets the game go on.
    """


class Disagreement(Impossible):
    """An entry that contradicts an earlier one, number `other` (from 0); either may be wrong.

    The table may keep it and correct the earlier one: it counts once the two agree.
    """

    def __init__(self, field: str, message: Text, other: int) -> None:
        super().__init__(field, message)
        self.other = other


class Line(NamedTuple):
    """One item of a player's points, and its explanation: "2 × 20", "1 trap (25)".

    The sign is that of `points`, which a page adds to one of several lines unless its text says
    them. The text is Text("") where a player entered the points themselves, so that there is
    nothing to explain. `highlight` names a special moment, such as "yahtzee": the
    page celebrates it once, and the style sheet of the game may have a movement for it.
    """

    points: int
    text: Text
    highlight: str = ""


class Result(NamedTuple):
    """The effect of one entry. Every tuple is in seat order; `totals` are those after the entry.

    With a `problem` the entry does not count: its points are 0 and it has no lines. `out` are the
    seats of those who have no further turns.
    """

    points: tuple[int, ...]
    totals: tuple[int, ...]
    lines: tuple[tuple[Line, ...], ...]
    problem: Impossible | None = None
    out: Collection[Seat] = ()


def zero_result(totals: tuple[int, ...], problem: Impossible) -> Result:
    """Return the result of an entry that does not count: the totals stay the same."""
    return Result((0,) * len(totals), totals, ((),) * len(totals), problem)


@dataclass(frozen=True, slots=True)
class Scoreboard:
    """The state of a game: one Result per entry, in playing order, and the totals in seat order.

    - `ranks`: 1 for the best; equal totals share a rank and the next rank is skipped.
    - `winners`: empty until the game is finished.
    - `verdict`: who leads, or why the game is over and who won.
    - `needs`: what each player still needs, or None if there is nothing to say.
    - `holdings`: what lies in front of each player, if that is worth knowing during the game.
    - `turn`: whose turn it is, so that the page can name the player; None if the rules do not know
      it, or nobody is on turn.
    - `final_lines`: points that no entry brought and that exist only at the end of the game.
      `totals` include them; the totals of the last Result do not.
    - `open_ended`: whether the rules set no end with these options. Then the table ends the game:
      with `ended_early` in the Setup it was played to its end.
    - `left`: how many more entries the game takes, if the rules agree on their number; with 0 left
      and the game not finished, one that does not count has to be fixed.

    `holdings` and `final_lines` may be empty instead of having one item per seat.
    """

    results: tuple[Result, ...]
    totals: tuple[int, ...]
    ranks: tuple[int, ...]
    finished: bool
    winners: tuple[Seat, ...]
    verdict: Text
    needs: tuple[Text | None, ...]
    holdings: tuple[tuple[Text, ...], ...] = ()
    final_lines: tuple[tuple[Line, ...], ...] = ()
    turn: Seat | None = None
    open_ended: bool = False
    left: int | None = None

    @property
    def problem(self) -> tuple[int, Impossible] | None:
        """The first entry that does not count, numbered from 0, and the reason."""
        return next(((i, r.problem) for i, r in enumerate(self.results) if r.problem), None)


def rank_totals(totals: Sequence[int], lowest_wins: bool = False) -> tuple[int, ...]:
    """Rank the totals, the highest (or lowest) first: (90, 25, 90) gives (1, 3, 1)."""
    best_first = sorted(totals, reverse=not lowest_wins)
    return tuple(best_first.index(total) + 1 for total in totals)


def leaders(totals: Sequence[int], lowest_wins: bool = False) -> tuple[Seat, ...]:
    """Return the seats that share the best total."""
    best = min(totals) if lowest_wins else max(totals)
    return tuple(Seat(seat) for seat, total in enumerate(totals) if total == best)
