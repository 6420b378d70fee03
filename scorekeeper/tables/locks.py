"""Locks a game, so that of two phones the second learns what the first did.

Pages are read and checked without a lock. A writer then locks the game and learns whether it is
still as the page was checked against; if it is not, the whole request begins again.
"""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import transaction

from scorekeeper.models import GameSession
from scorekeeper.models.locks import lock_group

Parameters = ParamSpec("Parameters")
Answer = TypeVar("Answer")


class Outdated(Exception):
    """The game has changed since it was read, so nothing that was checked is certain."""

    def __init__(self, group: int) -> None:
        super().__init__(group)
        self.group = group


def lock_session(session: GameSession) -> None:
    """Let nobody else change the game until the transaction ends.

    Every change of a game goes through here, and every change makes a new version. Raises Outdated
    if there is one.
    """
    lock_group(session.group_id)
    if not session.is_current():
        raise Outdated(session.group_id)


def again_if_outdated(view: Callable[Parameters, Answer]) -> Callable[Parameters, Answer]:
    """Run a view that changes a game again if another device changed the game meanwhile.

    The second time it reads the game under the lock, so it cannot be outdated again.
    """

    @wraps(view)
    def run(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Answer:
        try:
            return view(*args, **kwargs)
        except Outdated as outdated:
            with transaction.atomic():
                lock_group(outdated.group)
                return view(*args, **kwargs)

    return run
