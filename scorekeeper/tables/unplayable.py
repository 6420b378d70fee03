"""Games that have no table."""

from scorekeeper.models import GameSession


class Unplayable(Exception):
    """A game whose rules cannot say anything about it."""

    def __init__(self, session: GameSession) -> None:
        super().__init__(session.game)
        self.session = session


class NotInstalled(Unplayable):
    """The folder of the session's game is gone, or it is left out."""


class Unreadable(Unplayable):
    """The rules were changed, and what was entered before is not an entry of theirs."""
