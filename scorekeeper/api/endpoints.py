"""Every endpoint of the API. Requests are dispatched by this list, and the description is made
from it.
"""

from scorekeeper.api import games, people, rounds
from scorekeeper.api.endpoint import Endpoint

ENDPOINTS = [
    *(people.groups, people.group, people.players, people.statistics),
    *(games.start, games.games, games.game, games.delete, games.restore, games.record),
    games.events,
    *(rounds.enter, rounds.correct, rounds.remove, rounds.undo, rounds.end, rounds.reopen),
]


def by_path() -> dict[str, dict[str, Endpoint]]:
    """The endpoints of each path, by method."""
    paths: dict[str, dict[str, Endpoint]] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method] = endpoint
    return paths
