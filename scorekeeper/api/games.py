"""Games: the list, one of them, its record, starting and deleting it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

import msgspec
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, QueryDict
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import get_language, gettext

from games import registry
from games.contract import AnyGame, Impossible
from games.endless import call_rules
from games.kit.names import MAX_TITLE_LENGTH, is_printable, normalize_name
from games.record import decode_options, encode_options
from scorekeeper.access import group_or_404, session_or_404, table_or_404
from scorekeeper.api import shapes
from scorekeeper.api.endpoint import endpoint
from scorekeeper.api.errors import form_refusal, json_response, refusal
from scorekeeper.api.reading import ApiCall, check_numbers
from scorekeeper.api.tables import game_shape
from scorekeeper.exchange.records import record_of
from scorekeeper.formats import without_breaks
from scorekeeper.forms.seating import SeatingForm
from scorekeeper.models import GameSession, Group, Member, Role
from scorekeeper.models.seats import shown_names
from scorekeeper.pages.game_filters import Filters
from scorekeeper.pages.game_list import GameList, Place
from scorekeeper.people.names import known_players
from scorekeeper.tables.deletion import delete_game, restore_game
from scorekeeper.tables.kinds import Options, session_title
from scorekeeper.tables.log import SETUP
from scorekeeper.tables.start import NewGame, start_once
from scorekeeper.tables.table import Table
from scorekeeper.tables.translate import render_text
from scorekeeper.web.addresses import address_of

GAMES = "/api/v1/games"


@endpoint("GET games", "Games, the last played first", query=shapes.GamesQuery, answer=shapes.Games)
def games(call: ApiCall) -> shapes.Games:
    query: shapes.GamesQuery = call.query
    place = Place.parse(query.cursor)
    if query.cursor and not place:
        raise refusal(422, "wrong_shape", "Take the cursor from the page before.", "cursor")
    filters = {name: value for name, value in msgspec.structs.asdict(query).items() if value}
    filters.pop("cursor", None)
    of_device = Member.objects.of_device(call.program.device)
    page = GameList(of_device, Filters(**filters)).page_at(place)
    further = urlencode({**filters, "cursor": page.older})
    return shapes.Games(
        [row_shape(session) for session in page.sessions],
        f"{GAMES}?{further}" if page.older else None,
    )


def row_shape(session: GameSession) -> shapes.GameRow:
    seats, is_finished = session.seat_list, session.finished_at is not None
    names = shown_names(seats)
    pairs = list(zip(names, seats, strict=True))
    return shapes.GameRow(
        id=session.pk,
        group=session.group_id,
        game=session.game,
        title=without_breaks(session_title(session)),
        players=names,
        started_at=session.started_at,
        played_at=session.played_at,
        finished_at=session.finished_at,
        ended_early=session.ended_early,
        winners=[name for name, seat in pairs if seat.won],
        totals={name: seat.total or 0 for name, seat in pairs} if is_finished else None,
        ranks={name: seat.rank or 1 for name, seat in pairs} if is_finished else None,
    )


@endpoint(
    "GET games/<int:pk>",
    "A game with its standings and rounds",
    query=shapes.GameQuery,
    answer=shapes.Game,
)
def game(call: ApiCall, pk: int) -> shapes.Game | HttpResponse:
    """The game with its standings and rounds; 304 if nothing has changed."""
    session = session_or_404(call.request, pk)
    query: shapes.GameQuery = call.query
    state = settings.RELEASE, session.page_version, session.role, get_language()
    etag = quote_etag("-".join(map(str, [*state, query.rounds, query.lines])))
    not_modified = get_conditional_response(call.request, etag=etag)
    response = not_modified or json_response(game_shape(Table.of(session), query))
    response.headers["ETag"] = etag
    return response


@endpoint("GET games/<int:pk>/record", "A game as a game record")
def record(call: ApiCall, pk: int) -> HttpResponse:
    data = record_of(table_or_404(call.request, pk))
    return HttpResponse(msgspec.json.encode(data), content_type="application/json")


@endpoint(
    "GET games/<int:pk>/events",
    "The version of a game, at once and after each change",
    kind="text/event-stream",
)
def events(call: ApiCall, pk: int) -> HttpResponse:
    """Send the version and end the stream: on a server without streams, the program connects again.

    The streams that stay open are in live/endpoint.py.
    """
    session = session_or_404(call.request, pk)
    body = f"retry:2000\ndata:{session.page_version}\n\n"
    return HttpResponse(body, content_type="text/event-stream")


@endpoint(
    "POST groups/<int:pk>/games",
    "Start a game",
    Role.SCORER,
    body=shapes.NewGame,
    answer=shapes.Started,
    status=201,
)
def start(call: ApiCall, pk: int) -> HttpResponse:
    """Start a game in the group, unless this program has started it with this submission before."""
    group = group_or_404(call.request, pk, Role.SCORER)
    session = find_earlier_start(call, group) or start_new(call, group)
    headers = {"Location": f"{GAMES}/{session.pk}"}
    return json_response(shapes.Started(session.pk), 201, headers)


def find_earlier_start(call: ApiCall, group: Group) -> GameSession | None:
    """Return the game that the same request started, whatever has become of it since."""
    setup = {"revisions__slot": SETUP, "revisions__revision": 1, "revisions__author": call.program}
    return group.sessions.filter(submission=call.body.submission, **setup).first()


def start_new(call: ApiCall, group: Group) -> GameSession:
    body: shapes.NewGame = call.body
    if not (game := registry.games().get(body.game)):
        choices = ", ".join(registry.games())
        text = gettext("This must be one of: %(choices)s.") % {"choices": choices}
        raise refusal(422, "refused", text, "game")
    options = check_options(game, body.options)
    seating = SeatingForm(game, known_players(group), seating_data(body))
    if not seating.is_valid():
        raise form_refusal(seating, field="players")
    if body.starter and not seating.starter:
        text = gettext("%(name)s is not playing in this game.") % {"name": body.starter}
        raise refusal(422, "refused", text, "starter")
    new = NewGame(
        game=game,
        names=seating.seats,
        starter=seating.seats.index(seating.starter) if seating.starter else None,
        options=options,
        picked_options=[name for name in game.random_options if name in options],
        submission=body.submission,
        device=call.program.device,
        device_name=call.program.name,
        address=address_of(call.request),
        group=group,
    )
    try:
        return start_once(new)
    except Member.DoesNotExist as removed:
        raise PermissionDenied from removed


def seating_data(body: shapes.NewGame) -> QueryDict:
    """The players as the form of a new game sends them."""
    data = QueryDict(mutable=True)
    data.setlist("seat", body.players)
    data.update({"starter": body.starter, "start": "1"})
    return data


def check_options(game: AnyGame, raw: object) -> Options:
    """The options as they are stored; a title has no letters that a form refuses."""
    try:
        rule_options = call_rules(decode_options, game, raw)
        options: Options = normalize(call_rules(encode_options, game, rule_options))
        call_rules(decode_options, game, options)  # two names may have become the same
    except Impossible as problem:
        message = render_text(problem.message, ())
        raise refusal(422, "refused", message, problem.field) from None
    check_numbers(options)
    for name, value in options.items():
        if isinstance(value, str) and not is_printable(value):
            message = gettext(
                "One character in this text can’t be shown. Delete it, or type the text again."
            )
            raise refusal(422, "refused", message, name)
        if isinstance(value, str) and len(value) > MAX_TITLE_LENGTH:
            raise refusal(422, "refused", gettext("Use at most 80 characters."), name)
    return options


def normalize(value: Any) -> Any:
    """Return the value with each of its texts normalized as our forms do it."""
    if isinstance(value, str):
        return normalize_name(value)
    if isinstance(value, Mapping):
        return {name: normalize(part) for name, part in value.items()}
    return [normalize(part) for part in value] if isinstance(value, list) else value


@endpoint("DELETE games/<int:pk>", "Delete a game", Role.HOST, status=204)
def delete(call: ApiCall, pk: int) -> HttpResponse:
    """Delete the game; for thirty days it can be restored."""
    delete_game(session_or_404(call.request, pk, Role.HOST, or_deleted=True))
    return HttpResponse(status=204)


@endpoint("POST games/<int:pk>/restore", "Restore a deleted game", Role.HOST, status=204)
def restore(call: ApiCall, pk: int) -> HttpResponse:
    restore_game(session_or_404(call.request, pk, Role.HOST, or_deleted=True))
    return HttpResponse(status=204)
