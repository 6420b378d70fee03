"""A new game on one page: who sits where, by which options, and off."""

import uuid
from collections.abc import Sequence

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from games import registry
from games.contract import AnyGame
from scorekeeper.forms import Seating, asked_number
from scorekeeper.models import GameSession, Group, Role
from scorekeeper.people.devices import device_name, renew_secret
from scorekeeper.tables.changes import NewGame, start_once, start_rematch
from scorekeeper.tables.named import presets
from scorekeeper.tables.rematch import rematch_of
from scorekeeper.tables.table import Table
from scorekeeper.tables.validation import options_valid
from scorekeeper.web.addresses import address_of
from scorekeeper.web.limits import TooMany


@require_http_methods(["GET", "HEAD", "POST"])
def new_game(request: HttpRequest, game: str) -> HttpResponse:
    if not (chosen := registry.games().get(game)):
        raise Http404
    groups = list(Group.objects.for_device(request.device, Role.SCORER))
    again = asked_again(request)
    if again and again.session.group_id not in [group.pk for group in groups]:
        return redirect(
            again.url
        )  # who was let into that one game starts none of its group, nor a copy elsewhere
    if request.method == "POST":
        return answer(request, chosen, groups, again)
    if again and (begun := rematch_of(again, request.device)):
        return redirect("table", begun.pk)
    group = next(
        (group for group in groups if not again or group.pk == again.session.group_id), None
    )
    seating = Seating(chosen, known_in(group), seats=again.names if again else ())
    options = options_form(chosen)(options=again.lasting_options if again else None)
    return page(request, chosen, groups, group, seating, options)


def answer(
    request: HttpRequest, game: AnyGame, groups: Sequence[Group], again: Table | None
) -> HttpResponse:
    """Rearranges the form, or starts."""
    group = group_named(request, groups)
    seating, options = (
        Seating(game, known_in(group), request.POST),
        options_form(game)(request.POST),
    )
    seated = seating.is_valid()
    if "start" not in request.POST:
        options.errors.clear()  # a button that rearranges asks nothing of the options
        return page(request, game, groups, group, seating, options, status=200 if seated else 422)
    if not (options_valid(game, options) and seated):
        return page(request, game, groups, group, seating, options, status=422)
    new = NewGame(
        group=group,
        own_group="group" in request.POST,
        game=game,
        names=seating.seats,
        options=options.options(),
        submission=submission_of(request),
        device=request.device,
        device_name=device_name(request),
        address=address_of(request),
    )
    to_follow = again and group and again.session.group_id == group.pk
    try:
        started = start_rematch(again, new) if to_follow else start_once(new)
    except TooMany as limit:
        context = game, groups, group, seating, options
        return limit.put_off(page(request, *context, limit=str(limit)))
    response = redirect("table", started.pk)
    founded = started.group_id not in [group.pk for group in groups]
    return renew_secret(request, response) if founded else response


def group_named(request: HttpRequest, groups: Sequence[Group]) -> Group | None:
    """The one that the form names. A form from before this device had a group names none."""
    if "group" not in request.POST:
        return groups[0] if groups else None
    return next((group for group in groups if str(group.pk) == request.POST["group"]), None)


def submission_of(request: HttpRequest) -> uuid.UUID:
    try:
        return uuid.UUID(request.POST.get("submission", ""))
    except ValueError:
        return uuid.uuid4()


def asked_again(request: HttpRequest) -> Table | None:
    """The game whose table is to play another one, if the address names it."""
    pk = asked_number(request, "again")
    mine = GameSession.objects.for_device(request.device).kept().with_play()
    session = mine.filter(pk=pk).first() if pk else None
    return Table(session) if session else None


def last_played(request: HttpRequest, game: AnyGame, group: Group | None) -> Table | None:
    """The group's last game of this kind, to be offered again."""
    mine = GameSession.objects.for_device(request.device, Role.SCORER).kept().with_play()
    session = (
        mine.filter(group=group, game=game.slug).order_by("-started_at").first() if group else None
    )
    return Table(session) if session else None


def known_in(group: Group | None) -> list[str]:
    return group.known_names() if group else []


def options_form(game: AnyGame) -> type[forms.Form]:
    return registry.forms(game.slug).OptionsForm


def page(
    request: HttpRequest,
    game: AnyGame,
    groups: Sequence[Group],
    group: Group | None,
    seating: Seating,
    options: forms.Form,
    limit: str = "",
    status: int = 200,
) -> HttpResponse:
    last = last_played(request, game, group)
    last_options = options_form(game)(options=last.lasting_options) if last else None
    if last_options:
        last_options.auto_id = False  # its fields are hidden, beside those of `options`
    context = {
        "game": game,
        "games": registry.games().values(),
        "groups": groups,
        "group": group,
        "seating": seating,
        "options": options,
        "limit": limit,
        "last": last,
        "last_options": last_options,
        "presets": [one for one in presets(request) if one.game == game]
        if game.custom_title
        else [],
        "submission": submission_of(request),
    }
    return render(request, "new_game/new_game.html", context, status=status)
