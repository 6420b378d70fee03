"""A server of a test: it listens on a loopback address, until it is closed."""

import socket
from collections.abc import Callable
from contextlib import suppress
from threading import Thread

HERE = "127.0.0.1"


class Listener:
    """Hands each connection to `handle`, in a thread of its own."""

    def __init__(self, handle: Callable[[socket.socket], object]) -> None:
        self.handle = handle
        self.socket = socket.create_server((HERE, 0), backlog=64)
        self.port = int(self.socket.getsockname()[1])
        Thread(target=self.serve, daemon=True).start()

    def serve(self) -> None:
        with suppress(OSError):  # it was closed
            while True:
                connection, _address = self.socket.accept()
                Thread(target=self.handle, args=[connection], daemon=True).start()

    def close(self) -> None:
        """First end the thread's wait, which would outlive the socket: if the process stops for a
        moment, it waits again by the number of the socket, which may be another's by then.
        """
        with suppress(OSError):  # not every system can
            self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()
