"""Fetches what this device may see: a miss is 404, a role that is too small is 403."""

from dataclasses import replace

from django.core.exceptions import PermissionDenied
from django.db import Error
from django.db.models import Q
from django.http import Http404, HttpRequest
from django.utils import timezone

from scorekeeper.forms import StampForm
from scorekeeper.models import REMOVED, GameSession, Group, Member, Role
from scorekeeper.models.locks import without_waiting
from scorekeeper.tables.changes import Stamp
from scorekeeper.tables.table import Table
from scorekeeper.web.database_failures import status_of


class TakenOut(Http404):
    """For a device that was in and is no more. Whoever never was is not told that there is anything."""


class NotAllowed(PermissionDenied):
    """The session is one that this device may look at."""

    def __init__(self, session: GameSession) -> None:
        super().__init__()
        self.session = session


def missing(request: HttpRequest, where: Q) -> Http404:
    """What is answered for the group or game whose members are in question."""
    out = Member.objects.filter(where, device=request.device, role=REMOVED)
    return TakenOut() if out.exists() else Http404()


def session_or_404(
    request: HttpRequest, pk: int, role: Role = Role.VIEWER, deleted: bool = False
) -> GameSession:
    """`deleted`: one that still can be brought back will do, too."""
    session = GameSession.objects.as_seen(request.device, pk)
    if not session or (session.is_past_return if deleted else session.deleted_at):
        raise missing(request, Q(session__pk=pk) | Q(session=None, group__sessions__pk=pk))
    if not session.may(role):
        raise NotAllowed(session)
    note_use(session)
    return session


def note_use(session: GameSession) -> None:
    """Say when a device was there last, to the quarter of an hour.

    Looking at a page never waits for a writer, and works where nothing can be written: then the
    next look says it.
    """
    if not session.unseen:
        return
    try:
        with without_waiting():
            member = Member.objects.filter(pk=session.member_id)
            free = member.select_for_update(skip_locked=True, no_key=True)
            Member.objects.filter(pk__in=free).update(seen_at=timezone.now())
    except Error as error:
        if not status_of(error):
            raise


def group_or_404(request: HttpRequest, pk: int, role: Role = Role.VIEWER) -> Group:
    if not (group := Group.objects.for_device(request.device).filter(pk=pk).first()):
        raise missing(request, Q(group__pk=pk, session=None))
    if group.role < role:
        raise PermissionDenied
    return group


def device_or_404(request: HttpRequest, pk: int, role: Role = Role.VIEWER) -> Member:
    """One of the devices of a group: every device may see itself, its hosts may see all."""
    mine, hosted = (
        Group.objects.for_device(request.device, least) for least in (Role.VIEWER, Role.HOST)
    )
    known = Q(device=request.device) | Q(group__in=mine)
    found = Member.objects.present().filter(known, pk=pk).select_related("group", "session")
    if not (member := found.first()):
        raise missing(request, Q(pk=pk))
    if member.group not in hosted and (member.device != request.device or role == Role.HOST):
        raise PermissionDenied
    return member


def table_or_404(request: HttpRequest, pk: int, role: Role = Role.VIEWER) -> Table:
    return Table(session_or_404(request, pk, role))


def stamp_or_404(request: HttpRequest, table: Table, slot: int | None = None) -> Stamp:
    """The stamp that was sent, for `slot` if that is given. None of our forms sends one that points to nothing."""
    form = StampForm(request.POST)
    if not form.is_valid():
        raise Http404
    stamp = placed(table, form.stamp())
    if stamp.revision > len(table.revisions.get(stamp.slot, [])) or slot not in (None, stamp.slot):
        raise Http404
    return stamp


def placed(table: Table, stamp: Stamp) -> Stamp:
    """A phone without a network counts its rounds on by itself. One that counted too far, because a round before was
    not sent after all, takes the next place, and so does one whose place is empty again; one that was saved already
    keeps the place it got.
    """
    if stamp.revision:
        return stamp
    if sent := table.sent(stamp.submission):
        return replace(stamp, slot=sent.slot)
    free = stamp.slot >= table.next_slot or is_empty(table, stamp.slot)
    return replace(stamp, slot=table.next_slot) if free else stamp


def is_empty(table: Table, slot: int) -> bool:
    """Whether what was entered there was taken back. The rounds that one phone sends after one which so moved on find
    that in their place, and move on as well.
    """
    current = table.current(slot)
    while current and current.data is not None and current.author_id == table.session.member_id:
        current = table.current(current.slot - 1)
    return current is not None and current.data is None
