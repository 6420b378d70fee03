"""The forms of an import: the file, and who in it is who."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.exchange.importing import conflicts
from scorekeeper.exchange.reading import LARGEST
from scorekeeper.models import Import
from scorekeeper.models.imports import is_room_left
from scorekeeper.people.names import sort_players

MOST_ASKED = 300  # players whose match can be changed; a form has a limit of fields
MOST_CHOICES = 10_000  # in all fields together: each offers every player of the group
NEW = 0


class UploadForm(forms.Form):
    file = forms.FileField(
        label=_("File"),
        max_length=200,
        error_messages={
            "required": _("Choose a file."),
            "missing": _("Choose a file."),
            "invalid": _("Choose a file."),
            "empty": _("This file is empty."),
            "max_length": _("The file’s name is too long."),
        },
    )

    def clean_file(self) -> UploadedFile[Any]:
        file: UploadedFile[Any] = self.cleaned_data["file"]
        if (file.size or 0) > LARGEST:
            text = gettext("A file may be at most %(most)s MB.")
            raise forms.ValidationError(text % {"most": LARGEST // 2**20})
        if not is_room_left():
            text = gettext("Too many files wait to be imported on this server. Try again tomorrow.")
            raise forms.ValidationError(text)
        return file


class PlayersForm(forms.Form):
    """A field for each player of the file, those with most games first. `cleaned_data` has the
    `players` of the import by their names in the file.
    """

    def __init__(self, one: Import, data: QueryDict | None = None) -> None:
        super().__init__(data)
        self.one = one
        games: dict[str, int] = one.report["names"]
        self.names = sorted(one.players, key=lambda name: (-games.get(name, 0), name))
        group_players = sort_players(one.group.players.all())
        most = min(MOST_ASKED, MOST_CHOICES // (len(group_players) + 1))
        self.editable_names = self.names[:most]
        for number, name in enumerate(self.editable_names):
            new = gettext("new: %(name)s") % {"name": name}
            choices = [(NEW, new), *((player.pk, player.name) for player in group_players)]
            self.fields[f"player_{number}"] = forms.TypedChoiceField(
                label=name,
                choices=choices,
                coerce=int,
                initial=one.players[name],
                error_messages={"invalid_choice": _("Choose who this is.")},
            )

    def clean(self) -> dict[str, Any]:
        """Keep two names of one table from becoming one player."""
        players: dict[str, int] = {**self.one.players}
        group_names = {player.name.casefold() for player in self.one.group.players.all()}
        for number, name in enumerate(self.editable_names):
            players[name] = self.cleaned_data.get(f"player_{number}", NEW)
            if players[name] == NEW and name.casefold() in group_names:
                text = gettext(
                    "%(name)s is in the group already. Choose them, or rename them first."
                )
                self.add_error(f"player_{number}", text % {"name": name})
        for first, second in conflicts(self.one, players):
            text = gettext("%(first)s and %(second)s played together, so they are two players.")
            number = self.names.index(second)
            if f"player_{number}" not in self.errors:
                self.add_error(
                    f"player_{number}" if number < len(self.editable_names) else None,
                    text % {"first": first, "second": second},
                )
        return {"players": players}
