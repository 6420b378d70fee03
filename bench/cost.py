"""The CPU time of a request in Django, without a server: `python -m bench.cost`.

Other work on the machine hardly affects it, so it shows the effect of a change in the code.
"""

import gc
import io
import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.message import Message
from statistics import median
from typing import Any

from bench.chimera import rounds
from bench.figure import Figure, table
from bench.site import LIMITS, manage
from bench.visitor import Answer, Visitor

ROUNDS, REPEATS, GAMES = 20, 300, 15


class Inside(Visitor):
    """Calls Django in this process; `spent` is the CPU time of each response in seconds."""

    def __init__(self, application: Callable[..., Any]) -> None:
        super().__init__(port=80)
        self.application = application
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
        return self.answer(*heads[0], body)

    def answer(self, status: str, headers: list[tuple[str, str]], body: bytes) -> Answer:
        message = Message()
        for name, value in headers:
            message[name] = value
            if name == "Set-Cookie":
                cookie, _, content = value.strip().partition(";")[0].partition("=")
                self.cookies[cookie] = content
        return Answer(int(status[:3]), message, body)

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
    return {
        **{f"HTTP_{name}": value for name, value in headers.items()},
        **content,
        "REQUEST_METHOD": method,
        "PATH_INFO": path.partition("?")[0],
        "QUERY_STRING": path.partition("?")[2],
        "SERVER_NAME": "127.0.0.1",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": protocol,
        "REMOTE_ADDR": "127.0.0.1",
        "SCRIPT_NAME": "",
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": io.StringIO(),
        "wsgi.url_scheme": "http",
        "wsgi.version": (1, 0),
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }


@contextmanager
def inside() -> Iterator[Inside]:
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as var:
        os.environ["SCOREKEEPER_VAR"] = var
        os.environ.update(dict.fromkeys(LIMITS, "1000000"))
        for command in ("migrate", "collectstatic"):
            subprocess.run(manage(command, "--noinput", "--verbosity=0"), check=True)
        from scorekeeper.wsgi import application  # loads the settings
        from django.db import connection  # isort: skip

        gc.freeze()  # both like asgi.py
        gc.set_threshold(2_000)
        yield Inside(application)
        connection.close()


def measure(visitor: Inside) -> list[Figure]:
    save_costs, path = [], ""
    for game in range(GAMES):
        path = visitor.start()
        saves = [
            visitor.round_request(path, slot, entry)
            for slot, entry in enumerate(rounds(ROUNDS, game), 1)
        ]
        save_costs.append(visitor.cost(saves, 302))
    etag = visitor.get(path).headers["ETag"]
    whole = visitor.cost([visitor.request("GET", path)] * REPEATS, 200)
    unchanged = visitor.cost([visitor.request("GET", path, If_None_Match=etag)] * REPEATS, 304)
    costs = {
        f"table page of {ROUNDS} rounds": whole,
        "unchanged table page": unchanged,
        "a round saved": median(save_costs),
    }
    return [
        Figure(f"{what}, time of the processor", f"{cost:.2f} ms") for what, cost in costs.items()
    ]


if __name__ == "__main__":
    with inside() as visitor:
        print(table(measure(visitor)))
