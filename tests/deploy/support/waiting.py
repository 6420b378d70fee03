"""Waits until a server listens."""

import time
from socket import create_connection
from subprocess import Popen

from tests.attacks.support.http import HERE

PATIENCE = 60  # seconds


def wait_for_port(port: int, process: Popen[bytes]) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            create_connection((HERE, port)).close()
        except OSError:
            assert process.poll() is None, f"it ended with {process.returncode}"
            assert time.monotonic() < deadline, "it does not start"
            time.sleep(0.05)
        else:
            return
