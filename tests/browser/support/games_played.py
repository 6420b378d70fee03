"""Games written straight into the database."""

import hashlib
import uuid
from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction

from games import registry
from scorekeeper.models import GameSession, Group, Member, Role
from scorekeeper.models.locks import again_if_outdated
from scorekeeper.people.groups import create_group
from scorekeeper.tables.entering.entry import Stamp, save_entry
from scorekeeper.tables.start import NewGame, start_game
from scorekeeper.tables.table import Table

SECRET = "the-only-phone-that-a-test-began-with-43-ch"
DEVICE = hashlib.sha256(SECRET.encode()).hexdigest()
NAMES = ("Ana", "Ben", "Cho")


def group_of(names: Sequence[str] = NAMES) -> Group:
    return create_group(names, DEVICE, "Ana’s phone")


def a_round(chimera: int = 0, bid: int = 20, first_out: int = 0, **more: Any) -> dict[str, Any]:
    return {"chimera": chimera, "bid": bid, "first_out": first_out, **NO_BONUS, **more}


NO_BONUS = {"traps": 0, "chimera_attack": False, "idle_hunters": [], "toads": {}, "cats": {}}


@transaction.atomic
def game_with(
    slug: str,
    entries: Iterable[dict[str, Any]],
    names: Sequence[str],
    group: Group | None,
    options: dict[str, Any],
    starter: int | None = None,
) -> GameSession:
    game = registry.games()[slug]
    new = NewGame(game=game, names=names, options=options, device=DEVICE, starter=starter)
    session = start_game(group or group_of(names), new)
    for entry in entries:
        enter(session, entry)
    return session


def game_of(
    rounds: Iterable[dict[str, Any]] = (),
    names: Sequence[str] = NAMES,
    target: int = 400,
    group: Group | None = None,
) -> GameSession:
    return game_with("chimera", rounds, names, group, {"target": target})


@again_if_outdated
def enter(
    session: GameSession, data: dict[str, Any], slot: int | None = None, revision: int = 0
) -> None:
    """Save a round as another phone of the group would."""
    mine = GameSession.objects.for_device(DEVICE).with_play().get(pk=session.pk)
    slot = 1 + max(revision.slot for revision in mine.revision_list) if slot is None else slot
    save_entry(Table.of(mine), Stamp(slot, revision, uuid.uuid4()), data)


def enter_on_another_phone(session: GameSession, rounds: Iterable[dict[str, Any]]) -> None:
    """Let another phone join the game, unless it has, and save these rounds."""
    Member.objects.get_or_create(
        {"role": Role.SCORER, "name": "Another phone"}, group=session.group, device=DEVICE
    )
    for data in rounds:
        enter(session, data)
