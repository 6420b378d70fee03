"""The page from which hosts take their group's games out, bring others in, and connect programs."""

from collections.abc import Callable, Iterator

from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.utils.timezone import localdate
from django.views.decorators.http import require_safe

from scorekeeper.access import group_or_404
from scorekeeper.exchange.archive import archive_of
from scorekeeper.exchange.bgstats import Export
from scorekeeper.exchange.forms import UploadForm
from scorekeeper.exchange.spreadsheets import entries_sheet, games_sheet
from scorekeeper.models import Calendar, Group, Role
from scorekeeper.people import calendars
from scorekeeper.people.forms import ProgramForm
from scorekeeper.people.programs import program_of
from scorekeeper.web.addresses import site_address
from scorekeeper.web.requests import Request

COOKIE = "new-token"
SECONDS = 60  # within which the page shows a new token, once


DOWNLOADS: dict[str, tuple[str, Callable[[Group], Iterator[bytes]]]] = {
    "group.zip": ("application/zip", archive_of),
    "games.csv": ("text/csv; charset=utf-8", games_sheet),
    "entries.csv": ("text/csv; charset=utf-8", entries_sheet),
    "BGStatsExport.json": ("application/json", lambda group: Export(group).pieces()),
}
"""The type of each file, and what yields it piece by piece."""


@require_safe
def exchange(request: Request, pk: int) -> HttpResponse:
    """The page for import and export. A token that was just made is shown, and then forgotten."""
    group = group_or_404(request, pk, Role.HOST)
    token = new_token(request, group)
    if not token:
        return exchange_page(request, group)
    page = exchange_page(request, group, new_token=token)
    page.delete_cookie(COOKIE, path=reverse("exchange", args=[pk]))
    add_never_cache_headers(page)
    return page


def new_token(request: Request, group: Group) -> dict[str, object] | None:
    """The token that this device has just made, with its program."""
    token = request.get_signed_cookie(COOKIE, "", salt=request.device, max_age=SECONDS) or ""
    program = program_of(token)
    if not program or program.group_id != group.pk:
        return None
    return {"token": token, "program": program}


def exchange_page(
    request: Request, group: Group, status: int = 200, **overrides: object
) -> HttpResponse:
    """Return the page, with a form that was just refused in place of a blank one."""
    calendar = Calendar.objects.filter(group=group).first()
    context = {
        "group": group,
        "upload": UploadForm(),
        "imports": group.imports.select_related("author").defer("report", "players"),
        "programs": group.members.programs().select_related("maker").order_by("-pk"),
        "program_form": ProgramForm(group),
        "calendar": site_address(request) + calendars.path(calendar) if calendar else "",
        "webhooks": group.webhooks.all(),
        **overrides,
    }
    return render(request, "exchange/exchange.html", context, status=status)


@require_safe
def export(request: Request, pk: int, name: str) -> StreamingHttpResponse:
    """All games of a group in one file, sent while it is made."""
    group = group_or_404(request, pk, Role.HOST)
    if name not in DOWNLOADS:
        raise Http404
    content_type, pieces = DOWNLOADS[name]
    stem = slugify(group.name, allow_unicode=True) or "scorekeeper"
    filename = name if name.startswith("BG") else f"{stem}-{localdate():%Y-%m-%d}-{name}"
    response = StreamingHttpResponse(pieces(group), content_type=content_type)
    response.headers["Content-Disposition"] = content_disposition_header(True, filename)
    response.headers["Content-Encoding"] = "identity"  # so that it is not compressed on its way
    return response
