"""Template tags and filters for the pages of statistics."""

from collections.abc import Iterable
from datetime import datetime
from typing import Literal
from urllib.parse import urlencode

from django import template
from django.urls import reverse

from scorekeeper.models import Group, Player
from scorekeeper.pages.game_filters import games_url
from scorekeeper.pages.statistics.league import LeagueLine
from scorekeeper.pages.statistics.player import tenths
from scorekeeper.pages.statistics.rates import PlayerRate, percent, usual_and_best, usual_text
from scorekeeper.pages.statistics.titles import duration_text, record_text
from scorekeeper.statistics.plays import Family

register = template.Library()

# A value that a page lacks is "" in a template.
Bounds = tuple[str, str] | Literal[""]
FamilyOrBlank = Family | Literal[""]

register.filter(duration_text)
register.filter(percent)
register.filter(record_text)
register.filter(tenths)
register.filter("usual", usual_text)
register.filter(usual_and_best)


@register.simple_tag
def family_link(group: Group, family: Family) -> str:
    return reverse("family", args=[group.pk, family.game]) + title_query(family)


@register.simple_tag
def player_family_link(player: Player, family: Family) -> str:
    return reverse("player_family", args=[player.pk, family.game]) + title_query(family)


@register.simple_tag
def games_link(
    which: str = "", bounds: Bounds = "", family: FamilyOrBlank = "", **filters: object
) -> str:
    """The games with these filters, between two times and of a family if these are given."""
    if bounds:
        filters = {"first": bounds[0], "last": bounds[1], **filters}
    of_family = family._asdict() if family else {}
    values = {name: in_address(value) for name, value in filters.items()}
    return games_url(which=which, **of_family, **values)


def in_address(value: object) -> object:
    """The key of a row, or a time as addresses have it."""
    return value.isoformat() if isinstance(value, datetime) else getattr(value, "pk", value)


@register.simple_tag
def rate_link(rate: PlayerRate, family: Family) -> str:
    """The game with the best value, or else the player's games with this figure."""
    if rate.play:
        return reverse("table", args=[rate.play])
    return games_link("complete", "", family, player=rate.player, figure=rate.figure)


def title_query(family: Family) -> str:
    return f"?{urlencode({'title': family.title})}" if family.title else ""


@register.filter
def players(lines: Iterable[LeagueLine]) -> list[Player]:
    return [line.player for line in lines]


@register.filter
def names(players: Iterable[Player]) -> list[str]:
    return [player.name for player in players]
