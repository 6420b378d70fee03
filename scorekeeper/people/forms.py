"""The forms of players, devices and groups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.functional import cached_property
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.formats import format_day
from scorekeeper.models import Group, Member, Player, Role
from scorekeeper.models.marks import KINDS, MARKS, colour_of, mark_of, shape_of
from scorekeeper.models.people import untranslate_name
from scorekeeper.people.merging import played_together
from scorekeeper.people.names import RequiredNameField, sort_players
from scorekeeper.people.programs import MOST

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

COLOURS = _("blue"), _("orange"), _("gold"), _("purple"), _("teal"), _("grey")
SHAPES = _("disc"), _("tile"), _("diamond"), _("hexagon"), _("leaf"), _("gate")


@dataclass(frozen=True)
class MarkChoice:
    """A mark that a player can choose; `others` have it already."""

    mark: int
    others: Sequence[str]
    is_selected: bool

    @property
    def label(self) -> str:
        names = {"colour": COLOURS[colour_of(self.mark)], "shape": SHAPES[shape_of(self.mark)]}
        return gettext("%(shape)s, %(colour)s") % names


class PlayerForm(forms.Form):
    """A player's name, which nobody else in the group has, and mark.

    Only what differs from the hidden initial value is changed: another device may have changed the
    rest meanwhile.
    """

    name = RequiredNameField(show_hidden_initial=True)
    mark = forms.TypedChoiceField(
        choices=[(mark, mark) for mark in MARKS],
        coerce=int,
        required=False,
        error_messages={"invalid_choice": _("Choose a colour and a shape.")},
        show_hidden_initial=True,
    )

    def __init__(self, player: Player, data: QueryDict | None = None) -> None:
        super().__init__(data, initial={"name": player.name, "mark": player.mark})
        self.player = player

    @cached_property
    def others(self) -> list[Player]:
        return sort_players(self.player.group.players.exclude(pk=self.player.pk))

    @property
    def initial_values(self) -> list[tuple[str, object]]:
        names = [(field.html_initial_name, field.initial) for field in self]
        return [(name, self.data.get(name, initial)) for name, initial in names]

    @property
    def changes(self) -> dict[str, object]:
        """The fields to change, with their new values; for a valid form."""
        values = ((name, self.cleaned_data[name]) for name in self.changed_data)
        return {name: value for name, value in values if value != ""}

    @property
    def marks(self) -> list[MarkChoice]:
        """The shapes from row to row, the colours from column to column."""
        value, names = str(self["mark"].value()), self.names_by_mark()
        marks = (mark_of(shape, colour) for shape in range(KINDS) for colour in range(KINDS))
        return [MarkChoice(mark, names.get(mark, ()), str(mark) == value) for mark in marks]

    def names_by_mark(self) -> dict[int, list[str]]:
        """Return the names of the others by their mark."""
        names: dict[int, list[str]] = {}
        for other in self.others:
            names.setdefault(other.mark, []).append(other.name)
        return names

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        names = {other.name.casefold(): other.name for other in self.others}
        if "name" in self.changed_data and name.casefold() in names:
            raise ValidationError(
                _(
                    "There is already a player called %(name)s."
                    " If both are the same person, merge them."
                ),
                params={"name": names[name.casefold()]},
            )
        return name


class MergeForm(forms.Form):
    into = forms.ModelChoiceField(
        Player.objects.none(), empty_label="–", error_messages={"required": _("Choose a player.")}
    )
    sure = forms.BooleanField(required=False)

    def __init__(self, player: Player, data: QueryDict | None = None) -> None:
        super().__init__(data)
        self.player = player
        into = cast("forms.ModelChoiceField[Player]", self.fields["into"])
        into.queryset = player.group.players.exclude(pk=player.pk)

    def clean_into(self) -> Player:
        into: Player = self.cleaned_data["into"]
        if self.player.group.imports.being_saved().exists():
            raise ValidationError(_("Games are being imported. Try again when they are here."))
        if session := played_together(self.player, into):
            raise ValidationError(
                _(
                    "%(one)s and %(other)s played in the same game (%(day)s),"
                    " so they are two people."
                ),
                params={
                    "one": self.player,
                    "other": into,
                    "day": format_day(localtime(session.started_at), "day"),
                },
            )
        return into


class DeviceForm(forms.Form):
    name = RequiredNameField()

    def clean_name(self) -> str:
        return untranslate_name(self.cleaned_data["name"])


class GroupForm(forms.Form):
    name = RequiredNameField(max_length=80)


def role_choices(member: Member) -> Sequence[tuple[int, StrOrPromise]]:
    """A device in one game cannot become its host."""
    return Role.choices[:2] if member.session_id else Role.choices


class ProgramForm(forms.Form):
    """A program that gets a token. Its name is `program`, as the page has other names."""

    program = RequiredNameField()
    role = forms.TypedChoiceField(
        coerce=int,
        choices=Role.choices,
        initial=Role.VIEWER,
        error_messages={"required": _("Choose what the program can do.")},
    )

    def __init__(self, group: Group, data: QueryDict | None = None) -> None:
        super().__init__(data)
        self.programs = list(group.members.programs())

    def clean_program(self) -> str:
        name: str = self.cleaned_data["program"]
        if name.casefold() in (program.name.casefold() for program in self.programs):
            raise ValidationError(
                _("There is already a program called %(name)s."), params={"name": name}
            )
        if len(self.programs) >= MOST:
            raise ValidationError(
                _("A group can have %(count)s programs. Revoke one first."), params={"count": MOST}
            )
        return name


class RoleForm(forms.Form):
    role = forms.TypedChoiceField(coerce=int)

    def __init__(self, member: Member, data: QueryDict | None = None) -> None:
        super().__init__(data)
        role = cast(forms.TypedChoiceField, self.fields["role"])
        role.choices = role_choices(member)
