"""Rounds that are entered while the server is killed repeatedly."""

import random
import threading
import time
from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from typing import Any

from tests.attacks.support.database import Database, revisions
from tests.attacks.support.phone import OUTBOX, Phone, entry
from tests.attacks.support.server import Server
from tests.support.waiting import PATIENCE, wait_until


class Outbox:
    """Sends each entry again, as a phone does, until the server has responded.

    `later` are the statuses after which a phone sends it again.
    """

    def __init__(self, port: int, database: Database, later: Collection[int] = ()) -> None:
        self.phone, self.database = Phone(port), database
        self.later = later
        self.game = self.phone.start()
        self.sent: list[dict[str, int]] = []
        self.resent = 0

    def enter_until(self, over: threading.Event) -> None:
        while not over.is_set():
            number = len(self.sent)
            fields = {"bid": 20 + number // 7 % 3 * 10, "traps": number % 7}
            self.sent.append(fields)
            self.deliver(self.phone.form(self.address, entry(len(self.sent), **fields), OUTBOX))

    @property
    def address(self) -> str:
        return f"/table/{self.game}/enter/"

    def deliver(self, request: bytes) -> None:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                answer = self.phone.send(request)
            except (OSError, HTTPException):
                answer = None
            if answer is None or answer.status in self.later:
                self.resent += 1
                time.sleep(0.05)
                continue
            assert (answer.status, answer.headers.get("outbox")) == (204, "saved"), answer
            return
        raise AssertionError("an entry was never saved")

    def saved_rounds(self) -> list[dict[str, Any]]:
        """Return the rounds in the game record. A target ends even a game of a thousand rounds."""
        record = self.phone.get(f"/table/{self.game}/record/").json
        entries = [*record["entries"], *record.get("not_counted", ())]
        return [{name: entry.get(name, 0) for name in ("bid", "traps")} for entry in entries]

    @property
    def is_whole(self) -> bool:
        """Return whether the server has exactly the entries of this phone, in order."""
        stored = revisions(self.database, f"session_id = {self.game} AND slot > 0")
        return self.saved_rounds() == self.sent and stored == len(self.sent)


def enter_and_kill(server: Server, phones: int, kills: int, seed: int) -> list[Outbox]:
    """Return the phones' outboxes after all entries were saved."""
    chance = random.Random(seed)  # noqa: S311 - the same times in every run
    over = threading.Event()
    outboxes = [Outbox(server.port, server.database) for _ in range(phones)]
    with ThreadPoolExecutor(phones) as threads:
        entering = [threads.submit(outbox.enter_until, over) for outbox in outboxes]
        try:
            for _ in range(kills):
                wait_for_more(outboxes, chance.randrange(1, 12))
                time.sleep(chance.uniform(0, 0.02))
                server.kill()
                server.start()
            wait_for_more(outboxes, 1)
        finally:
            over.set()
        for phone in entering:
            phone.result()
    return outboxes


def wait_for_more(outboxes: Sequence[Outbox], count: int) -> None:
    """Wait until so many further entries were begun."""
    begun = sum(len(one.sent) for one in outboxes)
    wait_until(lambda: sum(len(one.sent) for one in outboxes) >= begun + count)
