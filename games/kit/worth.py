"""Points that follow from what each answer is worth, so that a phone can work them out as well.

points: Mapping[Seat, int] = count_each(_("Points"), worth=1)
score = ByRounds(worth_lines, target=…)
"""

from collections.abc import Iterator, Mapping
from typing import Any

from games.contract import AnyGame, Line, Seat
from games.kit.questions import Question, questions
from games.kit.rounds import ByRounds
from games.kit.state import State

FOR_ONE = ("number", "choice", "yes_no")
"""The kinds of questions whose points go to the player that the entry names."""


def worth_lines(entry: Any, state: State) -> list[tuple[Line, ...]]:
    """Return a line for each answer that is worth something."""
    all_questions = questions(type(entry))
    one = player_question(all_questions)
    player = getattr(entry, one.name) if one else None
    lines: dict[Seat, list[Line]] = {seat: [] for seat in state.seats}
    for question in all_questions:
        for seat, points in _points(question, getattr(entry, question.name), player):
            lines[seat].append(Line(points, question.label))
    return [tuple(part) for part in lines.values()]


def _points(question: Question, answer: Any, player: Seat | None) -> Iterator[tuple[Seat, int]]:
    worth = question.worth
    if worth is None or answer is None:
        return
    if question.kind == "each":
        yield from ((seat, _value(worth, number)) for seat, number in answer.items())
    elif question.kind == "players":
        yield from ((seat, _value(worth, 1)) for seat in answer)
    elif question.kind == "player":
        yield answer, _value(worth, 1)
    elif player is not None and (question.kind != "yes_no" or answer):
        yield player, _value(worth, answer)


def _value(worth: int | Mapping[Any, int], answer: Any) -> int:
    return worth * answer if isinstance(worth, int) else worth.get(answer, 0)


def player_question(all_questions: tuple[Question, ...]) -> Question | None:
    """Return the question for the player that the points of other answers go to."""
    return next((question for question in all_questions if question.kind == "player"), None)


def worth_for_phones(game: AnyGame) -> dict[str, Any] | None:
    """Return what static/js/provisional/worth.js needs; None if the points follow from more.

    A phone does not know whose turn it is.
    """
    if not (isinstance(game.score, ByRounds) and game.score.lines is worth_lines):
        return None
    all_questions = questions(game.entry)
    if any(question.turn for question in all_questions):
        return None
    one = player_question(all_questions)
    return {
        "player": one.name if one else None,
        "partial": game.partial_entries,
        "questions": [
            {
                "name": question.name,
                "kind": question.kind,
                "worth": question.worth,
                "needed": question.needed and question.default is None,
                "usual": question.default,
            }
            for question in all_questions
        ],
    }
