"""The time that a page of figures is about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.db import models
from django.utils.dateparse import parse_date
from django.utils.timezone import localdate, make_aware
from django.utils.translation import gettext_lazy as _

from scorekeeper.statistics.evenings import evenings
from scorekeeper.statistics.plays import Play

YEARS = range(1899, 9999)
"""A game may be of 1900 or later, the first hours of which may be in 1899 in UTC."""


class Span(models.TextChoices):
    ALL = "all", _("All time")
    EVENING = "evening", _("Evening")
    MONTH = "30", _("30 days")
    YEAR = "year", _("This year")
    DATES = "dates", _("From–to")


@dataclass(frozen=True)
class Period:
    """`first` and `last` are days, both included; None without a limit. They matter for DATES."""

    span: Span = Span.ALL
    first: date | None = None
    last: date | None = None

    @classmethod
    def parse(cls, query: Mapping[str, str]) -> Period:
        """Read a period from a link or form. Days alone mean DATES; ignore anything else."""
        first, last = (day_of(query.get(name, "")) for name in ("from", "to"))
        value = query.get("period", "")
        span = Span.DATES if first or last else Span.ALL
        if value in Span.values:
            span = Span(value)
        return cls(span, first, last) if span == Span.DATES else cls(span)

    @property
    def is_backwards(self) -> bool:
        return bool(self.first and self.last and self.last < self.first)

    @property
    def days(self) -> tuple[date | None, date | None]:
        """The first and the last day of the period, both included."""
        today = localdate()
        if self.span == Span.MONTH:
            return today - timedelta(days=29), today
        if self.span == Span.YEAR:
            return date(today.year, 1, 1), date(today.year, 12, 31)
        return self.first, self.last

    def select(self, plays: Sequence[Play]) -> Sequence[Play]:
        """Return the plays of the period; `plays` come in the order of play."""
        if self.span == Span.EVENING:
            return evenings(plays)[-1].plays if plays else ()
        first, last = self.days
        since = start_of(first) if first else None
        until = start_of(last + timedelta(days=1)) if last else None
        return [
            play
            for play in plays
            if (not since or play.played_at >= since) and (not until or play.played_at < until)
        ]


def day_of(text: str) -> date | None:
    """A day as browsers send it: 2026-11-23."""
    try:
        day = parse_date(text)
    except ValueError:
        return None
    return day if day and day.year in YEARS else None


def start_of(day: date) -> datetime:
    return make_aware(datetime.combine(day, time()))
