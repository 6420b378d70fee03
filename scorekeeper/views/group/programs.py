"""The tokens of programs on the page "Import and export", and the page that describes the API."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.access import group_or_404
from scorekeeper.api import readable
from scorekeeper.models import Role
from scorekeeper.people.forms import ProgramForm
from scorekeeper.people.programs import Full, make_token, revoke_token
from scorekeeper.views.group.exchange import COOKIE, SECONDS, exchange_page
from scorekeeper.web.addresses import site_address
from scorekeeper.web.cookies import cookie_options
from scorekeeper.web.requests import Request


@require_POST
def make(request: Request, pk: int) -> HttpResponse:
    """Make a token. A cookie that lasts a minute takes it to the page that shows it, and to no
    other: the database holds only its hash.
    """
    group = group_or_404(request, pk, Role.HOST)
    form = ProgramForm(group, request.POST)
    if not form.is_valid():
        return exchange_page(request, group, status=422, program_form=form)
    name, role = form.cleaned_data["program"], form.cleaned_data["role"]
    try:
        token = make_token(group, group.member_id, name, role)
    except Full:  # another host was quicker
        form = ProgramForm(group, request.POST)
        return exchange_page(request, group, status=422, program_form=form)
    page = reverse("exchange", args=[pk])
    response = redirect(f"{page}#programs")
    options = {**cookie_options(SECONDS), "samesite": "Strict"}
    response.set_signed_cookie(COOKIE, token, salt=request.device, path=page, **options)
    return response


@require_POST
def revoke(request: Request, pk: int, program: int) -> HttpResponse:
    group = group_or_404(request, pk, Role.HOST)
    revoke_token(get_object_or_404(group.members.programs(), pk=program))
    return redirect(f"{reverse('exchange', args=[pk])}#programs")


@require_safe
def api(request: Request) -> HttpResponse:
    """Describe the API for people, from the same description as for programs."""
    example = f'curl -H "Authorization: Bearer score_…" {site_address(request)}/api/v1/games'
    return render(request, "exchange/api.html", {**readable.page(), "example": example})
