"""The interface of a game's forms.py: the forms that a phone sends, and descriptions of their data.

OptionsForm and EntryForm are Django forms. The core does not import Django, so these protocols name
only what the pages call in addition. The templates options.html and entry.html in templates/<slug>/
get the form as `form`. JSON refers to seats by number.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from games.contract import Data, EntryContext, Fact


class OptionsForm(Protocol):
    """The form for the options of a game.

    `data` is the submitted data. `options` are the initial values, as far as they are known: those
    of a game to change, or to play again.

    Every field is named after its option, so that errors from the rules appear beside it.

    A form with buttons that only rearrange it, such as one that adds a row, has `rearranges`: true
    if one was pressed. Then nothing is checked or stored, and the form is shown again.
    """

    def __init__(self, data: Data = None, *, options: Data = None) -> None: ...

    def options(self) -> dict[str, Any]:
        """Return the options of a valid form, as a record has them.

        The same data must give the same options, because a phone may send it twice.
        """
        ...


class EntryForm(Protocol):
    """The form for an entry.

    `data` is the submitted data. `entry` is a stored entry, to correct.

    Every field is named after its field in the entry, so that errors from the rules appear beside
    it, in the template's <div id="say-FIELD">. The parts of a field have numbers: toads_0, toads_1.
    They are fields, too, or its widget says so in `widgets_names`, as Django's MultiWidget does: a
    draft keeps no other inputs.

    A blank field that must be filled has an error with the code "required". Until the form is
    submitted that is not an error: the page lists the field's label as missing. The code "later"
    means the same of a field that a later step asks: it is not listed yet.

    A form that fits more than one kind of entry may have a `title`, which its page then shows
    instead of the game's enter_title.

    The form of a game with `steps` has `is_ready`: whether the first step is done, so that the next
    time it asks the second.
    """

    def __init__(self, data: Data = None, *, context: EntryContext, entry: Data = None) -> None: ...

    def entry(self) -> dict[str, Any]:
        """Return the entry, as it is stored; of an invalid form, the part that can be read."""
        ...


class TablePage(Protocol):
    """The context of templates/<slug>/table.html, which adds to standings and score sheet.

    The template gets it as `table_page`.
    """

    def __init__(self, context: EntryContext) -> None: ...


class Forms(Protocol):
    """The module forms.py. TablePage and blanks_ahead are optional."""

    OptionsForm: type[OptionsForm]
    EntryForm: type[EntryForm]

    def describe_options(self, options: Mapping[str, Any]) -> list[Fact]:
        """Describe options, for lists and to show what changed. Any option may be missing."""
        ...

    def describe_entry(self, entry: Mapping[str, Any], names: Sequence[str]) -> list[Fact]:
        """Describe an entry, for the history and to compare versions; `names` are in seat order.

        The entry may be a draft, in which anything may be missing.
        """
        ...

    def blanks_ahead(self, context: EntryContext) -> int:
        """Return for how many rounds after the next one blank forms travel with its form.

        Without a network a phone empties the form it has, and uses it for the next round. That is
        wrong where the form depends on the round, such as one with as many choices as cards. Such
        a game returns a few rounds here, at most those that are left. Its EntryForm is then made
        with `context.ahead` from 1 on. A phone that is even further ahead keeps its last form, and
        the rules judge the entry on arrival, as always.
        """
        ...
