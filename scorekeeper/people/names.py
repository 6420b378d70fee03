"""The names of the people in a group."""

from collections.abc import Iterable, Sequence
from typing import cast

from django.db.models import OuterRef, Subquery

from games.kit.lists import name_key
from scorekeeper.models import Group, Player, Seat

NAME_LENGTH = cast("int", Group._meta.get_field("name").max_length)
SEPARATOR = ", "


def sort_players(players: Iterable[Player]) -> list[Player]:
    """By their names, as the reader's language does."""
    return sorted(players, key=lambda player: name_key(player.name))


def replace_in_group_name(group: int, old: str, new: str) -> None:
    """Change what a group is called that is still called by its players."""
    for row in Group.objects.filter(pk=group, named=False):
        names = dict.fromkeys(new if name == old else name for name in row.name.split(SEPARATOR))
        Group.objects.filter(pk=group).update(name=name_of_players([*names]))


def name_of_players(names: Sequence[str]) -> str:
    """Without the last ones, if they are too many."""
    while len(SEPARATOR.join(names)) > NAME_LENGTH:
        names = names[:-1]
    return SEPARATOR.join(names)


def known_names(group: Group) -> list[str]:
    return list(known_players(group))


def known_players(group: Group) -> dict[str, int]:
    """All players of the group, name and mark; those who sat down last come first."""
    newest = Seat.objects.filter(player=OuterRef("pk")).order_by("-pk").values("session")[:1]
    players = group.players.order_by(Subquery(newest).desc(nulls_last=True), "name")
    return dict(players.values_list("name", "mark"))
