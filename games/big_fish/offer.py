"""The bonus cards that a row may take."""

from typing import NamedTuple

from games.big_fish.bonus import CONDITIONS, Letter, earned_bonuses, join_with_and, join_with_or
from games.big_fish.cards import Cards
from games.big_fish.entries import Catch, Options
from games.big_fish.state import GameState
from games.contract import Disagreement, Impossible, Seat, Setup, Text
from games.contract import gettext as _


class BonusOffer(NamedTuple):
    """`available`: the cards of which the catcher may take one.

    `unavailable`: the other cards that the row earns, and their owners. `a_moves`: A goes to the
    catcher in addition.
    """

    available: tuple[Letter, ...]
    unavailable: tuple[tuple[Letter, Seat], ...]
    a_moves: bool = False

    @property
    def only_card(self) -> Letter | None:
        """The one available card, which nobody needs to name."""
        return self.available[0] if len(self.available) == 1 else None


NO_OFFER = BonusOffer((), ())


def bonus_offer(state: GameState, setup: Setup[Options], player: Seat, cards: Cards) -> BonusOffer:
    """Return what this player may take with these five cards; nothing in the basic game."""
    if not setup.options.advanced:
        return NO_OFFER
    letters = [letter for letter in earned_bonuses(cards) if letter != "A" or state.drawn == "A"]
    owners = state.owners
    free = [
        letter
        for letter in letters
        if letter not in owners or (letter == "A" and owners[letter] != player)
    ]
    a_moves = setup.options.a_is_extra and "A" in free
    return BonusOffer(
        available=tuple([letter for letter in free if letter != "A" or not a_moves]),
        unavailable=tuple([(letter, owners[letter]) for letter in letters if letter not in free]),
        a_moves=a_moves,
    )


def bonuses_for_catch(catch: Catch, state: GameState, setup: Setup[Options]) -> tuple[Letter, ...]:
    """Return the bonus cards that go to the catcher. Raises Impossible."""
    if catch.bonus:
        _check_in_game(catch.bonus, setup.options)
    offer = bonus_offer(state, setup, catch.player, catch.cards)
    if catch.bonus and catch.bonus not in offer.available:
        raise _refusal(catch.bonus, offer, state)
    if not catch.bonus and len(offer.available) > 1:
        reason = _(
            "This row earns %(cards)s: choose one of them.", cards=join_with_and(offer.available)
        )
        raise Impossible("bonus", reason)
    extra: tuple[Letter, ...] = ("A",) if offer.a_moves else ()
    bonus = catch.bonus or offer.only_card
    return (*extra, bonus) if bonus else extra


def _check_in_game(bonus: Letter, options: Options) -> None:
    if not options.advanced:
        raise Impossible("bonus", _("The basic game has no bonus cards."))
    if bonus == "A":
        check_a_in_game(options, "bonus")
    if bonus == "A" and options.a_is_extra:
        raise Impossible(
            "bonus", _("Card A is an extra and moves by itself: choose one of D to I, or none.")
        )


def check_a_in_game(options: Options, field: str) -> None:
    """Raise Impossible unless A was drawn."""
    if options.drawn != "A":
        reason = _("Card A is not in this game: %(drawn)s was drawn.", drawn=options.drawn)
        raise Impossible(field, reason)


def _refusal(bonus: Letter, offer: BonusOffer, state: GameState) -> Impossible:
    """Return the problem; if the card has an owner, the earlier entry may be the wrong one."""
    owner = dict(offer.unavailable).get(bonus)
    if owner is not None:
        return Disagreement(
            "bonus", _add_offer(owner_text(bonus, owner), offer), state.bonus_entries[bonus]
        )
    reason = _(
        "This row does not earn card %(card)s, which needs %(what)s.",
        card=bonus,
        what=CONDITIONS[bonus],
    )
    return Impossible("bonus", _add_offer(reason, offer))


def owner_text(letter: Letter, owner: Seat) -> Text:
    return _("%(player)s already has card %(card)s.", player=owner, card=letter)


def _add_offer(reason: Text, offer: BonusOffer) -> Text:
    if not offer.available:
        return reason
    return _("%(why)s It could take %(cards)s.", why=reason, cards=join_with_or(offer.available))
