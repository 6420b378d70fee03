"""The errors in the forms that a page was sent."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

from django import template
from django.forms import BaseForm

from scorekeeper.forms.errors import FormError, entry_form_errors, form_errors

register = template.Library()
register.filter("entry_errors", entry_form_errors)


@register.simple_tag(takes_context=True)
def page_errors(context: template.RequestContext) -> Sequence[FormError]:
    """The errors of a page whose form was refused, for its title and its summary.

    Forms are found among the variables of the page; `failures` has errors that no form knows. An
    entry form, which is also checked while it is filled in, says itself whether it was `refused`.
    """
    request = context.get("request")
    if not request or request.method != "POST" or request.htmx:
        return ()
    if check := context.get("check"):
        return entry_form_errors(check.form) if context.get("refused") else ()
    errors = chain.from_iterable(map(form_errors, bound_forms(context.flatten().values())))
    failures: Any = context.get("failures", [])
    return [*failures, *errors]


def bound_forms(values: Iterable[Any]) -> Iterable[BaseForm]:
    """Each once. `isinstance` would evaluate lazy values: the CSRF token would set its cookie."""
    forms = {id(value): value for value in values if issubclass(type(value), BaseForm)}
    return [form for form in forms.values() if form.is_bound]
