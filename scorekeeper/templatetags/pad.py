"""Points and people as a score pad shows them."""

import unicodedata
from collections.abc import Sequence

from django import template
from django.utils.html import format_html
from django.utils.translation import gettext as _

register = template.Library()


@register.filter
def points(number: int) -> str:
    """With a real minus sign: −40."""
    return str(number).replace("-", "−")


@register.filter
def signed(number: int) -> str:
    """What a round brought: +90, −40, and a plain 0."""
    return f"+{number}" if number > 0 else points(number)


@register.simple_tag
def token(seat: int, name: str, size: str = "") -> str:
    """Whoever sits there, as a shape, a colour and an initial."""
    return format_html('<b class="token {} seat-{}" aria-hidden="true">{}</b>', size, seat, name[:1].upper())


@register.filter
def joined(names: Sequence[str]) -> str:
    """Ana, Ben and Cho."""
    *first, last = names
    return _("%(names)s and %(last)s") % {"names": ", ".join(first), "last": last} if first else last


@register.filter
def fitting(name: str, room: int) -> str:
    """A name cut to the room there is, where no style sheet can do it; a wide sign takes the room of two."""
    taken = 0
    for place, sign in enumerate(name):
        taken += 2 if unicodedata.east_asian_width(sign) in "WF" else 1
        if taken > room:
            return name[:place].rstrip() + "…"
    return name
