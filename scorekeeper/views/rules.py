"""How a game is played and scored."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import registry
from scorekeeper.pages.game_templates import rules_template
from scorekeeper.views.responses import number_in_query
from scorekeeper.web.requests import Request


@require_safe
def rules(request: Request, game: str) -> HttpResponse:
    """The page says nothing of any group, so it is open to everyone.

    `table` in the address is the game to go back to.
    """
    chosen = registry.games().get(game)
    if not (chosen and rules_template(chosen)):
        raise Http404
    context = {"game": chosen, "back_to": number_in_query(request, "table")}
    return render(request, "rules/page.html", context)
