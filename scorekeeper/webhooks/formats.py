"""The body of a message, as each kind of receiver expects it."""

import json
import re
from collections.abc import Callable
from typing import Any

from django.utils.html import escape

from scorekeeper.models import Format

Message = dict[str, Any]
Body = tuple[str, str]
"""Its content type, and its text."""

DISCORD_LENGTH = 2000  # characters; it refuses more
MARKDOWN = re.compile(r"[\\`*_~|<>\[\]()@]|:(?=\S)|^\s*(?:[-+#]|\d+(?=[.)]))", re.MULTILINE)
"""Matches markup, addresses, emoji, and lists at the start of a line, as Discord reads them."""
EVERYONE = re.compile(r"@(?=room)", re.IGNORECASE)
"""Matches a call to everyone in a room of Matrix, where text cannot be escaped."""
WORD_JOINER = "\u2060"


def body_of(format: str, message: Message) -> Body:
    return BODIES[Format(format)](message)


def as_json(value: object) -> Body:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return "application/json", text


def discord(message: Message) -> Body:
    """Nobody is called by a name such as @everyone, and a name that looks like a link is none."""
    text = escape_markdown(message["data"]["text"])[:DISCORD_LENGTH]
    return as_json({"content": text, "allowed_mentions": {"parse": []}})


def escape_markdown(text: str) -> str:
    """Put a backslash before what would be markup; after a number at the start of a line."""
    return MARKDOWN.sub(lambda match: escape_match(match[0]), text)


def escape_match(text: str) -> str:
    return f"{text}\\" if text[-1].isdecimal() else f"{text[:-1]}\\{text[-1]}"


def matrix(message: Message) -> Body:
    """Send `html`, too: without it, hookshot would read the text as Markdown."""
    text = EVERYONE.sub(f"@{WORD_JOINER}", message["data"]["text"])
    return as_json({"text": text, "html": escape(text).replace("\n", "<br>")})


def ntfy(message: Message) -> Body:
    return "text/plain; charset=utf-8", message["data"]["text"]


BODIES: dict[Format, Callable[[Message], Body]] = {
    Format.STANDARD: as_json,
    Format.DISCORD: discord,
    Format.MATRIX: matrix,
    Format.NTFY: ntfy,
}
