"""The form for the options of Big Fish, which draws one of the cards A, B and C at random."""

from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from games.big_fish.bonus import CONDITIONS, DRAWN_CARDS
from games.contract import Data


class OptionsForm(forms.Form):
    """If `drawn` is blank, the form draws one of A, B and C at random."""

    advanced = forms.ChoiceField(
        choices=[("basic", _("Basic")), ("advanced", _("With bonus cards"))],
        widget=forms.RadioSelect,
        label=_("Rules"),
    )
    drawn = forms.ChoiceField(
        choices=[
            ("", _("Draw one for us")),
            *(
                (
                    letter,
                    format_lazy(
                        # Translators: a bonus card, such as A, and what a row needs for it.
                        _("{card}: {condition}"),
                        card=letter,
                        condition=_(CONDITIONS[letter].message),
                    ),
                )
                for letter in DRAWN_CARDS
            ),
        ],
        required=False,
        widget=forms.RadioSelect,
        label=_("Card drawn"),
    )
    a_is_extra = forms.BooleanField(
        required=False,
        label=_("Card A is an extra"),
        help_text=_(
            "A row earns at most one bonus card. With this option, card A comes on top of it."
        ),
    )

    def __init__(self, data: Data = None, *, options: Data = None) -> None:
        options = options or {}
        initial = {
            "advanced": "advanced" if options.get("advanced") else "basic",
            "drawn": options.get("drawn") or "",
            "a_is_extra": options.get("a_is_extra", False),
        }
        super().__init__(data, initial=initial, use_required_attribute=False)

    def clean(self) -> dict[str, Any]:
        """Clear `a_is_extra` if the table picked B or C; keep it for a draw, which may give A."""
        data = self.cleaned_data
        if data.get("drawn") in ("B", "C"):
            data["a_is_extra"] = False
        if data.get("advanced") == "advanced" and data.get("drawn") == "":
            data["drawn"] = draw_card(str(self.data.get("submission", "")))
        return data

    def options(self) -> dict[str, Any]:
        data = self.cleaned_data
        if data["advanced"] == "basic":
            return {"advanced": False}
        return {"advanced": True, "drawn": data["drawn"], "a_is_extra": data["a_is_extra"]}


def draw_card(submission: str) -> str:
    """Draw at random, but always the same card for the same submission, which may arrive twice."""
    try:
        lot = UUID(submission)
    except ValueError:
        lot = uuid4()
    return DRAWN_CARDS[lot.int % len(DRAWN_CARDS)]
