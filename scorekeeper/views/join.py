"""Joining by a link, or by the code that stands for one.

The link's page says what it gives. Only a press joins, so that a link preview does not.
"""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.forms.errors import FormError
from scorekeeper.models import GameSession, Link, Member
from scorekeeper.models.people import SCREEN, shown_name
from scorekeeper.pages.game_rows import table_row
from scorekeeper.people import codes, links
from scorekeeper.people.devices import device_name, renew_secret
from scorekeeper.people.forms import DeviceForm
from scorekeeper.people.groups import Renewed, let_in
from scorekeeper.people.rate_limits import TooMany, format_duration, mark_too_many
from scorekeeper.web.addresses import address_of
from scorekeeper.web.requests import Request


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def enter_code(request: Request) -> HttpResponse:
    """The answer to a wrong code does not reveal whether it ever was one.

    Reloading a link's page asks for this address, too. Our own links here say `?code`, and
    `?screen` if the device is to become a large screen.
    """
    if request.method != "POST":
        link = links.remembered_link(request) if "code" not in request.GET else None
        return ask_to_join(request, link) if link else code_page(request)
    text = request.POST.get("code", "")[:40]
    if len(codes.normalize(text)) not in codes.GROUPS:  # not counted as an attempt
        short = _("A code has six to nine letters and digits. Type all of them.")
        return code_page(request, text, short)
    link, wait = codes.try_code(request, text)
    if wait:
        error = _("Too many wrong codes. Wait %(wait)s, or scan the QR code now.")
        response = code_page(request, text, error % {"wait": format_duration(wait)})
        return mark_too_many(response, wait)
    if not link:
        error = _("This code doesn’t work. It may have changed: look again.")
        return code_page(request, text, error)
    return redirect(links.path(link) + screen_query(request))


def code_page(request: Request, text: str = "", error: str = "", status: int = 422) -> HttpResponse:
    failures = [FormError(error, "id_code")] if error else []
    context = {
        "typed": text,
        "error": error,
        "failures": failures,
        "screen": screen_query(request),
        "letters": codes.LETTERS,
    }
    return render(request, "people/enter_code.html", context, status=status if error else 200)


def screen_query(request: Request) -> str:
    """Passed on from the code to the link, and from the link to what opens after joining."""
    return "?screen" if "screen" in request.GET else ""


@require_safe
def enter_code_of_screen(request: Request) -> HttpResponse:
    """An address that is short enough for a remote control."""
    return redirect(f"{reverse('enter_code')}?code&screen")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def join(request: Request, pk: int, secret: str) -> HttpResponse:
    if not (link := links.find_link(pk, secret)):
        error = _("This link no longer works. Enter the code that the table shows now.")
        return code_page(request, error=error, status=404)
    if request.method != "POST":
        response = ask_to_join(request, link)
        links.remember_link(response, link)
        return response
    form = DeviceForm({"name": request.POST.get("name", known_name(request, link))})
    if not form.is_valid():
        return join_page(request, link, form, status=422)
    try:
        has_gained = let_in(link, request.device, form.cleaned_data["name"], address_of(request))
    except TooMany as limit:
        return limit.mark(join_page(request, link, form, limit=str(limit)))
    except Renewed as renewed:
        raise Http404 from renewed  # the request is repeated with the new secret, if there is one
    page = "display" if screen_query(request) else "table"
    response = redirect(page, link.session_id) if link.session_id else redirect("home")
    links.forget_link(response)
    return renew_secret(request, response) if has_gained else response


def ask_to_join(request: Request, link: Link) -> HttpResponse:
    return join_page(
        request, link, DeviceForm(initial={"name": shown_name(known_name(request, link))})
    )


def join_page(
    request: Request, link: Link, form: DeviceForm, limit: str = "", status: int = 200
) -> HttpResponse:
    mine = link.group.members.present().filter(device=request.device, role__gte=link.role)
    context = {
        "link": link,
        "path": links.path(link) + screen_query(request),
        "form": form,
        "failures": [FormError(limit)] if limit else [],
        "row": table_row(GameSession.objects.with_play().get(pk=link.session_id))
        if link.session_id
        else None,
        "hosts": [host.shown_name for host in link.group.members.hosts().order_by("pk")],
        "already": any(
            member.session_id in (None, link.session_id) and (link.ticket or not member.until)
            for member in mine
        ),
    }
    return render(request, "people/join.html", context, status=status)


def known_name(request: Request, link: Link) -> str:
    """Return the name that the device already has, preferably in this group."""
    # A deleted device no longer has a name.
    members = Member.objects.filter(device=request.device).exclude(name="").order_by("-used_at")
    member = members.filter(group=link.group).first() or members.first()
    if member:
        return member.name
    return SCREEN if screen_query(request) else device_name(request)
