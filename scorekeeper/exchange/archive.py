"""A group's archive: one zip with every game, written piece by piece, so that its size does not
matter. docs/exchange.md describes what is in it.
"""

import json
import logging
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from functools import partial
from hashlib import sha256
from itertools import islice
from typing import Any, TypeVar
from zipfile import ZIP_DEFLATED, ZipFile

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.utils import timezone

from scorekeeper.exchange.records import archive_record
from scorekeeper.models import GameSession, Group, Player, Revision
from scorekeeper.models.someone import number_of
from scorekeeper.statistics.evenings import evenings
from scorekeeper.statistics.plays import load_plays
from scorekeeper.tables.log import SETUP
from scorekeeper.tables.presets import presets
from scorekeeper.tables.table import Table
from scorekeeper.tables.unplayable import Unplayable

T = TypeVar("T")
FORMAT = "scorekeeper.group/1"
AT_ONCE = 100  # games that are read with three queries
LEVEL = 3  # of compression: 6 takes twice the time and saves a tenth

logger = logging.getLogger(__name__)


class Pipe:
    """Keeps what a ZipFile writes until it is taken away."""

    def __init__(self) -> None:
        self.parts: list[bytes] = []

    def write(self, data: bytes) -> int:
        self.parts.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        """Do nothing: there is no buffer to empty."""

    def take(self) -> bytes:
        data, self.parts = b"".join(self.parts), []
        return data


class Archive:
    """The files of an archive, each compressed as it comes, and the manifest that ends it."""

    def __init__(self) -> None:
        self.pipe = Pipe()
        pipe: Any = self.pipe  # any writer will do
        self.zip = ZipFile(pipe, "w", ZIP_DEFLATED, compresslevel=LEVEL)
        self.files: dict[str, dict[str, Any]] = {}

    def add(self, name: str, content: Any) -> None:
        data = encode(content)
        self.files[name] = {"sha256": sha256(data).hexdigest(), "bytes": len(data)}
        self.zip.writestr(name, data)

    def end(self) -> None:
        manifest = {
            "format": FORMAT,
            "release": settings.RELEASE,
            "made_at": timezone.now().isoformat(),
            "files": self.files,
        }
        self.zip.writestr("manifest.json", json.dumps(manifest, indent=1).encode())
        self.zip.close()


def encode(content: object) -> bytes:
    return json.dumps(
        content, ensure_ascii=False, separators=(",", ":"), cls=DjangoJSONEncoder
    ).encode()


def archive_of(group: Group) -> Iterator[bytes]:
    """Yield the zip in pieces. Games that were deleted are not in it, and no secrets are."""
    archive = Archive()
    unplayable: list[str] = []
    make = partial(archive_record, numbers=deleted_players(group))
    archive.add("group.json", describe_group(group))
    games: dict[datetime, list[str]] = {}
    for start, session in games_with_evenings(group):
        if start:
            games.setdefault(start, []).append(str(session.submission))
        if record := call_with_table(session, make):
            archive.add(f"games/{session.submission}.json", record)
        else:
            unplayable.append(str(session.submission))
        yield archive.pipe.take()
    archive.add(
        "evenings.json",
        [{"began_at": start.isoformat(), "games": some} for start, some in games.items()],
    )
    if unplayable:
        archive.add("left_out.json", unplayable)
    archive.end()
    yield archive.pipe.take()


def deleted_players(group: Group) -> dict[int, int]:
    """Return the number of each deleted player, by key."""
    players = Player.everyone.filter(group=group).exclude(deleted_at=None)
    return {pk: number_of(name) for pk, name in players.values_list("pk", "name")}


def all_games(group: Group) -> Iterator[GameSession]:
    """Yield the group's games in the order in which they were played, ready for Table.of."""
    sessions = group.sessions.not_deleted()
    keys = iter(sessions.order_by("played_at", "pk").values_list("pk", flat=True))
    while some := list(islice(keys, AT_ONCE)):
        batch = GameSession.objects.filter(pk__in=some).with_play()
        for session in batch.order_by("played_at", "pk"):
            session.group = group
            yield session


def call_with_table(session: GameSession, make: Callable[[Table], T]) -> T | None:
    """Return `make(table)`; None if the game's rules are missing or fail, so that the other games
    are still exported.
    """
    try:
        return make(Table.of(session))
    except Unplayable:
        return None
    except Exception:
        logger.exception("The rules of %s failed in game %s", session.game, session.pk)
        return None


def games_with_evenings(group: Group) -> Iterator[tuple[datetime | None, GameSession]]:
    """Yield each game with the time at which its evening began; None for one that goes on."""
    all_evenings = evenings(load_plays(group.pk))
    starts = {play.pk: evening.began_at for evening in all_evenings for play in evening.plays}
    for session in all_games(group):
        yield starts.get(session.pk), session


def describe_group(group: Group) -> dict[str, Any]:
    """Return the group itself: names and marks of players, names of devices, seasons, presets."""
    season_columns = "name", "first_day", "last_day", "scale", "points"
    return {
        "name": group.name,
        "named": group.named,
        "points": group.points,
        "players": list(group.players.order_by("pk").values("name", "mark")),
        "devices": device_names(group),
        "seasons": list(group.seasons.order_by("first_day", "pk").values(*season_columns)),
        "presets": [
            {"title": preset.title, "game": preset.game.slug, "options": options_of(preset.pk)}
            for preset in presets([group.pk])
        ],
    }


def options_of(session: int) -> dict[str, Any]:
    setup = Revision.objects.filter(session=session, slot=SETUP).latest("revision")
    options: dict[str, Any] = setup.data["options"]
    return options


def device_names(group: Group) -> list[str]:
    members = group.members.filter(deleted_at=None).order_by("pk")
    names: Iterable[str] = members.values_list("name", flat=True)
    return list(dict.fromkeys(names))
