"""Piles counted at the end that no rows can have brought, and which number is wrong."""

from games.big_fish.bonus import ones as so_many_ones
from games.big_fish.cards import ROW
from games.big_fish.entries import Count
from games.contract import Impossible, Text, ngettext
from games.contract import gettext as _

LEAST_PLUS, MOST_MINUS, HIGHEST = 2, 3, 6
"""A row of one or of two colours brings two plus cards and three minus cards, a row of five colours five plus cards."""


def check_piles(count: Count, most_rows: int) -> None:
    """Raises Impossible where no rows bring these piles: the field to mend, and why."""
    _check_signs(count)
    if not count.plus:
        _check_empty(count)
    _check_cards(count, most_rows)
    _check_plus(count, most_rows)
    _check_minus(count, most_rows)


def _check_signs(count: Count) -> None:
    numbers = {"plus": count.plus, "minus": count.minus, "plus_cards": count.plus_cards, "ones": count.ones}
    for field, number in numbers.items():
        if number is not None and number < 0:
            raise Impossible(field, _("This cannot be below 0."))


def _check_empty(count: Count) -> None:
    if count.minus:
        raise Impossible("minus", _("Every row brings plus cards, so there is no minus pile without a plus pile."))
    if count.bonuses:
        raise Impossible("bonuses", _("Every row brings plus cards, so there is no bonus card without a plus pile."))


def _check_cards(count: Count, most_rows: int) -> None:
    cards, ones = count.plus_cards, count.ones
    if cards is not None and ones is not None and ones > cards:
        more = _("With %(cards)s there cannot be %(ones)s.", cards=_so_many_cards(cards), ones=so_many_ones(ones))
        raise Impossible("ones", more)
    if cards == 1:
        raise Impossible("plus_cards", _("Every row brings two plus cards or more, so nobody has just one."))
    if cards is not None and cards > ROW * most_rows:
        many = _("%(rows)s rows bring at most %(most)s plus cards.", rows=most_rows, most=ROW * most_rows)
        raise Impossible("plus_cards", many)
    if "A" in count.bonuses and ones == 0:
        raise Impossible("bonuses", _("Whoever has card A has a 1 in the plus pile."))


def _check_plus(count: Count, most_rows: int) -> None:
    cards, ones = count.plus_cards, count.ones
    if cards is None:
        if count.plus > (most := HIGHEST * ROW * most_rows):
            many = _("%(rows)s rows bring at most %(most)s plus points.", rows=most_rows, most=most)
            raise Impossible("plus", many)
        return _check_whole(count, most_rows)
    least, most = _worth(count, cards)
    if not least <= count.plus <= most:
        said = _so_many_cards(cards)
        if ones is not None:
            said = _("%(cards)s, of them %(ones)s,", cards=said, ones=so_many_ones(ones))
        out = _("%(these)s are worth %(least)s to %(most)s.", these=said, least=least, most=most)
        raise Impossible("plus", out)


def _so_many_cards(count: int) -> Text:
    return ngettext("%(count)s plus card", "%(count)s plus cards", count)


def _worth(count: Count, cards: int) -> tuple[int, int]:
    """What so many plus cards are worth at least and at most: ones 1 each, the others 2 to 6.

    With more ones than cards the least is above the most, so nothing is worth that.
    """
    if count.ones is not None:
        return 2 * cards - count.ones, HIGHEST * cards - (HIGHEST - 1) * count.ones
    return cards, HIGHEST * cards - (HIGHEST - 1) * ("A" in count.bonuses)


def _check_whole(count: Count, most_rows: int) -> None:
    """Where the cards were not counted: whether any number of them is worth that."""
    numbers = (0, *range(LEAST_PLUS, ROW * most_rows + 1))
    if any(least <= count.plus <= most for least, most in (_worth(count, n) for n in numbers)):
        return
    if count.ones is not None:
        ones = so_many_ones(count.ones)
        no = _("No rows bring a plus pile of %(plus)s with %(ones)s.", plus=count.plus, ones=ones)
        raise Impossible("plus", no)
    raise Impossible("plus", _("No rows bring a plus pile of %(plus)s.", plus=count.plus))


def _check_minus(count: Count, most_rows: int) -> None:
    if count.minus > (most := HIGHEST * MOST_MINUS * most_rows):
        many = _("%(rows)s rows bring at most %(most)s minus points.", rows=most_rows, most=most)
        raise Impossible("minus", many)
