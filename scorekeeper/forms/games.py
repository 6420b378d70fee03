"""The forms about one game: its comment, notes, day, timer, setting it back, and a code that hands
an entry over.
"""

from datetime import date, datetime

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.timezone import localdate
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.models import GameSession, Revision
from scorekeeper.models.people import readable
from scorekeeper.tables.entering.handing_over import LONGEST_CODE, Handover, read_code

CHANGED_CODE = _("This code is incomplete or was changed. Scan it again.")


class BackForm(forms.Form):
    """Setting a game back: the newest change that the page showed."""

    newest = forms.IntegerField(min_value=1)
    submission = forms.UUIDField()


class SharedTextForm(forms.Form):
    """A text that another device may change at the same time: a newer one is not overwritten."""

    text_field: str

    def __init__(self, text: str, data: QueryDict | None = None) -> None:
        super().__init__(data, initial={self.text_field: text})
        self.text = text

    def show_newer(self, text: str) -> None:
        self.text = text
        deletion = _("Someone else just deleted this text. Save again to write yours.")
        change = _("Someone else just wrote: “%(comment)s”. Save again to replace it with yours.")
        error = change if text else deletion
        self.add_error(self.text_field, ValidationError(error, params={"comment": text}))


class CommentForm(SharedTextForm):
    """The comment on a game. `original` is the one that the form was opened with."""

    text_field = "comment"
    comment = GameSession._meta.get_field("comment").formfield(validators=[readable])

    @property
    def original(self) -> str | None:
        return self.data.get("known")

    @property
    def change(self) -> tuple[str, str | None] | None:
        """The text, and the one that it replaces; None if the form was not sent."""
        return (self.cleaned_data["comment"], self.original) if self.is_bound else None


class NoteForm(SharedTextForm):
    """The note at a round. `known` is the one that the form was opened with."""

    text_field = "note"
    known = forms.CharField(required=False, strip=False, widget=forms.HiddenInput)
    note = forms.CharField(
        required=False,
        max_length=Revision._meta.get_field("note").max_length,
        validators=[readable],
        error_messages={"max_length": _("Use at most 200 characters.")},
    )

    def clean_note(self) -> str:
        return " ".join(self.cleaned_data["note"].split())


FIRST_DAY = date(1900, 1, 1)


class DayForm(forms.Form):
    """The day on which a game was played. `known_day` is the one that the form was opened with."""

    day = forms.DateField(
        error_messages={"required": _("Enter a date."), "invalid": _("Enter a date.")}
    )

    def __init__(self, played_at: datetime, data: QueryDict | None = None) -> None:
        self.current = localdate(played_at).isoformat()
        super().__init__(data, initial={"day": self.current})

    @property
    def known_day(self) -> str:
        return str(self.data.get("known_day", self.current))

    @property
    def change(self) -> date | None:
        """The new day; None if it stays as it was."""
        return self.cleaned_data["day"] if self.is_bound and self.was_touched else None

    @property
    def was_touched(self) -> bool:
        return bool(self.data["day"] != self.known_day)

    def clean_day(self) -> date:
        day: date = self.cleaned_data["day"]
        if not self.was_touched:
            return day
        if day > localdate():
            raise ValidationError(_("This day is still to come: enter today or an earlier day."))
        if day < FIRST_DAY:
            raise ValidationError(_("Enter a day from 1900 on."))
        return day


def timer_choices() -> list[tuple[object, str]]:
    minutes = (
        (60 * n, ngettext("%(n)s minute", "%(n)s minutes", n) % {"n": n}) for n in (1, 2, 3, 5, 10)
    )
    return [
        ("", gettext("No timer")),
        (0, gettext("Counts up")),
        (30, gettext("30 seconds")),
        *minutes,
    ]


class TimerForm(forms.Form):
    """The turn timer: see GameSession.timer. `known_timer` is what the form was opened with."""

    timer = forms.TypedChoiceField(
        required=False,
        coerce=int,
        empty_value=None,
        choices=timer_choices,
        error_messages={"invalid_choice": _("Choose one of these.")},
    )

    def __init__(self, current: int | None, data: QueryDict | None = None) -> None:
        self.current = "" if current is None else str(current)
        super().__init__(data, initial={"timer": self.current})

    @property
    def original(self) -> str:
        return str(self.data.get("known_timer", self.current))

    @property
    def choice(self) -> str:
        return str(self.data.get("timer", self.current))

    @property
    def changes(self) -> dict[str, int | None]:
        """The new column of the session; empty if it stays as it was."""
        is_touched = self.is_bound and self.choice != self.original
        return {"timer": self.cleaned_data["timer"]} if is_touched else {}


class CodeForm(forms.Form):
    """The code: what follows the "#" of the link that was scanned, or the whole link."""

    handed_over = forms.CharField(
        max_length=LONGEST_CODE,
        error_messages={
            "required": _("Scan the code on the other phone, or paste its link."),
            "max_length": CHANGED_CODE,
        },
    )

    def clean_handed_over(self) -> Handover:
        if not (code := read_code(self.cleaned_data["handed_over"].rpartition("#")[2])):
            raise ValidationError(CHANGED_CODE)
        return code
