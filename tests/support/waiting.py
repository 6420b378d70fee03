"""Waits for what takes longer on a busy machine."""

import time
from collections.abc import Callable

PATIENCE = 60  # seconds; the duration depends on the machine more than on the site


def wait_until(holds: Callable[[], object], failure: Callable[[], object] = str) -> None:
    """Try again and again. `failure` says what was there instead."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, failure()
        time.sleep(0.01)
