"""The socket on which all processes of a server accept connections, each its share of them.

A process that is awake would take all connections of a burst, and the first of several that sleep
all that come one by one. So a process leaves new ones to those that have fewer, but not for long
unless these get more: one of them may be stuck.
"""

import os
import socket
import time
from mmap import mmap
from pathlib import Path

PATIENCE = 0.01  # seconds of sleep; asking may take longer while threads compute pages
QUIET = 1  # second without a new connection, after which a process has its patience again
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
        self.asked_at = self.wait_seconds = 0.0
        self.fewest = 0

    def accept(self) -> tuple[socket.socket, object]:
        now, fewest = time.monotonic(), min(self.counts)
        if fewest != self.fewest or now - self.asked_at > QUIET:
            self.wait_seconds = 0.0
        self.asked_at, self.fewest = now, fewest
        if self.counts[self.slot] > fewest and self.wait_seconds < PATIENCE:
            time.sleep(PAUSE)
            self.wait_seconds += time.monotonic() - now
            raise BlockingIOError  # asyncio asks again at once, until somebody has accepted it
        pair = super().accept()
        self.counts[self.slot] += 1
        return pair

    def note_closed(self) -> None:
        self.counts[self.slot] -= 1
