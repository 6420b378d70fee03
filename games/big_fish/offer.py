"""Which bonus card a row may take, as the table stands."""

from typing import NamedTuple

from games.big_fish.bonus import FOR, Letter, all_of, any_of, earns
from games.big_fish.cards import Cards
from games.big_fish.entries import Catch, Options
from games.big_fish.table import Table
from games.contract import Disagreement, Impossible, Seat, Setup, Text
from games.contract import gettext as _


class Offer(NamedTuple):
    """`open`: the cards that may be taken now, one of them. `gone`: those the row earns, too, and who has each.

    `moves`: A goes to the catcher by itself, beside one of the open ones.
    """

    open: tuple[Letter, ...]
    gone: tuple[tuple[Letter, Seat], ...]
    moves: bool = False

    @property
    def given(self) -> Letter | None:
        """The only card there is to take: nobody has to name it."""
        return self.open[0] if len(self.open) == 1 else None


NOTHING = Offer((), ())


def offered(table: Table, setup: Setup[Options], player: Seat, cards: Cards) -> Offer:
    """What this player may take with these five cards. In the basic game that is nothing."""
    if not setup.options.advanced:
        return NOTHING
    met = [letter for letter in earns(cards) if letter != "A" or table.drawn == "A"]
    owners = table.owners
    free = [letter for letter in met if letter not in owners or (letter == "A" and owners[letter] != player)]
    moves = setup.options.a_is_extra and "A" in free
    return Offer(
        open=tuple([letter for letter in free if letter != "A" or not moves]),
        gone=tuple([(letter, owners[letter]) for letter in met if letter not in free]),
        moves=moves,
    )


def taken(catch: Catch, table: Table, setup: Setup[Options]) -> tuple[Letter, ...]:
    """The bonus cards that go to the catcher. Raises Impossible if that cannot be, or is not said."""
    if catch.bonus:
        _check_in_game(catch.bonus, setup.options)
    offer = offered(table, setup, catch.player, catch.cards)
    if catch.bonus and catch.bonus not in offer.open:
        raise _refusal(catch.bonus, offer, table)
    if not catch.bonus and len(offer.open) > 1:
        which = _("This row earns %(cards)s: say which one is taken.", cards=all_of(offer.open))
        raise Impossible("bonus", which)
    moving: tuple[Letter, ...] = ("A",) if offer.moves else ()
    chosen = catch.bonus or offer.given
    return (*moving, chosen) if chosen else moving


def _check_in_game(bonus: Letter, options: Options) -> None:
    if not options.advanced:
        raise Impossible("bonus", _("There are no bonus cards in the basic game."))
    if bonus == "A":
        check_drawn(options, "bonus")
    if bonus == "A" and options.a_is_extra:
        raise Impossible("bonus", _("Card A moves by itself here. Name one of D to I, or none."))


def check_drawn(options: Options, field: str) -> None:
    """Raises Impossible if A is not in the game."""
    if options.drawn != "A":
        absent = _("Card A is not in this game: %(drawn)s was drawn.", drawn=options.drawn)
        raise Impossible(field, absent)


def _refusal(bonus: Letter, offer: Offer, table: Table) -> Impossible:
    """A card that is gone may be right here and wrong where it was taken before."""
    owner = dict(offer.gone).get(bonus)
    if owner is not None:
        return Disagreement("bonus", _with_offer(has_already(bonus, owner), offer), table.given[bonus])
    why = _("This row does not earn card %(card)s, which is for %(what)s.", card=bonus, what=FOR[bonus])
    return Impossible("bonus", _with_offer(why, offer))


def has_already(letter: Letter, owner: Seat) -> Text:
    return _("%(player)s has card %(card)s already.", player=owner, card=letter)


def _with_offer(why: Text, offer: Offer) -> Text:
    return _("%(why)s It could take %(cards)s.", why=why, cards=any_of(offer.open)) if offer.open else why
