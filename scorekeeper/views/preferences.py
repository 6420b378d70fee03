"""The choices of a device: light or dark, sounds, vibration, the caller, and whether its screen
stays on. Cookies keep them, so they need no script.
"""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from scorekeeper.pages.game.caller import LEVELS
from scorekeeper.web.cookies import keep_choice
from scorekeeper.web.requests import Request

THEMES = ("auto", "light", "dark")
FEEDBACK = ("sounds", "vibration")
CHOICES = {
    "theme": ("theme", THEMES),
    "caller": ("level", ("", *LEVELS)),
    "screen": ("screen", ("on", "off")),  # whether it stays on during a game
}
"""The field of each choice, and its values."""


def preferences(request: HttpRequest) -> dict[str, str | list[str] | bool]:
    """Add to every template's context what this device has chosen: `theme`, the `feedback` that is
    turned on, how much the `caller` says, "" for nothing, and whether its screen stays on (`awake`)
    while a game is open.
    """
    theme, caller = (request.COOKIES.get(name, "") for name in ("theme", "caller"))
    return {
        "theme": theme if theme in THEMES else "auto",
        "feedback": feedback(request),
        "caller": caller if caller in LEVELS else "",
        "awake": request.COOKIES.get("screen") != "off",
    }


def feedback(request: HttpRequest) -> list[str]:
    names = request.COOKIES.get("feedback", "").split("-")
    return [name for name in FEEDBACK if name in names]


@require_POST
def choose(request: Request, name: str) -> HttpResponse:
    """Keep a choice, and go back to where it was made."""
    field, values = CHOICES[name]
    response = redirect_back(request)
    if name == "screen":
        response = HttpResponseRedirect(f"{reverse('this_phone')}#awake")
    value = request.POST.get(field)
    if value in values:
        keep_choice(response, name, value)
    return response


def redirect_back(request: Request) -> HttpResponse:
    back = request.POST.get("next", "")
    return HttpResponseRedirect(
        back if url_has_allowed_host_and_scheme(back, allowed_hosts=None) else "/"
    )


@require_POST
def choose_feedback(request: Request) -> HttpResponse:
    """Turn one of the two on or off. The address leads back to the switch."""
    current = dict.fromkeys(feedback(request), "on")
    names = [name for name in FEEDBACK if request.POST.get(name, current.get(name)) == "on"]
    response = HttpResponseRedirect(f"{reverse('home')}#feedback")
    keep_choice(response, "feedback", "-".join(names))
    return response
