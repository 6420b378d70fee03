"""The forms about points by place, and about a season."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.http import QueryDict
from django.utils.timezone import localdate
from django.utils.translation import gettext_lazy as _

from scorekeeper.models import Group, Scale, Season
from scorekeeper.people.names import RequiredNameField
from scorekeeper.statistics.league_tables import (
    EXAMPLE,
    MOST_PLACES,
    MOST_POINTS,
    parse_points,
    points_text,
)

WITHIN = _("Enter a day from 1900 to 2999.")
DAYS = (MinValueValidator(date(1900, 1, 1), WITHIN), MaxValueValidator(date(2999, 12, 31), WITHIN))


class PointsField(forms.CharField):
    """A scale of points by place. Its value is a text such as 5-3-2-1, or ""."""

    def clean(self, value: Any) -> str:
        scale = parse_points(str(value or ""))
        if scale is None:
            raise ValidationError(
                _(
                    "Enter whole numbers, the first place first, such as %(example)s:"
                    " at most %(places)s of them, each at most %(points)s."
                ),
                params={"example": EXAMPLE, "places": MOST_PLACES, "points": MOST_POINTS},
            )
        return points_text(scale)


class PointsForm(forms.Form):
    points = PointsField(required=False)

    def __init__(self, group: Group, data: QueryDict | None = None) -> None:
        super().__init__(data, initial={"points": group.points})


class DayField(forms.DateField):
    def __init__(self, required: bool = True) -> None:
        messages = {"required": _("Enter a date."), "invalid": _("Enter a date.")}
        super().__init__(required=required, error_messages=messages, validators=DAYS)


class SeasonForm(forms.Form):
    name = RequiredNameField(max_length=80)
    first_day = DayField()
    last_day = DayField(required=False)
    scale = forms.ChoiceField(
        choices=Scale.choices,
        error_messages={
            "required": _("Choose what counts."),
            "invalid_choice": _("Choose what counts."),
        },
    )
    points = PointsField(required=False)

    def __init__(
        self, group: Group, season: Season | None = None, data: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(data, initial=season_values(season) if season else new_values(group))

    def clean(self) -> dict[str, Any]:
        first, last = (self.cleaned_data.get(name) for name in ("first_day", "last_day"))
        if first and last and last < first:
            self.add_error("last_day", _("The last day is before the first. Change one of them."))
        if self.cleaned_data.get("scale") != Scale.PLACES:
            self.errors.pop("points", None)  # not used by this scale, so its errors do not matter
            self.cleaned_data["points"] = ""
        elif self.cleaned_data.get("points") == "":
            self.add_error("points", _("Enter the points, such as 5-3-2-1."))
        return self.cleaned_data


def new_values(group: Group) -> dict[str, object]:
    return {
        "first_day": localdate().isoformat(),
        "scale": Scale.PLACES,
        "points": group.points or EXAMPLE,
    }


def season_values(season: Season) -> dict[str, object]:
    return {
        "name": season.name,
        "first_day": season.first_day.isoformat(),
        "last_day": season.last_day.isoformat() if season.last_day else "",
        "scale": season.scale,
        "points": season.points or EXAMPLE,
    }
