"""Waits until a server answers."""

import ssl
from collections.abc import Callable
from pathlib import Path
from socket import create_connection
from subprocess import Popen

from tests.attacks.support.http import HERE
from tests.support.waiting import wait_until


def wait_for_port(port: int, process: Popen[bytes]) -> None:
    wait_for(lambda: create_connection((HERE, port)).close(), process)


def wait_for_tls(port: int, process: Popen[bytes], name: str, authority: Path) -> None:
    """Wait until it has a certificate: Caddy opens the port before that."""
    wait_for_port(port, process)

    def shake_hands() -> None:
        trusted = ssl.create_default_context(cafile=authority)
        with create_connection((HERE, port)) as plain:
            trusted.wrap_socket(plain, server_hostname=name).close()

    wait_for(shake_hands, process)


def wait_for(attempt: Callable[[], None], process: Popen[bytes]) -> None:
    """Try until there is no OSError."""

    def succeeds() -> bool:
        try:
            attempt()
        except OSError:
            assert process.poll() is None, f"it ended with {process.returncode}"
            return False
        return True

    wait_until(succeeds)
