"""The nine bonus cards: what each is worth, and what a row must be to earn it.

One of A, B and C is drawn; D to I are always open. B and C are nobody's before the end of the game: see table.py.
"""

from collections.abc import Sequence
from typing import Literal, get_args

from games.big_fish.cards import Cards, colour, split, value
from games.contract import Text, ngettext
from games.contract import gettext as _

Drawn = Literal["A", "B", "C"]
Letter = Literal["A", "D", "E", "F", "G", "H", "I"]
"""The bonus cards that a row can earn."""

LETTERS: tuple[Letter, ...] = get_args(Letter)
DRAWN: tuple[Drawn, ...] = get_args(Drawn)

WORTH: dict[str, int] = {"A": 10, "B": 10, "C": 10, "D": 10, "E": 10, "F": 7, "G": 7, "H": 7, "I": 7}
SHARED = 5
"""What B and C are worth to each of several who tie for them, however many they are."""

FOR: dict[str, Text] = {
    "A": _("a 1 for the plus pile"),
    "B": _("the fewest plus cards at the end"),
    "C": _("the most ones in the plus pile at the end"),
    "D": _("four values in a row"),
    "E": _("a row worth less than 0"),
    "F": _("a row worth exactly 0"),
    "G": _("only 1s, 2s and 3s"),
    "H": _("one colour"),
    "I": _("exactly two colours"),
}
"""What each is given for, in few words."""

RUNS = ({1, 2, 3, 4}, {2, 3, 4, 5}, {3, 4, 5, 6})


def earns(cards: Cards) -> tuple[Letter, ...]:
    """The cards whose condition this row meets, whichever are in the game and whoever has them."""
    parts, values, colours = split(cards), set(map(value, cards)), len(set(map(colour, cards)))
    met: dict[Letter, bool] = {
        "A": parts.ones > 0,
        "D": any(run <= values for run in RUNS),
        "E": parts.sum < 0,
        "F": parts.sum == 0,
        "G": values <= {1, 2, 3},
        "H": colours == 1,
        "I": colours == 2,
    }
    return tuple([letter for letter in LETTERS if met[letter]])


def any_of(letters: Sequence[str]) -> Text:
    """Some bonus cards to choose from: "D, G or I"."""
    return _listed(letters, _("%(cards)s or %(card)s"))


def all_of(letters: Sequence[str]) -> Text:
    """Some bonus cards together: "D, G and I"."""
    return _listed(letters, _("%(cards)s and %(card)s"))


def _listed(letters: Sequence[str], several: Text) -> Text:
    *others, last = letters
    return Text(several.message, {"cards": ", ".join(others), "card": last}) if others else _("%(card)s", card=last)


def ones(count: int) -> Text:
    return ngettext("%(count)s one", "%(count)s ones", count)
