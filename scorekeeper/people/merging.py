"""One player in place of two: also in the setups of games that say who sat where."""

from django.db import transaction

from scorekeeper.models import GameSession, Group, Player, Revision
from scorekeeper.models.locks import lock_group
from scorekeeper.people.names import name_after_players

LISTS = ("players", "first")  # of a setup: see tables/seating.py


@transaction.atomic
def merge_players(player: Player, into: Player) -> None:
    """Move the games of `player` to `into` and delete `player`. No game may have had both.

    The games are shown with the name and the mark of `into`.
    Does nothing if `into` was merged into another player, or both played together, meanwhile.
    """
    lock_group(player.group_id)
    if not Player.objects.filter(pk=into.pk).exists() or played_together(player, into):
        return
    changed = set(player.seats.values_list("session", flat=True))
    player.seats.update(player=into)
    for setup in setups_naming(player):
        setup.data |= {key: [replaced(pk, player, into) for pk in setup.data[key]] for key in LISTS}
        setup.save(update_fields=["data"])
        changed.add(setup.session_id)
    player.delete()
    name_after_players(player.group_id)
    GameSession.objects.filter(pk__in=changed).changed()
    Group.objects.filter(pk=player.group_id).changed()


def replaced(pk: int, player: Player, into: Player) -> int:
    return into.pk if pk == player.pk else pk


def played_together(player: Player, other: Player) -> GameSession | None:
    """A game that both played at the same time; one of them may have left their seat since."""
    mine = GameSession.objects.filter(seats__player=player)
    if shared := mine.filter(seats__player=other).first():
        return shared
    both = {player.pk, other.pk}
    setups = (
        setup
        for setup in setups_naming(player)
        if any(both <= set(setup.data[key]) for key in LISTS)
    )
    return next((setup.session for setup in setups), None)


def setups_naming(player: Player) -> list[Revision]:
    """The setups that say that this player sat somewhere."""
    setups = Revision.objects.filter(
        session__group=player.group_id, slot=0, data__has_key=LISTS[0]
    ).select_related("session")
    return [setup for setup in setups if any(player.pk in setup.data[key] for key in LISTS)]
