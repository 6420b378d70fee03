"""What is wrong in a form, for the summary of a page."""

from collections.abc import Iterator
from typing import NamedTuple

from django.core.exceptions import NON_FIELD_ERRORS
from django.forms import BaseForm
from django.forms.boundfield import BoundField


class FormError(NamedTuple):
    """`target`: the id that a link leads to; none if the error is not about one field."""

    text: str
    target: str = ""


def form_errors(form: BaseForm) -> Iterator[FormError]:
    """Of a field only the first, as beside it."""
    for name, errors in form.errors.items():
        if name in form.fields:
            yield FormError(str(errors[0]), control_id(form[name]))
        else:
            yield from (FormError(str(error)) for error in errors)


def control_id(field: BoundField) -> str:
    """The id of the field, or of its first choice."""
    return field.id_for_label or f"{field.auto_id}_0"


def entry_form_errors(form: BaseForm) -> list[FormError]:
    """In the order of the page. They lead to the message beside the field: to which of its inputs,
    only the template of the game knows.
    """
    targets = {NON_FIELD_ERRORS: "", **{name: f"say-{name}" for name in form.fields}}
    return [
        FormError(str(error), target)
        for name, target in targets.items()
        for error in form.errors.get(name, ())
    ]
