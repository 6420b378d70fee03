"""Three players at a table, and the records they leave."""

import json
from collections.abc import Mapping
from typing import Any

from games.report import answer

PLAYERS = ["Ana", "Ben", "Cho"]
ROUND: dict[str, Any] = {"chimera": "Ana", "bid": 20, "first_out": "Ana"}


def record(*entries: object, **other: object) -> dict[str, Any]:
    """A record of Chimera; `other` are further keys of it, or other values for these."""
    return {
        "format": "scorekeeper.record/1",
        "game": "chimera",
        "players": PLAYERS,
        "entries": list(entries),
        **other,
    }


def answered(written: object) -> dict[str, Any]:
    return answer(json.dumps(written))


def error(written: object) -> Mapping[str, Any]:
    return answered(written).get("error", {})
