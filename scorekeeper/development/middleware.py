"""Development mode (DEV=1): saved files of games count at once, and the browser shows mistakes."""

import logging
import sys
from collections.abc import Callable
from traceback import format_exception
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games import registry
from games.faults import Fault, place_of_error
from scorekeeper.development.kit_failures import mistake_in_kit
from scorekeeper.development.reloading import Reloader
from scorekeeper.game_checks.mistakes import (
    PAGE,
    Mistake,
    mistake_of_fault,
    sentence,
    template_place,
)
from scorekeeper.tables.unplayable import NotInstalled

logger = logging.getLogger(__name__)
LINES = 3  # shown before and after the one at fault


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
