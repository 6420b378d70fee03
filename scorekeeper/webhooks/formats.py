"""The body of a message, as each kind of receiver expects it."""

import json
from collections.abc import Callable
from typing import Any, NamedTuple

from scorekeeper.models import Format

Message = dict[str, Any]

DISCORD_LENGTH = 2000  # characters; it refuses more


class Body(NamedTuple):
    content_type: str
    text: str


def body_of(format: str, message: Message) -> Body:
    return BODIES[Format(format)](message)


def as_json(value: object) -> Body:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Body("application/json", text)


def standard(message: Message) -> Body:
    return as_json(message)


def discord(message: Message) -> Body:
    """Nobody is called by a name such as @everyone."""
    text = message["data"]["text"][:DISCORD_LENGTH]
    return as_json({"content": text, "allowed_mentions": {"parse": []}})


def matrix(message: Message) -> Body:
    return as_json({"text": message["data"]["text"]})


def ntfy(message: Message) -> Body:
    return Body("text/plain; charset=utf-8", message["data"]["text"])


BODIES: dict[Format, Callable[[Message], Body]] = {
    Format.STANDARD: standard,
    Format.DISCORD: discord,
    Format.MATRIX: matrix,
    Format.NTFY: ntfy,
}
