"""What changes a group and its players."""

from collections.abc import Sequence

from django.db import transaction

from scorekeeper.models import GameSession, Group, Player, Role


@transaction.atomic
def found_group(names: Sequence[str], device: str, device_name: str) -> Group:
    """A group named after those who played first; the device it was founded on is its host."""
    group = Group.objects.create(name=", ".join(names)[:80])
    group.members.create(device=device, role=Role.HOST, name=device_name)
    return group


@transaction.atomic
def rename_player(player: Player, name: str) -> None:
    player.name = name
    player.save(update_fields=["name"])
    GameSession.objects.filter(seats__player=player).changed()


@transaction.atomic
def merge_players(player: Player, into: Player) -> None:
    """They are one person: what `player` played, `into` has played. No game may have both."""
    GameSession.objects.filter(seats__player=player).changed()
    player.seats.update(player=into)
    player.delete()
