"""Records of a game of Chimera between Ana, Ben and Cho, and their scores."""

import json
from collections.abc import Mapping
from typing import Any

from games.report import score_record

PLAYERS = ["Ana", "Ben", "Cho"]
ROUND: dict[str, Any] = {"chimera": "Ana", "bid": 20, "first_out": "Ana"}


def make_record(*entries: object, **keys: object) -> dict[str, Any]:
    """Return a record of Chimera; `keys` are further keys, or replace those of the record."""
    return {
        "format": "scorekeeper.record/1",
        "game": "chimera",
        "players": PLAYERS,
        "entries": list(entries),
        **keys,
    }


def score(record: object) -> dict[str, Any]:
    return score_record(json.dumps(record))


def error(record: object) -> Mapping[str, Any]:
    """Return the error of a refused record; empty if it is not refused."""
    return score(record).get("error", {})


def is_answer(answer: dict[str, Any]) -> bool:
    """Return whether this has the shape of an answer, be it a score or an error."""
    if "error" in answer:
        entry, field, message = (answer["error"][key] for key in ("entry", "field", "message"))
        return (entry is None or entry >= 0) and isinstance(field, str) and bool(message)
    return set(answer) == {"game", "finished", "winners", "totals", "ranks", "points"}
