"""The stream of a program counts as one of its requests; live/endpoint.py serves it."""

from scorekeeper.access import note_use
from scorekeeper.api.errors import Refusal
from scorekeeper.api.request_limit import count_request
from scorekeeper.live.hub import GONE, GameVersion, session_for

TOO_MANY = -1


def look_as_program(device: str, pk: int) -> GameVersion:
    """The version of the game, GONE if the program may not see it, or TOO_MANY."""
    if not (session := session_for(device, pk)):
        return GameVersion(GONE, 0)
    try:
        count_request(device)
    except Refusal:
        return GameVersion(TOO_MANY, 0)
    note_use(session)
    return GameVersion(session.page_version, session.group_id)
