"""Entries that a phone without a network hands over to another one by a code.

A code is what follows the "#" of a link: the form's fields, compressed, and a seal. The phone makes
the seal with a key that only its own pages have, so nobody else can make or change a code.
"""

import hashlib
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from contextlib import suppress
from typing import NamedTuple
from uuid import UUID

from django.core.exceptions import TooManyFieldsSent
from django.core.signing import BadSignature, Signer
from django.db.models import Q
from django.http import QueryDict
from django.utils.crypto import constant_time_compare

from scorekeeper.models import GameSession, Member, Role
from scorekeeper.models.sessions import seal_key

LONGEST_CODE = 3_000  # a QR code holds less
MOST_BYTES = 20_000
CODE = re.compile(r"([01][\w-]*)\.([\w-]{16})", re.ASCII)
MESSAGE = re.compile(r"(\d{1,18})\.(\d{1,18})\.(.*)", re.ASCII | re.DOTALL)
PLAIN, COMPRESSED = "01"


class Handover(NamedTuple):
    """The message of a code: the game, the phone that shows it, and the fields of its form."""

    session: int
    sender: int
    fields: QueryDict


def read_code(code: str) -> Handover | None:
    """Return what the phone has put into the code; None if any of it is missing or different."""
    if not (parts := CODE.fullmatch(code)):
        return None
    payload, seal = parts.groups()
    if not (message := MESSAGE.fullmatch(unpack(payload))):
        return None
    session, sender = int(message[1]), int(message[2])
    if not constant_time_compare(seal, seal_of(payload, seal_key(session, sender))):
        return None
    with suppress(TooManyFieldsSent):
        return Handover(session, sender, QueryDict(message[3]))
    return None


def unpack(payload: str) -> str:
    """Return the text within a code; "" if it is none."""
    kind, text = payload[0], payload[1:]
    with suppress(ValueError, zlib.error):
        data = urlsafe_b64decode(text + "=" * (-len(text) % 4))
        if kind == COMPRESSED:
            data = zlib.decompressobj(-zlib.MAX_WBITS).decompress(data, MOST_BYTES)
        return data.decode()
    return ""


def seal_of(payload: str, key: str) -> str:
    """As static/js/outbox/hand_over.js makes it.

    Nobody can continue a text that another seal is for, because the seal is not the whole digest.
    """
    digest = hashlib.sha256((key + payload).encode()).digest()
    return urlsafe_b64encode(digest[:12]).decode()


def sign_sender(sender: int, submission: UUID) -> str:
    """Return the field that says who handed the entry over, in the form that saves it."""
    return Signer(salt=f"sender of {submission}").sign(str(sender))


def read_sender(value: str, submission: UUID) -> int | None:
    with suppress(BadSignature):
        return int(Signer(salt=f"sender of {submission}").unsign(value))
    return None


def sender_in(session: GameSession, pk: int) -> Member | None:
    """Return the device that handed an entry over, if it is another one that may score the game."""
    if pk == session.member_id:
        return None
    scorers = Member.objects.present().filter(group=session.group_id, role__gte=Role.SCORER)
    return scorers.filter(Q(session=None) | Q(session=session.pk), pk=pk).first()
