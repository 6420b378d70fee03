"""Erases for good what was deleted and can no longer be brought back."""

import re
from typing import Any, NamedTuple, TypeVar

from django.db import transaction
from django.db.models import F, Model, QuerySet
from django.utils import timezone

from scorekeeper.exchange.saving import forget_people
from scorekeeper.models import (
    REMOVED,
    Allowance,
    GameSession,
    Group,
    Import,
    Member,
    PictureLink,
    Player,
    Revision,
)
from scorekeeper.models.imports import State
from scorekeeper.models.locks import group_locked, locks_group
from scorekeeper.models.people import expiry
from scorekeeper.models.someone import as_word, stored_name
from scorekeeper.operating.abandoned import delete_abandoned
from scorekeeper.people.merging import games_naming
from scorekeeper.tables.deletion import purge_deleted, purge_games

AT_ONCE = 400
"""Rows that one transaction changes, so that nobody waits long to save."""

Row = TypeVar("Row", bound=Model)


class PurgeCounts(NamedTuple):
    """How many of each were erased."""

    games: int
    groups: int
    players: int
    devices: int


def purge() -> PurgeCounts:
    """Erase what was deleted more than 30 days ago, and files that nobody imported in time. Delete
    abandoned groups if the site does so.

    A deletion in the future is from before the clock was set back: it counts from now.
    """
    now = timezone.now()
    for rows in (Group.objects, Player.everyone, Member.objects):
        rows.filter(deleted_at__gt=now).update(deleted_at=now)
    delete_abandoned()
    forget_messages()
    while forget_some_use():
        pass
    Import.objects.stale().forget()
    games = purge_deleted()
    purge_imported_people()
    return PurgeCounts(games, purge_groups(), purge_players(), purge_devices())


def purge_imported_people() -> None:
    """Remove players and devices that only an import brought that was taken back."""
    for one in Import.objects.filter(state=State.UNDONE, sessions=None):
        forget_people(one)


def purge_groups() -> int:
    groups = list(Group.objects.filter(deleted_at__lte=expiry()))
    for group in groups:
        purge_games(group.pk, group.sessions.all())
        group.imports.all().forget()
        with group_locked(group.pk):
            group.delete()
    return len(groups)


def purge_players() -> int:
    players = list(Player.everyone.filter(deleted_at__lte=expiry()).exclude(former_name=""))
    for player in players:
        purge_player(player)
    return len(players)


def purge_player(player: Player) -> None:
    """Erase the name wherever people or files have written it, and public pictures of the player.

    In free texts it is replaced where it stands as a word of its own. The row forgets the name at
    last, so that what was interrupted is done again.
    """
    word = as_word(player.former_name)
    sessions = games_naming(player)
    erase_in_column(player, sessions, "pk", "comment", word)
    erase_in_column(player, Revision.objects.filter(session__in=sessions), "session", "note", word)
    with group_locked(player.group_id):
        for one in Import.objects.filter(group=player.group_id):
            texts = erase_name({"report": one.report, "players": one.players}, word)
            name = erase_name(one.name, word)[: Import._meta.get_field("name").max_length]
            Import.objects.filter(pk=one.pk).update(name=name, **texts)
        PictureLink.objects.filter(player=player).delete()
        Player.everyone.filter(pk=player.pk).update(former_name="")
        Group.objects.filter(pk=player.group_id).note_people_change()


def erase_in_column(
    player: Player, rows: QuerySet[Row], game: str, column: str, word: re.Pattern[str]
) -> None:
    """Erase the name in a column of free text, some rows at a time.

    `game` is the column with the key of the row's game. A text may have changed before the lock was
    taken, so it is read again.
    """
    matches = rows.filter(**{f"{column}__contains": player.former_name})
    keys = [pk for pk, text in matches.values_list("pk", column) if word.search(text)]
    table = rows.model._default_manager
    field = rows.model._meta.get_field(column)
    length: int | None = getattr(field, "max_length", None)  # the text may become longer
    for first in range(0, len(keys), AT_ONCE):
        with group_locked(player.group_id):
            texts = table.filter(pk__in=keys[first : first + AT_ONCE])
            values = list(texts.values_list("pk", game, column))
            for pk, _game, text in values:
                table.filter(pk=pk).update(**{column: erase_name(text, word)[:length]})
            GameSession.objects.filter(pk__in={game for _pk, game, _text in values}).note_change()


def erase_name(value: Any, word: re.Pattern[str]) -> Any:
    """Return JSON, or a text, with the name replaced in all its texts."""
    if isinstance(value, str):
        return word.sub(stored_name(1), value)
    if isinstance(value, list):
        return [erase_name(one, word) for one in value]
    if isinstance(value, dict):
        return {erase_name(key, word): erase_name(one, word) for key, one in value.items()}
    return value


def purge_devices() -> int:
    """Remove the rows of devices. Their entries then have no author.

    A program that such a device made can never be used again, so it is revoked, and stays.
    """
    members = Member.objects.filter(deleted_at__lte=expiry())
    devices = members.count_devices()
    for member in list(members):
        while forget_author(member):
            pass
        with group_locked(member.group_id):
            for row in members.filter(pk=member.pk):  # unless it has just joined again
                row.programs.update(maker=F("pk"), role=REMOVED, granted=REMOVED)
                row.delete()
            Group.objects.filter(pk=member.group_id).note_people_change()
    return devices


@locks_group
def forget_author(member: Member) -> bool:
    """Take the device from some of what it entered; return whether there was any."""
    keys = Revision.objects.filter(author=member).values_list("pk", flat=True)
    return bool(Revision.objects.filter(pk__in=list(keys[:AT_ONCE])).update(author=None))


@transaction.atomic
def forget_some_use() -> int:
    """Remove scrambled addresses that are older than the page on privacy says."""
    return Allowance.objects.delete_empty()


def forget_messages() -> None:
    """Remove what webhooks were sent before: messages have names of players and games.

    A machine that never came back has left its tasks running.
    """
    from django_tasks_db.models import DBTaskResult

    DBTaskResult.objects.finished().filter(finished_at__lte=expiry()).delete()
    DBTaskResult.objects.running().filter(started_at__lte=expiry()).delete()
