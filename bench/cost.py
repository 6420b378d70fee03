"""The CPU time of a request in Django, without a server, and of the rules alone.

Other work on the machine hardly affects it, so it shows the effect of a change in the code.
"""

import atexit
import gc
import io
import os
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from statistics import mean, median
from timeit import repeat
from typing import Any
from wsgiref.util import setup_testing_defaults

from bench.chimera import rounds, score_game
from bench.figure import Figure
from bench.site import PLENTY, Site
from bench.visitor import Visitor
from games.chimera.rules import Round
from tests.attacks.support.http import Answer
from tests.attacks.support.server import SITE, Ground, build_environment

ROUNDS, REPEATS, GAMES, LONG_GAME = 20, 300, 15, 100


class Inside(Visitor):
    """Calls Django in this process; `spent` is the CPU time of each response in seconds."""

    def __init__(self) -> None:
        super().__init__(port=80)
        self.application = application()
        self.spent: list[float] = []

    def send(self, request: bytes) -> Answer:
        environ, heads = environ_of(request), []
        start = time.process_time()
        response = self.application(
            environ, lambda status, headers: heads.append((status, headers))
        )
        body = b"".join(response)
        response.close()
        self.spent.append(time.process_time() - start)
        ((status, headers),) = heads
        pairs = [value.partition(";")[0] for name, value in headers if name == "Set-Cookie"]
        cookies = {name: value for name, _, value in (pair.partition("=") for pair in pairs)}
        self.cookies |= cookies
        return Answer(
            int(status[:3]), {name.lower(): value for name, value in headers}, body, cookies
        )

    def cost(self, requests: list[bytes], status: int) -> float:
        """The median CPU time of these requests in milliseconds. All must have this status."""
        self.spent = []
        for request in requests:
            if (answer := self.send(request)).status != status:
                raise RuntimeError(f"{answer.status} instead of {status}")
        return median(self.spent) * 1000


def environ_of(request: bytes) -> dict[str, Any]:
    head, _, body = request.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    method, path, protocol = first.split()
    headers = {
        name.upper().replace("-", "_"): value
        for name, value in (line.split(": ", 1) for line in lines)
    }
    content = {
        name: headers.pop(name) for name in ("CONTENT_TYPE", "CONTENT_LENGTH") if name in headers
    }
    environ = {
        **{f"HTTP_{name}": value for name, value in headers.items()},
        **content,
        "REQUEST_METHOD": method,
        "PATH_INFO": path.partition("?")[0],
        "QUERY_STRING": path.partition("?")[2],
        "SERVER_PROTOCOL": protocol,
        "REMOTE_ADDR": "127.0.0.1",
        "wsgi.input": io.BytesIO(body),
    }
    setup_testing_defaults(environ)  # the rest
    return environ


@cache
def application() -> Callable[..., Any]:
    """Django in this process, with data of its own until the process ends."""
    folder = tempfile.TemporaryDirectory(prefix="scorekeeper-bench-")
    atexit.register(folder.cleanup)
    ground = Ground(Path(folder.name))
    ground.prepare()
    os.environ |= build_environment(ground.folder, ground.database, **SITE, **PLENTY)
    from scorekeeper.wsgi import application  # loads the settings

    gc.freeze()  # both like asgi.py
    gc.set_threshold(2_000)
    return application


def measure(site: Site) -> list[Figure]:
    """Without a server, in this process; `site` is not used."""
    visitor, saves, pages, answers = Inside(), [], [], []
    devices = [visitor, *scorers(visitor.start())]
    token = [("Authorization", f"Bearer {a_token(visitor.start())}")]
    for game in range(GAMES):
        path = visitor.start()
        for slot, entry in enumerate(rounds(ROUNDS, game), 1):
            saves.append(visitor.cost([visitor.round_request(path, slot, entry)], 302))
            pages.append(mean(one.cost([one.request("GET", path)], 200) for one in devices))
            asked = f"/api/v1/games/{path.split('/')[2]}"
            answers.append(visitor.cost([visitor.request("GET", asked, token)], 200))
    etag = visitor.get(path).headers["etag"]
    request = visitor.request("GET", path, [("If-None-Match", etag)])
    unchanged = visitor.cost([request] * REPEATS, 304)
    costs = {
        f"table page after a save, for {len(devices)} devices in turn": median(pages),
        "unchanged table page": unchanged,
        "the same game by the API, after a save": median(answers),
        "a round saved": median(saves),
        f"a game of {LONG_GAME} rounds, scored": cost_of_scoring(rounds(LONG_GAME)),
    }
    return [
        Figure(f"{what}, time of the processor", f"{cost:.2f} ms") for what, cost in costs.items()
    ]


def a_token(table: str) -> str:
    """A token for a program of the group that plays at this table."""
    from scorekeeper.models import GameSession, Role
    from scorekeeper.people.programs import make_token

    group = GameSession.objects.get(pk=table.split("/")[2]).group
    return make_token(group, group.members.hosts()[0].pk, "bench", Role.SCORER)


def scorers(table: str) -> list[Inside]:
    """Three more devices of the group that plays at this table."""
    from scorekeeper.models import GameSession, Member, Role
    from scorekeeper.people.devices import hash_secret

    group, devices = GameSession.objects.get(pk=table.split("/")[2]).group, []
    for n in range(3):
        devices.append(Inside())
        secret = devices[-1].cookies["device"] = str(n).rjust(43, "0")
        Member.objects.create(
            group=group, device=hash_secret(secret), role=Role.SCORER, name="bench"
        )
        devices[-1].get(table)  # sets cookies
    return devices


def cost_of_scoring(entries: Sequence[Round]) -> float:
    seconds = repeat(
        lambda: score_game(entries, target=99_999), timer=time.process_time, number=20, repeat=30
    )
    return median(seconds) / 20 * 1000
