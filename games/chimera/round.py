"""A round of Chimera, as the table enters it, and the checks that it can have happened."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from games.contract import Impossible, Seat, Text
from games.contract import gettext as _

Bid = Literal[20, 30, 40]

CARDS_PER_RANK = 4
"""The cards of each rank, toads (2) and cats (11) included; and the cards in a trap."""

RANKS = 13
"""1 to 12 and the Heroes. Pi Ya and the Chimera card have no rank."""


@dataclass(frozen=True, slots=True)
class Round:
    """`traps`: bare fours of a kind, played by anyone, even if they were beaten.

    `idle_hunters`: hunters who played no card. `toads`, `cats`: how many lie in each player's
    tricks; cards left in hand do not count.
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


def check_round(entry: Round) -> None:
    """Raise Impossible unless the round can have happened."""
    _check_players(entry)
    _check_toads(entry)
    _check_cats(entry)
    _check_traps(entry)


def _check_players(entry: Round) -> None:
    if entry.chimera in entry.idle_hunters:
        led = _(
            "%(player)s was the Chimera and led the first trick, so cannot be idle.",
            player=entry.chimera,
        )
        raise Impossible("idle_hunters", led)
    if len(entry.idle_hunters) == 2 and not entry.chimera_won:
        raise Impossible(
            "first_out", _("Both hunters were idle, so neither can have gone out first.")
        )
    if entry.first_out in entry.idle_hunters:
        played = _("%(player)s went out first, so cannot be idle.", player=entry.first_out)
        raise Impossible("idle_hunters", played)


def _check_toads(entry: Round) -> None:
    if min(entry.toads.values(), default=0) < 0:
        raise Impossible("toads", _("The number of toads cannot be below 0."))
    if (count := sum(entry.toads.values())) > CARDS_PER_RANK:
        raise Impossible(
            "toads", _("There are only 4 toads in the deck, not %(toads)s.", toads=count)
        )
    for hunter in entry.idle_hunters:
        if entry.toads.get(hunter):
            raise Impossible(
                "toads", _("%(player)s was idle, so cannot have won toads.", player=hunter)
            )


def _check_cats(entry: Round) -> None:
    if min(entry.cats.values(), default=0) < 0:
        raise Impossible("cats", _("The number of cats cannot be below 0."))
    if (count := sum(entry.cats.values())) > CARDS_PER_RANK:
        raise Impossible("cats", _("There are only 4 cats in the deck, not %(cats)s.", cats=count))
    for hunter in entry.idle_hunters:
        if entry.cats.get(hunter):
            raise Impossible(
                "cats", _("%(player)s was idle, so cannot have won cats.", player=hunter)
            )


def _check_traps(entry: Round) -> None:
    if entry.traps < 0:
        raise Impossible("traps", _("The number of traps cannot be below 0."))
    if entry.traps > (most := _max_traps(entry)):
        raise Impossible("traps", _too_many_traps_text(entry, most))
    if entry.traps >= RANKS - 1:
        _check_treasure_in_traps(entry)


def _check_treasure_in_traps(entry: Round) -> None:
    """Check that the toads and cats in traps were won: every trap ends up in a player's tricks."""
    ranks_won = [sum(entry.toads.values()), sum(entry.cats.values())].count(CARDS_PER_RANK)
    if entry.traps == RANKS and ranks_won < 2:
        raise Impossible(
            "traps", _("13 traps use every rank, so all 4 toads and all 4 cats must have been won.")
        )
    if ranks_won < 1:
        raise Impossible(
            "traps",
            _("12 traps use all ranks but one, so all 4 toads or all 4 cats must have been won."),
        )


def _max_traps(entry: Round) -> int:
    """Return how many fours of a kind fit in the cards played.

    The Chimera has 20 cards, a hunter 17. A player who did not go out kept at least one: 19 and 16
    cards hold 4 fours each. A Chimera who went out played all 20, which hold 5. The attack (Chimera
    and Pi Ya together) leaves room for one four fewer in 20 cards, and in 16 or 17, but not in 19.
    """
    hunters = CARDS_PER_RANK * (2 - len(entry.idle_hunters))
    return hunters + (5 - entry.chimera_attack if entry.chimera_won else 4)


def _too_many_traps_text(entry: Round, most: int) -> Text:
    if not entry.idle_hunters:
        return _("Three players can have played at most %(most)s traps.", most=most)
    if len(entry.idle_hunters) == 2:
        return _("Only the Chimera played, so there can be at most %(most)s traps.", most=most)
    idle = entry.idle_hunters[0]
    return _(
        "%(player)s was idle, so there can be at most %(most)s traps.",
        most=most,
        player=idle,
    )
