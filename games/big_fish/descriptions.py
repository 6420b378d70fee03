"""Descriptions of options and entries, for history, drafts and versions."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from games.big_fish.cards import is_row, plus_positions, split_row
from games.big_fish.state import MISTAKE_POINTS
from games.contract import Fact, format_number
from games.kit.lists import list_items

COLOUR_NAMES = {"R": _("Red"), "Y": _("Yellow"), "G": _("Green"), "B": _("Blue"), "P": _("Purple")}


def describe_options(options: Mapping[str, Any]) -> list[Fact]:
    if not options.get("advanced"):
        return [(gettext("bonus cards"), gettext("none"))]
    card = options.get("drawn") or gettext("one of A, B, C")
    facts = [(gettext("bonus cards"), gettext("%(drawn)s and D–I") % {"drawn": card})]
    a_is_extra = options.get("a_is_extra") and options.get("drawn") in (None, "A")
    return [*facts, (gettext("A"), gettext("as an extra"))] if a_is_extra else facts


def describe_entry(entry: Mapping[str, Any], names: Sequence[str]) -> list[Fact]:
    player = names[entry["player"]] if "player" in entry else ""
    if entry["type"] == "mistake":
        points = format_number(-MISTAKE_POINTS)
        return [(gettext("mistake card"), f"{player} {points}")] if player else []
    if entry["type"] == "catch":
        facts = [(gettext("caught by"), player), *_describe_catch(entry)]
    else:
        facts = [(gettext("piles of"), player), *_describe_count(entry)]
    return [(label, value) for label, value in facts if value]


def _describe_catch(entry: Mapping[str, Any]) -> list[Fact]:
    cards = tuple(entry.get("cards", ()))
    row = split_row(cards) if is_row(cards) else None
    return [
        (pgettext("of five cards", "row"), row_html(cards)),
        (gettext("plus"), str(row.gain) if row else ""),
        (gettext("minus"), str(row.loss) if row else ""),
        (gettext("bonus card"), entry.get("bonus") or ""),
    ]


def row_html(cards: tuple[str, ...]) -> SafeString:
    """Return the row as small cards; those for the minus pile are hollow.

    An archive may bring in an entry that cannot count, and names something else than cards.
    """
    plus = plus_positions(cards) if is_row(cards) else range(len(cards))
    parts = [
        (card[:1], "" if position in plus else " sunk", card) for position, card in enumerate(cards)
    ]
    return format_html_join(" ", '<span class="fish {}{}">{}</span>', parts)


def _describe_count(entry: Mapping[str, Any]) -> list[Fact]:
    labels = {
        "plus": gettext("plus"),
        "minus": gettext("minus"),
        "plus_cards": gettext("plus cards"),
        "ones": gettext("ones"),
    }
    facts = [
        (label, str(entry[name])) for name, label in labels.items() if entry.get(name) is not None
    ]
    return [*facts, (gettext("bonus cards"), list_items(entry.get("bonuses", ())))]
