"""The names of the people in a group."""

from django.db.models import OuterRef, Subquery

from scorekeeper.models import Group, Seat


def known_names(group: Group) -> list[str]:
    """All players of the group; those who sat down last come first."""
    newest = Seat.objects.filter(player=OuterRef("pk")).order_by("-pk").values("session")[:1]
    players = group.players.order_by(Subquery(newest).desc(nulls_last=True), "name")
    return list(players.values_list("name", flat=True))
