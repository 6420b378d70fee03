"""Ends a worker whose supervisor was killed: it would keep the port, and nobody could restart it."""

import multiprocessing
import os
import signal
import threading
import time
from multiprocessing.connection import wait

GRACE = 7  # seconds for the answers under way, a little more than uvicorn gives them


def end_with_supervisor() -> None:
    """Does nothing in a server of a single process."""
    if supervisor := multiprocessing.parent_process():
        threading.Thread(target=end_after, args=(supervisor.sentinel,), daemon=True).start()


def end_after(sentinel: int) -> None:
    wait([sentinel])
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(GRACE)
    os._exit(1)
