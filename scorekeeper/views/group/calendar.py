"""The calendar of a group's evenings: its address, and what hosts do with that."""

from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language, override
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.access import group_or_404
from scorekeeper.models import Role
from scorekeeper.people.calendars import find_calendar, renew_calendar, revoke_calendar
from scorekeeper.statistics.history import history_of
from scorekeeper.views.responses import quoted_digest
from scorekeeper.web.addresses import site_address
from scorekeeper.web.requests import Request


@require_safe
def calendar(request: Request, pk: int, secret: str) -> HttpResponse:
    """For calendar programs, not devices. While nothing has changed, no history is read."""
    if not (feed := find_calendar(pk, secret)):
        raise Http404
    group, site = feed.group, site_address(request)
    etag = quoted_digest(settings.RELEASE, group.pk, group.version, group.name, feed.language, site)
    response = get_conditional_response(request, etag=etag)
    if not response:
        # A process that shows no calendar does without icalendar, which takes 3 MB.
        from scorekeeper.pages.evening_calendar import calendar_text

        with override(feed.language):
            text = calendar_text(history_of(group), group, site)
        response = HttpResponse(text, content_type="text/calendar; charset=utf-8")
        response.headers["Content-Disposition"] = 'inline; filename="evenings.ics"'
    response.headers["ETag"] = etag
    return response


@require_POST
def renew(request: Request, pk: int) -> HttpResponse:
    """Make a link in the language of this device. An earlier one stops working."""
    renew_calendar(group_or_404(request, pk, Role.HOST), get_language() or settings.LANGUAGE_CODE)
    return redirect("exchange", pk)


@require_POST
def revoke(request: Request, pk: int) -> HttpResponse:
    revoke_calendar(group_or_404(request, pk, Role.HOST))
    return redirect("exchange", pk)
