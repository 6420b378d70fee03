"""The links from which calendar programs read a group's evenings."""

from django.urls import reverse
from django.utils.crypto import constant_time_compare

from scorekeeper.models import Calendar, Group
from scorekeeper.models.locks import locks_group
from scorekeeper.models.people import new_nonce
from scorekeeper.people.links import derive


def secret(calendar: Calendar) -> str:
    return derive("scorekeeper.calendar", f"{calendar.pk}.{calendar.nonce}")


def path(calendar: Calendar) -> str:
    return reverse("calendar", args=[calendar.pk, secret(calendar)])


def find_calendar(pk: int, text: str) -> Calendar | None:
    """Return the calendar with this secret; None if its link was renewed or revoked, or its group
    deleted.
    """
    calendars = Calendar.objects.select_related("group").filter(group__deleted_at=None)
    calendar = calendars.filter(pk=pk).first()
    return calendar if calendar and constant_time_compare(secret(calendar), text) else None


@locks_group
def renew_calendar(group: Group, language: str) -> None:
    """Make a link, and revoke the one that was given out."""
    fields = {"nonce": new_nonce(), "language": language}
    Calendar.objects.update_or_create(group=group, defaults=fields)


def revoke_calendar(group: Group) -> None:
    Calendar.objects.filter(group=group).delete()
