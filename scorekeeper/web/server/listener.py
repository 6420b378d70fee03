"""The socket on which all processes of a server accept connections, each its share of them.

A process that is awake would take all connections of a burst, and the first of several that sleep
all that come one by one. So a process leaves a new one to those that have fewer, for a moment: one
of them may be stuck.
"""

import os
import socket
import time
from mmap import mmap
from pathlib import Path

PATIENCE = 0.01  # seconds
PAUSE = 0.0003  # seconds, in which another process may run, also on one core


class Listener(socket.socket):
    """`counts` is shared: the open connections of each process. `slot` is that of this process."""

    def __init__(self, fileno: int, folder: str, slot: int, processes: int) -> None:
        super().__init__(fileno=fileno)
        file = os.open(Path(folder) / "connections", os.O_RDWR | os.O_CREAT, 0o600)
        os.ftruncate(file, 4 * processes)
        self.counts = memoryview(mmap(file, 4 * processes)).cast("i")
        os.close(file)
        self.slot = slot
        self.counts[slot] = 0
        self.left_at = self.asked_at = 0.0

    def accept(self) -> tuple[socket.socket, object]:
        now = time.monotonic()
        if self.counts[self.slot] > min(self.counts):
            if now - self.asked_at > PATIENCE:
                self.left_at = now
            self.asked_at = now
            if now - self.left_at < PATIENCE:
                time.sleep(PAUSE)
                raise BlockingIOError  # asyncio asks again at once, until somebody has accepted it
        accepted = super().accept()
        self.counts[self.slot] += 1
        return accepted

    def note_closed(self) -> None:
        self.counts[self.slot] -= 1
