"""Starting a game, on one page: who sits where, and the options."""

import re
import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from games import registry
from games.contract import AnyGame
from scorekeeper.access import group_or_404
from scorekeeper.forms.errors import FormError
from scorekeeper.forms.seating import MOST_SEATS, SeatingForm
from scorekeeper.models import GameSession, Group, Member, Player, Role, Seat
from scorekeeper.models.sessions import SessionQuerySet
from scorekeeper.pages.head_start import Proposal, may_have_head_start, propose
from scorekeeper.pages.suggestions import suggestions
from scorekeeper.pages.tonight import MOST_PLAYS
from scorekeeper.people.devices import current_device, device_name, renew_secret
from scorekeeper.people.groups import Renewed
from scorekeeper.people.invitations import (
    NotInvited,
    forget_invitation,
    may_start_group,
    remembered_invitation,
)
from scorekeeper.people.names import known_players
from scorekeeper.people.rate_limits import TooMany
from scorekeeper.statistics.durations import FEWEST_TIMED
from scorekeeper.statistics.plays import newest_plays
from scorekeeper.statistics.sitting_out import SittingOut
from scorekeeper.tables.finished.recent_games import recent_games
from scorekeeper.tables.game_forms import OptionsForm, forms_of, hidden_options, options_valid
from scorekeeper.tables.kinds import Options
from scorekeeper.tables.presets import Preset, presets
from scorekeeper.tables.start import NewGame, PeopleChanged, rematch_of, start_once, start_rematch
from scorekeeper.tables.table import Table
from scorekeeper.views.group.invitations import not_invited
from scorekeeper.web.addresses import address_of
from scorekeeper.web.requests import Request, number_in_query

LINE_UPS = 3
MOST_GAMES = 30
"""The last games of a kind, among which different players are looked for."""


@dataclass(frozen=True)
class NewGameForm:
    """Everything that the page of a new game shows. `groups`: those that it can be started in.

    `choice`: the options as they are stored; None if the form or the rules refuse them.
    """

    request: Request
    groups: Sequence[Group]
    group: Group | None
    seating: SeatingForm
    options: OptionsForm
    choice: Options | None
    head_start: Proposal | None = None


@require_http_methods(["GET", "HEAD", "POST"])
def new_game(request: Request, game: str) -> HttpResponse:
    if not (requested_game := registry.games().get(game)):
        raise Http404
    groups = list(Group.objects.for_device(request.device, Role.SCORER))
    if not groups and not may_start_group(request):
        return not_invited(request, 403)
    again = table_to_repeat(request)
    if again and again.session.group_id not in [group.pk for group in groups]:
        # A device that was let into one game starts no others in its group.
        return redirect(again.url)
    if request.method == "POST":
        return rearrange_or_start(request, requested_game, groups, again)
    players = players_in(request, groups, again)
    names = [one.name for one in players]
    if again and not players:
        if rematch := rematch_of(again, request.device):
            return redirect("table", rematch.pk)
        names = again.seating.rematch_names
    group = group_to_offer(groups, again, players)
    seating = seating_of(requested_game, group, seats=names)
    last_options = again.reusable_options if again else {}
    options = forms_of(requested_game).OptionsForm(options=last_options if again else None)
    return new_game_page(NewGameForm(request, groups, group, seating, options, last_options))


def rearrange_or_start(
    request: Request, game: AnyGame, groups: Sequence[Group], again: Table | None
) -> HttpResponse:
    group = group_in_form(request, groups)
    seating = seating_of(game, group, request.POST)
    options = forms_of(game).OptionsForm(request.POST)
    seats_valid = seating.is_valid()
    choice = options.options() if options.is_valid() else None
    wants_head_start = request.POST.get("head_start")
    head_start = propose(group, game, choice, seating.seats) if wants_head_start else None
    form = NewGameForm(request, groups, group, seating, options, choice, head_start)
    if "start" not in request.POST:
        options.errors.clear()  # a button that rearranges does not check the options
        return new_game_page(form, status=200 if seats_valid else 422)
    if not (options_valid(game, options) and seats_valid):
        return new_game_page(form, status=422)
    if reason := reason_to_ask_again(form):
        return new_game_page(form, failure=reason, status=422)
    try:
        session = start(again, game_to_start(form))
    except NotInvited:
        return not_invited(request, 403)
    except TooMany as limit:
        return limit.mark(new_game_page(form, failure=str(limit)))
    except PeopleChanged:
        if group:
            group.refresh_from_db(fields=["people_version"])
        return new_game_page(form, failure=former_names_text(), status=422)
    except Member.DoesNotExist as error:
        raise PermissionDenied from error
    except Renewed as renewed:
        raise Http404 from renewed  # the request is repeated with the new secret
    response = redirect("table", session.pk)
    if session.group_id in [group.pk for group in groups]:
        return response
    forget_invitation(response)
    return renew_secret(request, response)


def start(again: Table | None, new: NewGame) -> GameSession:
    """Start the game, as a rematch if it goes to the group of the one that is played again."""
    if again and new.group and again.session.group_id == new.group.pk:
        return start_rematch(again, new)
    return start_once(new)


def reason_to_ask_again(form: NewGameForm) -> str:
    """Return why the form is shown once more: the device has left the group, or the players of the
    group have changed. Return "" if the game can be started.
    """
    if not form.group and form.request.POST.get("group") not in (None, "", "new"):
        if current_device(form.request.device):
            raise Http404  # the request is repeated with the new secret
        return group_lost_text(form.groups)
    if form.group and has_former_names(form.request, form.group, form.seating):
        return former_names_text()
    return ""


def former_names_text() -> str:
    return gettext(
        "The players of this group have changed since you opened this page. Check the names, then"
        " start again."
    )


def group_lost_text(groups: Sequence[Group]) -> str:
    if not groups:
        return gettext("This device is no longer in that group. Press Start again for a new group.")
    return gettext("This device is no longer in that group. Choose another one, or a new group.")


def has_former_names(request: Request, group: Group, seating: SeatingForm) -> bool:
    """Return whether a name that the form seats may be one that a player had when it was opened.

    Forms of earlier releases do not say which players they showed.
    """
    pk, _dash, version = request.POST.get("people", "").partition("-")
    is_current = pk != str(group.pk) or version == str(group.people_version)
    return not is_current and not set(seating.seats) <= set(known_players(group))


@require_safe
def suggest(request: Request, pk: int) -> HttpResponse:
    """Name games for the players and minutes in the address."""
    group = group_or_404(request, pk, Role.SCORER)
    players, minutes = (number_in_query(request, name) for name in ("players", "minutes"))
    present = newest_plays(group.pk, MOST_PLAYS)
    context = {
        "group": group,
        "suggestions": suggestions(group.pk, recent_games(group.pk), present, players, minutes),
        "fewest_timed": FEWEST_TIMED,
    }
    return render(request, "home/suggestions.html", context)


def game_to_start(form: NewGameForm) -> NewGame:
    request, group, seating = form.request, form.group, form.seating
    options, head_start = form.options.options(), form.head_start
    return NewGame(
        group=group,
        own_group="group" in request.POST,
        invitation=remembered_invitation(request),
        game=seating.game,
        names=seating.seats,
        starter=seating.seats.index(seating.starter) if seating.starter else None,
        options=options,
        head_start=head_start.points if head_start and request.POST["head_start"] == "1" else (),
        picked_options=[
            name
            for name in seating.game.random_options
            if name in options and form.options[name].data
        ],
        submission=submission_of(request),
        device=request.device,
        device_name=device_name(request),
        address=address_of(request),
        people_version=group.people_version if group else None,
    )


def group_in_form(request: Request, groups: Sequence[Group]) -> Group | None:
    """The one that the form names. A form from before this device had a group names none."""
    if "group" not in request.POST:
        return groups[0] if groups else None
    return next((group for group in groups if str(group.pk) == request.POST["group"]), None)


def group_to_offer(
    groups: Sequence[Group], again: Table | None, players: Sequence[Player]
) -> Group | None:
    """Return the group of the game to repeat, or of the players to seat, or the one used last."""
    if not (again or players):
        return groups[0] if groups else None
    key = again.session.group_id if again else players[0].group_id
    return next(group for group in groups if group.pk == key)


def submission_of(request: Request) -> uuid.UUID:
    try:
        return uuid.UUID(request.POST.get("submission", ""))
    except ValueError:
        return uuid.uuid4()


def table_to_repeat(request: Request) -> Table | None:
    """The game that `again` in the address names, to be played again by the same people."""
    pk = number_in_query(request, "again")
    mine = GameSession.objects.for_device(request.device).not_deleted().with_play()
    session = mine.filter(pk=pk).first() if pk else None
    return Table.of(session) if session else None


def players_in(request: Request, groups: Sequence[Group], again: Table | None) -> list[Player]:
    """The players to seat, whom `player` in the address names. All are of one group."""
    values = request.GET.getlist("player")[:MOST_SEATS]
    keys = [int(key) for key in dict.fromkeys(values) if re.fullmatch(r"[0-9]{1,18}", key)]
    players_by_key = Player.objects.filter(group__in=groups).in_bulk(keys)
    players = [players_by_key[key] for key in keys if key in players_by_key]
    group = again.session.group_id if again else next((one.group_id for one in players), None)
    return [player for player in players if player.group_id == group]


def tables_to_repeat(request: Request, game: AnyGame, group: Group | None) -> list[Table]:
    """The group's last games of this kind with different players, offered as "Same again"."""
    if not group:
        return []
    mine = GameSession.objects.for_device(request.device, Role.SCORER).not_deleted()
    last = mine.filter(group=group, game=game.slug).order_by("-started_at", "-pk")
    games = GameSession.objects.filter(pk__in=line_ups(last)).with_play()
    return [Table.of(one) for one in games.order_by("-started_at", "-pk")]


def line_ups(last: SessionQuerySet) -> list[int]:
    """Return the last games whose players are different ones, wherever they sat."""
    newest = last.values("pk")[:MOST_GAMES]
    rows = Seat.objects.filter(session__in=newest).order_by("-session__started_at", "-session")
    players: dict[int, set[int]] = {}
    for session, player in rows.values_list("session", "player"):
        players.setdefault(session, set()).add(player)
    different: dict[frozenset[int], int] = {}
    for session, line_up in players.items():
        different.setdefault(frozenset(line_up), session)
    return list(different.values())[:LINE_UPS]


def seating_of(
    game: AnyGame, group: Group | None, data: QueryDict | None = None, seats: Sequence[str] = ()
) -> SeatingForm:
    marks, sitting_out = (known_players(group), SittingOut(group.pk)) if group else ({}, None)
    return SeatingForm(game, marks, data, seats, sitting_out)


def presets_of(game: AnyGame, groups: Sequence[Group]) -> list[Preset]:
    if not game.custom_title:
        return []
    return [preset for preset in presets(group.pk for group in groups) if preset.game == game]


def new_game_page(form: NewGameForm, failure: str = "", status: int = 200) -> HttpResponse:
    request, game, seats = form.request, form.seating.game, form.seating.seats
    last_games = tables_to_repeat(request, game, form.group)
    offers = [(one, hidden_options(game, one.reusable_options)) for one in last_games]
    is_ready = form.group is not None and form.choice is not None
    context = {
        "game": game,
        "games": registry.games().values(),
        "groups": form.groups,
        "group": form.group,
        "may_start_group": may_start_group(request),
        "seating": form.seating,
        "options": form.options,
        "failures": [FormError(failure)] if failure else [],
        "last": offers[0][0] if offers else None,
        "offers": offers,
        "presets": presets_of(game, form.groups),
        "submission": submission_of(request),
        "head_start": form.head_start,
        "may_have_head_start": is_ready and may_have_head_start(game, form.choice or {}, seats),
    }
    return render(request, "new_game/new_game.html", context, status=status)
