"""Checks that the questions of a game fit its fields and players who may join and leave."""

from collections.abc import Iterator
from pathlib import Path
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from games.contract import AnyGame
from games.dataclass_codec import kinds_of
from games.kit.questions import questions
from scorekeeper.game_checks.mistakes import FIELD, RULES, Mistake


def check_questions(game: AnyGame, rules: Path) -> Iterator[Mistake]:
    entries = kinds_of(game.entry)
    for kind in (game.options, *entries):
        yield from check_choices(kind, rules)
        yield from check_blanks(kind, rules)
    if not game.closed_because:
        for kind in entries:
            yield from check_joining(kind, rules)


def check_choices(kind: Any, rules: Path) -> Iterator[Mistake]:
    hints = get_type_hints(kind)
    for question in questions(kind):
        values = literal_values(hints[question.name])
        if question.kind == "choice" and set(values) != set(question.choices):
            problem = f"Literal has {join_values(values)}" if values else "type is no Literal"
            reason = (
                f"{kind.__name__}.{question.name} offers {join_values(question.choices)},"
                f" but its {problem}."
            )
            yield Mistake(FIELD, rules, reason)


def check_blanks(kind: Any, rules: Path) -> Iterator[Mistake]:
    """A blank is None, unless the question has another default."""
    hints = get_type_hints(kind)
    for question in questions(kind):
        name, hint = question.name, hints[question.name]
        is_none = question.kind in ("number", "player", "choice") and question.default is None
        if is_none and not question.needed and NoneType not in get_args(hint):
            reason = f"{kind.__name__}.{name} may be blank, so its type must have “| None”."
            yield Mistake(FIELD, rules, reason)


def literal_values(hint: Any) -> tuple[Any, ...]:
    """Return the values of a Literal, or of one that may be None; () for any other type."""
    for part in (hint, *get_args(hint)):
        if get_origin(part) is Literal:
            return get_args(part)
    return ()


def join_values(values: Any) -> str:
    return ", ".join(map(repr, values))


def check_joining(kind: Any, rules: Path) -> Iterator[Mistake]:
    """Earlier rounds have no number of a player who joins, and later ones none of one who left."""
    for question in questions(kind):
        if question.kind == "each" and question.needed and not question.seats:
            reason = (
                f"{kind.__name__}.{question.name} lacks needed=False: players may join and"
                " leave this game (closed_because is empty), so their numbers may be missing."
            )
            yield Mistake(RULES, rules, reason)
