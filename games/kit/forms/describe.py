"""Describes what was entered, in the words of the questions."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from games.contract import Fact, format_ungrouped
from games.kit.forms.fields import translate
from games.kit.lists import label_within, list_items
from games.kit.questions import Question


def describe(
    all_questions: Sequence[Question], answers: Mapping[str, Any], names: Sequence[str] = ()
) -> Iterator[Fact]:
    """Yield each answer with the label of its question; without those that are blank."""
    for question in all_questions:
        label, value = translate(question.label), answers.get(question.name)
        if question.kind == "yes_no":
            if value is not None and value != question.default:
                yield ("", label) if value else (label_within(label), gettext("no"))
        elif question.kind == "choice" and value == question.default:
            continue  # what a table agrees on unless it says something else
        elif value is not None and (text := _answer(question, value, names)):
            yield label_within(label), text


def _answer(question: Question, value: Any, names: Sequence[str]) -> str:
    match question.kind:
        case "each":
            numbers = [(names[int(seat)], number) for seat, number in value.items()]
            return list_items(f"{name} {format_ungrouped(number)}" for name, number in numbers)
        case "player":
            return str(names[value])
        case "players":
            return list_items(names[seat] for seat in value)
        case "choice":
            return translate(question.choices[value])
    return format_ungrouped(value)
