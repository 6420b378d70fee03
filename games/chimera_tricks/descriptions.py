"""Descriptions of options and entries, for history, drafts and versions."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.contract import Fact, format_ungrouped
from games.kit.lists import list_items

OPTIONAL_RULES = {"short_match": _("Short Match"), "crystal_scarcity": _("Crystal Scarcity")}


def describe_options(options: Mapping[str, Any]) -> list[Fact]:
    rules = [str(label) for name, label in OPTIONAL_RULES.items() if options.get(name)]
    return [("", list_items(rules))] if rules else []


def describe_entry(entry: Mapping[str, Any], names: Sequence[str]) -> list[Fact]:
    facts = [(name, describe_seat(entry, str(seat))) for seat, name in enumerate(names)]
    return [(name, text) for name, text in facts if text]


def describe_seat(entry: Mapping[str, Any], seat: str) -> str:
    if seat in entry.get("points", {}):
        points = entry["points"][seat]
        text = ngettext("%(points)s point", "%(points)s points", abs(points))
        return text % {"points": format_ungrouped(points)}
    values = list_items(map(format_ungrouped, entry.get("grimoires", {}).get(seat, ())))
    crystals = entry.get("crystals", {}).get(seat, 0)
    crystals_text = (
        ngettext("%(count)s Crystal", "%(count)s Crystals", crystals) % {"count": crystals}
        if crystals
        else ""
    )
    return " + ".join(filter(None, (values, crystals_text)))
