"""The stream of a program counts as one of its requests; live/endpoint.py serves it."""

from scorekeeper.access import note_use
from scorekeeper.api.errors import Refusal
from scorekeeper.api.limits import count_request
from scorekeeper.live.hub import GONE, session_for

TOO_MANY = -1


def version_for_program(device: str, pk: int) -> int:
    """The version of the game, GONE if the program may not see it, or TOO_MANY."""
    if not (session := session_for(device, pk)):
        return GONE
    try:
        count_request(device)
    except Refusal:
        return TOO_MANY
    note_use(session)
    return session.page_version
