"""Decides which request runs next on the threads for pages. A request waits without a thread.

One device may use two threads, and one address all but one, so that whoever asks for large pages,
with whatever cookies, leaves a thread to others. The phones of a table on one Wi-Fi are different
devices. Writers may wait for a lock of the database, so half of the threads are for readers only.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

PER_DEVICE = 2
ROOM = 32 * 2**20  # bytes, of all waiting requests
OVERHEAD = 32 * 2**10  # bytes, of a waiting request without its body


class Client(NamedTuple):
    address: str
    device: str  # its secret; "" without a cookie


class Turn:
    """The turn of one request. `comes` is False if there was no room to wait."""

    def __init__(self, client: Client, writes: bool = False, body: int = 0) -> None:
        self.address, self.device = client.address, client.device or client.address
        self.writes, self.size = writes, OVERHEAD + body
        self.comes: asyncio.Future[bool] = asyncio.get_running_loop().create_future()


class Turns:
    """Addresses take turns, and so do the devices of each address."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self.per_address, self.for_writers = max(threads - 1, 1), max(threads // 2, 1)
        self.running: set[Turn] = set()
        self.waiting: dict[str, dict[str, dict[Turn, None]]] = {}  # by address and device
        self.sizes: Counter[str] = Counter()  # of waiting requests, by address

    def ask(self, turn: Turn) -> None:
        devices = self.waiting.setdefault(turn.address, {})
        devices.setdefault(turn.device, {})[turn] = None
        self.sizes[turn.address] += turn.size
        self.start_next()
        if self.sizes.total() > ROOM:
            self.refuse_one()

    def end(self, turn: Turn) -> None:
        """The request is done, or its client has left."""
        if turn in self.running:
            self.running.remove(turn)
            self.start_next()
        elif not turn.comes.done():
            self.remove(turn)

    def start_next(self) -> None:
        while len(self.running) < self.threads and (turn := self.next_turn()):
            self.remove(turn)
            self.put_last(turn)
            self.running.add(turn)
            turn.comes.set_result(True)

    def next_turn(self) -> Turn | None:
        if not self.waiting:
            return None
        addresses = Counter(turn.address for turn in self.running)
        devices = Counter(turn.device for turn in self.running)
        writers = sum(turn.writes for turn in self.running)
        return next(
            (
                turn
                for turn in self.in_order()
                if addresses[turn.address] < self.per_address
                and devices[turn.device] < PER_DEVICE
                and (writers < self.for_writers or not turn.writes)
            ),
            None,
        )

    def in_order(self) -> Iterator[Turn]:
        for devices in self.waiting.values():
            for turns in devices.values():
                yield from turns

    def put_last(self, turn: Turn) -> None:
        """Others come first the next time: the address, and the device within it."""
        if devices := self.waiting.pop(turn.address, None):
            self.waiting[turn.address] = devices
            if turns := devices.pop(turn.device, None):
                devices[turn.device] = turns

    def refuse_one(self) -> None:
        """The last request of the address that has most of the room."""
        ((address, _size),) = self.sizes.most_common(1)
        *_, turns = self.waiting[address].values()
        *_, last = turns
        self.remove(last)
        last.comes.set_result(False)

    def remove(self, turn: Turn) -> None:
        devices = self.waiting[turn.address]
        del devices[turn.device][turn]
        self.sizes[turn.address] -= turn.size
        if not devices[turn.device]:
            del devices[turn.device]
        if not devices:
            del self.waiting[turn.address], self.sizes[turn.address]
