"""Errors, which are JSON in the API whatever goes wrong."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from math import ceil

import msgspec
from django import forms
from django.conf import settings
from django.core.exceptions import PermissionDenied, RequestDataTooBig, TooManyFieldsSent
from django.core.signals import got_request_exception
from django.db import Error
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext

from scorekeeper.api.shapes import Failure as FailureShape
from scorekeeper.api.shapes import FieldError, Problem
from scorekeeper.operating.versions import find_mismatch
from scorekeeper.people.rate_limits import TooMany
from scorekeeper.tables.unplayable import Unplayable
from scorekeeper.web.answers import CODES
from scorekeeper.web.database_failures import UNAVAILABLE, status_of
from scorekeeper.web.headers import JSON


class Refusal(Exception):
    """The request is refused with this status; `answer` is the body."""

    def __init__(
        self, status: int, answer: msgspec.Struct, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(status, answer)
        self.status, self.answer, self.headers = status, answer, headers or {}


def refusal(
    status: int,
    code: str,
    message: str,
    field: str | None = None,
    headers: Mapping[str, str] | None = None,
) -> Refusal:
    """A refusal with one message, about one field if that is given."""
    fields = [] if field is None else [FieldError(field, message)]
    return Refusal(status, FailureShape(Problem(code, message, fields)), headers)


def form_refusal(form: forms.Form, field: str | None = None) -> Refusal:
    """The errors of a form, each with its field, or all with the one that the body has for them."""
    errors = [
        FieldError(field or (name if name in form.fields else ""), str(message))
        for name, messages in form.errors.items()
        for message in messages
    ]
    return Refusal(422, FailureShape(Problem("refused", errors[0].message, errors)))


def too_many_refusal(message: str, wait: timedelta) -> Refusal:
    headers = {"Retry-After": str(ceil(wait.total_seconds()))}
    return refusal(429, "too_many", message, headers=headers)


def refusal_for(request: HttpRequest, error: Exception) -> Refusal:
    if isinstance(error, Refusal):
        return error
    if isinstance(error, Http404):
        return refusal(404, CODES[404], gettext("Nothing here"))
    if isinstance(error, PermissionDenied):
        return refusal(403, "not_allowed", gettext("This token doesn’t allow that."))
    if isinstance(error, (RequestDataTooBig, TooManyFieldsSent)):
        return refusal(413, CODES[413], gettext("That is too long."))
    if isinstance(error, TooMany):
        error.mark(HttpResponse())
        return too_many_refusal(str(error), error.wait)
    if isinstance(error, Unplayable):
        message = gettext("The rules of this game aren’t installed here.")
        return refusal(UNAVAILABLE, "rules_missing", message)
    status = status_of(error)
    if not status and isinstance(error, Error) and find_mismatch():
        status = UNAVAILABLE
    if status:
        headers = {"Retry-After": str(settings.LOCK_TIMEOUT)}
        return refusal(status, "unavailable", "Nothing was saved. Try again.", headers=headers)
    got_request_exception.send(sender=None, request=request)
    return refusal(500, "failed", "This is a mistake of the server. Nothing was saved.")


def json_response(
    answer: msgspec.Struct, status: int = 200, headers: Mapping[str, str] | None = None
) -> HttpResponse:
    body = msgspec.json.encode(answer)
    return HttpResponse(body, status=status, content_type=JSON, headers=headers)
