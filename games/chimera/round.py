"""One round of Chimera, as a table notes it, and what cannot have happened in it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from games.contract import Impossible, Seat, Text
from games.contract import gettext as _

Bid = Literal[20, 30, 40]

OF_EACH = 4
"""Of every rank there are four in the deck: so many toads (2), cats (11), and cards in a trap."""
RANKS = 13
"""1 to 12 and the Heroes; Pi Ya and the Chimera card stand alone."""


@dataclass(frozen=True, slots=True)
class Round:
    """`traps`: bare fours of a kind played by anyone, beaten ones too. `idle_hunters` played no card at all.

    `toads` and `cats`: how many of each lie in a player's won tricks; what stayed in hand does not count.
    """

    chimera: Seat
    bid: Bid
    first_out: Seat
    traps: int = 0
    chimera_attack: bool = False
    idle_hunters: tuple[Seat, ...] = ()
    toads: Mapping[Seat, int] = field(default_factory=dict)
    cats: Mapping[Seat, int] = field(default_factory=dict)

    @property
    def chimera_won(self) -> bool:
        return self.first_out == self.chimera


def check(entry: Round) -> None:
    """Raises Impossible for a round that no table can have played, with the field to mend and the reason."""
    _check_who_played(entry)
    _check_toads(entry)
    _check_cats(entry)
    _check_traps(entry)


def _check_who_played(entry: Round) -> None:
    if entry.chimera in entry.idle_hunters:
        led = _("%(player)s is the Chimera and led the first trick, so has played cards.", player=entry.chimera)
        raise Impossible("idle_hunters", led)
    if len(entry.idle_hunters) == 2 and not entry.chimera_won:
        raise Impossible("first_out", _("Both hunters played no card, so neither of them went out."))
    if entry.first_out in entry.idle_hunters:
        played = _("%(player)s went out first, so %(player)s has played cards.", player=entry.first_out)
        raise Impossible("idle_hunters", played)


def _check_toads(entry: Round) -> None:
    if min(entry.toads.values(), default=0) < 0:
        raise Impossible("toads", _("Nobody wins fewer than 0 toads."))
    if (count := sum(entry.toads.values())) > OF_EACH:
        raise Impossible("toads", _("There are only 4 toads in the deck, not %(toads)s.", toads=count))
    for hunter in entry.idle_hunters:
        if entry.toads.get(hunter):
            raise Impossible("toads", _("%(player)s played no card, so %(player)s won no toad.", player=hunter))


def _check_cats(entry: Round) -> None:
    if min(entry.cats.values(), default=0) < 0:
        raise Impossible("cats", _("Nobody wins fewer than 0 cats."))
    if (count := sum(entry.cats.values())) > OF_EACH:
        raise Impossible("cats", _("There are only 4 cats in the deck, not %(cats)s.", cats=count))
    for hunter in entry.idle_hunters:
        if entry.cats.get(hunter):
            raise Impossible("cats", _("%(player)s played no card, so %(player)s won no cat.", player=hunter))


def _check_traps(entry: Round) -> None:
    if entry.traps < 0:
        raise Impossible("traps", _("Nobody plays fewer than 0 traps."))
    if entry.traps > (most := _most_traps(entry)):
        raise Impossible("traps", _too_many_traps(entry, most))
    if entry.traps >= RANKS - 1:
        _check_trapped_treasure(entry)


def _check_trapped_treasure(entry: Round) -> None:
    """Every trap lies in somebody's tricks, with all four toads or all four cats if it was one of those."""
    complete = [sum(entry.toads.values()), sum(entry.cats.values())].count(OF_EACH)
    if entry.traps == RANKS and complete < 2:
        raise Impossible("traps", _("13 traps hold every rank, so all 4 toads and all 4 cats were won."))
    if complete < 1:
        raise Impossible("traps", _("12 traps leave out one rank, so all 4 toads or all 4 cats were won."))


def _most_traps(entry: Round) -> int:
    """How many fours of a kind fit in the cards played: up to 20 by the Chimera, up to 17 by each hunter who played.

    Whoever did not go out kept a card: 19 and 16 of them hold 4 fours each, all 20 of them hold 5. Chimera and Pi Ya,
    played together, take the place of one four in the 20 (or in the 16 or 17), but not in the 19.
    """
    hunters = OF_EACH * (2 - len(entry.idle_hunters))
    return hunters + (5 - entry.chimera_attack if entry.chimera_won else 4)


def _too_many_traps(entry: Round, most: int) -> Text:
    if not entry.idle_hunters:
        return _("At most %(most)s traps fit in the cards that three players can have played.", most=most)
    if len(entry.idle_hunters) == 2:
        return _("At most %(most)s traps fit in the cards of the Chimera, who alone played.", most=most)
    idle = entry.idle_hunters[0]
    return _("At most %(most)s traps fit in the cards played: %(player)s played none.", most=most, player=idle)
