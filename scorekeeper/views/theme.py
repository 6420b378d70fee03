"""Light or dark: stored in a cookie, so that it needs no script."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from scorekeeper.web.cookies import keep_choice
from scorekeeper.web.requests import Request

THEMES = ("auto", "light", "dark")


def theme(request: HttpRequest) -> dict[str, str]:
    """Add the chosen theme to every template's context."""
    chosen = request.COOKIES.get("theme", "")
    return {"theme": chosen if chosen in THEMES else "auto"}


@require_POST
def choose_theme(request: Request) -> HttpResponse:
    back = request.POST.get("next", "")
    response = HttpResponseRedirect(
        back if url_has_allowed_host_and_scheme(back, allowed_hosts=None) else "/"
    )
    chosen = request.POST.get("theme")
    if chosen in THEMES:
        keep_choice(response, "theme", chosen)
    return response
