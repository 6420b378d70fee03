"""The choices of a device: light or dark, sounds and vibration. Cookies keep them, so they need no
script.
"""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from scorekeeper.web.cookies import keep_choice
from scorekeeper.web.requests import Request

THEMES = ("auto", "light", "dark")

FEEDBACK = ("sounds", "vibration")


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


def feedback(request: HttpRequest) -> dict[str, list[str]]:
    """Add the feedback that is turned on to every template's context."""
    chosen = request.COOKIES.get("feedback", "").split("-")
    return {"feedback": [name for name in FEEDBACK if name in chosen]}


@require_POST
def choose_feedback(request: Request) -> HttpResponse:
    """Turn one of the two on or off. The address leads back to the switch."""
    chosen = feedback(request)["feedback"]
    wanted = [name for name in FEEDBACK if request.POST.get(name, name in chosen) in ("on", True)]
    response = HttpResponseRedirect(f"{reverse('home')}#feedback")
    keep_choice(response, "feedback", "-".join(wanted))
    return response
