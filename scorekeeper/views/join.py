"""Coming in by a link or by the code that stands for one.

A link says what it gives, and only a press takes it, so that a link preview takes nothing.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scorekeeper import codes, links
from scorekeeper.devices import device_name
from scorekeeper.forms import DeviceForm
from scorekeeper.groups import let_in
from scorekeeper.models import GameSession, Link, Member
from scorekeeper.table import Table


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def enter_code(request: HttpRequest) -> HttpResponse:
    """The answer to a wrong code says nothing of whether it ever was one.

    A link's page that is loaded again asks for this address, too; what leads here for a code says `?code`.
    """
    if request.method != "POST":
        link = links.remembered(request) if "code" not in request.GET else None
        return asking(request, link) if link else render(request, "code.html")
    typed = request.POST.get("code", "")[:40]
    if len(codes.tidied(typed)) != codes.LENGTH:  # a slip of the thumb is no try
        return code_page(request, typed, _("Type the six letters."), 422)
    if not (guess := codes.guess(request)):
        return code_page(request, typed, _("Too many codes were tried: wait ten minutes, or scan the QR code."), 429)
    if not (link := codes.found(typed)):
        return code_page(request, typed, _("Nobody shows this code now. It may have changed: look again."), 422)
    guess.delete()
    return redirect(links.path(link))


def code_page(request: HttpRequest, typed: str, error: str, status: int) -> HttpResponse:
    return render(request, "code.html", {"typed": typed, "error": error}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def join(request: HttpRequest, pk: int, secret: str) -> HttpResponse:
    if not (link := links.opened(pk, secret)):
        raise Http404
    if request.method != "POST":
        response = asking(request, link)
        links.remember(response, link)
        return response
    form = DeviceForm({"name": request.POST.get("name", known_name(request, link))})
    if not form.is_valid():
        return page(request, link, form, status=422)
    let_in(link, request.device, form.cleaned_data["name"])
    response = redirect("table", link.session_id) if link.session_id else redirect("home")
    links.forget(response)
    return response


def asking(request: HttpRequest, link: Link) -> HttpResponse:
    return page(request, link, DeviceForm(initial={"name": known_name(request, link)}))


def page(request: HttpRequest, link: Link, form: DeviceForm, status: int = 200) -> HttpResponse:
    mine = link.group.members.present().filter(device=request.device, role__gte=link.role)
    context = {
        "link": link,
        "path": links.path(link),
        "form": form,
        "table": Table(GameSession.objects.with_play().get(pk=link.session_id)) if link.session_id else None,
        "hosts": [host.name for host in link.group.members.hosts().order_by("pk")],
        "already": any(member.session_id in (None, link.session_id) for member in mine),
    }
    return render(request, "join.html", context, status=status)


def known_name(request: HttpRequest, link: Link) -> str:
    """What this device was called where it is known already, in this group before all others."""
    known = Member.objects.filter(device=request.device).order_by("-used_at")
    member = known.filter(group=link.group).first() or known.first()
    return member.name if member else device_name(request)
