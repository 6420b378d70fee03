"""Limits for counted piles: which totals no rows can give, and which number is wrong."""

from games.big_fish.bonus import ones_text
from games.big_fish.cards import ROW_SIZE
from games.big_fish.entries import Count
from games.contract import Impossible, Text, ngettext
from games.contract import gettext as _

MIN_PLUS_CARDS, MAX_MINUS_CARDS, MAX_VALUE = 2, 3, 6
"""Per row, and per card: a row of one or two colours has two plus cards and three minus cards."""


def check_piles(count: Count, max_rows: int) -> None:
    """Raise Impossible if no `max_rows` rows give these piles."""
    _check_signs(count)
    if not count.plus:
        _check_empty(count)
    _check_cards(count, max_rows)
    _check_plus(count, max_rows)
    _check_minus(count, max_rows)


def _check_signs(count: Count) -> None:
    numbers = {
        "plus": count.plus,
        "minus": count.minus,
        "plus_cards": count.plus_cards,
        "ones": count.ones,
    }
    for field, number in numbers.items():
        if number is not None and number < 0:
            raise Impossible(field, _("This cannot be below 0."))


def _check_empty(count: Count) -> None:
    if count.minus:
        raise Impossible(
            "minus",
            _("Every row adds plus cards, so a minus pile cannot come without a plus pile."),
        )
    if count.bonuses:
        raise Impossible(
            "bonuses",
            _("Every row adds plus cards, so a bonus card cannot come without a plus pile."),
        )


def _check_cards(count: Count, max_rows: int) -> None:
    cards, ones = count.plus_cards, count.ones
    if cards is not None and ones is not None and ones > cards:
        text = _(
            "With %(cards)s there cannot be %(ones)s.",
            cards=_plus_cards_text(cards),
            ones=ones_text(ones),
        )
        raise Impossible("ones", text)
    if cards == 1:
        raise Impossible(
            "plus_cards", _("Every row adds at least two plus cards, so nobody can have just one.")
        )
    if cards is not None and cards > ROW_SIZE * max_rows:
        text = _(
            "%(rows)s rows give at most %(most)s plus cards.",
            rows=max_rows,
            most=ROW_SIZE * max_rows,
        )
        raise Impossible("plus_cards", text)
    if "A" in count.bonuses and ones == 0:
        raise Impossible("bonuses", _("The player with card A must have a 1 in the plus pile."))


def _check_plus(count: Count, max_rows: int) -> None:
    if count.plus_cards is None:
        return _check_plus_without_cards(count, max_rows)
    least, most = _points_range(count, count.plus_cards)
    if not least <= count.plus <= most:
        cards = _plus_cards_text(count.plus_cards)
        if count.ones is not None:
            cards = _("%(cards)s with %(ones)s among them", cards=cards, ones=ones_text(count.ones))
        text = _("%(these)s are worth %(least)s to %(most)s.", these=cards, least=least, most=most)
        raise Impossible("plus", text)


def _plus_cards_text(count: int) -> Text:
    return ngettext("%(count)s plus card", "%(count)s plus cards", count)


def _points_range(count: Count, cards: int) -> tuple[int, int]:
    """Return the lowest and highest points of so many plus cards: 1 for a one, 2 to 6 for others.

    If there are more ones than cards, the lowest exceeds the highest: the range is empty.
    """
    if count.ones is not None:
        return 2 * cards - count.ones, MAX_VALUE * cards - (MAX_VALUE - 1) * count.ones
    return cards, MAX_VALUE * cards - (MAX_VALUE - 1) * ("A" in count.bonuses)


def _check_plus_without_cards(count: Count, max_rows: int) -> None:
    """Check that some number of cards has these points."""
    if count.plus > (most := MAX_VALUE * ROW_SIZE * max_rows):
        text = _("%(rows)s rows give at most %(most)s plus points.", rows=max_rows, most=most)
        raise Impossible("plus", text)
    numbers = (0, *range(MIN_PLUS_CARDS, ROW_SIZE * max_rows + 1))
    if any(
        least <= count.plus <= most for least, most in (_points_range(count, n) for n in numbers)
    ):
        return
    if count.ones is not None:
        ones = ones_text(count.ones)
        text = _(
            "A plus pile of %(plus)s with %(ones)s is not possible.", plus=count.plus, ones=ones
        )
        raise Impossible("plus", text)
    raise Impossible("plus", _("A plus pile of %(plus)s is not possible.", plus=count.plus))


def _check_minus(count: Count, max_rows: int) -> None:
    if count.minus > (most := MAX_VALUE * MAX_MINUS_CARDS * max_rows):
        text = _("%(rows)s rows give at most %(most)s minus points.", rows=max_rows, most=most)
        raise Impossible("minus", text)
