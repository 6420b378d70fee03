"""The figures that a game keeps of each player for statistics when it is finished."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple

from games.contract.scoreboard import Scoreboard
from games.contract.texts import Text


class Measure(Enum):
    """How statistics sum up a figure over several games.

    - COUNT: how often it happened, and how often in a game: "12 traps, 0.4 a game".
    - SHARE: how many of its chances were taken: "3 of 5 bids met, 60 %".
    - POINTS: the best and the mean.
    """

    COUNT = "count"
    SHARE = "share"
    POINTS = "points"


class Counted(NamedTuple):
    """A figure of one player in one game: `value`, with SHARE out of so many `chances`.

    `key` names the figure in Figures.kinds. `detail` tells apart what one figure counts several
    times: the box of a card, the height of a bid, the name of a row.
    """

    key: str
    value: int
    chances: int = 0
    detail: str = ""


class Figure(NamedTuple):
    """A kind of figure. For one with details, `detail_title` returns the title of each of them.

    That title stands alone: "Bids of 30 met".
    """

    title: Text
    measure: Measure = Measure.COUNT
    detail_title: Callable[[str], Text] | None = None


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of a game.

    - `kinds`: every figure by its key, in the order of the page. Keys are stored: keep them.
    - `count`: takes the setup, the entries and what `score` made of them. Returns the figures of
      each player, in seat order. Entries whose Result has a problem don't count. A figure of which
      a player had no chance, as without entries, or that a game cannot have, is left out; one that
      did not happen is 0.
    """

    kinds: Mapping[str, Figure]
    count: Callable[[Any, Sequence[Any], Scoreboard], Sequence[Sequence[Counted]]]
