"""Sends the same request for a new game several times."""

import re

from tests.attacks.support.http import Answer
from tests.attacks.support.phone import Phone
from tests.attacks.support.server import Server
from tests.attacks.support.together import together

GAMES = "SELECT count(*) FROM scorekeeper_gamesession"
GROUPS = "SELECT count(*) FROM scorekeeper_group"


class Start:
    """A device without a group, and its request to start a game."""

    def __init__(self, server: Server) -> None:
        self.database, self.phone = server.database, Phone(server.port)
        self.request = self.phone.form("/new/chimera/", self.phone.setup())
        self.before = self.counts()

    def counts(self) -> tuple[int, int]:
        """The numbers of games and groups."""
        return self.database.rows(GAMES)[0][0], self.database.rows(GROUPS)[0][0]

    def send(self, *apart: float) -> list[Answer]:
        """Send the request once for each number, after so many seconds."""
        return together(*[lambda: self.phone.send(self.request)] * len(apart), apart=apart)

    def happened_once(self, answers: list[Answer]) -> bool:
        """Whether it made one game and one group, and all responses lead there."""
        games, groups = self.before
        where = {(answer.status, answer.location) for answer in answers}
        (status, location), *others = where
        led = not others and status == 302 and re.fullmatch("/table/[0-9]+/", location)
        return bool(led) and self.counts() == (games + 1, groups + 1)


def starts_once(server: Server, *apart: float) -> bool:
    start = Start(server)
    return start.happened_once(start.send(*apart))
