"""The answer for every page of a game whose rules are missing, or cannot read its entries."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scorekeeper.pages.finished_games import FinishedGame
from scorekeeper.pages.game_rows import GameWithoutRules, unplayable_text
from scorekeeper.tables.unplayable import Unplayable

UNAVAILABLE = 503


class MissingRulesMiddleware:
    """Explains that the rules of a game are missing, and that nothing is lost.

    The response to an entry is a 503 without a mark for the outbox (see headers.py): a phone keeps
    its entry until the rules are back.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, Unplayable):
            return None
        session = error.session
        context = {
            "row": GameWithoutRules(session, unplayable_text(error)),
            "finished": FinishedGame(session) if session.finished_at else None,
        }
        status = 200 if request.method in ("GET", "HEAD") else UNAVAILABLE
        return render(request, "tables/not_installed.html", context, status=status)
