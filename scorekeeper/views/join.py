"""Opening a link: it says what it gives, and only a press takes it, so that a link preview takes nothing."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from scorekeeper import links
from scorekeeper.devices import device_name


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, pk: int, secret: str) -> HttpResponse:
    if not (link := links.opened(pk, secret)):
        raise Http404
    if request.method != "POST":
        return render(request, "join.html", {"link": link})
    links.accept(link, request.device, device_name(request))
    return redirect("table", link.session_id) if link.session_id else redirect("home")
