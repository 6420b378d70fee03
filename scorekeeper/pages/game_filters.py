"""The filters of the list of all games, as its form and the links of statistics write them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache, partial, reduce
from operator import or_
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import validate_slug
from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.db.models.functions import Cast
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scorekeeper.models import Seat
from scorekeeper.models.sessions import SessionQuerySet
from scorekeeper.statistics.periods import YEARS, day_of, start_of
from scorekeeper.statistics.plays import LIKELY


class Which(models.TextChoices):
    """Games by how statistics count them; WON by the player of the filter, or by anyone."""

    COUNTED = "counted", _("games that count")
    WON = "won", pgettext_lazy("games", "wins")
    SOLO = "solo", _("games of one player")
    COMPLETE = "complete", _("played to the end")
    TIMED = "timed", _("games whose time is known")


def validate_time(text: str) -> None:
    if not time_of(text):
        raise ValidationError("not a time")


text_field = partial(forms.CharField, required=False, max_length=200)
number_field = partial(forms.IntegerField, required=False, min_value=0, max_value=10**18 - 1)


class FilterForm(forms.Form):
    """Reads the filters of an address: see Filters."""

    text = text_field()
    game = text_field(max_length=50, validators=[validate_slug])  # its rules may not be installed
    title = text_field()
    player = number_field()
    opponent = number_field()
    group = number_field()
    year = number_field(min_value=YEARS[0], max_value=YEARS[-1])
    first = text_field(validators=[validate_time])
    last = text_field(validators=[validate_time])
    kind = text_field()
    figure = text_field()
    which = forms.ChoiceField(choices=Which.choices, required=False)


@dataclass(frozen=True)
class Filters:
    """Empty for no filter, but an empty `title` asks for games without one, and None for all.

    `text`: words of a title or a name. `opponent`: someone who played, too. `first` and `last`:
    days, or the exact times of two games; both are included. `kind`: as in GameSession. `figure`: a
    figure that the game counted of the player, or of anyone, as figure_address writes it.
    """

    text: str = ""
    game: str = ""
    title: str | None = None
    player: int | None = None
    opponent: int | None = None
    group: int | None = None
    year: int | None = None
    first: str = ""
    last: str = ""
    kind: str = ""
    figure: str = ""
    which: str = ""

    @classmethod
    def parse(cls, query: Mapping[str, str]) -> Filters:
        """Read the filters of an address; ignore values that no form or link of ours sends."""
        names = {address: name for name, address in ADDRESS.items()}
        data = {names.get(name, name): value for name, value in query.items()}
        form = FilterForm(data)
        form.is_valid()  # leaves only the valid values
        return cls(**{name: form.cleaned_data[name] for name in data if name in form.cleaned_data})

    @property
    def query(self) -> str:
        """The filters as a query string, which `parse` reads."""
        return urlencode(self.parameters)

    @property
    def hidden_fields(self) -> dict[str, str]:
        """The filters that links set and the page's form does not show."""
        return {name: str(value) for name, value in self.parameters.items() if name in HIDDEN}

    @property
    def parameters(self) -> dict[str, object]:
        """The filters that are set, by their names in an address."""
        return {
            ADDRESS.get(name, name): value
            for name, value in vars(self).items()
            if value or (name == "title" and value is not None)
        }

    def select(self, sessions: SessionQuerySet) -> SessionQuerySet:
        """Apply every filter except the text search and titles."""
        return sessions.filter(*self.conditions())

    def conditions(self) -> list[Q]:
        same = {name: value for name in ("game", "group") if (value := getattr(self, name))}
        conditions = [Q(**same)]
        conditions += [any_seat(player=player) for player in (self.player, self.opponent) if player]
        if self.year:
            first, end = (start_of(date(year, 1, 1)) for year in (self.year, self.year + 1))
            conditions.append(Q(played_at__gte=first, played_at__lt=end))
        if since := time_of(self.first):
            conditions.append(Q(played_at__gte=since))
        if until := time_of(self.last):
            conditions.append(
                Q(played_at__lt=until + timedelta(days=1))
                if day_of(self.last)
                else Q(played_at__lte=until)
            )
        if self.kind:
            conditions.append(any_seat(kind=self.kind))
        if self.figure:
            conditions.append(has_figure(self.figure, **self.seat_of_player))
        return [*conditions, *self.conditions_of_which()]

    def conditions_of_which(self) -> list[Q]:
        if not self.which:
            return []
        several = any_seat(number=1)
        complete = Q(finished_at__isnull=False, ended_early=False)
        more = {
            Which.COUNTED: [several],
            Which.WON: [several, any_seat(won=True, **self.seat_of_player)],
            Which.SOLO: [~several],
            Which.TIMED: [several, has_duration(*LIKELY)],
        }
        return [complete, *more.get(Which(self.which), [])]

    @property
    def seat_of_player(self) -> dict[str, int]:
        """The condition for the player's seat; any seat without a player."""
        return {"player": self.player} if self.player else {}


ADDRESS = {"first": "from", "last": "to"}
HIDDEN = ("title", "opponent", "group", "from", "to", "kind", "figure", "which")


@lru_cache(500)
def games_url(**filters: object) -> str:
    """The address of all games with these Filters. A page of statistics has dozens of them."""
    return f"{reverse('games')}?{Filters(**filters).query}"  # type: ignore[arg-type]


def time_of(text: str) -> datetime | None:
    """The start of a day, or an exact time."""
    day = day_of(text)
    return start_of(day) if day else exact_time(text)


def exact_time(text: str) -> datetime | None:
    """A time with its zone, of a year that a game can be of."""
    try:
        time = parse_datetime(text)
    except ValueError:
        return None
    return time if time and timezone.is_aware(time) and time.year in YEARS else None


def any_seat(**fields: object) -> Q:
    return Q(Exists(Seat.objects.filter(session=OuterRef("pk"), **fields)))


def figure_address(key: str, detail: str) -> str:
    """A figure and its detail, as addresses have them."""
    return f"{key}:{detail}" if detail else key


def has_figure(address: str, **fields: int) -> Q:
    """Search the stored text, as SQLite cannot look into lists. It escapes letters like ü, unlike
    PostgreSQL.
    """
    key, _colon, detail = address.partition(":")
    texts = {json.dumps([key, detail], ensure_ascii=ascii)[:-1] for ascii in (True, False)}
    seats = Seat.objects.alias(text=Cast("figures", models.TextField()))
    conditions = (Q(text__contains=text) for text in sorted(texts))
    of_game = seats.filter(reduce(or_, conditions), session=OuterRef("pk"), **fields)
    return Q(Exists(of_game))


def has_duration(shortest: timedelta, longest: timedelta) -> Q:
    since = F("started_at")
    return Q(finished_at__gte=since + shortest, finished_at__lte=since + longest)
