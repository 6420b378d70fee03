"""Questions for a number, and for a number for each player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext

from games.contract import Impossible, Seat, format_ungrouped
from games.kit.forms.ask import Ask, text_of
from games.kit.forms.fields import TypedNumberField, chosen_field, translate
from games.kit.limits import check_answer, share
from games.kit.lists import list_items
from games.kit.questions import limit


class SeatRow(NamedTuple):
    """A player's part of a question that each is asked.

    `value`: what the field holds, or "". `earlier_answers`: what the player said before the round.
    `forbidden_number`: the number that may not be chosen, or "".
    """

    seat: Seat
    name: str
    field: forms.BoundField
    value: str
    earlier_answers: list[tuple[str, int]]
    forbidden_number: str

    @property
    def has_note(self) -> bool:
        return bool(self.earlier_answers or self.forbidden_number or self.field.errors)


class AskNumber(Ask):
    template = "kit/_number.html"
    most_tapped, sums = 20, True

    @cached_property
    def limits(self) -> tuple[int | None, int | None]:
        state = self.form.state
        return limit(self.question.least, state), limit(self.question.most, state)

    @property
    def may_be_negative(self) -> bool:
        least, _most = self.limits
        return least is None or least < 0

    @cached_property
    def is_tapped(self) -> bool:  # type: ignore[override]
        """True if the numbers are few enough for a row of cards to tap; else one is typed."""
        least, most = self.limits
        return least is not None and most is not None and most - least <= self.most_tapped

    @cached_property
    def numbers_to_tap(self) -> list[tuple[str, str]]:
        """Each with the value of its input."""
        least, most = self.limits
        if not self.is_tapped:
            return []
        return [(str(n), format_ungrouped(n)) for n in range(least or 0, (most or 0) + 1)]

    def number_field(self, label: str) -> forms.Field:
        if self.is_tapped:
            return chosen_field([(n, n) for n, text in self.numbers_to_tap], label, int)
        return TypedNumberField(*self.limits, self.sums, label=label)

    @cached_property
    def fields(self) -> dict[str, forms.Field]:
        return {self.name: self.number_field(self.label)}

    def field_value(self, number: int) -> int | str:
        return number if self.is_tapped else format_ungrouped(number)

    def initial(self, value: Any) -> dict[str, Any]:
        return {self.name: self.field_value(value)}

    @property
    def may_be_zero(self) -> bool:
        least, _most = self.limits
        return least is None or least <= 0

    def check(self) -> None:
        if self.question.needed and self.answer() is None:
            self.refuse_blank()

    def refuse_blank(self) -> None:
        zero, other = gettext("Enter a number, even if it is 0."), gettext("Enter a number.")
        self.refuse(zero if self.may_be_zero else other, "required")


class AskEach(AskNumber):
    """A number for each player: a field for each, and one for the errors about them all."""

    template = "kit/_each.html"
    most_tapped = 6  # more do not fit a row that a thumb can tap

    @property
    def label_of_one(self) -> str:
        return translate(self.question.one or self.question.label)

    @cached_property
    def seats(self) -> Sequence[Seat]:
        """The players to ask: not those who left, unless something was entered for them."""
        seats = self.form.context.seats
        return [
            seat
            for seat in self.question.seats_in(self.form.state)
            if seat in seats and (seat not in self.form.away or self.form.data.get(self.part(seat)))
        ]

    @property
    def is_alone(self) -> bool:
        """True if the form asks one player, who counts alone."""
        return self.form.context.only is not None

    def part(self, seat: int | str) -> str:
        return f"{self.name}_{seat}"

    @cached_property
    def fields(self) -> dict[str, forms.Field]:
        each = {self.part(seat): self.number_field(self.form.names[seat]) for seat in self.seats}
        return {self.name: forms.Field(required=False, label=self.label), **each}

    def initial(self, value: Any) -> dict[str, Any]:
        return {self.part(seat): self.field_value(number) for seat, number in value.items()}

    @cached_property
    def numbers(self) -> dict[Seat, int]:
        """The numbers that can be read, even in a form that was not sent."""
        numbers = {}
        for seat in self.seats:
            name = self.part(seat)
            try:
                number = self.form.fields[name].clean(self.form[name].value())
            except ValidationError:
                continue
            if number is not None:
                numbers[seat] = int(number)
        return numbers

    def answer(self) -> dict[str, int] | None:
        return {str(seat): number for seat, number in self.numbers.items()} or None

    def blank(self) -> list[str]:
        """Return the names of the players whose numbers are needed and blank."""
        complete = self.numbers if self.question.needed else self.seats
        return [self.form.names[seat] for seat in self.seats if seat not in complete]

    def is_blank(self) -> bool:
        return bool(self.blank())

    def check(self) -> None:
        return self.check_own() if self.is_alone else self.check_everyone()

    def check_own(self) -> None:
        """Check the number of a player who counts alone: what all share is not known yet."""
        if self.blank():
            self.refuse_blank()

    def check_everyone(self) -> None:
        numbers = self.numbers
        if names := list_items(self.blank()):
            text = gettext("Enter a number for everyone, even if it is 0.")
            if numbers:
                self.form.fields[self.name].label = f"{self.label} ({names})"
                text = gettext("Enter a number for %(names)s, even if it is 0.")
            if not self.may_be_zero or self.forbidden_number() == 0:
                text = gettext("Enter a number for %(names)s.")
            return self.refuse(text % {"names": names}, "required")
        try:
            check_answer(self.question, numbers, self.form.state)
        except Impossible as problem:
            is_short = self.left is not None and self.left > 0
            if is_short:
                left = gettext("%(left)s of %(most)s left")
                left %= {"left": self.left, "most": self.shared_total}
                self.form.fields[self.name].label = f"{self.label} ({left})"
            text = translate(problem.message, self.form.names)
            self.refuse(text, "required" if is_short else "invalid")
        return None

    @property
    def shared_total(self) -> int | None:
        """The number of points, tricks or cards for all players together."""
        return None if self.is_alone else share(self.question, self.form.state)

    @property
    def left(self) -> int | None:
        return None if self.shared_total is None else self.shared_total - sum(self.numbers.values())

    @property
    def has_something(self) -> bool:
        return bool(self.numbers)

    def rows(self) -> Iterator[SeatRow]:
        numbers, forbidden = self.numbers, self.forbidden_number()
        for seat in self.seats:
            field, name = self.form[self.part(seat)], self.form.names[seat]
            answers = [] if self.question.before else self.form.answers_before(seat)
            never = forbidden if forbidden is not None and seat not in numbers else ""
            yield SeatRow(seat, name, field, text_of(field), answers, str(never))

    def forbidden_number(self) -> int | None:
        """Return the number that the last player may not choose, once all others have chosen."""
        never, numbers = limit(self.question.never, self.form.state), self.numbers
        if self.is_alone or never is None or len(numbers) != len(self.seats) - 1:
            return None
        number, (least, most) = never - sum(numbers.values()), self.limits
        is_possible = (least is None or number >= least) and (most is None or number <= most)
        return number if is_possible else None
