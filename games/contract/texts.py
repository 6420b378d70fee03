"""Texts for people, which the shell translates."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

MILLION = 10**6


class Seat(int):
    """The number of a seat. Among the values of a Text it stands for the player's name."""

    __slots__ = ()


class Text(NamedTuple):
    """A message for people, in English, with the values for its %(name)s placeholders.

    The shell translates it. A value may be a Seat (shown as the player's name), a number (shown
    with a real minus sign) or another Text. With `plural`, the value "count" selects the form.
    """

    message: str
    values: Mapping[str, object] = {}
    plural: str | None = None

    def render(
        self,
        names: Sequence[str],
        gettext: Callable[[str], str],
        ngettext: Callable[[str, str, int], str],
    ) -> str:
        """Return the text in the language of `gettext`, with `names` (in seat order) for seats."""
        count = int(str(self.values["count"])) if self.plural else 0
        message = (
            ngettext(self.message, self.plural, count) if self.plural else gettext(self.message)
        )
        return message % {
            key: _render_value(value, names, gettext, ngettext)
            for key, value in self.values.items()
        }


def _render_value(
    value: object,
    names: Sequence[str],
    gettext: Callable[[str], str],
    ngettext: Callable[[str, str, int], str],
) -> object:
    if isinstance(value, Text):
        return value.render(names, gettext, ngettext)
    if isinstance(value, Seat):
        return names[value]
    return format_number(value) if isinstance(value, int) else value


def in_english(text: Text, names: Sequence[str] = ()) -> str:
    return text.render(names, str, lambda singular, plural, n: singular if n == 1 else plural)


def format_number(number: int) -> str:
    """Format with a real minus sign; from a million on, group digits with no-break spaces."""
    if abs(number) < MILLION:
        return format_ungrouped(number)
    return f"{number:,}".replace(",", "\u202f").replace("-", "−")


def signed(points: int) -> str:
    """Format a change of points with its sign: +90, −40, 0."""
    return f"+{format_number(points)}" if points > 0 else format_number(points)


def format_ungrouped(number: int) -> str:
    """Format with a real minus sign, so that an input field can read the number back."""
    return str(number).replace("-", "−")


def gettext(message: str, **values: object) -> Text:
    """Make a Text that makemessages finds. Import it as `_`."""
    return Text(message, values)


def ngettext(singular: str, plural: str, count: int, **values: object) -> Text:
    """Make a Text with a plural form that makemessages finds; %(count)s is the number."""
    return Text(singular, {"count": count, **values}, plural)


def gettext_noop(message: str) -> str:
    """Mark a message for makemessages; the page that shows it translates it."""
    return message
