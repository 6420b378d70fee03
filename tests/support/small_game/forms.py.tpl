"""The forms of GAME_TITLE, and descriptions of options and rounds."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.contract import Data, EntryContext, Fact

WHOLE_NUMBER = {"required": _("Enter a number."), "invalid": _("Enter a whole number.")}


class OptionsForm(forms.Form):
    target = forms.IntegerField(max_value=99999, label=_("Target"), error_messages=WHOLE_NUMBER)

    def __init__(self, data: Data = None, *, options: Data = None) -> None:
        initial = {"target": 100, **(options or {})}
        super().__init__(data, initial=initial, use_required_attribute=False)

    def options(self) -> dict[str, Any]:
        return self.cleaned_data


class EntryForm(forms.Form):
    points = forms.IntegerField(max_value=99999, label=_("Points"), error_messages=WHOLE_NUMBER)

    def __init__(self, data: Data = None, *, context: EntryContext, entry: Data = None) -> None:
        super().__init__(data, initial=dict(entry or {}), use_required_attribute=False)
        self.fields["winner"] = forms.TypedChoiceField(
            choices=list(enumerate(context.names)),
            coerce=int,
            widget=forms.RadioSelect,
            label=_("Who won the round?"),
            error_messages={"required": _("Choose who won the round.")},
        )
        self.order_fields(["winner", "points"])  # as on the page

    def entry(self) -> dict[str, Any]:
        return self.cleaned_data


def describe_options(options: Mapping[str, Any]) -> list[Fact]:
    return [(gettext("target"), str(options.get("target", 100)))]


def describe_entry(entry: Mapping[str, Any], names: Sequence[str]) -> list[Fact]:
    winner = names[entry["winner"]] if "winner" in entry else ""
    facts = [(gettext("winner"), winner), (gettext("points"), str(entry.get("points", "")))]
    return [(label, value) for label, value in facts if value]
