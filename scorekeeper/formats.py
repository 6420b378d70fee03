"""Days, times and numbers as each language writes them. Formats are messages of its catalogue."""

from datetime import date
from decimal import ROUND_HALF_UP, Decimal

from django.utils.dateformat import format as format_as
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

# Translators: letters as in Django's filter “date”. l is the weekday, D a short one, j the day,
# F the month, M a short one, n its number, Y the year, H:i the time.
FORMATS = {
    "day": pgettext_lazy("format of a date", "j M Y"),
    "day of year": pgettext_lazy("format of a date", "j M"),
    "time": pgettext_lazy("format of a date", "H:i"),
    "day and time": pgettext_lazy("format of a date", "j M H:i"),
    "month": pgettext_lazy("format of a date", "F Y"),
    "short month": pgettext_lazy("format of a date", "M Y"),
    "weekday": pgettext_lazy("format of a date", "D j M Y"),
    "whole day": pgettext_lazy("format of a date", "l j F Y"),
    "whole day of year": pgettext_lazy("format of a date", "l j F"),
}


def format_day(day: date, name: str) -> str:
    """Format a day, or a time in the local time zone."""
    return format_as(day, str(FORMATS[name]))


def span(first: object, last: object) -> str:
    """Say from what to what: 3 May – 2 June."""
    return _("%(first)s – %(last)s") % {"first": first, "last": last}


def labels(what: object, value: object) -> str:
    """Put a label before a value: Toads: 2."""
    return _("%(what)s: %(value)s") % {"what": what, "value": value}


def grouped(number: int) -> str:
    """Format a number with thousands separators, from five digits on, like points: 1118, 10,000."""
    return number_format(number, force_grouping=abs(number) >= 10_000)


def round_half_up(number: float, decimals: int = 0) -> float:
    """Round as people do: 218.5 is 219. Python rounds halves to the even number."""
    step = Decimal(1).scaleb(-decimals)
    return float(Decimal(str(number)).quantize(step, ROUND_HALF_UP)) + 0  # never -0
