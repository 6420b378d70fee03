"""The field for a name."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.kit.names import normalize_name
from scorekeeper.models.people import printable

TOO_LONG = _("Use at most 40 letters.")


class NameField(forms.CharField):
    """The name of a player, a device or a group."""

    def __init__(self, max_length: int = 40, **kwargs: Any) -> None:
        kwargs.setdefault("error_messages", {"max_length": TOO_LONG})
        super().__init__(max_length=max_length, validators=[printable], **kwargs)

    def to_python(self, value: Any) -> str:
        return normalize_name(super().to_python(value) or "")
