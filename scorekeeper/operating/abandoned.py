"""Groups in which nothing happens any more, if the operator has them deleted."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Exists, Max, OuterRef, QuerySet
from django.utils import timezone

from scorekeeper.models import GameSession, Group, Import, Member
from scorekeeper.models.locks import group_locked
from scorekeeper.people.deletion import delete_group


def time_until_abandoned() -> timedelta | None:
    """How long a group may rest; None if this site deletes none."""
    days: int = settings.ABANDONED_GROUPS_DAYS
    return timedelta(days=days) if days else None


def last_use(group: Group) -> datetime:
    """The time when something was last played, entered or opened in the group."""
    times: list[datetime | None] = [
        group.created_at,
        group.members.aggregate(at=Max("seen_at"))["at"],
        group.sessions.aggregate(at=Max("played_at"))["at"],
        group.imports.aggregate(at=Max("at"))["at"],
    ]
    return max(filter(None, times))


def deletion_time(group: Group) -> datetime | None:
    """The day on which it is to be deleted, once less than a third of the time is left."""
    if not (rest := time_until_abandoned()):
        return None
    end = last_use(group) + rest
    return end if end - timezone.now() < rest / 3 else None


def abandoned_groups() -> QuerySet[Group]:
    if not (rest := time_until_abandoned()):
        return Group.objects.none()
    since = timezone.now() - rest
    recent = (
        Member.objects.filter(group=OuterRef("pk"), seen_at__gte=since),
        GameSession.objects.filter(group=OuterRef("pk"), played_at__gte=since),
        Import.objects.filter(group=OuterRef("pk"), at__gte=since),
    )
    resting = Group.objects.filter(deleted_at=None, created_at__lt=since)
    return resting.filter(*(~Exists(rows) for rows in recent))


def delete_abandoned() -> None:
    """Delete abandoned groups as a host would, so that a clock set far ahead loses no history."""
    for group in list(abandoned_groups()):
        with group_locked(group.pk):
            if abandoned_groups().filter(pk=group.pk).exists():  # nobody has come back just now
                delete_group(group)
