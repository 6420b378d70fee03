"""Decides which request runs next on the threads for pages. A request waits without a thread.

One device may use two threads, and one address all but one, so that nobody who asks for large
pages, with whatever cookies, takes all threads. The phones of a table on one Wi-Fi are different
devices. Writers may wait for a lock of the database, so at least half of the threads are for
readers only. The others take writers first: someone who has just entered a score must not
wait for people who are only looking.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

PER_DEVICE = 2
ROOM = 32 * 2**20  # bytes, of all waiting requests
OVERHEAD = 32 * 2**10  # bytes, of a waiting request without its body
LONGEST_WAIT = 1.0  # seconds, expected; a new page is refused rather than let wait longer
FEW = 16  # requests: the phones of a table may wait for a slow machine, which is not an overload
STEADY = 32  # starts over which the pace is averaged


class Client(NamedTuple):
    address: str
    device: str  # its secret; "" without a cookie


class Turn:
    """The turn of one request. `comes` is False if there was no room to wait. A `quick` one comes
    before other readers: an open page that asks for news during an overload.
    """

    def __init__(
        self, client: Client, writes: bool = False, body: int = 0, quick: bool = False
    ) -> None:
        self.address, self.device = client.address, device_of(client)
        self.writes, self.size, self.quick = writes, OVERHEAD + body, quick
        self.comes: asyncio.Future[bool] = asyncio.get_running_loop().create_future()


def device_of(client: Client) -> str:
    return client.device or client.address


class Turns:
    """Addresses take turns, and so do the devices of each address.

    While others read, writers may use half of the threads, as they wait for processor time.
    `writers`: how many may run while nobody reads; by default also half of the threads.
    """

    def __init__(self, threads: int, writers: int | None = None) -> None:
        self.threads, self.per_address = threads, max(threads - 1, 1)
        self.for_writers = max(threads // 2, 1)
        self.writers_alone = writers or self.for_writers
        self.running: set[Turn] = set()
        self.waiting: dict[str, dict[str, dict[Turn, None]]] = {}  # by address and device
        self.sizes: Counter[str] = Counter()  # of waiting requests, by address
        self.counts: Counter[str] = Counter()  # likewise
        self.length = self.writers_waiting = self.quick_waiting = 0
        self.pace = 0.01  # seconds between two starts while others wait
        self.started_at: float | None = None  # the last one, if others waited then

    def is_too_long_for(self, client: Client) -> bool:
        """Return whether this client, at its place in the queue, would wait too long for a page."""
        if self.length < FEW or len(self.running) < self.threads:
            return False
        is_stuck = self.started_at is not None and time.monotonic() - self.started_at > LONGEST_WAIT
        most = LONGEST_WAIT / self.pace
        return is_stuck or (self.length > most and self.count_before(client) > most)

    def count_before(self, client: Client) -> int:
        """Return how many requests come before the next one of this client."""
        devices = self.waiting.get(client.address, {})
        mine = len(devices.get(device := device_of(client), ()))
        others = (len(turns) for name, turns in devices.items() if name != device)
        here = mine + sum(min(count, mine + 1) for count in others)
        elsewhere = (count for name, count in self.counts.items() if name != client.address)
        return here + sum(min(count, here + 1) for count in elsewhere)

    def ask(self, turn: Turn) -> None:
        devices = self.waiting.setdefault(turn.address, {})
        devices.setdefault(turn.device, {})[turn] = None
        self.sizes[turn.address] += turn.size
        self.counts[turn.address] += 1
        self.writers_waiting += turn.writes
        self.quick_waiting += turn.quick
        self.length += 1
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
        while len(self.running) < self.threads:
            if not (turn := self.next_turn()):
                self.started_at = None  # nobody who waits may use the thread
                return
            self.remove(turn)
            self.put_last(turn)
            self.running.add(turn)
            self.note_start()
            turn.comes.set_result(True)

    def note_start(self) -> None:
        """Measure the pace, while all threads are busy and others wait."""
        now = time.monotonic()
        if self.started_at is not None:
            self.pace += (now - self.started_at - self.pace) / STEADY
        self.started_at = now if self.length and len(self.running) == self.threads else None

    def next_turn(self) -> Turn | None:
        if not self.waiting:
            return None
        addresses = Counter(turn.address for turn in self.running)
        devices = Counter(turn.device for turn in self.running)
        writing = sum(turn.writes for turn in self.running)
        is_alone = writing == len(self.running)
        may_write = writing < (self.writers_alone if is_alone else self.for_writers)

        def first(writes: bool = False, quick: bool = False) -> Turn | None:
            return next(
                (
                    turn
                    for turn in self.in_order()
                    if turn.writes == writes
                    and (turn.quick or not quick)
                    and addresses[turn.address] < self.per_address
                    and devices[turn.device] < PER_DEVICE
                ),
                None,
            )

        writer = first(writes=True) if may_write and self.writers_waiting else None
        return writer or (first(quick=True) if self.quick_waiting else None) or first()

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
        """Refuse the last request of the address whose waiting requests take most memory."""
        ((address, _size),) = self.sizes.most_common(1)
        turns = next(reversed(self.waiting[address].values()))
        last = next(reversed(turns))
        self.remove(last)
        last.comes.set_result(False)

    def remove(self, turn: Turn) -> None:
        devices = self.waiting[turn.address]
        del devices[turn.device][turn]
        self.sizes[turn.address] -= turn.size
        self.counts[turn.address] -= 1
        self.writers_waiting -= turn.writes
        self.quick_waiting -= turn.quick
        self.length -= 1
        if not devices[turn.device]:
            del devices[turn.device]
        if not devices:
            del self.waiting[turn.address], self.sizes[turn.address], self.counts[turn.address]
