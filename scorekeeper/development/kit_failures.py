"""Names the game, and what it gave to the kit, if the kit fails with it."""

from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path
from traceback import walk_tb
from types import FrameType
from typing import Any

from games import registry
from games.contract import AnyGame, Game
from games.kit.questions import Question
from games.kit.rounds import ByRounds
from scorekeeper.game_checks.mistakes import PAGE, Mistake, sentence

CALLBACKS = [field.name for field in fields(ByRounds)]


def mistake_in_kit(error: BaseException) -> Mistake | None:
    """The mistake, if the error came up in the kit, below a function that knows the game."""
    frames = [frame for frame, _line in walk_tb(error.__traceback__)][::-1]
    in_kit = [frame for frame in frames if module_of(frame).startswith("games.kit.")]
    game = next(filter(None, map(game_of, frames)), None)
    if not in_kit or not game or game.slug not in registry.folders():
        return None
    rules = registry.folders()[game.slug] / "rules.py"
    for frame in in_kit:
        for function in functions_of(frame):
            return of_function(function, rules, error)
        if question := question_of(frame):
            reason = f"The kit fails with the question “{question.name}”: {sentence(error)}"
            return Mistake(PAGE, rules, reason)
    return Mistake(PAGE, rules, f"The kit fails with this game: {sentence(error)}")


def of_function(function: Callable[..., Any], rules: Path, error: BaseException) -> Mistake:
    """The place is that of the function, if it is one of the game's own."""
    name = getattr(function, "__name__", repr(function))
    reason = f"The kit fails with what {name} returns: {sentence(error)}"
    if code := getattr(function, "__code__", None):
        file = Path(code.co_filename)
        if file.is_relative_to(rules.parent):
            return Mistake(PAGE, file, reason, code.co_firstlineno)
    return Mistake(PAGE, rules, reason)


def module_of(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__"))


def game_of(frame: FrameType) -> AnyGame | None:
    game = getattr(frame.f_locals.get("self"), "game", None)
    return game if isinstance(game, Game) else None


def functions_of(frame: FrameType) -> Iterator[Callable[..., Any]]:
    """The game's functions that this function of ByRounds calls."""
    rounds = frame.f_locals.get("self")
    if isinstance(rounds, ByRounds):
        for name in frame.f_code.co_names:
            if name in CALLBACKS and (function := getattr(rounds, name)):
                yield function


def question_of(frame: FrameType) -> Question | None:
    of_form = getattr(frame.f_locals.get("self"), "question", None)
    question = frame.f_locals.get("question", of_form)
    return question if isinstance(question, Question) else None
