"""How many rows can have brought piles that were counted at the end; where none can, which number is wrong."""

from games.big_fish.cards import ROW
from games.big_fish.entries import Count, Options
from games.big_fish.table import Table
from games.contract import Impossible
from games.contract import gettext as _

LEAST_PLUS, HIGHEST = 2, 6
"""A row of one or of two colours brings two plus cards, a row of five colours five."""


def least_rows(count: Count, table: Table, options: Options) -> int:
    """How many rows these piles took at least. Raises Impossible if there are no such rows."""
    _check_signs(count)
    if not count.plus:
        _check_empty(count)
    _check_cards(count, table.most_rows)
    _check_plus(count, table.most_rows)
    rows = _with_minus(count, _with_plus(count, table.most_rows))
    least = _with_bonuses(count, rows, options)
    if table.least_rows + least > table.rows:
        many = _("These piles and those counted before took more than the %(rows)s rows of a game.", rows=table.rows)
        raise Impossible("plus", many)
    return least


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
        raise Impossible("ones", _("%(ones)s ones are more than %(cards)s plus cards.", ones=ones, cards=cards))
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
        return
    least, most = _worth(count, cards)
    if not least <= count.plus <= most:
        said = _("%(cards)s plus cards", cards=cards)
        if ones is not None:
            said = _("%(cards)s plus cards, of them %(ones)s ones,", cards=cards, ones=ones)
        out = _("%(these)s are worth %(least)s to %(most)s.", these=said, least=least, most=most)
        raise Impossible("plus", out)


def _worth(count: Count, cards: int) -> tuple[int, int]:
    """What so many plus cards are worth at least and at most: ones 1 each, the others 2 to 6.

    With more ones than cards the least is above the most, so nothing is worth that.
    """
    if count.ones is not None:
        return 2 * cards - count.ones, HIGHEST * cards - (HIGHEST - 1) * count.ones
    return cards, HIGHEST * cards - (HIGHEST - 1) * ("A" in count.bonuses)


def _with_plus(count: Count, most_rows: int) -> list[tuple[int, int]]:
    """The numbers of rows, and of plus cards, that can have brought the plus pile."""
    if not count.plus:
        return [(0, 0)]
    numbers = [(rows, cards) for rows in range(1, most_rows + 1) for cards in range(LEAST_PLUS * rows, ROW * rows + 1)]
    found = [(rows, cards) for rows, cards in numbers if _makes_plus(count, cards)]
    if not found and count.ones is not None:
        no = _("No rows bring a plus pile of %(plus)s with %(ones)s ones.", plus=count.plus, ones=count.ones)
        raise Impossible("plus", no)
    if not found:
        raise Impossible("plus", _("No rows bring a plus pile of %(plus)s.", plus=count.plus))
    return found


def _makes_plus(count: Count, cards: int) -> bool:
    least, most = _worth(count, cards)
    return count.plus_cards in (None, cards) and least <= count.plus <= most


def _with_minus(count: Count, found: list[tuple[int, int]]) -> list[int]:
    """Of these numbers of rows, those whose other cards can have brought the minus pile."""
    # a row that costs most beside what it brings: four 6s of one colour and a 1 of another, 18 beside 7
    if 7 * count.minus <= 18 * count.plus:
        rest = [(rows, ROW * rows - cards) for rows, cards in found]
        if rows := [rows for rows, bones in rest if bones <= count.minus <= HIGHEST * bones]:
            return rows
    if count.plus_cards is not None:
        said = _("No rows bring %(cards)s plus cards of %(plus)s and a minus pile of %(minus)s.", **_numbers(count))
        raise Impossible("minus", said)
    no = _("No rows bring a plus pile of %(plus)s and a minus pile of %(minus)s.", **_numbers(count))
    raise Impossible("minus", no)


def _numbers(count: Count) -> dict[str, object]:
    return {"plus": count.plus, "minus": count.minus, "cards": count.plus_cards}


def _with_bonuses(count: Count, rows: list[int], options: Options) -> int:
    """The least of these numbers of rows that can have earned the bonus cards: one a row, but A where it is extra."""
    earning = len(count.bonuses) - (options.a_is_extra and "A" in count.bonuses)
    if earning > max(rows):
        few = _("Each bonus card takes a row, but these piles are of %(rows)s at most.", rows=max(rows))
        raise Impossible("bonuses", few)
    return min(number for number in rows if number >= earning)
