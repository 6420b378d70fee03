"""The form for the options of a game, made from the questions of its dataclass."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext

from games.contract import AnyGame, Data
from games.kit.forms.ask import Ask, AskingForm
from games.kit.forms.ask_choices import AskChoice
from games.kit.forms.ask_numbers import AskNumber
from games.kit.forms.asks import ask_for
from games.kit.forms.fields import TypedNumberField
from games.kit.questions import Question, limit, questions

CUSTOM = "own"


class OptionsForm(AskingForm, forms.Form):
    """Asks what the fields of the game's options ask. `game` is set by a subclass for each game."""

    game: ClassVar[AnyGame]
    template_name = "kit/options.html"
    state = None  # type: ignore[assignment]  # only entries have one

    def __init__(self, data: Data = None, *, options: Data = None) -> None:
        self.asks = [option_ask(one, self) for one in questions(self.game.options)]
        super().__init__(data, use_required_attribute=False)
        defaults = self.game.options()
        for ask in self.asks:
            self.fields |= ask.fields
            value = (options or {}).get(ask.name, getattr(defaults, ask.name))
            if value is not None:
                self.initial.update(ask.initial(value))

    def clean(self) -> dict[str, Any]:
        for ask in self.asks:
            if ask.name not in self.errors:
                ask.check()
        return self.cleaned_data

    def options(self) -> dict[str, Any]:
        return self.answers()


class AskCommon(AskChoice):
    """A number that is chosen among the common ones, or typed."""

    template = "kit/_common.html"

    @cached_property
    def pairs(self) -> list[tuple[Any, str]]:
        return [*((str(n), str(n)) for n in self.question.common), (CUSTOM, gettext("Other"))]

    @cached_property
    def fields(self) -> dict[str, forms.Field]:
        least, most = limit(self.question.least), limit(self.question.most)
        label = gettext("%(question)s: other") % {"question": self.label}
        own = TypedNumberField(least, most, sums=False, label=label)
        return {**super().fields, self.own_name: own}

    @property
    def own_name(self) -> str:
        return f"{CUSTOM}_{self.name}"

    @property
    def own(self) -> forms.BoundField:
        return self.form[self.own_name]

    def initial(self, value: int) -> dict[str, Any]:
        if value in self.question.common:
            return {self.name: str(value)}
        return {self.name: CUSTOM, self.own_name: str(value)}

    def answer(self) -> int | None:
        choice = self.form.cleaned_data.get(self.name)
        number = self.form.cleaned_data.get(self.own_name) if choice == CUSTOM else choice
        return None if number is None else int(number)

    def check(self) -> None:
        if self.form.cleaned_data.get(self.name) != CUSTOM:
            self.form.errors.pop(self.own_name, None)  # the page hides that field
            super().check()
        elif self.answer() is None and self.own_name not in self.form.errors:
            self.form.add_error(self.own_name, gettext("Enter a number."))


class AskTyped(AskNumber):
    """A number that is typed, however few values there are."""

    most_tapped, sums = -1, False


def option_ask(question: Question, form: Any) -> Ask:
    if question.common:
        return AskCommon(question, form)
    return AskTyped(question, form) if question.kind == "number" else ask_for(question, form)
