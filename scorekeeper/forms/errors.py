"""The errors of a form, for the summary of a page."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from django.core.exceptions import NON_FIELD_ERRORS
from django.forms import BaseForm
from django.utils.text import capfirst
from django.utils.translation import gettext as _


class FormError(NamedTuple):
    """`target`: the id that a link leads to; none if the error is not about one field."""

    text: str
    target: str = ""


def form_errors(form: BaseForm) -> Iterator[FormError]:
    """Yield the first error of each field, as beside it, and all of the form as a whole."""
    for name, errors in form.errors.items():
        if name in form.fields:
            field = form[name]
            first_choice = f"{field.auto_id}_0"
            yield FormError(str(errors[0]), field.id_for_label or first_choice)
        else:
            yield from (FormError(str(error)) for error in errors)


def entry_form_errors(form: BaseForm) -> list[FormError]:
    """Return the errors in the order of the page. They lead to the messages beside fields:
    only the template of the game knows to which input.
    """
    errors = [
        (name, str(error))
        for name in (NON_FIELD_ERRORS, *form.fields)
        for error in form.errors.get(name, ())
    ]
    times = Counter(text for _name, text in errors)
    return [
        FormError(
            with_label(form, name, text) if times[text] > 1 else text,
            "" if name == NON_FIELD_ERRORS else f"say-{name}",
        )
        for name, text in errors
    ]


def with_label(form: BaseForm, name: str, text: str) -> str:
    """Several fields may be wrong in the same way: "Ana: Enter a number."."""
    if name == NON_FIELD_ERRORS:
        return text
    return _("%(field)s: %(error)s") % {"field": capfirst(form[name].label), "error": text}
