"""The forms about one game: its comment, notes, day, timer, setting it back, and a code that hands
an entry over.
"""

from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils import timezone
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


def newer_text_error(text: str) -> ValidationError:
    """Another device has just written this text, or deleted one: it is not overwritten."""
    deletion = _("Someone else just deleted this text. Save again to write yours.")
    change = _("Someone else just wrote: “%(comment)s”. Save again to replace it with yours.")
    return ValidationError(change if text else deletion, params={"comment": text})


class NoteForm(forms.Form):
    """The note at a round. `known` is the one that the form was opened with."""

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


class DetailsForm(forms.Form):
    """The form beside the options of a game: its comment, the day on which it was played, and the
    turn timer (see GameSession.timer).

    `known` has the day and the timer that the form was opened with: only what differs from these
    is changed. A field that was not sent, as by an earlier release, stays as it is.
    """

    comment = GameSession._meta.get_field("comment").formfield(validators=[readable])
    day = forms.DateField(
        error_messages={"required": _("Enter a date."), "invalid": _("Enter a date.")}
    )
    timer = forms.TypedChoiceField(
        required=False,
        coerce=int,
        empty_value=None,
        choices=timer_choices,
        error_messages={"invalid_choice": _("Choose one of these.")},
    )

    def __init__(self, session: GameSession, data: QueryDict | None = None) -> None:
        sent: dict[str, Any] = data.dict() if data else {}
        day, timer = localdate(session.played_at).isoformat(), session.timer
        now = {"day": day, "timer": "" if timer is None else str(timer)}
        self.known = {name: sent.get(f"known_{name}", value) for name, value in now.items()}
        now["comment"] = session.comment
        super().__init__({**now, **sent} if data else None, initial=now)

    @property
    def changes(self) -> dict[str, Any]:
        """Return what was changed, as change_settings takes it."""
        comment, day, timer = (self.cleaned_data[name] for name in ("comment", "day", "timer"))
        return {
            "comment": (comment, self.data.get("known")),
            "day": day if self.was_touched("day") else None,
            "columns": self.timer_columns(timer) if self.was_touched("timer") else {},
        }

    def timer_columns(self, timer: int | None) -> dict[str, Any]:
        """A timer that is turned on starts now. One that was on goes on with another limit."""
        columns = {"timer": timer}
        return columns if self.known["timer"] else {**columns, "timer_since": timezone.now()}

    def was_touched(self, name: str) -> bool:
        return bool(self.data[name] != self.known[name])

    def clean_day(self) -> date:
        day: date = self.cleaned_data["day"]
        if not self.was_touched("day"):
            return day
        if day > localdate():
            raise ValidationError(_("This day is still to come: enter today or an earlier day."))
        if day < FIRST_DAY:
            raise ValidationError(_("Enter a day from 1900 on."))
        return day


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
