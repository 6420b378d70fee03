"""The way to ask each kind of question."""

from typing import Any

from games.kit.forms.ask import Ask
from games.kit.forms.ask_choices import AskChoice, AskPlayer, AskPlayers, AskYesNo
from games.kit.forms.ask_numbers import AskEach, AskNumber
from games.kit.questions import Question

KINDS: dict[str, type[Ask]] = {
    "each": AskEach,
    "number": AskNumber,
    "player": AskPlayer,
    "players": AskPlayers,
    "choice": AskChoice,
    "yes_no": AskYesNo,
}


def ask_for(question: Question, form: Any) -> Ask:
    return KINDS[question.kind](question, form)
