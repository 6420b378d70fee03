"""Fetch what this device may see: a miss is 404, a role that is too small is 403."""

from collections.abc import Collection, Mapping
from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db import Error
from django.db.models import Q
from django.http import Http404
from django.utils import timezone

from scorekeeper.models import REMOVED, GameSession, Group, Member, Role
from scorekeeper.models.locks import without_waiting
from scorekeeper.models.sessions import UNSEEN
from scorekeeper.tables.table import Table
from scorekeeper.web.database_failures import status_of
from scorekeeper.web.requests import Request


class Removed(Http404):
    """A removed device. Strangers get a plain 404, which reveals nothing."""


class EveningOver(Http404):
    """A device that came by a code to watch a game on an evening that is over."""


class GroupDeleted(Http404):
    """A device of a group that a host deleted. `may_restore`: whether it is a host itself."""

    def __init__(self, may_restore: bool) -> None:
        super().__init__()
        self.may_restore = may_restore


class NotAllowed(PermissionDenied):
    """The device may see the session, but not do this."""

    def __init__(self, session: GameSession) -> None:
        super().__init__()
        self.session = session


def not_found(request: Request, where: Q) -> Http404:
    """The answer for a group or game that this device may not see; `where` selects its members."""
    members = Member.objects.filter(where, device=request.device)
    if members.filter(role=REMOVED).exists():
        return Removed()
    of_deleted = members.filter(role__gte=Role.VIEWER, group__deleted_at__isnull=False)
    if of_deleted.exists():
        return GroupDeleted(of_deleted.hosts().exists())
    over = members.filter(until__lte=timezone.now())
    return EveningOver() if over.exists() else Http404()


def session_or_404(
    request: Request, pk: int, role: Role = Role.VIEWER, or_deleted: bool = False
) -> GameSession:
    """Return the game; with `or_deleted`, also a deleted game that can still be restored."""
    session = GameSession.objects.one_for_device(request.device, pk)
    if not session or (session.is_expired if or_deleted else session.deleted_at):
        raise not_found(request, Q(session__pk=pk) | Q(session=None, group__sessions__pk=pk))
    if not session.may(role):
        raise NotAllowed(session)
    note_use(session)
    return session


def note_use(session: GameSession) -> None:
    """Store when the device was last active, to 15 minutes."""
    if session.unseen:
        note_active([session.member_id])


def note_active(members: Collection[int]) -> None:
    """Store that these members are active now.

    Reading a page never waits for a writer, and works where nothing can be written: then a later
    request stores it.
    """
    try:
        with without_waiting():
            active = Member.objects.filter(pk__in=members)
            free = active.select_for_update(skip_locked=True, no_key=True)
            Member.objects.filter(pk__in=free).update(seen_at=timezone.now())
    except Error as error:
        if not status_of(error):
            raise


def group_or_404(request: Request, pk: int, role: Role = Role.VIEWER) -> Group:
    if not (group := Group.objects.for_device(request.device).filter(pk=pk).first()):
        raise not_found(request, Q(group__pk=pk, session=None))
    if group.role < role:
        raise PermissionDenied
    return group


def note_seen(members: Mapping[int, datetime]) -> None:
    """Store that a page of these members' groups was opened; each says when it was seen last."""
    now = timezone.now()
    if unseen := [pk for pk, at in members.items() if not now - UNSEEN <= at <= now]:
        note_active(unseen)


def device_or_404(request: Request, pk: int, role: Role = Role.VIEWER) -> Member:
    """A device of a group. Each device may see itself, hosts may see all. A program is none."""
    groups = Group.objects.for_device(request.device)
    hosted_groups = Group.objects.for_device(request.device, Role.HOST)
    where = Q(device=request.device) | Q(group__in=groups)
    members = Member.objects.present().filter(where, pk=pk, maker=None, group__deleted_at=None)
    if not (member := members.select_related("group", "session").first()):
        raise not_found(request, Q(pk=pk))
    is_own = member.device == request.device and role < Role.HOST
    if not (is_own or hosted_groups.contains(member.group)):
        raise PermissionDenied
    return member


def table_or_404(request: Request, pk: int, role: Role = Role.VIEWER) -> Table:
    return Table.of(session_or_404(request, pk, role))


def table_with_rounds_or_404(request: Request, pk: int) -> Table:
    """Return a table to score at. A game that was imported with its totals only takes no rounds."""
    table = table_or_404(request, pk, Role.SCORER)
    if table.imported_result:
        raise Http404
    return table
