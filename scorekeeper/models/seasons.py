"""A named run of evenings with a league table."""

from __future__ import annotations

from datetime import date

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.timezone import localdate
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.models.people import EVENING_BREAK, Group

POINTS_LENGTH = 100


class Scale(models.TextChoices):
    """The scale that the league table of a season goes by."""

    PLACES = "places", _("Points by place")
    WINS = "wins", _("Wins")
    RATING = "rating", _("Rating")

    @property
    def heading(self) -> str:
        """The heading of its column beside wins; "" if there is none."""
        return {"places": gettext("Points"), "rating": gettext("Rating")}.get(self.value, "")


class SeasonQuerySet(models.QuerySet["Season"]):
    def newest_first(self) -> SeasonQuerySet:
        return self.order_by("-first_day", "-pk")

    def on(self, day: date) -> SeasonQuerySet:
        return self.filter(Q(last_day=None) | Q(last_day__gte=day), first_day__lte=day)


class Season(models.Model):
    """All evenings of a group that began from the first day to the last, which may still be open.

    `scale` is one of Scale. `points` is a scale of points by place, such as 5-3-2-1; "" if the
    season counts something else.
    """

    group = models.ForeignKey(Group, models.CASCADE, related_name="seasons")
    name = models.CharField(max_length=80)
    first_day = models.DateField()
    last_day = models.DateField(null=True, blank=True)
    scale = models.CharField(max_length=10)
    points = models.CharField(max_length=POINTS_LENGTH, blank=True, default="")

    objects = SeasonQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(last_day=None) | Q(last_day__gte=F("first_day")),
                name="season_ends_after_it_begins",
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_over(self) -> bool:
        return self.last_day is not None and self.last_day < evening_day()

    @property
    def is_to_come(self) -> bool:
        return self.first_day > localdate()


def evening_day() -> date:
    """Return the day that a game counts for which ends now: an evening may last past midnight."""
    return localdate(timezone.now() - EVENING_BREAK)
