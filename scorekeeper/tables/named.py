"""Setups that were played under a name of their own, to be played again: a score pad called Golf, with its settings."""

from typing import NamedTuple

from django.db.models import Prefetch
from django.http import HttpRequest

from games import registry
from games.contract import AnyGame
from scorekeeper.models import GameSession, Group, Revision, Role
from scorekeeper.tables.revisions import SETUP
from scorekeeper.tables.setups import custom_title

LOOKED_AT = 100


class Preset(NamedTuple):
    """`pk`: the last game that was played under this name."""

    name: str
    game: AnyGame
    pk: int


def presets(request: HttpRequest) -> list[Preset]:
    """Each name once, the last played first, with the settings it was played by last."""
    nameable = [slug for slug, game in registry.games().items() if game.custom_title]
    if not nameable:
        return []
    groups = Group.objects.for_device(request.device, Role.SCORER).order_by().values("pk")
    mine = GameSession.objects.kept().filter(group__in=groups, game__in=nameable)
    setups = Prefetch("revisions", Revision.objects.filter(slot=SETUP).order_by("revision"))
    found: dict[tuple[str, str], Preset] = {}
    for session in mine.order_by("-started_at").prefetch_related(setups)[:LOOKED_AT]:
        *_, setup = session.revisions.all()
        game = registry.games()[session.game]
        if name := custom_title(game, setup.data["options"]):
            found.setdefault((game.slug, name.casefold()), Preset(name, game, session.pk))
    return list(found.values())
