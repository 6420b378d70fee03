"""Every endpoint of the API. Requests are dispatched by this list, and the description is made
from it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from scorekeeper.api import games, people, rounds, shapes
from scorekeeper.models import Role


class Endpoint(NamedTuple):
    """`path` is written as Django writes it, below /api/v1/. `role` is what the token must allow.

    `query` and `body` are the shapes of the parameters and of the body. `answer` is that of the
    answer; None for one that is not JSON of ours (see `kind`), or has no body (204).
    """

    name: str
    method: str
    path: str
    view: Callable[..., object]
    summary: str
    role: Role = Role.VIEWER
    query: type[msgspec.Struct] | None = None
    body: type[msgspec.Struct] | None = None
    answer: type[msgspec.Struct] | None = None
    status: int = 200
    kind: str = "application/json"

    @property
    def is_change(self) -> bool:
        return self.method != "GET"


ENDPOINTS = [
    Endpoint(
        "groups", "GET", "groups", people.groups, "The groups of the token", answer=shapes.Groups
    ),
    Endpoint("group", "GET", "groups/<int:pk>", people.one_group, "A group", answer=shapes.Group),
    Endpoint(
        "players",
        "GET",
        "groups/<int:pk>/players",
        people.players,
        "The players of a group",
        query=shapes.PageQuery,
        answer=shapes.Players,
    ),
    Endpoint(
        "statistics",
        "GET",
        "groups/<int:pk>/statistics",
        people.statistics,
        "What a group has played, and who has won",
        query=shapes.StatisticsQuery,
        answer=shapes.Statistics,
    ),
    Endpoint(
        "start",
        "POST",
        "groups/<int:pk>/games",
        games.start,
        "Start a game",
        Role.SCORER,
        body=shapes.NewGame,
        answer=shapes.Started,
        status=201,
    ),
    Endpoint(
        "games",
        "GET",
        "games",
        games.list_games,
        "Games, the last played first",
        query=shapes.GamesQuery,
        answer=shapes.Games,
    ),
    Endpoint(
        "game",
        "GET",
        "games/<int:pk>",
        games.one_game,
        "A game with its standings and rounds",
        query=shapes.GameQuery,
        answer=shapes.Game,
    ),
    Endpoint(
        "delete",
        "DELETE",
        "games/<int:pk>",
        games.delete,
        "Delete a game",
        Role.HOST,
        status=204,
    ),
    Endpoint(
        "restore",
        "POST",
        "games/<int:pk>/restore",
        games.restore,
        "Restore a deleted game",
        Role.HOST,
        status=204,
    ),
    Endpoint(
        "record",
        "GET",
        "games/<int:pk>/record",
        games.game_record,
        "A game as a game record",
    ),
    Endpoint(
        "events",
        "GET",
        "games/<int:pk>/events",
        games.events,
        "The version of a game, at once and after each change",
        kind="text/event-stream",
    ),
    Endpoint(
        "enter",
        "POST",
        "games/<int:pk>/rounds",
        rounds.enter,
        "Enter a round",
        Role.SCORER,
        body=shapes.NewRound,
        answer=shapes.Saved,
        status=201,
    ),
    Endpoint(
        "correct",
        "PUT",
        "games/<int:pk>/rounds/<int:slot>",
        rounds.correct,
        "Correct a round",
        Role.SCORER,
        body=shapes.Correction,
        answer=shapes.Saved,
    ),
    Endpoint(
        "remove",
        "DELETE",
        "games/<int:pk>/rounds/<int:slot>",
        rounds.remove,
        "Remove a round",
        Role.SCORER,
        query=shapes.RemovalQuery,
        answer=shapes.Saved,
    ),
    Endpoint(
        "undo",
        "POST",
        "games/<int:pk>/undo",
        rounds.undo,
        "Undo the last change, or redo what was undone",
        Role.SCORER,
        body=shapes.Undo,
        answer=shapes.Saved,
    ),
    Endpoint(
        "end",
        "POST",
        "games/<int:pk>/end",
        rounds.end,
        "End a game before its rules do, or one without an end",
        Role.SCORER,
        body=shapes.Ending,
        answer=shapes.Saved,
    ),
    Endpoint(
        "reopen",
        "POST",
        "games/<int:pk>/reopen",
        rounds.reopen,
        "Let a game that was ended go on",
        Role.SCORER,
        body=shapes.Ending,
        answer=shapes.Saved,
    ),
]


def by_path() -> dict[str, dict[str, Endpoint]]:
    """The endpoints of each path, by method."""
    paths: dict[str, dict[str, Endpoint]] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method] = endpoint
    return paths
