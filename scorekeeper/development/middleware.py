"""Development mode (DEV=1): saved files of games count at once, and the browser shows mistakes.

If the kit fails with a game, the page names the game and what it gave to the kit.
"""

import logging
import sys
from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path
from traceback import format_exception, walk_tb
from types import FrameType
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games import registry
from games.contract import AnyGame, Game
from games.faults import Fault, place_of_error
from games.kit.questions import Question
from games.kit.rounds import ByRounds
from scorekeeper.development.reloading import Reloader
from scorekeeper.game_checks.mistakes import (
    PAGE,
    Mistake,
    mistake_of_fault,
    sentence,
    template_place,
)
from scorekeeper.tables.unplayable import NotInstalled

CALLBACKS = [field.name for field in fields(ByRounds)]

LINES = 3  # shown before and after the one at fault


def mistake_in_kit(error: BaseException) -> Mistake | None:
    """The mistake, if the error came up in the kit, below a function that knows the game."""
    frames = [frame for frame, _line in walk_tb(error.__traceback__)][::-1]
    in_kit = [one for one in frames if is_of_kit(one.f_globals.get("__name__"))]
    game = next(filter(None, map(game_of, frames)), None)
    if not in_kit or not game or game.slug not in registry.folders():
        return None
    rules = registry.folders()[game.slug] / "rules.py"
    for frame in in_kit:
        for function in functions_of(frame):
            return mistake_of_function(function, rules, error)
        if question := question_of(frame):
            reason = f"The kit fails with the question “{question.name}”: {sentence(error)}"
            return Mistake(PAGE, rules, reason)
    return Mistake(PAGE, rules, f"The kit fails with this game: {sentence(error)}")


def mistake_of_function(function: Callable[..., Any], rules: Path, error: BaseException) -> Mistake:
    """The place is that of the function, if it is one of the game's own."""
    name = getattr(function, "__name__", repr(function))
    reason = f"The kit fails with what {name} returns: {sentence(error)}"
    if code := getattr(function, "__code__", None):
        file = Path(code.co_filename)
        if file.is_relative_to(rules.parent):
            return Mistake(PAGE, file, reason, code.co_firstlineno)
    return Mistake(PAGE, rules, reason)


def game_of(frame: FrameType) -> AnyGame | None:
    game = getattr(frame.f_locals.get("self"), "game", None)
    return game if isinstance(game, Game) else None


def functions_of(frame: FrameType) -> Iterator[Callable[..., Any]]:
    """The game's functions that this function of ByRounds calls, without the kit's defaults."""
    rounds = frame.f_locals.get("self")
    if isinstance(rounds, ByRounds):
        for name in frame.f_code.co_names:
            function = getattr(rounds, name) if name in CALLBACKS else None
            if function and not is_of_kit(function.__module__):
                yield function


def is_of_kit(module: object) -> bool:
    return str(module).startswith("games.kit.")


def question_of(frame: FrameType) -> Question | None:
    of_form = getattr(frame.f_locals.get("self"), "question", None)
    question = frame.f_locals.get("question", of_form)
    return question if isinstance(question, Question) else None


logger = logging.getLogger(__name__)


class DevelopmentMiddleware:
    """The last middleware, so that it sees every exception of a page first."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.reloader = Reloader()
        # Python takes a file as unchanged if its size and the second it was saved in are the same.
        sys.dont_write_bytecode = True

    def __call__(self, request: HttpRequest) -> HttpResponse:
        self.reloader.reload_changed()
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: object, args: object, kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        fault = fault_of(kwargs.get("game"))
        return mistake_page(request, mistake_of_fault(fault)) if fault else None

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, NotInstalled):
            fault = fault_of(error.session.game)
            return mistake_page(request, mistake_of_fault(fault)) if fault else None
        if not (mistake := mistake_of_game(error)):
            return None
        logger.error("A mistake in a game", exc_info=error)
        return mistake_page(request, mistake, "".join(format_exception(error)))


def fault_of(slug: str | None) -> Fault | None:
    if slug in registry.games():
        return None
    return next((fault for fault in registry.faults() if fault.folder.name == slug), None)


def mistake_of_game(error: Exception) -> Mistake | None:
    """The mistake, if the error came up in the folder of a game, or in the kit because of one."""
    for folder in registry.folders().values():
        place = place_of_error(error, folder) or template_place(error)
        if place and place[0].is_relative_to(folder):
            return Mistake(PAGE, place[0], sentence(error), place[1])
    return mistake_in_kit(error)


def mistake_page(request: HttpRequest, mistake: Mistake, trace: str = "") -> HttpResponse:
    context = {"mistake": mistake, "source": source_of(mistake), "trace": trace}
    return render(request, "development/mistake.html", context, status=500)


def source_of(mistake: Mistake) -> tuple[str, str, str] | None:
    """The lines before the one at fault, that one, and those after it, all with their numbers."""
    if not mistake.line or not mistake.file.is_file():
        return None
    text = mistake.file.read_text("utf-8", errors="replace")
    lines = [f"{number}  {line}\n" for number, line in enumerate(text.splitlines(), 1)]
    place = mistake.line - 1
    before, after = lines[max(0, place - LINES) : place], lines[place + 1 : place + 1 + LINES]
    return "".join(before), "".join(lines[place : place + 1]), "".join(after)
