"""Ends a worker whose supervisor was killed. Otherwise it would block the port."""

import multiprocessing
import os
import signal
import threading
import time
from multiprocessing.connection import wait

GRACE = 7  # seconds for pending responses: a little more than uvicorn allows


def end_with_supervisor() -> None:
    """End this process when its supervisor ends. A single-process server has none."""
    if supervisor := multiprocessing.parent_process():
        threading.Thread(target=end_with, args=(supervisor.sentinel,), daemon=True).start()


def end_with(sentinel: int) -> None:
    wait([sentinel])
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(GRACE)
    os._exit(1)
