"""Fetches what this device may see: a miss is 404, a role that is too small is 403."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from scorekeeper.changes import Stamp
from scorekeeper.forms import StampForm
from scorekeeper.models import GameSession, Role
from scorekeeper.models.play import SessionQuerySet
from scorekeeper.table import Table


def session_or_404(
    request: HttpRequest, pk: int, role: Role = Role.VIEWER, among: SessionQuerySet | None = None
) -> GameSession:
    sessions = GameSession.objects.kept() if among is None else among
    session = get_object_or_404(sessions.for_device(request.device), pk=pk)
    if not session.may(role):
        raise PermissionDenied
    return session


def table_or_404(request: HttpRequest, pk: int, role: Role = Role.VIEWER) -> Table:
    return Table(session_or_404(request, pk, role, GameSession.objects.kept().with_play()))


def stamp_or_404(request: HttpRequest, table: Table, slot: int | None = None) -> Stamp:
    """The stamp that was sent, for `slot` if that is given. None of our forms sends one that points to nothing."""
    form = StampForm(request.POST)
    if not form.is_valid():
        raise Http404
    stamp = form.stamp()
    known = len(table.revisions.get(stamp.slot, []))
    if stamp.slot > table.next_slot or stamp.revision > known or slot not in (None, stamp.slot):
        raise Http404
    return stamp
