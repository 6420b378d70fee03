"""Coming in by a link or by the code that stands for one.

A link says what it gives, and only a press takes it, so that a link preview takes nothing.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scorekeeper.forms import DeviceForm
from scorekeeper.models import GameSession, Link, Member
from scorekeeper.people import codes, links
from scorekeeper.people.devices import device_name, renew_secret
from scorekeeper.people.groups import let_in
from scorekeeper.tables.table import Table
from scorekeeper.web.addresses import address_of
from scorekeeper.web.limits import TooMany, in_words, put_off


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def enter_code(request: HttpRequest) -> HttpResponse:
    """The answer to a wrong code says nothing of whether it ever was one.

    A link's page that is loaded again asks for this address, too; what leads here for a code says `?code`.
    """
    if request.method != "POST":
        link = links.remembered(request) if "code" not in request.GET else None
        return asking(request, link) if link else render(request, "people/enter_code.html")
    typed = request.POST.get("code", "")[:40]
    if len(codes.tidied(typed)) not in codes.LENGTHS:  # a slip of the thumb is no try
        return code_page(request, typed, _("A code has six to nine letters. Type all of them."))
    link, wait = codes.try_code(request, typed)
    if wait:
        error = _("Too many wrong codes. Wait %(wait)s, or scan the QR code now.")
        return put_off(code_page(request, typed, error % {"wait": in_words(wait)}), wait)
    if not link:
        error = _("This code doesn’t work. It may have changed: look again.")
        return code_page(request, typed, error)
    return redirect(links.path(link))


def code_page(request: HttpRequest, typed: str, error: str) -> HttpResponse:
    return render(request, "people/enter_code.html", {"typed": typed, "error": error}, status=422)


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
    try:
        gained = let_in(link, request.device, form.cleaned_data["name"], address_of(request))
    except TooMany as limit:
        return limit.put_off(page(request, link, form, limit=str(limit)))
    response = redirect("table", link.session_id) if link.session_id else redirect("home")
    links.forget(response)
    return renew_secret(request, response) if gained else response


def asking(request: HttpRequest, link: Link) -> HttpResponse:
    return page(request, link, DeviceForm(initial={"name": known_name(request, link)}))


def page(
    request: HttpRequest,
    link: Link,
    form: DeviceForm,
    limit: str = "",
    status: int = 200,
) -> HttpResponse:
    mine = link.group.members.present().filter(device=request.device, role__gte=link.role)
    context = {
        "link": link,
        "path": links.path(link),
        "form": form,
        "limit": limit,
        "table": Table(GameSession.objects.with_play().get(pk=link.session_id))
        if link.session_id
        else None,
        "hosts": [host.name for host in link.group.members.hosts().order_by("pk")],
        "already": any(member.session_id in (None, link.session_id) for member in mine),
    }
    return render(request, "people/join.html", context, status=status)


def known_name(request: HttpRequest, link: Link) -> str:
    """What this device was called where it is known already, in this group before all others."""
    known = Member.objects.filter(device=request.device).order_by("-used_at")
    member = known.filter(group=link.group).first() or known.first()
    return member.name if member else device_name(request)
