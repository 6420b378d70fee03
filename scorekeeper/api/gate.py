"""Every request of a program comes in here, before cookies, forms or pages are looked at.

A token in the Authorization header is all that identifies a program. No cookie is read, so no other
site can make a browser act here, and there is no CSRF token.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cache
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.urls import URLResolver, path
from django.urls.resolvers import RegexPattern
from django.utils import timezone
from django.utils.log import log_response
from django.utils.translation import get_language_from_request, gettext, override

from scorekeeper.access import note_active
from scorekeeper.api.description import description, record_schema
from scorekeeper.api.endpoint import Endpoint
from scorekeeper.api.endpoints import by_path
from scorekeeper.api.errors import json_response, refusal, refusal_for
from scorekeeper.api.reading import ApiCall, read_body, read_query
from scorekeeper.api.request_limit import count_request
from scorekeeper.api.shapes import NoQuery
from scorekeeper.models import Member
from scorekeeper.models.locks import again_if_outdated
from scorekeeper.models.sessions import UNSEEN
from scorekeeper.people.programs import bearer, program_of
from scorekeeper.web.answers import NOTHING_LOADS, security_fields
from scorekeeper.web.headers import API
from scorekeeper.web.requests import Request

PUBLIC = {"openapi.json": description, "record.schema.json": record_schema}


def answer_program(request: HttpRequest) -> HttpResponse:
    request.COOKIES = {}
    with override(get_language_from_request(request)):
        return add_headers(respond(request))


def add_headers(response: HttpResponse) -> HttpResponse:
    """Add the headers that pages get elsewhere."""
    fields = security_fields(NOTHING_LOADS)
    if "ETag" in response.headers:
        fields["Cache-Control"] = "private, no-cache"
    for name, value in fields.items():
        response.headers.setdefault(name, value)
    response.headers["Vary"] = "Authorization, Accept-Language, Accept-Encoding"
    return response


def respond(request: HttpRequest) -> HttpResponse:
    try:
        return dispatch(request)
    except Exception as error:
        failure = refusal_for(request, error)
        response = json_response(failure.answer, failure.status, failure.headers)
        if failure.status == 500:  # here Django's own logging does not see the error
            log_response(
                "%s: %s",
                response.reason_phrase,
                request.path,
                response=response,
                request=request,
                exception=error,
            )
        return response


def dispatch(request: HttpRequest) -> HttpResponse:
    """Answer with the view of the address. Raise Refusal, or Http404."""
    address = request.path_info.removeprefix(API)
    if address in PUBLIC:
        check_method(request, ["GET"])
        return HttpResponse(PUBLIC[address](), content_type="application/json")
    match = request.resolver_match = resolver().resolve(address)
    response: HttpResponse = match.func(request, **match.kwargs)
    return response


@cache
def resolver() -> URLResolver:
    patterns = [path(route, view_of(endpoints)) for route, endpoints in by_path().items()]
    return URLResolver(RegexPattern(""), patterns)


def view_of(endpoints: dict[str, Endpoint]) -> Callable[..., HttpResponse]:
    """Return the view of one path: it checks the token, reads what was sent, and runs the view of
    the endpoint with this method.
    """

    def view(request: HttpRequest, **arguments: Any) -> HttpResponse:
        endpoint = endpoints[check_method(request, endpoints)]
        call = read_call(endpoint, request, identify(request))
        run = again_if_outdated(endpoint.view) if endpoint.is_change else endpoint.view
        answer = run(call, **arguments)
        if isinstance(answer, HttpResponse):
            return answer
        assert isinstance(answer, msgspec.Struct)  # noqa: S101 # as its Endpoint says
        return json_response(answer, endpoint.status)

    return view


def check_method(request: HttpRequest, methods: Collection[str]) -> str:
    """Return the method; HEAD counts as GET."""
    method = "GET" if request.method == "HEAD" else request.method or ""
    if method not in methods:
        text = ", ".join(sorted({*methods, *(["HEAD"] if "GET" in methods else [])}))
        raise refusal(405, "no_such_method", f"Use {text}.", headers={"Allow": text})
    return method


def identify(request: HttpRequest) -> Member:
    """The program that the token belongs to; a request is counted, too."""
    token = bearer(request.headers.get("Authorization", ""))
    if not (program := program_of(token)):
        message = gettext("Send a valid token: Authorization: Bearer …")
        raise refusal(401, "no_token", message, headers={"WWW-Authenticate": "Bearer"})
    count_request(program.device)
    now = timezone.now()
    if not now - UNSEEN <= program.seen_at <= now:
        note_active([program.pk])
    return program


def read_call(endpoint: Endpoint, request: HttpRequest, program: Member) -> ApiCall:
    as_ours: Request = request  # type: ignore[assignment] # it gets its device here
    as_ours.device = program.device
    query = read_query(request, endpoint.query or NoQuery)
    body = read_body(request, endpoint.body) if endpoint.body else None
    return ApiCall(as_ours, program, query, body)
