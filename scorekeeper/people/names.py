"""The names of the people in a group."""

from django.db.models import OuterRef, Subquery

from scorekeeper.models import Group, Seat


def known_names(group: Group) -> list[str]:
    return list(known_players(group))


def known_players(group: Group) -> dict[str, int]:
    """All players of the group, name and mark; those who sat down last come first."""
    newest = Seat.objects.filter(player=OuterRef("pk")).order_by("-pk").values("session")[:1]
    players = group.players.order_by(Subquery(newest).desc(nulls_last=True), "name")
    return dict(players.values_list("name", "mark"))
