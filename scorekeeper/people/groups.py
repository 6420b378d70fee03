"""Changes to a group, its players, devices, seasons and points. Each takes the group's lock."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from scorekeeper.models import REMOVED, Code, GameSession, Group, Link, Member, Player, Role, Season
from scorekeeper.models.locks import lock_device, lock_group, locks_group
from scorekeeper.models.people import EVENING_BREAK, MemberQuerySet
from scorekeeper.people.devices import current_device
from scorekeeper.people.names import name_after_players, name_of_players
from scorekeeper.people.programs import follow_makers
from scorekeeper.people.rate_limits import count_join


class Renewed(Exception):
    """The link was renewed, or the device got its next secret, a moment ago."""


class LastHost(Exception):
    """Refused: without this host, nobody could let devices into the group."""


@transaction.atomic
def create_group(names: Sequence[str], device: str, device_name: str) -> Group:
    """Create a group named after its first players, hosted by this device. Raises Renewed."""
    group = Group.objects.create(name=name_of_players(names), named=False)
    group.members.create(device=device, role=Role.HOST, name=device_name)
    refuse_former_device(device)
    return group


@transaction.atomic
def change_player(player: Player, changes: Mapping[str, Any]) -> None:
    """Set these fields. Does nothing if the player was merged into another meanwhile."""
    if not changes:
        return
    lock_group(player.group_id)
    Player.objects.filter(pk=player.pk).update(**changes)
    name_after_players(player.group_id)
    Group.objects.filter(pk=player.group_id).note_people_change()


@transaction.atomic
def let_in(link: Link, device: str, name: str, address: str) -> bool:
    """Make the device a member with the link's role, unless it has a higher one.

    A ticket lets it in until the evening is over, unless it may watch for longer.
    Returns whether it gained a role, or may stay. Raises TooMany if too many devices did within an
    hour, and Renewed.
    """
    lock_device(device)  # Member.use changes its rows in other groups
    lock_group(link.group_id)
    same = Link.objects.filter(pk=link.pk, generation=link.generation, nonce=link.nonce)
    if not same.filter(group__deleted_at=None).exists():
        raise Renewed
    now = timezone.now()
    until = now + EVENING_BREAK if link.ticket else None
    member, new = Member.objects.get_or_create(
        group=link.group,
        session=link.session,
        device=device,
        defaults={"role": link.role, "name": name, "until": until},
    )
    before = member.role, member.name
    has_gained = new or link.role > member.role
    if member.until:
        has_gained |= member.until <= now or not until
    if has_gained or member.until:
        member.role, member.until = max(member.role, link.role), until
    member.name, member.seen_at = name, now
    member.deleted_at, member.former_name, member.former_role = None, "", REMOVED
    member.save()
    member.use()
    follow_makers(link.group_id)
    if has_gained or (member.role, member.name) != before:
        refresh_pages(member)
    if has_gained:
        refuse_former_device(device)
        count_join(device, address)
    return has_gained


def refuse_former_device(device: str) -> None:
    if current_device(device):
        raise Renewed


@locks_group
def name_device(member: Member, name: str) -> None:
    """Rename the device, unless it was deleted meanwhile."""
    if Member.objects.filter(pk=member.pk, deleted_at=None).update(name=name):
        refresh_pages(member)


@locks_group  # two hosts must not remove each other at the same time
def set_role(member: Member, role: int) -> None:
    """Set the role, or REMOVED. Raises LastHost if the group would be left without a host.

    A lower role in the group also limits the device in each of its games, even those that it
    joined by a link of the game. Codes that it shows expire, and open pages check their access
    again. Nothing changes if the device was deleted meanwhile.
    """
    row = Member.objects.filter(pk=member.pk, deleted_at=None).first()
    if not row:
        return
    if role < Role.HOST and row.is_last_host:
        raise LastHost
    if role != row.role:
        row.role, row.until = role, None
        row.save(update_fields=["role", "until"])
    rows = rows_of(row)
    rows.filter(role__gt=role).update(role=role, until=None)
    follow_makers(row.group_id)
    Code.objects.filter(member__in=rows).delete()
    refresh_pages(row)


@transaction.atomic
def remove_device(member: Member, for_good: bool = False) -> None:
    """Remove all access; `for_good` also renews every link that it could join by again."""
    set_role(member, REMOVED)
    if for_good:
        member.group.links.all().renew()


@locks_group
def remove_watchers(group: Group, session: GameSession | None, for_good: bool) -> None:
    """Remove all devices from what they may only watch: in one game, or everywhere in the group.

    `for_good` also renews the links by which they could come back.
    """
    if for_good:
        links = session.links if session else group.links
        links.filter(role=Role.VIEWER).renew()
    remove_members(group, watchers(group, session))


def watchers(group: Group, session: GameSession | None = None) -> MemberQuerySet:
    """The devices that may only watch. Programs are not among them: they are revoked one by one."""
    members = session.guests if session else group.members
    return members.present().filter(role=Role.VIEWER, maker=None)


@locks_group
def renew_link(link: Link, and_remove: bool) -> None:
    """Revoke the link that was given out; `and_remove` also removes the devices with its role."""
    link.renew()
    if and_remove:
        remove_members(link.group, members_like(link))


def members_like(link: Link) -> MemberQuerySet:
    """Return the members that have the link's role, however they came by it: in one
    game, or in the whole group and its games.
    """
    members = link.group.members.present().filter(maker=None)
    like = members.filter(session=link.session, role=link.role)
    return like if link.session_id else members.filter(device__in=like.values("device"))


def remove_members(group: Group, members: MemberQuerySet) -> None:
    """The caller holds the group's lock."""
    Code.objects.filter(member__in=members).delete()
    members.update(role=REMOVED, until=None)
    follow_makers(group.pk)
    Group.objects.filter(pk=group.pk).note_people_change()


def rows_of(member: Member) -> MemberQuerySet:
    """Return all that the device is in the group, or the one game that it was let into."""
    rows = Member.objects.filter(group=member.group_id, device=member.device)
    return rows.filter(pk=member.pk) if member.session_id else rows


def refresh_pages(member: Member) -> None:
    """Refresh the pages of the member's game, or of the whole group."""
    if member.session_id:
        GameSession.objects.filter(pk=member.session_id).note_change()
    else:
        Group.objects.filter(pk=member.group_id).note_people_change()


@locks_group
def create_season(group: Group, fields: Mapping[str, Any]) -> Season:
    """Return it; of a form that was sent twice, the season that the first one created."""
    if same := Season.objects.filter(group=group, **fields).first():
        return same  # there may be several: a season can be changed to be like another one
    Group.objects.filter(pk=group.pk).note_change()
    return Season.objects.create(group=group, **fields)


@locks_group
def change_season(season: Season, fields: Mapping[str, Any]) -> None:
    """Set these fields. Does nothing if the season was deleted meanwhile."""
    Season.objects.filter(pk=season.pk).update(**fields)
    Group.objects.filter(pk=season.group_id).note_change()


@locks_group
def delete_season(season: Season) -> None:
    Season.objects.filter(pk=season.pk).delete()
    Group.objects.filter(pk=season.group_id).note_change()


@locks_group
def set_points(group: Group, points: str) -> None:
    """The points by place of its evenings; "" for none."""
    Group.objects.filter(pk=group.pk).update(points=points)
    Group.objects.filter(pk=group.pk).note_change()
