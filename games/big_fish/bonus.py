"""The nine bonus cards: their points, and the conditions to earn them.

One of A, B and C is drawn; D to I are always open. B and C are decided at the end (see state.py).
"""

from collections.abc import Sequence
from typing import Literal, get_args

from games.big_fish.cards import Cards, colour_of, split_row, value_of
from games.contract import Text, ngettext
from games.contract import gettext as _

DrawnCard = Literal["A", "B", "C"]
Letter = Literal["A", "D", "E", "F", "G", "H", "I"]
"""The bonus cards that a row can earn."""

LETTERS: tuple[Letter, ...] = get_args(Letter)
DRAWN_CARDS: tuple[DrawnCard, ...] = get_args(DrawnCard)

BONUS_POINTS = dict.fromkeys("ABCDE", 10) | dict.fromkeys("FGHI", 7)
TIE_POINTS = 5
"""The points of B and C for each player who ties for them, for any number of players."""

CONDITIONS: dict[str, Text] = {
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

RUNS = ({1, 2, 3, 4}, {2, 3, 4, 5}, {3, 4, 5, 6})


def earned_bonuses(cards: Cards) -> tuple[Letter, ...]:
    """Return the bonus cards whose condition the row meets, including those with an owner."""
    row, values = split_row(cards), set(map(value_of, cards))
    colours = len(set(map(colour_of, cards)))
    conditions: dict[Letter, bool] = {
        "A": row.ones > 0,
        "D": any(run <= values for run in RUNS),
        "E": row.sum < 0,
        "F": row.sum == 0,
        "G": values <= {1, 2, 3},
        "H": colours == 1,
        "I": colours == 2,
    }
    return tuple([letter for letter in LETTERS if conditions[letter]])


def join_with_or(letters: Sequence[str]) -> Text:
    """Return "D, G or I"."""
    return _join(letters, _("%(cards)s or %(card)s"))


def join_with_and(letters: Sequence[str]) -> Text:
    """Return "D, G and I"."""
    return _join(letters, _("%(cards)s and %(card)s"))


def _join(letters: Sequence[str], several: Text) -> Text:
    *others, last = letters
    return (
        Text(several.message, {"cards": ", ".join(others), "card": last})
        if others
        else _("%(card)s", card=last)
    )


def ones_text(count: int) -> Text:
    return ngettext("%(count)s one", "%(count)s ones", count)
