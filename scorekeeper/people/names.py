"""The names of the people in a group."""

from collections.abc import Iterable

from django.db.models import OuterRef, Subquery

from games.kit.lists import name_key
from scorekeeper.models import Group, Player, Seat


def sort_players(players: Iterable[Player]) -> list[Player]:
    """By their names, as the reader's language does."""
    return sorted(players, key=lambda player: name_key(player.name))


def known_names(group: Group) -> list[str]:
    return list(known_players(group))


def known_players(group: Group) -> dict[str, int]:
    """All players of the group, name and mark; those who sat down last come first."""
    newest = Seat.objects.filter(player=OuterRef("pk")).order_by("-pk").values("session")[:1]
    players = group.players.order_by(Subquery(newest).desc(nulls_last=True), "name")
    return dict(players.values_list("name", "mark"))
