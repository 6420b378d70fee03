"""How a game of Big Fish stands, in words: why it is over or goes on, and what lies before each."""

from collections.abc import Sequence

from games.big_fish.bonus import SHARED, ones
from games.big_fish.table import MISTAKE, Piles, Table
from games.contract import Line, Text, leaders, ngettext
from games.contract import gettext as _
from games.verdicts import lead, won


def over(totals: Sequence[int], table: Table) -> Text:
    """The verdict on a finished game: why it is over, and who won; ties share, also when it was ended early."""
    said = won(totals, leaders(totals))
    if not table.complete:
        return _("ended early: %(verdict)s", verdict=said)
    if table.counting:
        return _("all piles are counted: %(verdict)s", verdict=said)
    return _("all %(rows)s rows are caught: %(verdict)s", rows=table.rows, verdict=said)


def going_on(totals: Sequence[int], table: Table) -> Text:
    """The verdict on a game that goes on: who leads, and how much is still to come."""
    ahead, rows, players = lead(totals, leaders(totals)), table.rows, len(table.piles)
    if table.counting:
        counted = table.counted
        return _("%(lead)s, %(counted)s of %(players)s players counted", lead=ahead, counted=counted, players=players)
    if not table.catches:
        return _("no row caught yet, %(rows)s to come", rows=rows)
    return _("%(lead)s, %(left)s of %(rows)s catches left", lead=ahead, left=table.catches_left, rows=rows)


def holds(table: Table, finished: bool) -> tuple[tuple[Text, ...], ...]:
    """What lies before each; while the game goes on, also what B or C would bring now."""
    begun = table.catches > 0 or table.counting
    worth = table.drawn_worth() if begun and not finished else (0,) * len(table.piles)
    return tuple([_held(piles, table, worth[piles.player]) for piles in table.piles])


def _held(piles: Piles, table: Table, worth: int) -> tuple[Text, ...]:
    texts = _piles(piles, table) if piles.catches or piles.counted else []
    if letters := table.bonuses(piles.player):
        texts.append(_("bonus %(cards)s", cards=", ".join(letters)))
    if table.mistake == piles.player:
        texts.append(_("mistake card %(points)s", points=-MISTAKE))
    if worth:
        texts.append(_("%(card)s would be %(points)s now", card=table.drawn, points=worth))
    return tuple(texts)


def _piles(piles: Piles, table: Table) -> list[Text]:
    plus = _("plus %(points)s", points=piles.plus)
    if piles.plus_cards is not None:
        cards = ngettext("%(count)s card", "%(count)s cards", piles.plus_cards)
        plus = _("plus %(points)s (%(cards)s)", points=piles.plus, cards=cards)
    texts = [plus, _("minus %(points)s", points=piles.minus)]
    return [*texts, ones(piles.ones)] if table.drawn == "C" and piles.ones is not None else texts


def closing(table: Table) -> tuple[tuple[Line, ...], ...]:
    """What card B or C brings at the end of the game; empty if it brings nothing."""
    lines = tuple([(_closing(table, points),) if points else () for points in table.drawn_worth()])
    return lines if any(lines) else ()


def _closing(table: Table, points: int) -> Line:
    if points == SHARED:
        return Line(points, _("%(points)s bonus %(card)s, shared", points=points, card=table.drawn))
    return Line(points, _("%(points)s bonus %(card)s", points=points, card=table.drawn))
