"""The form for a webhook."""

from __future__ import annotations

from contextlib import suppress
from typing import Any
from urllib.parse import quote, urlsplit, urlunsplit

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.forms.models import model_to_dict
from django.http import QueryDict
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from scorekeeper.models import Event, Format, Webhook
from scorekeeper.people.names import RequiredNameField
from scorekeeper.webhooks.addresses import PORTS, is_private_by_itself

SAFE = "/:;=@!$&'()*,+~%?-._"
"""The characters that stay as they are in an address."""
CHOOSE = {"required": _("Choose one of these."), "invalid_choice": _("Choose one of these.")}


class AddressField(forms.CharField):
    """The address of another program, with its host as ASCII."""

    def __init__(self) -> None:
        super().__init__(
            max_length=500,
            error_messages={
                "required": _("Enter an address."),
                "max_length": _("Use at most 500 characters."),
            },
        )

    def clean(self, value: Any) -> str:
        text = super().clean(value)
        address = plain_address(text)
        if not address and text.lower().startswith(("http://", "https://")):
            raise ValidationError(_("This address isn’t valid."))
        if not address:
            raise ValidationError(_("Enter an address that begins with https:// or http://."))
        if urlsplit(text).username is not None:
            raise ValidationError(_("Leave out the name and the password before the @."))
        if is_private_by_itself(address):
            raise ValidationError(
                _("This address belongs to a private network, which this site may not reach.")
            )
        return address


def plain_address(text: str) -> str:
    """Return the address in ASCII without a fragment; "" if it is none."""
    with suppress(ValueError):  # a port that is not a number, or a name that cannot exist
        parts = urlsplit(text)
        host = (parts.hostname or "").encode("idna").decode()
        with_port = f"{host}:{parts.port}" if parts.port else host
        netloc = parts.netloc if parts.netloc.isascii() else with_port
        path, query = quote(parts.path, SAFE), quote(parts.query, SAFE)
        address = urlunsplit((parts.scheme, netloc, path, query, ""))
        # Nothing in it may end a line of a request.
        is_one_word = parts.netloc.isprintable() and " " not in netloc
        # Some letters become brackets, and an IPv6 address would lose its own.
        has_same_host = urlsplit(address).hostname == host
        if parts.scheme in PORTS and parts.port != 0 and is_one_word and has_same_host:
            return address
    return ""


class WebhookForm(forms.Form):
    """A new webhook of a group, or one to change."""

    name = RequiredNameField()
    address = AddressField()
    format = forms.ChoiceField(choices=Format.choices, error_messages=CHOOSE)
    events = forms.MultipleChoiceField(
        choices=Event.choices,
        error_messages={
            "required": _("Choose at least one."),
            "invalid_choice": _("Choose from these."),
        },
    )
    language = forms.ChoiceField(error_messages=CHOOSE)

    def __init__(self, webhook: Webhook | None = None, data: QueryDict | None = None) -> None:
        fields = list(WebhookForm.base_fields)
        super().__init__(data, initial=model_to_dict(webhook, fields) if webhook else new_values())
        self.fields["language"].choices = settings.LANGUAGES  # type: ignore[attr-defined]


def new_values() -> dict[str, object]:
    """A lamp would flash for each of these; rounds are many, so a host chooses them."""
    return {
        "format": Format.STANDARD,
        "events": [Event.STARTED, Event.RECORD, Event.WON],
        "language": get_language(),
    }
