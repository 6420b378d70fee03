"""A process that serves pages, and tells its supervisor every second that it answers."""

import os
import sys
import threading
import time
from concurrent.futures import Executor, Future
from contextlib import suppress
from typing import Any

import uvicorn

from scorekeeper.operating.environment import text
from scorekeeper.operating.shared_counts import count_in
from scorekeeper.web.server import background
from scorekeeper.web.server.supervisor import ALIVE, COUNTS, end_with

THREADS_SILENT = 20  # seconds; the supervisor waits for SILENCE in addition
TICKS = 10  # of uvicorn in a second


class Worker(uvicorn.Server):
    """Answers for as long as its event loop runs, and some thread for pages is free now and then.

    A thread may wait 10 s for a lock of the database, and some pages take as long on a slow
    machine, so threads have more time than the loop.
    """

    def __init__(self, config: uvicorn.Config, threads: Executor, answers: int) -> None:
        super().__init__(config)
        self.threads, self.answers = threads, answers
        self.asked_at = 0.0
        self.answer: Future[None] | None = None

    async def on_tick(self, counter: int) -> bool:
        if counter % (TICKS * background.CHECK) == 0:
            self.threads.submit(background.ask_if_due)
        with suppress(OSError):  # the supervisor was killed
            background.ask(self.answers)
            if counter % TICKS == 0 and self.threads_answer():
                os.write(self.answers, ALIVE)
        return await super().on_tick(counter)

    def threads_answer(self) -> bool:
        if self.answer is None or self.answer.done():
            self.answer, self.asked_at = self.threads.submit(lambda: None), time.monotonic()
        return time.monotonic() - self.asked_at < THREADS_SILENT


def build_config(**where: Any) -> uvicorn.Config:
    from scorekeeper.web.server.connections import BACKLOG, IDLE, Connection

    return uvicorn.Config(
        "scorekeeper.asgi:application",
        **where,
        http=Connection,
        lifespan="off",
        access_log=False,  # it would contain the secrets of links
        log_config=None,  # use ours, which removes secrets
        log_level="warning",
        proxy_headers=False,
        server_header=False,
        backlog=BACKLOG,
        timeout_keep_alive=IDLE,
        timeout_graceful_shutdown=5,
    )


def main(
    listener: int, answers: int, supervisor: int, count: int, slot: int, replaces: int
) -> None:
    count_in(str(slot))
    from scorekeeper.asgi import bridge  # sets up Django
    from scorekeeper.operating import metrics
    from scorekeeper.web.server.clients import ClientLimit
    from scorekeeper.web.server.connections import gate
    from scorekeeper.web.server.listener import Listener

    ClientLimit.processes = count
    metrics.note_process_start(bool(replaces))
    os.set_blocking(answers, False)
    background.ask_on_enqueue()
    threading.Thread(target=end_with, args=(supervisor,), daemon=True).start()
    with suppress(KeyboardInterrupt):
        server = Worker(build_config(workers=count), bridge.pool, answers)
        shared_listener = Listener(listener, text(COUNTS), slot, count)
        gate.on_leave = shared_listener.note_closed
        server.run([shared_listener])


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
