"""Options and entries of Big Fish told in words, for history, notes and versions."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as say
from django.utils.translation import gettext_lazy as _

from games.big_fish.cards import ROW, split
from games.big_fish.page import minus_places
from games.contract import Fact

COLOUR_NAMES = {"R": _("Red"), "Y": _("Yellow"), "G": _("Green"), "B": _("Blue"), "P": _("Purple")}


def describe_options(options: Mapping[str, Any]) -> list[Fact]:
    if not options.get("advanced"):
        return [(say("bonus cards"), say("none"))]
    drawn = options.get("drawn") or say("one of A, B, C")
    facts = [(say("bonus cards"), say("%(drawn)s and D–I") % {"drawn": drawn})]
    on_top = options.get("a_is_extra") and options.get("drawn") in (None, "A")
    return [*facts, (say("A"), say("on top"))] if on_top else facts


def describe(entry: Mapping[str, Any], names: Sequence[str]) -> list[Fact]:
    """What was entered, or noted so far, label by label."""
    player = names[entry["player"]] if "player" in entry else ""
    told = {"catch": _catch, "mistake": lambda entry: [], "count": _count}[entry["type"]](entry)
    who = say("mistake card") if entry["type"] == "mistake" else say("player")
    return [(label, value) for label, value in [(who, player), *told] if value]


def _catch(entry: Mapping[str, Any]) -> list[Fact]:
    cards = tuple(entry.get("cards", ()))
    parts = split(cards) if len(cards) == ROW else None
    return [
        (say("row"), row(cards)),
        (say("plus"), str(parts.gain) if parts else ""),
        (say("minus"), str(parts.loss) if parts else ""),
        (say("bonus card"), entry.get("bonus") or ""),
    ]


def row(cards: tuple[str, ...]) -> SafeString:
    """The cards as small cards; those for the minus pile are hollow."""
    sunk = minus_places(cards) if len(cards) == ROW else set()
    shown = [(card[0], " sunk" if place in sunk else "", card) for place, card in enumerate(cards)]
    return format_html_join(" ", '<span class="fish {}{}">{}</span>', shown)


def _count(entry: Mapping[str, Any]) -> list[Fact]:
    numbers = {
        "plus": say("plus"), "minus": say("minus"), "plus_cards": say("plus cards"), "ones": say("ones"),
    }  # fmt: skip
    facts = [(label, str(entry[name])) for name, label in numbers.items() if entry.get(name) is not None]
    return [*facts, (say("bonus cards"), ", ".join(entry.get("bonuses", ())))]
