"""Our middleware, in the order that the settings give. The middleware for headers is in
web/headers.py, that for devices in people/devices.py.
"""

from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, UnreadablePostError

from scorekeeper.api.gate import answer_program
from scorekeeper.forms.field_lengths import MOST, most_characters
from scorekeeper.site.languages import PARAMETER, address_with
from scorekeeper.views.errors import answer_error, method_not_allowed, too_large
from scorekeeper.web.cookies import keep_choice
from scorekeeper.web.headers import GetResponse, is_api
from scorekeeper.web.requests import Request


def programs_first(get_response: GetResponse) -> GetResponse:
    """Answer programs, and pass all other requests on."""

    def middleware(request: HttpRequest) -> HttpResponse:
        return answer_program(request) if is_api(request.path_info) else get_response(request)

    return middleware


def limit_forms(get_response: GetResponse) -> GetResponse:
    """Respond with a page to a form, or an address, that is too large.

    Django limits a form as a whole: see DATA_UPLOAD_MAX_… in the settings.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        try:
            fits = is_within_limits(request)
        except (RequestDataTooBig, TooManyFieldsSent):
            fits = False
        except UnreadablePostError:  # the phone disconnected
            fits = True
        return get_response(request) if fits else too_large(request)

    return middleware


def is_within_limits(request: HttpRequest) -> bool:
    fields = [*request.GET.lists(), *request.POST.lists()]
    return all(
        len(value) <= MOST or len(value) <= most_characters(name)
        for name, values in fields
        for value in values
    )


def follow_language_link(get_response: GetResponse) -> GetResponse:
    """Store the language of ?language=ko on the device, and redirect to the page without it."""

    def middleware(request: HttpRequest) -> HttpResponse:
        code = request.GET.get(PARAMETER) if request.method in ("GET", "HEAD") else None
        if code not in dict(settings.LANGUAGES):
            return get_response(request)
        query = request.GET.copy()
        del query[PARAMETER]
        response = HttpResponseRedirect(address_with(request.path, query.urlencode()))
        keep_choice(response, settings.LANGUAGE_COOKIE_NAME, code)
        return response

    return middleware


class ErrorPages:
    """The innermost: it answers with a page where Django would show none."""

    def __init__(self, get_response: Callable[[Request], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: Request) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code == 405 and request.method == "GET":
            return method_not_allowed(request, response.headers["Allow"])
        return response

    def process_exception(self, request: Request, error: Exception) -> HttpResponse | None:
        return answer_error(request, error)
