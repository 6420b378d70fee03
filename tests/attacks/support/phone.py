"""A device that starts games of Chimera, enters rounds, shares links and joins by link."""

import re
import secrets
from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from tests.attacks.support.http import HERE, Answer, Client, Fields

NAMES = ("Ana", "Ben", "Cho")
NO_END = 99_999  # a target that nobody reaches
OUTBOX = (("Outbox", "send"),)


class Phone(Client):
    def __init__(self, port: int, address: str = HERE, headers: Fields = ()) -> None:
        super().__init__(port, address, headers)
        self.cookies["device"] = secrets.token_urlsafe(32)
        self.group = "new"

    def start(self, names: Sequence[str] = NAMES, target: int = NO_END) -> int:
        """Start a game, always in the same group. Returns its number."""
        return self.read_started_game(self.post("/new/chimera/", self.setup(names, target)))

    def setup(self, names: Sequence[str] = NAMES, target: int = NO_END) -> Fields:
        seats = [("seat", name) for name in names]
        options = [("target", "own"), ("own_target", target)]
        return [("submission", uuid4()), ("start", "1"), ("group", self.group), *options, *seats]

    def read_started_game(self, answer: Answer) -> int:
        assert answer.status == 302, answer
        if self.group == "new":
            self.group = re.search('href="/groups/([0-9]+)/"', self.get("/groups/").text)[1]
        return int(re.search("[0-9]+", answer.location)[0])

    def enter(self, game: int, slot: int, headers: Fields = (), **fields: Any) -> Answer:
        return self.post(f"/table/{game}/enter/", entry(slot, **fields), headers)

    def correct(self, game: int, slot: int, revision: int, **fields: Any) -> Answer:
        return self.post(f"/table/{game}/round/{slot}/correct/", entry(slot, revision, **fields))

    def remove(self, game: int, slot: int, revision: int) -> Answer:
        return self.post(f"/table/{game}/round/{slot}/remove/", stamp(slot, revision))

    def undo(self, game: int, slot: int, revision: int) -> Answer:
        return self.post(f"/table/{game}/undo/", stamp(slot, revision))

    def link(self, place: str, role: str = "watch") -> str:
        """Return a link's path. `place` is table/1 or groups/1, `role` is watch, enter or host."""
        page = self.get(f"/{place}/share/?as={role}")
        return re.search(r'value="http://[^/"]+(/join/[^"]+)"', page.text)[1]

    def code(self, place: str, role: str = "watch") -> str:
        """Return the code that this device shows."""
        page = self.get(f"/{place}/share/?as={role}")
        return "".join(re.findall("<span>([B-Z3479]{3,4})</span>", page.text))

    def join(self, link: str, name: str = "a phone") -> Answer:
        answer = self.post(link, [("name", name)])
        self.follow(answer)
        return answer


def stamp(slot: int, revision: int = 0, submission: object = None) -> list[tuple[str, Any]]:
    return [("slot", slot), ("revision", revision), ("submission", submission or uuid4())]


def entry(slot: int, revision: int = 0, submission: object = None, **fields: Any) -> Fields:
    """The fields of a round. By default Ana is the Chimera and wins."""
    round = {"chimera": 0, "bid": 20, "first_out": 0, **fields}
    return [*stamp(slot, revision, submission), *round.items()]
