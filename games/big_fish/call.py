"""The caller’s sentences about a catch, the mistake card or counted piles."""

from collections.abc import Sequence
from typing import Any

from games.big_fish.entries import Catch, Count, Entry, Mistake
from games.big_fish.play import state_after
from games.contract import Scoreboard, Seat, Setup, Text
from games.contract import gettext as _


def call(setup: Setup[Any], entries: Sequence[Entry], board: Scoreboard) -> list[Text]:
    points = board.results[-1].points
    match entries[-1]:
        case Catch(player=player):
            caught = _("%(player)s catches a row.", player=player)
            worth = _("That’s worth %(points)s.", points=points[player])
            return [caught, *moved_cards(setup, entries), worth]
        case Mistake(player=player) if points[player]:
            # Translators: said after "Mistake card."
            return [_("It goes to %(player)s.", player=player)]
        case Mistake(player=player):
            # Translators: said after "Mistake card."
            return [_("%(player)s keeps it.", player=player)]
        case Count(player=player):
            return [
                _(
                    "%(player)s’s piles are worth %(points)s.",
                    player=player,
                    points=points[player],
                )
            ]


def moved_cards(setup: Setup[Any], entries: Sequence[Entry]) -> list[Text]:
    """Return a sentence for each bonus card that the last entry moved."""
    before, after = state_after(setup, entries[:-1]).owners, state_after(setup, entries).owners
    return [
        card_call(letter, owner, before.get(letter))
        for letter, owner in after.items()
        if before.get(letter) != owner
    ]


def card_call(letter: str, owner: Seat, before: Seat | None) -> Text:
    if before is None:
        return _("%(player)s takes card %(card)s.", player=owner, card=letter)
    return _(
        "%(player)s takes card %(card)s from %(other)s.", player=owner, card=letter, other=before
    )
