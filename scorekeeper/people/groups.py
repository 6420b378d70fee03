"""What changes a group, its players and its devices. Each holds the group's lock."""

from collections.abc import Sequence

from django.db import transaction
from django.http import Http404
from django.utils import timezone

from scorekeeper.models import REMOVED, Code, GameSession, Group, Link, Member, Player, Role
from scorekeeper.models.locks import lock_device, lock_group
from scorekeeper.people.devices import current_device
from scorekeeper.web.limits import count_join

LONGEST = Group._meta.get_field("name").max_length


class LastHost(Exception):
    """Nobody could let a device into the group any more."""


@transaction.atomic
def found_group(names: Sequence[str], device: str, device_name: str) -> Group:
    """A group named after those who played first; the device it was founded on is its host."""
    while len(", ".join(names)) > LONGEST:
        names = names[:-1]
    group = Group.objects.create(name=", ".join(names))
    group.members.create(device=device, role=Role.HOST, name=device_name)
    refuse_former(device)
    return group


@transaction.atomic
def rename_player(player: Player, name: str) -> None:
    """Nothing happens to a player who was merged into another meanwhile."""
    lock_group(player.group_id)
    Player.objects.filter(pk=player.pk).update(name=name)
    Group.objects.filter(pk=player.group_id).changed()


@transaction.atomic
def merge_players(player: Player, into: Player) -> None:
    """They are one person: what `player` played, `into` has played. No game may have both.

    Nothing happens if `into` is somebody else by now.
    """
    lock_group(player.group_id)
    if not Player.objects.filter(pk=into.pk).exists():
        return
    player.seats.update(player=into)
    player.delete()
    Group.objects.filter(pk=player.group_id).changed()


@transaction.atomic
def let_in(link: Link, device: str, name: str, address: str) -> bool:
    """Makes the device a member with the link's role, called so; nobody loses a role by opening a
    lesser link. Says whether it gained a role; TooMany if too many did within an hour.
    """
    lock_device(device)  # its rows in other groups change, too: see Member.use
    lock_group(link.group_id)
    mine = {"group": link.group, "session": link.session, "device": device}
    member, new = Member.objects.get_or_create(**mine, defaults={"role": link.role, "name": name})
    before = member.role, member.name
    gained = new or link.role > member.role
    member.role, member.name, member.seen_at = max(member.role, link.role), name, timezone.now()
    member.save(update_fields=["role", "name", "seen_at"])
    member.use()
    if new or (member.role, member.name) != before:
        refresh_pages(member)
    if gained:
        refuse_former(device)
        count_join(device, address)
    return gained


def refuse_former(device: str) -> None:
    """A request that was under way while the device's secret changed: known_devices repeats it."""
    if current_device(device):
        raise Http404


@transaction.atomic
def name_device(member: Member, name: str) -> None:
    lock_group(member.group_id)
    member.name = name
    member.save(update_fields=["name"])
    refresh_pages(member)


@transaction.atomic
def set_role(member: Member, role: int) -> None:
    """Another role, or REMOVED; LastHost if it must stay one. What is said of the whole group holds in each of its
    games: what the device was let into by a link of one game is no way around. Its pages and codes are looked at anew.
    """
    lock_group(member.group_id)  # of two hosts who do this at once, one is second
    if role < Role.HOST and member.is_last_host:
        raise LastHost
    member.role = role
    member.save(update_fields=["role"])
    rows = member.group.members.filter(device=member.device)
    if member.session_id:
        rows = rows.filter(pk=member.pk)
    rows.filter(role__gt=role).update(role=role)
    Code.objects.filter(member__in=rows).delete()
    refresh_pages(member)


@transaction.atomic
def remove_device(member: Member, for_good: bool = False) -> None:
    """It may nothing any more; `for_good` also closes every link that it could come back by."""
    set_role(member, REMOVED)
    if for_good:
        member.group.links.all().renew()


def refresh_pages(member: Member) -> None:
    """Of the games whose pages show the device, or are shown to it."""
    if member.session_id:
        GameSession.objects.filter(pk=member.session_id).changed()
    else:
        Group.objects.filter(pk=member.group_id).changed()
