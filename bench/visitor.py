"""A device that starts games and enters rounds with the requests of a phone."""

import re
import uuid
from collections.abc import Sequence

from bench.chimera import PLAYERS, TARGET, fields
from games.chimera.rules import Round
from tests.attacks.support.http import Client, Fields
from tests.attacks.support.phone import stamp

OPTIONS = (("target", "own"), ("own_target", TARGET))
HEADERS = (("Accept-Encoding", "gzip"), ("Connection", "keep-alive"))


class Visitor(Client):
    def __init__(self, port: int) -> None:
        super().__init__(port, headers=HEADERS)
        self.group = "new"

    def start(
        self, game: str = "chimera", players: Sequence[str] = PLAYERS, options: Fields = OPTIONS
    ) -> str:
        """Start a game, always in the same group. Returns the path of its table."""
        page = self.get(f"/new/{game}/").text
        if known := re.search('<option value="([0-9]+)" selected', page):
            self.group = known[1]
        sent = [("submission", uuid.uuid4()), ("start", "1"), ("group", self.group), *options]
        started = self.post(f"/new/{game}/", [*sent, *[("seat", name) for name in players]])
        if started.status != 302:
            raise RuntimeError(f"the game was not started: {started.status}")
        return started.location

    def round_request(self, table: str, slot: int, entry: Round) -> bytes:
        """Return the request that saves a round of Chimera in this slot."""
        return self.entry_request(table, slot, fields(entry))

    def entry_request(self, table: str, slot: int, sent: Fields) -> bytes:
        """Return the request that saves an entry of any game."""
        return self.form(f"{table}enter/", [*stamp(slot), *sent])
