"""Deleting a group, a player or a device, and bringing it back. Each takes the group's lock.

For 30 days what was deleted can be brought back as it was; then operating/purge.py erases it.
"""

from collections.abc import Iterable
from itertools import chain, count

from django.db.models import F, Q
from django.utils import timezone

from scorekeeper.models import REMOVED, Code, Group, Member, Player, Role
from scorekeeper.models.locks import locks_group
from scorekeeper.models.people import expiry
from scorekeeper.models.someone import number_of, stored_name
from scorekeeper.people.groups import LastHost, refresh_pages, rows_of
from scorekeeper.people.names import name_after_players
from scorekeeper.people.programs import follow_makers

MOST = 50
"""How many of each kind a page lists."""


@locks_group
def delete_group(group: Group) -> None:
    """Hide the group and all its games from everyone. Open pages learn of it at once."""
    groups = Group.objects.filter(pk=group.pk, deleted_at=None)
    if groups.update(deleted_at=timezone.now()):
        Code.objects.filter(link__group=group.pk).delete()
        Group.objects.filter(pk=group.pk).note_people_change()


@locks_group
def restore_group(group: Group) -> None:
    if Group.objects.filter(pk=group.pk, deleted_at__gt=expiry()).update(deleted_at=None):
        Group.objects.filter(pk=group.pk).note_people_change()


@locks_group
def delete_player(player: Player) -> None:
    """Take the player's name away; the points stay, and so does the place at each table."""
    name = free_stored_name(player.group_id)
    changes = {"name": name, "former_name": F("name"), "deleted_at": timezone.now()}
    if not Player.objects.filter(pk=player.pk).update(**changes):
        return  # merged or deleted meanwhile
    name_after_players(player.group_id)
    Group.objects.filter(pk=player.group_id).note_people_change()


def free_stored_name(group: int) -> str:
    """Return a name for the next deleted player of the group."""
    names = Player.everyone.filter(group=group).values_list("name", flat=True)
    numbers = set(map(number_of, names))
    return stored_name(next(number for number in count(1) if number not in numbers))


@locks_group
def restore_player(player: Player) -> bool:
    """Give the name back. Return whether it got a number, as another player has taken it."""
    row = Player.everyone.filter(pk=player.pk, deleted_at__gt=expiry()).first()
    if not row:
        return False
    names = (name.casefold() for name in row.group.players.values_list("name", flat=True))
    name = free_name(row.former_name, set(names))
    Player.everyone.filter(pk=player.pk).update(name=name, former_name="", deleted_at=None)
    name_after_players(player.group_id)
    Group.objects.filter(pk=player.group_id).note_people_change()
    return name != row.former_name


def free_name(name: str, names: set[str]) -> str:
    """Return the name, or with the first number that nobody in the group has."""
    candidates = chain([name], (f"{name[:36]} {number}" for number in count(2)))
    return next(one for one in candidates if one.casefold() not in names)


@locks_group
def delete_device(member: Member, for_good: bool = False) -> None:
    """Take the device's access and its name away; what it entered stays. Raises LastHost.

    `for_good` also renews every link that it could join by again.
    """
    if member.is_last_host:
        raise LastHost
    rows = rows_of(member).filter(deleted_at=None)
    Code.objects.filter(member__in=rows).delete()
    now = timezone.now()
    for row in rows:
        Member.objects.filter(pk=row.pk).update(
            name="", role=REMOVED, deleted_at=now, former_name=row.name, former_role=row.role
        )
        refresh_pages(row)
    follow_makers(member.group_id)
    if for_good:
        member.group.links.all().renew()


@locks_group
def restore_device(member: Member) -> None:
    """Give the device its name and its access back. One that joined again has both already."""
    for row in rows_of(member).filter(deleted_at__gt=expiry()):
        Member.objects.filter(pk=row.pk).update(
            name=row.former_name,
            role=row.former_role,
            former_name="",
            former_role=REMOVED,
            deleted_at=None,
        )
        refresh_pages(row)
    follow_makers(member.group_id)


class Restorable:
    """Everything that a device can bring back as a host, the last deleted first.

    `removed_devices` are those that were only removed: the history has their names.
    """

    def __init__(self, device: str) -> None:
        groups = Group.objects.for_device(device, Role.HOST).values("pk")
        deletion = {"group__in": groups, "deleted_at__gt": expiry()}
        self.groups = list(Group.objects.restorable(device)[:MOST])
        players = Player.everyone.filter(**deletion).select_related("group")
        self.players = list(players.order_by("-deleted_at")[:MOST])
        removal = {"group__in": groups, "role": REMOVED, "maker": None, "deleted_at": None}
        rows = Member.objects.filter(Q(**deletion) | Q(**removal)).select_related("group")
        members = list(rows.order_by("-deleted_at", "name", "pk")[: 2 * MOST])
        self.removed_devices = once_a_device(one for one in members if not one.deleted_at)
        self.devices = once_a_device(one for one in members if one.deleted_at)

    def __bool__(self) -> bool:
        return bool(self.groups or self.players or self.devices)


def once_a_device(rows: Iterable[Member]) -> list[Member]:
    """Return one row for each device of a group, as bringing it back brings back all of them."""
    by_device: dict[tuple[int, str], Member] = {}
    for row in rows:
        earlier = by_device.setdefault((row.group_id, row.device), row)
        if earlier.session_id and not row.session_id:
            by_device[row.group_id, row.device] = row
    return list(by_device.values())
