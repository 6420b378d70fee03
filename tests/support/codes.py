"""The codes by which a phone without a network hands an entry over."""

import zlib
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from scorekeeper.models.sessions import seal_key
from scorekeeper.tables.entering.handing_over import seal_of


def letters(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def code_from(session: int, member: int, fields: Mapping[str, Any]) -> str:
    """The code that this member's phone shows, in a browser that compresses."""
    squeeze = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    text = f"{session}.{member}.{urlencode(fields, doseq=True)}".encode()
    packed = "1" + letters(squeeze.compress(text) + squeeze.flush())
    return f"{packed}.{seal_of(packed, seal_key(session, member))}"
