"""A table that plays one whole game after the other, with a program on a bad network.

Requests get lost on their way, and answers on their way back, so the program sends them again.
"""

import json
import time
from collections.abc import Iterator
from http.client import HTTPException
from random import Random
from typing import Any, NamedTuple
from uuid import UUID

from games.contract import Sample, Setup
from games.record import encode_entry, encode_options
from games.registry import games, sample
from tests.attacks.support.http import Answer, Client

LOST_ANSWERS, LOST_REQUESTS, REPEATED = 0.08, 0.04, 0.08
LATER = (429, 503)  # statuses after which the same request is sent again
PATIENCE = 300  # seconds until a request must have been answered
PAUSE = 0.2
API = "/api/v1"


class Played(NamedTuple):
    """A game that has come to its end, with the entries that were acknowledged."""

    pk: int
    entries: list[Any]


class FlakyProgram:
    """Sends each request until it is answered. `repeats` counts those sent more than once."""

    def __init__(self, port: int, token: str, chance: Random) -> None:
        self.client, self.chance, self.repeats = Client(port), chance, 0
        self.headers = [("Authorization", f"Bearer {token}")]

    def get(self, path: str) -> Any:
        return self.deliver(self.client.request("GET", f"{API}/{path}", self.headers)).json

    def post(self, path: str, **sent: Any) -> Any:
        submission = str(UUID(int=self.chance.getrandbits(128), version=4))
        body = json.dumps({"submission": submission, **sent}).encode()
        head = [("Content-Type", "application/json"), ("Content-Length", len(body))]
        return self.deliver(
            self.client.request("POST", f"{API}/{path}", [*self.headers, *head]) + body
        ).json

    def deliver(self, request: bytes) -> Answer:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            answer = self.send(request)
            if answer is None or answer.status in LATER:
                self.repeats += 1
                time.sleep(self.chance.uniform(0, PAUSE))
                continue
            if self.chance.random() < REPEATED:
                self.repeats += 1
                self.send(request)
            if answer.status not in (200, 201):
                raise RuntimeError(f"{answer.status} {answer.text} to {request!r}")
            return answer
        raise RuntimeError(f"no answer within {PATIENCE} s to {request!r}")

    def send(self, request: bytes) -> Answer | None:
        """Return the answer, unless it or the request got lost."""
        fate = self.chance.random()
        try:
            if fate > LOST_ANSWERS + LOST_REQUESTS:
                return self.client.send(request)
            with self.client.connect() as line:
                line.sendall(request if fate < LOST_ANSWERS else request[: len(request) // 2])
                time.sleep(self.chance.uniform(0, 0.05))
        except (OSError, HTTPException):
            pass
        return None


class SoakTable:
    def __init__(self, program: FlakyProgram, group: int, slugs: Iterator[str]) -> None:
        self.program, self.group, self.slugs = program, group, slugs
        self.chance = program.chance
        self.game: int | None = None
        self.players: list[str] = []
        self.entries: list[Any] = []
        self.finished: list[Played] = []

    def step(self) -> None:
        """Start a game, enter a round, or end the game."""
        if self.game is None:
            self.start()
        elif (entry := next(self.left, None)) is not None:
            self.enter(entry)
        else:
            self.end()

    def start(self) -> None:
        chosen = playable(next(self.slugs))
        seats = self.chance.choice(chosen.game.players[:4])
        self.players = [f"P{number}" for number in range(1, seats + 1)]
        setup = Setup(seats, chosen.options(self.chance, seats))
        options = encode_options(chosen.game, setup.options)
        started = self.program.post(
            f"groups/{self.group}/games",
            game=chosen.game.slug,
            players=self.players,
            options=options,
        )
        self.rules, self.left = chosen.game, chosen.play(setup, self.chance)
        self.game, self.entries, self.is_over = started["id"], [], False

    def enter(self, entry: Any) -> None:
        encoded = encode_entry(self.rules, entry, self.players)
        path = f"games/{self.game}/rounds"
        saved = self.program.post(path, slot=len(self.entries) + 1, entry=encoded)
        self.entries.append(encoded)
        self.is_over = saved["finished"]

    def end(self) -> None:
        """End a game that has no end of its own."""
        if not self.is_over:
            setup = self.program.get(f"games/{self.game}")["setup_revision"]
            self.program.post(f"games/{self.game}/end", revision=setup)
        self.finished.append(Played(self.game or 0, self.entries))
        self.game = None

    def rounds_entered(self) -> int:
        return len(self.entries) * bool(self.game) + sum(len(one.entries) for one in self.finished)


def playable(slug: str) -> Sample:
    chosen = sample(slug)
    if chosen is None:
        raise RuntimeError(f"{slug} has no sample")
    return chosen


def all_slugs() -> list[str]:
    return [slug for slug in games() if sample(slug)]
