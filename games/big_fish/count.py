"""Piles counted at the end, and what no rows can have brought."""

from games.big_fish.catch import Lines, bonus_line
from games.big_fish.entries import Count, Options
from games.big_fish.offer import check_drawn, has_already
from games.big_fish.rows import check_piles
from games.big_fish.table import Table
from games.contract import Disagreement, Impossible, Line, Setup
from games.contract import gettext as _


def count_piles(count: Count, table: Table, setup: Setup[Options]) -> Lines:
    """Notes a player's piles. Raises Impossible, with the field to mend and the reason."""
    if table.catches:
        raise Impossible("type", _("This game is entered row by row, so no piles are counted."))
    piles = table.piles[count.player]
    if piles.counted:
        raise Impossible("player", _("The piles of %(player)s are counted already.", player=count.player))
    _check_asked(count, table)
    _check_bonuses(count, table, setup.options)
    check_piles(count, table.most_rows)
    piles.plus, piles.minus, piles.counted = count.plus, count.minus, True
    piles.plus_cards, piles.ones = count.plus_cards, count.ones
    for letter in count.bonuses:
        table.give(letter, count.player)
    return {count.player: _lines(count)}


def _lines(count: Count) -> list[Line]:
    lines = [
        Line(count.plus, _("%(points)s plus", points=count.plus)),
        Line(-count.minus, _("%(points)s minus", points=count.minus)),
    ]
    return [*lines[: 1 + bool(count.minus)], *map(bonus_line, sorted(count.bonuses))]


def _check_asked(count: Count, table: Table) -> None:
    """What the drawn card is decided by must be counted."""
    if table.drawn == "B" and count.plus_cards is None:
        raise Impossible("plus_cards", _("Card B was drawn: say how many plus cards there are."))
    if table.drawn == "C" and count.ones is None:
        raise Impossible("ones", _("Card C was drawn: say how many ones are in the plus pile."))


def _check_bonuses(count: Count, table: Table, options: Options) -> None:
    letters = count.bonuses
    if letters and not options.advanced:
        raise Impossible("bonuses", _("There are no bonus cards in the basic game."))
    if "A" in letters:
        check_drawn(options, "bonuses")
    if twice := sorted({letter for letter in letters if letters.count(letter) > 1}):
        raise Impossible("bonuses", _("There is only one card %(card)s.", card=twice[0]))
    for letter in letters:
        if letter in table.owners:
            raise Disagreement("bonuses", has_already(letter, table.owners[letter]), table.given[letter])
