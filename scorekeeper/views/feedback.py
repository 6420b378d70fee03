"""Sounds and vibration: stored on the device in a cookie, like the theme. Both are off at first."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from scorekeeper.web.cookies import keep_choice
from scorekeeper.web.requests import Request

FEEDBACK = ("sounds", "vibration")


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
