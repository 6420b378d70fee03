"""Settings that were played under a title, to be played again: a score pad called Golf."""

from collections.abc import Iterable
from typing import NamedTuple

from games import registry
from games.contract import AnyGame
from scorekeeper.models import GameSession

RECENT = 100


class Preset(NamedTuple):
    """`pk`: the last game that was played under this title."""

    title: str
    game: AnyGame
    pk: int


def presets(groups: Iterable[int]) -> list[Preset]:
    """Each title once, the last played first, from the recent games of these groups."""
    titled = [slug for slug, game in registry.games().items() if game.custom_title]
    if not titled:
        return []
    started = GameSession.objects.not_deleted().filter(game__in=titled).order_by("-started_at")
    recent = started.first_of_groups(groups, RECENT).exclude(title="")
    found: dict[tuple[str, str], Preset] = {}
    for game, title, pk in recent.values_list("game", "title", "pk"):
        found.setdefault((game, title.casefold()), Preset(title, registry.games()[game], pk))
    return list(found.values())
