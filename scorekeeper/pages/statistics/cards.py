"""The cards of a year in review: one figure each, with links to the games behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple

from django.urls import reverse
from django.utils.formats import number_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from games.contract import AnyGame
from scorekeeper.formats import format_day
from scorekeeper.models import Player
from scorekeeper.pages.game_filters import Which, games_url
from scorekeeper.statistics.history import GroupHistory
from scorekeeper.statistics.plays import Family, Play, bounds
from scorekeeper.statistics.years import YearFigures


class Line(NamedTuple):
    """A link: to a game, or to all games behind the figure. `player`: whom it is about."""

    text: str
    url: str
    detail: str = ""
    player: Player | None = None


class Card(NamedTuple):
    """`unit`, after the figure, says what it counts. `game`: whose picture the card has, if any."""

    title: str
    figure: str
    unit: str
    lines: Sequence[Line]
    game: AnyGame | None = None


@dataclass(frozen=True)
class Review:
    """The source of the cards: a year of a group, or of `player`."""

    history: GroupHistory
    figures: YearFigures
    player: Player | None = None

    def name(self, pk: int) -> Player:
        return self.history.players[pk]

    def url(self, **filters: object) -> str:
        """Games of the year, of the player if the review has one."""
        whose = {"player": self.player.pk} if self.player else {"group": self.history.group}
        return games_url(**{"year": self.figures.year, **whose, **filters})

    def family_url(self, family: Family, **filters: object) -> str:
        return self.url(game=family.game, title=family.title, which=Which.COMPLETE, **filters)


def grouped(number: int) -> str:
    return number_format(number, force_grouping=True)


def opponents_text(number: int) -> str:
    """Return a text in place of the names if too many opponents tie."""
    return _("%(n)s opponents") % {"n": grouped(number)}


def player_line(review: Review, pk: int, url: str, detail: str) -> Line:
    """Return a line about a player, without the name on the page of that player."""
    if review.player:
        return Line(detail, url)
    player = review.name(pk)
    return Line(player.name, url, detail, player)


def day_text(day: date | datetime) -> str:
    return format_day(localtime(day) if isinstance(day, datetime) else day, "day of year")


def days_text(plays: Sequence[Play]) -> str:
    """The first and the last day."""
    first, last = day_text(plays[0].played_at), day_text(plays[-1].played_at)
    return first if first == last else f"{first} – {last}"


def times_of(plays: Sequence[Play]) -> dict[str, str]:
    """Return the parameters of a link to the games from the first to the last of these."""
    return dict(zip(("first", "last"), bounds(plays), strict=True))


def table_url(play: Play) -> str:
    return reverse("table", args=[play.pk])


def games_line(url: str) -> Line:
    """Return the link of a card about all these games."""
    return Line(_("Show the games"), url)
