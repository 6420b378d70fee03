"""Checks answers against the limits of their questions."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.contract import Impossible, Seat, Text
from games.contract import gettext as _
from games.kit.questions import Question, limit, questions
from games.kit.state import State

_NOTHING_TO_ENTER = _("there is nothing to enter.")


def check_options(options: Any) -> None:
    """Raise Impossible unless these options keep to the limits of their questions."""
    for question in questions(type(options)):
        _check_single(question, getattr(options, question.name), None)


def check_answers(entry: Any, state: State) -> None:
    """Raise Impossible unless the entry keeps to the limits of its questions."""
    for question in questions(type(entry)):
        check_answer(question, getattr(entry, question.name), state)


def check_answer(question: Question, value: Any, state: State) -> None:
    """Raise Impossible unless the answer keeps to the limits of its question."""
    if value is None:
        return
    if question.kind == "each":
        _check_each(question, value, state)
    elif question.kind in ("player", "players"):
        _check_players(question, [value] if question.kind == "player" else value, state)
    else:
        _check_single(question, value, state)


def _check_single(question: Question, value: Any, state: State | None) -> None:
    """Check one value; that of an option has no state."""
    if value is None:
        return
    if question.kind == "number":
        least, most = limit(question.least, state), limit(question.most, state)
        if problem := _limit_problem(least, most, value):
            raise Impossible(question.name, _add_label(question, problem))
    elif question.kind == "choice" and value not in question.choices:
        choices = ", ".join(map(str, question.choices))
        raise Impossible(question.name, _("This must be one of: %(choices)s.", choices=choices))


def _check_players(question: Question, players: Sequence[Seat], state: State) -> None:
    turn = question.turn(state) if question.turn else None
    for seat in players:
        if turn is not None and seat != turn:
            text = _(
                "It is %(player)s’s turn. If it is missing, insert it before this one.", player=turn
            )
            raise Impossible(question.name, text)
        if seat not in question.seats_in(state):
            raise _impossible_for(question, seat, _("cannot be chosen."))


def share(question: Question, state: State) -> int | None:
    """Return how many there are for all players together; None if that has no limit."""
    total = limit(question.total, state)
    return limit(question.at_most, state) if total is None else total


def _check_each(question: Question, numbers: Mapping[Seat, int], state: State) -> None:
    seats = question.seats_in(state)
    least, most = limit(question.least, state), limit(question.most, state)
    for seat in (*seats, *numbers.keys() - set(seats)):
        number = numbers.get(seat)
        if number is not None and seat in seats:
            problem = _limit_problem(least, most, number)
        else:
            problem = _presence_problem(question, number)
        if problem:
            raise _impossible_for(question, seat, problem)
    if problem := _sum_problem(question, sum(numbers.values()), state):
        raise Impossible(question.name, problem)


def _impossible_for(question: Question, seat: Seat, problem: Text) -> Impossible:
    values = {"question": question.label, "player": seat, "problem": problem}
    return Impossible(question.name, _("%(question)s, %(player)s: %(problem)s", **values))


def _presence_problem(question: Question, number: int | None) -> Text | None:
    """Return what is wrong with the number of a player who has none, or is not asked."""
    if number is not None:
        return _NOTHING_TO_ENTER
    return _("the number is missing.") if question.needed else None


def _limit_problem(least: Any, most: Any, number: int) -> Text | None:
    if least is not None and number < least:
        return _("at least %(least)s, not %(number)s.", least=least, number=number)
    if most is not None and number > most:
        return _("at most %(most)s, not %(number)s.", most=most, number=number)
    return None


def _sum_problem(question: Question, count: int, state: State) -> Text | None:
    total, at_most = limit(question.total, state), limit(question.at_most, state)
    if count == limit(question.never, state):
        return _("%(question)s must not add up to %(count)s.", question=question.label, count=count)
    if total is not None and count != total:
        return _add_label(question, _("%(total)s in all, not %(count)s.", total=total, count=count))
    if at_most is not None and count > at_most:
        problem = _("at most %(most)s in all, not %(count)s.", most=at_most, count=count)
        return _add_label(question, problem)
    return None


def _add_label(question: Question, problem: Text) -> Text:
    return _("%(question)s: %(problem)s", question=question.label, problem=problem)
