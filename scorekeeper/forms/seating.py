"""The forms that seat players, at a new game and during one."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.contract import AnyGame
from games.kit.names import normalize_name
from scorekeeper.models.marks import distinct_marks, next_mark
from scorekeeper.people.names import NameField, RequiredNameField
from scorekeeper.statistics.sitting_out import SittingOut

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

FULL = _("Every seat is taken. Remove someone first.")
MOST_SEATS = 20  # there are distinct tokens for so many
RECENT = 24
"""The players of a large group who are in sight at a new game: twelve rows on a phone."""


def seatable(game: AnyGame) -> range:
    """The numbers of players that the game and this site allow."""
    return range(game.players[0], min(game.players[-1], MOST_SEATS) + 1)


class SeatingForm(forms.Form):
    """Who sits where: the names in seat order, and the buttons that rearrange them.

    `seat` has a value for each seat that is taken; `name` is what is being typed. The buttons: add
    (a known player), type (the typed name), up, down and out (a seat), instead (of a seat, whose
    player sits out instead of another one), lot (draw who deals or starts), start. Only start
    requires the table to be complete. `marks` has the mark of each known player.

    `bench` has those who want to play, too, but sit out, because there are more than seats. Whose
    turn that is, `sitting_out` knows.

    `starter` is the name of the player who deals or starts, or "". Where turns follow the seats,
    that player gets the first one.
    """

    name = NameField(required=False)

    def __init__(
        self,
        game: AnyGame,
        marks: Mapping[str, int],
        data: QueryDict | None = None,
        seats: Sequence[str] = (),
        sitting_out: SittingOut | None = None,
    ) -> None:
        self.typed = data.copy() if data is not None else QueryDict(mutable=True)
        super().__init__(self.typed if data is not None else None)
        self.game = game
        self.fewest, self.most = seatable(game)[0], seatable(game)[-1]
        self.group_names = {name.casefold(): name for name in marks}
        self.group_marks = marks
        names = self.typed.getlist("seat")[: MOST_SEATS + 1]  # one more is refused
        self.seats = list(seats) if data is None else list(map(self.group_spelling, names))
        self.starter = self.group_spelling(self.typed.get("starter", ""))
        self.sitting_out = sitting_out or SittingOut(None)
        bench = map(self.group_spelling, self.typed.getlist("bench")[:MOST_SEATS])
        self.bench = [name for name in dict.fromkeys(bench) if name not in self.seats]
        if data is None:
            self.balance()

    def group_spelling(self, name: str) -> str:
        """The name as the group already writes it, if it knows the player."""
        name = normalize_name(name)
        return self.group_names.get(name.casefold(), name)

    @property
    def recent_players(self) -> list[tuple[int, str, int, int]]:
        return self.known_players[:RECENT]

    @property
    def other_players(self) -> list[tuple[int, str, int, int]]:
        return self.known_players[RECENT:]

    @cached_property
    def known_players(self) -> list[tuple[int, str, int, int]]:
        """Place, name, mark and the number of the seat, or 0; those who played last come first."""
        seats = {name: number for number, name in enumerate(self.seats, 1)}
        return [
            (place, name, self.group_marks[name], seats.get(name, 0))
            for place, name in enumerate(self.group_names.values())
        ]

    @property
    def seated_players(self) -> list[tuple[str, int]]:
        """The names in seat order, each with the mark that the player will have in this game."""
        return self.with_marks(self.seats)

    def with_marks(self, names: Sequence[str]) -> list[tuple[str, int]]:
        marks, marks_in_use = [], list(self.group_marks.values())
        for name in names:
            mark = self.group_marks.get(name)
            if mark is None:
                mark = next_mark(marks_in_use)
                marks_in_use.append(mark)
            marks.append(mark)
        return list(zip(names, distinct_marks(tuple(marks)), strict=True))

    @property
    def bench_players(self) -> list[tuple[str, int, datetime | None, bool]]:
        """The players who sit out, with their marks, when each last did so, and whether it is that
        player's turn.
        """
        turn = self.sitting_out.in_turn([*self.seats, *self.bench])[: len(self.bench)]
        breaks = map(self.sitting_out.breaks, self.bench)
        return [
            (name, mark, plays[0].played_at if plays else None, name in turn)
            for (name, mark), plays in zip(self.with_marks(self.bench), breaks, strict=True)
        ]

    @property
    def open_seats(self) -> range:
        """The numbers of the seats that still must be taken."""
        return range(len(self.seats) + 1, self.fewest + 1)

    def clean_name(self) -> str:
        name = self.group_spelling(self.cleaned_data["name"])
        if name and (self.is_pressed("type") or self.is_pressed("start")):
            full = _("Every seat is taken. Remove someone to add %(name)s, or clear this field.")
            self.seat(name, full)
            self.typed["name"] = ""
        return name

    def seat(self, name: str, full: StrOrPromise = FULL) -> None:
        if name.casefold() in map(str.casefold, self.seats):
            raise ValidationError(_("%(name)s is already at the table."), params={"name": name})
        if len(self.seats) >= self.most:
            raise ValidationError(full, params={"name": name})
        self.seats.append(name)

    def clean(self) -> dict[str, Any]:
        name = self.data.get("add")
        if name and name not in (*self.seats, *self.bench):  # tapped twice, a player stays
            self.add(NameField().clean(name))
        self.move()
        if not self.is_pressed("start"):  # that never changes who plays
            self.change_bench()
        self.seat_starter()
        if self.is_pressed("start") and not self.errors:
            self.check_complete()
        return self.cleaned_data

    def add(self, name: str) -> None:
        """Seat a player who was tapped. If the seats are taken, somebody sits out."""
        if name in self.group_marks and len(self.seats) >= self.most:
            self.seats.append(name)
            self.balance()
        else:
            self.seat(name)

    def change_bench(self) -> None:
        if self.bench and (at := self.seat_of("instead")) is not None:
            self.seats[at], self.bench[-1] = self.bench[-1], self.seats[at]
        if self.bench or self.is_pressed("switch"):
            self.balance()

    def balance(self) -> None:
        """Let players sit out if there are more than seats; seat them once there is one."""
        while self.bench and len(self.seats) < self.most:
            self.seats.append(self.bench.pop())
        if len(self.seats) > self.most:
            names = [*self.seats, *self.bench]
            self.bench = self.sitting_out.in_turn(names)[: len(names) - self.most]
            self.seats[:] = [name for name in names if name not in self.bench]

    def move(self) -> None:
        for button, step in (("up", -1), ("down", 1)):
            at = self.seat_of(button)
            if at is not None and 0 <= at + step < len(self.seats):
                self.seats.insert(at + step, self.seats.pop(at))
        if (at := self.seat_of("out")) is not None:
            self.seats.pop(at)

    def seat_starter(self) -> None:
        if self.is_pressed("lot") and self.seats:
            self.starter = secrets.choice(self.seats)
        if self.starter not in self.seats:
            self.starter = ""
        elif not self.game.starter.moves:
            first = self.seats.index(self.starter)
            self.seats[:] = [*self.seats[first:], *self.seats[:first]]

    def check_complete(self) -> None:
        here = len(self.seats)
        if len(set(map(str.casefold, self.seats))) < here:
            raise ValidationError(_("A player can’t sit at the table twice."))
        for name in self.seats:
            NameField().clean(name)
        if not self.fewest <= here <= self.most:
            raise ValidationError(self.player_count_text())

    def player_count_text(self) -> str:
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

    def is_pressed(self, button: str) -> bool:
        return button in self.data

    def seat_of(self, button: str) -> int | None:
        """The seat whose button was pressed."""
        value = self.data.get(button, "")
        is_seat = re.fullmatch(r"[0-9]{1,3}", value) and int(value) < len(self.seats)
        return int(value) if is_seat else None


class NewPlayerForm(forms.Form):
    """Someone for a seat: `known` is a player of the group that was tapped, `name` what was typed.

    `at_table` has the names of those at the table, `group_names` all that the group knows.
    """

    name = RequiredNameField()

    def __init__(
        self, at_table: Sequence[str], group_names: Sequence[str], data: QueryDict | None = None
    ) -> None:
        self.input = (data.get("known") or data.get("name", "")) if data else ""
        super().__init__(None if data is None else {"name": self.input})
        self.at_table = set(map(str.casefold, at_table))
        self.group_names = {name.casefold(): name for name in group_names}

    def clean_name(self) -> str:
        """The name as the group already writes it, if it knows the player."""
        name: str = self.cleaned_data["name"]
        if name.casefold() in self.at_table:
            raise ValidationError(_("%(name)s is already at the table."), params={"name": name})
        return self.group_names.get(name.casefold(), name)
