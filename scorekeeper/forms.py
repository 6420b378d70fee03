"""The forms that belong to no game."""

import re
import unicodedata
import uuid
from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest, QueryDict
from django.utils.formats import date_format, number_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.contract import AnyGame
from scorekeeper.models import GameSession, Member, Player, Role
from scorekeeper.models.people import printable, readable
from scorekeeper.tables.changes import Stamp
from scorekeeper.tables.revisions import MOST


class StampForm(forms.Form):
    """The hidden fields which say what a form was made from."""

    slot = forms.IntegerField(min_value=0, max_value=10**6)
    revision = forms.IntegerField(min_value=0, max_value=10**6)
    submission = forms.UUIDField()
    before = forms.IntegerField(min_value=1, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, auto_id=False, **kwargs)  # one page may hold several

    def stamp(self) -> Stamp:
        return Stamp(**self.cleaned_data)


class BackForm(forms.Form):
    """What the button that sets a game back sends: the newest change that its page showed."""

    newest = forms.IntegerField(min_value=1)
    submission = forms.UUIDField()


def fresh_stamp(slot: int, revision: int, before: int | None = None) -> Stamp:
    return Stamp(slot, revision, uuid.uuid4(), before)


def asked_number(request: HttpRequest, name: str) -> int | None:
    """A number in the address, as our links write it."""
    value = request.GET.get(name, "")
    return int(value) if re.fullmatch(r"[0-9]{1,18}", value) else None


def full() -> str:
    """What is said of a change that a game has no room for."""
    said = gettext(
        "Not saved: this game has reached its limit of %(most)s entries and changes."
        " End it, then start another game to play on."
    )
    return said % {"most": number_format(MOST, force_grouping=True)}


JOINERS = "\u200c\u200d"
TURNING = "\u202a-\u202e\u2066-\u2069"  # what turns the direction is refused, see printable
# Besides what Unicode calls format signs, letters and marks that show nothing.
UNSEEN = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]")
# Scripts that need them to join letters, and emoji, lie behind these.
JOINING = "\u0600"


def tidy_name(name: str) -> str:
    """One way to write a name: composed signs, single spaces, nothing that is not seen."""
    composed = unicodedata.normalize("NFC", name)
    return " ".join(
        "".join(sign for at, sign in enumerate(composed) if is_seen(composed, at)).split()
    )


def is_seen(text: str, at: int) -> bool:
    """Whether this sign shows, or joins the two that it is between."""
    if text[at] in JOINERS:
        between = text[at - 1 : at] + text[at + 1 : at + 2]
        return len(between) == 2 and all(
            sign >= JOINING and unicodedata.category(sign)[0] in "LMS" for sign in between
        )
    return bool(re.match(f"[{TURNING}]", text[at])) or not (
        unicodedata.category(text[at]) == "Cf" or UNSEEN.match(text[at])
    )


TOO_LONG = _("Use at most 40 letters.")


MOST_SEATS = 20  # so many tokens can be told apart


def seatable(game: AnyGame) -> range:
    """How many may sit at one table here."""
    return range(game.players[0], min(game.players[-1], MOST_SEATS) + 1)


class NameField(forms.CharField):
    """A name of a player as Player takes it; also that of a device or a group."""

    def __init__(self, max_length: int = 40, **kwargs: Any) -> None:
        kwargs.setdefault("error_messages", {"max_length": TOO_LONG})
        super().__init__(max_length=max_length, validators=[printable], **kwargs)

    def to_python(self, value: Any) -> str:
        return tidy_name(super().to_python(value))


class Seating(forms.Form):
    """Who sits where: the names in seat order, and the buttons that rearrange them.

    The seats taken come in `seat`, one each; `name` is what is being typed. The buttons: add (a known player), type
    (the typed name), up, down and out (a seat), start. Only start asks for the table to be complete.
    """

    name = NameField(required=False)

    def __init__(
        self,
        game: AnyGame,
        known: Sequence[str],
        data: QueryDict | None = None,
        seats: Sequence[str] = (),
    ) -> None:
        super().__init__(data.copy() if data is not None else None)
        self.game = game
        self.fewest, self.most = seatable(game)[0], seatable(game)[-1]
        self.known = {name.casefold(): name for name in known}
        self.seats = list(seats) if data is None else list(map(self.as_known, data.getlist("seat")))

    def as_known(self, name: str) -> str:
        """The name as the group writes it already, if it does."""
        name = tidy_name(name)
        return self.known.get(name.casefold(), name)

    @property
    def offered(self) -> list[tuple[str, int]]:
        """The known players, and which seat each has: 0 for none yet."""
        return [
            (name, self.seats.index(name) + 1 if name in self.seats else 0)
            for name in self.known.values()
        ]

    @property
    def open_seats(self) -> range:
        """The numbers of the seats that must be taken yet."""
        return range(len(self.seats) + 1, self.fewest + 1)

    def clean_name(self) -> str:
        name = self.as_known(self.cleaned_data["name"])
        if name and (self.pressed("type") or self.pressed("start")):
            self.seat(
                name, _("Every seat is taken. Remove someone to add %(name)s, or clear this field.")
            )
            self.data["name"] = ""
        return name

    def seat(self, name: str, full: str = _("Every seat is taken. Remove someone first.")) -> None:
        if name.casefold() in map(str.casefold, self.seats):
            raise ValidationError(_("%(name)s is already at the table."), params={"name": name})
        if len(self.seats) >= self.most:
            raise ValidationError(full, params={"name": name})
        self.seats.append(name)

    def clean(self) -> dict[str, Any]:
        if (
            added := self.data.get("add")
        ) and added not in self.seats:  # who sits there is tapped twice
            self.seat(NameField().clean(added))
        self.move()
        if self.pressed("start") and not self.errors:
            self.check_complete()
        return self.cleaned_data

    def move(self) -> None:
        for button, step in (("up", -1), ("down", 1)):
            at = self.seat_of(button)
            if at is not None and 0 <= at + step < len(self.seats):
                self.seats.insert(at + step, self.seats.pop(at))
        if (at := self.seat_of("out")) is not None:
            self.seats.pop(at)

    def check_complete(self) -> None:
        here = len(self.seats)
        if len(set(map(str.casefold, self.seats))) < here:
            raise ValidationError(_("A player can’t sit at the table twice."))
        for name in self.seats:
            NameField().clean(name)
        if not self.fewest <= here <= self.most:
            raise ValidationError(self.wanted())

    def wanted(self) -> str:
        values = {
            "game": gettext(self.game.title),
            "fewest": self.fewest,
            "most": self.most,
            "count": self.most,
        }
        if self.fewest == self.most:
            return (
                ngettext(
                    "%(game)s is for one player.", "%(game)s is for %(count)s players.", self.most
                )
                % values
            )
        return gettext("%(game)s is for %(fewest)s to %(most)s players.") % values

    def pressed(self, button: str) -> bool:
        return button in self.data

    def seat_of(self, button: str) -> int | None:
        """Which seat's button it was."""
        value = self.data.get(button, "")
        return (
            int(value)
            if re.fullmatch(r"[0-9]{1,3}", value) and int(value) < len(self.seats)
            else None
        )


class CommentForm(forms.Form):
    """`known` is the comment that the form was opened with: what another device wrote since is not written over."""

    comment = GameSession._meta.get_field("comment").formfield(validators=[readable])

    def __init__(self, saved: str, data: QueryDict | None = None) -> None:
        super().__init__(data, initial={"comment": saved})
        self.saved = saved

    @property
    def known(self) -> str | None:
        return self.data.get("known")

    def overtaken(self, saved: str) -> None:
        self.saved = saved
        error = _("Someone else just wrote: “%(comment)s”. Save again to replace it with yours.")
        self.add_error("comment", ValidationError(error, params={"comment": saved}))


class RenameForm(forms.Form):
    """A player's new name, which nobody else in the group has."""

    name = NameField(error_messages={"required": _("Enter a name."), "max_length": TOO_LONG})

    def __init__(self, player: Player, data: QueryDict | None = None) -> None:
        super().__init__(data, initial={"name": player.name}, prefix=None)
        self.player = player

    def clean_name(self) -> str:
        name = self.cleaned_data["name"]
        others = self.player.group.players.exclude(pk=self.player.pk)
        if any(other.name.casefold() == name.casefold() for other in others):
            raise ValidationError(
                _(
                    "There is already a player called %(name)s."
                    " If both are the same person, merge them."
                ),
                params={"name": name},
            )
        return name


class MergeForm(forms.Form):
    """Which player this one really is."""

    into = forms.ModelChoiceField(
        Player.objects.none(), empty_label="–", error_messages={"required": _("Choose a player.")}
    )
    sure = forms.BooleanField(required=False)

    def __init__(self, player: Player, data: QueryDict | None = None) -> None:
        super().__init__(data)
        self.player = player
        self.fields["into"].queryset = player.group.players.exclude(pk=player.pk)

    def clean_into(self) -> Player:
        into = self.cleaned_data["into"]
        if (
            shared := GameSession.objects.filter(seats__player=self.player)
            .filter(seats__player=into)
            .first()
        ):
            raise ValidationError(
                _(
                    "%(one)s and %(other)s played in the same game (%(day)s),"
                    " so they are two people."
                ),
                params={
                    "one": self.player,
                    "other": into,
                    "day": date_format(localtime(shared.started_at), "j M Y"),
                },
            )
        return into


class DeviceForm(forms.Form):
    """What a device is called."""

    name = NameField(error_messages={"required": _("Enter a name."), "max_length": TOO_LONG})


class GroupForm(forms.Form):
    name = NameField(
        max_length=80,
        error_messages={
            "required": _("Enter a name."),
            "max_length": _("Use at most 80 letters."),
        },
    )


class RoleForm(forms.Form):
    """Nobody becomes a host of one game only."""

    role = forms.TypedChoiceField(coerce=int)

    def __init__(self, member: Member, data: QueryDict | None = None) -> None:
        super().__init__(data)
        self.fields["role"].choices = Role.choices[:2] if member.session_id else Role.choices
