"""Fetches what this device may see: a miss is 404, a role that is too small is 403."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.shortcuts import get_object_or_404

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
