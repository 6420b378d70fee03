"""The names of the people in a group, and the field for a name."""

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.utils.translation import gettext_lazy as _

from games.kit.lists import name_key
from games.kit.names import normalize_name
from scorekeeper.models import Group, Player, Seat
from scorekeeper.models.people import printable

TOO_LONG = {40: _("Use at most 40 characters."), 80: _("Use at most 80 characters.")}

SEPARATOR = ", "
FITTING = 40
"""The number of letters of names that fit into the heading of a page, or into a button."""


class NameField(forms.CharField):
    """The name of a player, a device or a group."""

    def __init__(self, max_length: int = 40, **kwargs: Any) -> None:
        errors = {"max_length": TOO_LONG[max_length]}
        super().__init__(
            max_length=max_length, validators=[printable], error_messages=errors, **kwargs
        )

    def to_python(self, value: Any) -> str:
        return normalize_name(super().to_python(value) or "")


class RequiredNameField(NameField):
    """A name that a form asks for."""

    default_error_messages = {"required": _("Enter a name.")}


def sort_players(players: Iterable[Player]) -> list[Player]:
    """Sort players by name, as the reader's language does."""
    return sorted(players, key=lambda player: name_key(player.name))


def name_after_players(group: int) -> None:
    """Call the group by its present players, unless a host has named it."""
    groups = Group.objects.filter(pk=group, named=False)
    if not groups.exists():
        return
    names = [player.name for player in present_players(group).order_by("pk")]
    if names:
        groups.update(name=name_of_players(names))


def name_of_players(names: Sequence[str]) -> str:
    """Return "Ana, Ben, Cho", or "Ana, Ben +3" if all would be too long; the first is whole."""
    count = len(names)
    while count > 1 and len(SEPARATOR.join(names[:count])) > FITTING:
        count -= 1
    first = SEPARATOR.join(names[:count])
    return first if count == len(names) else f"{first} +{len(names) - count}"


def present_players(group: int) -> QuerySet[Player]:
    """Return the players without those all of whose games were deleted, such as the players of an
    import that was taken back. They are back with the first game that is restored.
    """
    seats = Seat.objects.filter(player=OuterRef("pk"))
    plays = Exists(seats.filter(session__deleted_at=None)) | ~Exists(seats)
    return Player.objects.filter(plays, group=group)


def known_names(group: Group) -> list[str]:
    return list(known_players(group))


def known_players(group: Group) -> dict[str, int]:
    """All players of the group, name and mark; those who sat down last come first, and last those
    all of whose games were deleted.
    """
    seats = Seat.objects.filter(player=OuterRef("pk"), session__deleted_at=None)
    newest = seats.order_by("-pk").values("session")[:1]
    players = group.players.order_by(Subquery(newest).desc(nulls_last=True), "name")
    return dict(players.values_list("name", "mark"))
