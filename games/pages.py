"""What a game's forms.py gives the pages: the forms that a phone sends, and what they hold in words.

OptionsForm and EntryForm are forms of Django, which the core does not import: so only what is ours is said here. Their
templates, options.html and entry.html in templates/<slug>/, get them as `form`; in JSON seats are numbers throughout.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from games.contract import Fact, Situation


class OptionsForm(Protocol):
    """By which options a game is played. `data` is what was sent; `options` are those to begin with, so far as they are
    known: of a game to change, or to play again.

    A field is called as its option: there is said what the rules refuse of it.
    """

    def __init__(self, data: Mapping[str, Any] | None = None, *, options: Mapping[str, Any] | None = None) -> None: ...

    def options(self) -> dict[str, Any]:
        """The options of a valid form, as a record has them; from the same data the same, for it may be sent twice."""
        ...


class EntryForm(Protocol):
    """What is entered next, `at` this table. `data` is what was sent; `entry` is one that stands, to be corrected.

    A field is called as in the entry: there is said what the rules refuse of it, in the <div id="say-FIELD"> of the
    template. One of several parts has a number behind each: toads_0, toads_1. While a form is filled in, what is only
    blank is no mistake: it has an error with the code "required", and the page says the field's label as missing.
    """

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, at: Situation, entry: Mapping[str, Any] | None = None
    ) -> None: ...

    def entry(self) -> dict[str, Any]:
        """The entry of a valid form, as it is stored; of another that was cleaned, so much as can be read."""
        ...


class TablePage(Protocol):
    """What templates/<slug>/table.html shows beside standings and sheet, as the game stands. There it is `shown`."""

    def __init__(self, at: Situation) -> None: ...


class Forms(Protocol):
    """The module itself; TablePage may be left out."""

    OptionsForm: type[OptionsForm]
    EntryForm: type[EntryForm]

    def describe_options(self, options: Mapping[str, Any]) -> list[Fact]:
        """How a game is set up, label by label: for lists, and to compare what was changed. Options may be missing."""
        ...

    def describe(self, entry: Mapping[str, Any], names: Sequence[str]) -> list[Fact]:
        """What was entered, label by label: for the history, two versions side by side, and what is noted so far, of
        which anything may be missing. `names` are in seat order.
        """
        ...
