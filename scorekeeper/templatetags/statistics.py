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

register.simple_tag(games_url, name="games_link")
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
def played_link(player: Player, which: str, bounds: Bounds = "", family: FamilyOrBlank = "") -> str:
    """The games of a player, between two times and of a family if these are given."""
    return games_url(player=player.pk, which=which, **limits(bounds, family))


@register.simple_tag
def met_link(player: Player, opponent: Player, family: FamilyOrBlank = "") -> str:
    """The games that two players played together, of a family if it is given."""
    filters = {"player": player.pk, "opponent": opponent.pk, "which": "counted"}
    return games_url(**filters, **limits("", family))


@register.simple_tag
def rate_link(rate: PlayerRate, family: Family) -> str:
    """The game with the best value, or else the player's games with this figure."""
    if rate.play:
        return reverse("table", args=[rate.play])
    filters = {"player": rate.player.pk, "figure": rate.figure, "which": "complete"}
    return games_url(**filters, **family._asdict())


@register.simple_tag
def group_played_link(
    group: Group, which: str, bounds: Bounds = "", family: FamilyOrBlank = ""
) -> str:
    """The games of a group, between two times and of a family if these are given."""
    return games_url(group=group.pk, which=which, **limits(bounds, family))


@register.simple_tag
def group_until_link(group: Group, family: Family, last: datetime) -> str:
    """The games of a family that counted in a group, up to the one played at that time."""
    return group_played_link(group, "counted", ("", last.isoformat()), family)


def limits(bounds: Bounds, family: FamilyOrBlank) -> dict[str, str]:
    first, last = bounds or ("", "")
    return {"first": first, "last": last, **(family._asdict() if family else {})}


def title_query(family: Family) -> str:
    return f"?{urlencode({'title': family.title})}" if family.title else ""


@register.filter
def players(lines: Iterable[LeagueLine]) -> list[Player]:
    return [line.player for line in lines]


@register.filter
def names(players: Iterable[Player]) -> list[str]:
    return [player.name for player in players]
