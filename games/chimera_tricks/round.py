"""A round of Chimera Tricks, as the table enters it, and the checks that it can have happened."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from games.contract import Disagreement, Impossible, Seat, Text, format_ungrouped, ngettext
from games.contract import gettext as _

SCARCE_CRYSTALS = 4
"""The Crystals of a round under Crystal Scarcity; then they go back to the middle."""

Cards = tuple[int, ...]
"""Values of Grimoires."""


@dataclass(frozen=True, slots=True)
class Round:
    """`grimoires`: the values of those that each player won; `crystals`: how many each gained.

    A table that notes only totals enters `points` instead of both.
    """

    grimoires: Mapping[Seat, Cards] | None = None
    crystals: Mapping[Seat, int] = field(default_factory=dict)
    points: Mapping[Seat, int] | None = None

    def grimoires_of(self, seat: Seat) -> Cards:
        return (self.grimoires or {}).get(seat, ())

    @property
    def cards(self) -> Cards:
        """All Grimoires of the round, in ascending order."""
        return tuple(
            sorted([value for values in (self.grimoires or {}).values() for value in values])
        )


class KnownCards(NamedTuple):
    """The Grimoires of every round, and the entry, numbered from 0, that they are known from."""

    entry: int
    cards: Cards


def tricks_per_round(seats: int) -> int:
    """Return the number of tricks in a round, which is also the number of Grimoires."""
    return 10 if seats == 4 else 12


def check_round(
    entry: Round, seats: int, scarce: bool, known: KnownCards | None, number: int
) -> None:
    """Raise Impossible unless the round, number `number` from 0, can have happened."""
    if entry.points is not None:
        check_points(entry, entry.points, seats)
    elif entry.grimoires is None:
        raise Impossible(
            "grimoires", _("Enter which Grimoires each player won, or everyone’s points.")
        )
    else:
        check_card_count(len(entry.cards), seats)
        check_crystals(entry, scarce)
        check_same_cards(entry, known, number)


def check_points(entry: Round, points: Mapping[Seat, int], seats: int) -> None:
    if entry.grimoires is not None:
        raise Impossible("points", _("Enter either the Grimoires or the points, not both."))
    for seat in map(Seat, range(seats)):
        if seat not in points:
            raise Impossible("points", _("%(player)s’s points are missing.", player=seat))
    if any(entry.crystals.values()):
        raise Impossible(
            "crystals", _("The points already include the Crystals: enter no Crystals with them.")
        )


def check_card_count(count: int, seats: int) -> None:
    if count != tricks_per_round(seats):
        raise Impossible("grimoires", wrong_card_count_text(count, tricks_per_round(seats)))


def wrong_card_count_text(count: int, tricks: int) -> Text:
    return _(
        "A round has %(dealt)s Grimoires, one per trick, not %(count)s.", dealt=tricks, count=count
    )


def check_crystals(entry: Round, scarce: bool) -> None:
    for seat, crystals in entry.crystals.items():
        if crystals < 0:
            raise Impossible("crystals", _("The number of Crystals cannot be below 0."))
        if crystals > (tricks := len(entry.grimoires_of(seat))):
            raise Impossible("crystals", too_many_crystals_text(seat, crystals, tricks))
    count = sum(entry.crystals.values())
    if scarce and count > SCARCE_CRYSTALS:
        raise Impossible(
            "crystals",
            _("Under Crystal Scarcity there are only 4 Crystals, not %(count)s.", count=count),
        )


def too_many_crystals_text(seat: Seat, crystals: int, tricks: int) -> Text:
    if not tricks:
        return _("%(player)s won no Grimoires, so cannot have gained a Crystal.", player=seat)
    return ngettext(
        "%(player)s won one Grimoire, so can have at most one Crystal, not %(crystals)s.",
        "%(player)s won %(count)s Grimoires, so can have at most %(count)s Crystals,"
        " not %(crystals)s.",
        tricks,
        player=seat,
        crystals=crystals,
    )


def check_same_cards(entry: Round, known: KnownCards | None, number: int) -> None:
    """Check for the same cards: those that the setup removes stay in the box."""
    if known and entry.cards != known.cards:
        differ = _(
            "Every round has the same Grimoires, but round %(number)s has %(there)s"
            " where round %(here)s has %(differing)s.",
            number=known.entry + 1,
            there=join_values(surplus_cards(known.cards, entry.cards)),
            here=number + 1,
            differing=join_values(surplus_cards(entry.cards, known.cards)),
        )
        raise Disagreement("grimoires", differ, known.entry)


def surplus_cards(cards: Sequence[int], others: Sequence[int]) -> list[int]:
    """Return the cards that are not among the others, in ascending order."""
    return sorted((Counter(cards) - Counter(others)).elements())


def join_values(values: Sequence[int]) -> str:
    return ", ".join(map(format_ungrouped, values))
