"""Fetches what this device may see: a miss is 404, a role that is too small is 403."""

from dataclasses import replace

from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils import timezone

from scorekeeper.changes import Stamp
from scorekeeper.forms import StampForm
from scorekeeper.models import GameSession, Group, Member, Role
from scorekeeper.table import Table


def session_or_404(request: HttpRequest, pk: int, role: Role = Role.VIEWER, deleted: bool = False) -> GameSession:
    """`deleted`: one that still can be brought back will do, too."""
    session = GameSession.objects.as_seen(request.device, pk)
    if not session or (session.is_past_return if deleted else session.deleted_at):
        raise Http404
    if not session.may(role):
        raise PermissionDenied
    note_use(session)
    return session


def note_use(session: GameSession) -> None:
    """Says when a device was there last, to the quarter of an hour."""
    if session.unseen:
        Member.objects.filter(pk=session.member_id).update(seen_at=timezone.now())


def group_or_404(request: HttpRequest, pk: int, role: Role = Role.VIEWER) -> Group:
    group = get_object_or_404(Group.objects.for_device(request.device), pk=pk)
    if group.role < role:
        raise PermissionDenied
    return group


def device_or_404(request: HttpRequest, pk: int, role: Role = Role.VIEWER) -> Member:
    """One of the devices of a group: every device may see itself, its hosts may see all."""
    mine, hosted = (Group.objects.for_device(request.device, least) for least in (Role.VIEWER, Role.HOST))
    known = Q(device=request.device) | Q(group__in=mine)
    member = get_object_or_404(Member.objects.present().filter(known).select_related("group", "session"), pk=pk)
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
    not sent after all, takes the next place; one that was saved already keeps the place it got.
    """
    if stamp.revision:
        return stamp
    sent = table.sent(stamp.submission)
    return replace(stamp, slot=sent.slot if sent else min(stamp.slot, table.next_slot))
