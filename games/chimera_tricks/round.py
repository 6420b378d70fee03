"""One round of Chimera Tricks, as a table notes it, and what cannot have happened in it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from games.contract import Disagreement, Impossible, Seat, Text, ngettext, written
from games.contract import gettext as _

SCARCE = 4
"""So many Crystals are on the table under Crystal Scarcity; after each round they go back to the middle."""

Cards = tuple[int, ...]
"""The values of Grimoires."""


@dataclass(frozen=True, slots=True)
class Round:
    """`grimoires`: the values of those that each player won, with `crystals`, how many each gained. Or only `points`,
    what everybody announced, from a table that notes no more.
    """

    grimoires: Mapping[Seat, Cards] | None = None
    crystals: Mapping[Seat, int] = field(default_factory=dict)
    points: Mapping[Seat, int] | None = None

    def won(self, seat: Seat) -> Cards:
        return (self.grimoires or {}).get(seat, ())

    @property
    def cards(self) -> Cards:
        """All Grimoires of the round, the lowest first."""
        return tuple(sorted([value for values in (self.grimoires or {}).values() for value in values]))


class Known(NamedTuple):
    """The Grimoires that are played every round, and the entry (from 0) which said so."""

    entry: int
    cards: Cards


def dealt(seats: int) -> int:
    """How many tricks a round has, and Grimoires: twelve, or ten with four players."""
    return 10 if seats == 4 else 12


def check(entry: Round, seats: int, scarce: bool, known: Known | None, place: int) -> None:
    """Raises Impossible for a round that no table can have played, with the field to mend and the reason.

    `place`: which entry it is, from 0.
    """
    if entry.points is not None:
        check_sums(entry, entry.points, seats)
    elif entry.grimoires is None:
        raise Impossible("grimoires", _("Say which Grimoires each player won, or everybody’s points."))
    else:
        check_count(len(entry.cards), seats)
        check_crystals(entry, scarce)
        check_cards(entry, known, place)


def check_sums(entry: Round, points: Mapping[Seat, int], seats: int) -> None:
    if entry.grimoires is not None:
        raise Impossible("points", _("Either the Grimoires are noted or only the points, not both."))
    for seat in map(Seat, range(seats)):
        if seat not in points:
            raise Impossible("points", _("%(player)s’s points are missing.", player=seat))
    if any(entry.crystals.values()):
        raise Impossible("crystals", _("Where only the points are noted, the Crystals are in them already."))


def check_count(count: int, seats: int) -> None:
    if count != dealt(seats):
        raise Impossible("grimoires", wrong_count(count, dealt(seats)))


def wrong_count(count: int, dealt: int) -> Text:
    return ngettext(
        "A round has %(dealt)s Grimoires, one a trick; here is %(count)s.",
        "A round has %(dealt)s Grimoires, one a trick; here are %(count)s.",
        count,
        dealt=dealt,
    )


def check_crystals(entry: Round, scarce: bool) -> None:
    for seat, crystals in entry.crystals.items():
        if crystals < 0:
            raise Impossible("crystals", _("Nobody gains fewer than 0 Crystals."))
        if crystals > (tricks := len(entry.won(seat))):
            raise Impossible("crystals", too_many_crystals(seat, crystals, tricks))
    count = sum(entry.crystals.values())
    if scarce and count > SCARCE:
        raise Impossible("crystals", _("Under Crystal Scarcity there are only 4 Crystals, not %(count)s.", count=count))


def too_many_crystals(seat: Seat, crystals: int, tricks: int) -> Text:
    if not tricks:
        return _("%(player)s won no Grimoire, so gained no Crystal.", player=seat)
    return ngettext(
        "%(player)s won one Grimoire, so gained at most one Crystal, not %(crystals)s.",
        "%(player)s won %(count)s Grimoires, so gained at most %(count)s Crystals, not %(crystals)s.",
        tricks,
        player=seat,
        crystals=crystals,
    )


def check_cards(entry: Round, known: Known | None, place: int) -> None:
    """What was removed in the setup stays in the box, so every round is played with the same Grimoires."""
    if known and entry.cards != known.cards:
        differ = _(
            "Every round has the same Grimoires, but where round %(number)s has %(there)s,"
            " round %(here)s has %(differing)s.",
            number=known.entry + 1,
            there=listed(only(known.cards, entry.cards)),
            here=place + 1,
            differing=listed(only(entry.cards, known.cards)),
        )
        raise Disagreement("grimoires", differ, known.entry)


def only(cards: Sequence[int], others: Sequence[int]) -> list[int]:
    """Which cards are not among the others, each as often as it is too many."""
    return sorted((Counter(cards) - Counter(others)).elements())


def listed(values: Sequence[int]) -> str:
    return ", ".join(map(written, values))
