"""Erases for good what was deleted and can no longer be brought back."""

import re
from typing import Any, NamedTuple

from django.db import transaction
from django.utils import timezone

from scorekeeper.models import GameSession, Group, Import, Member, PictureLink, Player, Revision
from scorekeeper.models.locks import lock_group
from scorekeeper.models.people import expiry
from scorekeeper.models.someone import stored_name
from scorekeeper.operating.abandoned import delete_abandoned
from scorekeeper.tables.deletion import purge_deleted

AT_ONCE = 100
"""Games that one transaction removes, so that nobody waits long to save."""


class Purged(NamedTuple):
    """How many of each were erased."""

    games: int
    groups: int
    players: int
    devices: int


def purge() -> Purged:
    """Erase all that was deleted more than 30 days ago, and abandoned groups if the site does so.

    A deletion in the future is from before the clock was set back: it counts from now.
    """
    now = timezone.now()
    for rows in (Group.objects, Player.everyone, Member.objects):
        rows.filter(deleted_at__gt=now).update(deleted_at=now)
    delete_abandoned()
    purged = Purged(purge_deleted(), purge_groups(), purge_players(), purge_devices())
    if any(purged):
        forget_messages()
    return purged


def purge_groups() -> int:
    groups = list(Group.objects.filter(deleted_at__lte=expiry()))
    for group in groups:
        while purge_games(group.pk):
            pass
        group.imports.all().forget()
        with transaction.atomic():
            lock_group(group.pk)
            group.delete()
    return len(groups)


@transaction.atomic
def purge_games(group: int) -> bool:
    """Remove some games of a group; return whether there were any."""
    lock_group(group)
    games = list(GameSession.objects.filter(group=group).values_list("pk", flat=True)[:AT_ONCE])
    GameSession.objects.filter(pk__in=games).delete()
    return bool(games)


def purge_players() -> int:
    expired = Player.everyone.filter(deleted_at__lte=expiry()).exclude(former_name="")
    players = list(expired)
    for player in players:
        purge_player(player)
    return len(players)


@transaction.atomic
def purge_player(player: Player) -> None:
    """Erase the name wherever people or files have written it, and public pictures of the player.

    In free texts it is replaced where it stands as a word of its own.
    """
    lock_group(player.group_id)
    name, someone = player.former_name, stored_name(1)
    word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    mine = GameSession.objects.filter(group=player.group_id, seats__player=player)
    commented = mine.filter(comment__contains=name)
    for pk, comment in commented.values_list("pk", "comment"):
        GameSession.objects.filter(pk=pk).update(comment=word.sub(someone, comment))
    noted = Revision.objects.filter(session__in=mine, note__contains=name)
    for pk, note in noted.values_list("pk", "note"):
        Revision.objects.filter(pk=pk).update(note=word.sub(someone, note)[:200])
    for one in Import.objects.filter(group=player.group_id):
        texts = {"name": one.name, "report": one.report, "players": one.players}
        Import.objects.filter(pk=one.pk).update(**erased(texts, word, someone))
    PictureLink.objects.filter(player=player).delete()
    Player.everyone.filter(pk=player.pk).update(former_name="")
    Group.objects.filter(pk=player.group_id).people_changed()


def erased(value: Any, word: re.Pattern[str], by: str) -> Any:
    """Return JSON with the name replaced in all its texts."""
    if isinstance(value, str):
        return word.sub(by, value)
    if isinstance(value, list):
        return [erased(one, word, by) for one in value]
    if isinstance(value, dict):
        return {word.sub(by, key): erased(one, word, by) for key, one in value.items()}
    return value


def purge_devices() -> int:
    """Remove the rows of devices; what they entered no longer says where."""
    expired = Member.objects.filter(deleted_at__lte=expiry())
    devices = expired.count_devices()
    for group in sorted(set(expired.values_list("group", flat=True))):
        with transaction.atomic():
            lock_group(group)
            Member.objects.filter(group=group, deleted_at__lte=expiry()).delete()
            Group.objects.filter(pk=group).people_changed()
    return devices


def forget_messages() -> None:
    """Remove what webhooks were sent before: messages have names of players and games."""
    from django_tasks_db.models import DBTaskResult

    DBTaskResult.objects.finished().filter(finished_at__lte=expiry()).delete()
