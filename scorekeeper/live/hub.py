"""All open streams of this process."""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import NamedTuple, TypeVar, TypeVarTuple

from django.db import DatabaseError, close_old_connections, connections

from scorekeeper.live.commits import watch_commits
from scorekeeper.live.topics import Topics
from scorekeeper.live.valkey import RETRY
from scorekeeper.models import GameSession
from scorekeeper.models.sessions import own_version
from scorekeeper.operating import metrics
from scorekeeper.operating.live_lag import note_event

GONE = 0  # sent instead of a version if the device may not, or may no longer, see the game
MOST, MOST_PER_DEVICE = 10_000, 40  # streams of one process
EVERY = 2  # seconds between two looks at all watched games, in case a message was lost

T = TypeVar("T")
Arguments = TypeVarTuple("Arguments")

log = logging.getLogger(__name__)


class GameVersion(NamedTuple):
    """The version of a game, or GONE for a device that may not see it, and its group."""

    version: int
    group: int


class Watcher:
    """A stream to a device that watches a game. `send` sends it a version."""

    __slots__ = ("device", "last_sent", "newest", "pk", "send", "sending")

    def __init__(self, pk: int, device: str, send: Callable[[int], Awaitable[None]]) -> None:
        self.pk, self.device, self.send = pk, device, send
        self.newest = self.last_sent = -1
        self.sending = False

    async def notify(self, version: int) -> None:
        """Send the version. A slow client skips versions: next it gets the newest one."""
        self.newest = version
        if self.sending or self.last_sent == GONE:
            return
        self.sending = True
        await self.send_newest()
        while self.last_sent not in (self.newest, GONE):
            await self.send_newest()
        self.sending = False

    async def send_newest(self) -> None:
        self.last_sent = self.newest
        await self.send(self.last_sent)


class Hub:
    """Sends new versions to the watchers of each game.

    All its queries run in one thread, with one connection. Without watchers it does nothing.
    """

    def __init__(self) -> None:
        self.watchers: dict[int, set[Watcher]] = {}
        self.versions: dict[int, int] = {}  # the last version sent, by game
        self.groups: dict[int, int] = {}  # of each watched game
        self.topics = Topics()
        self.due: set[int] = set()  # games that may have changed
        self.is_due = asyncio.Event()
        self.streams = 0
        self.devices: Counter[str] = Counter()  # its streams, by device
        self.thread = ThreadPoolExecutor(1, "live")
        self.notifications: set[asyncio.Task[None]] = set()
        self.listener: asyncio.Task[None] | None = None

    async def ask(self, query: Callable[[*Arguments], T], *arguments: *Arguments) -> T:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.thread, query, *arguments)

    def is_full(self, device: str) -> bool:
        return self.streams >= MOST or self.devices[device] >= MOST_PER_DEVICE

    def add(self, watcher: Watcher, first: GameVersion) -> int:
        """Return the version to send first: the one that was seen may be outdated already."""
        metrics.watchers.inc()
        pk = watcher.pk
        self.streams += 1
        self.devices[watcher.device] += 1
        if pk not in self.watchers:
            self.watchers[pk], self.versions[pk] = set(), first.version
            self.groups[pk] = first.group
            self.topics.add(pk, first.group)
            self.mark([pk])  # nobody has listened since it was seen
        self.watchers[pk].add(watcher)
        if not self.listener or self.listener.done():
            self.listener = asyncio.create_task(self.listen())
        return max(first.version, self.versions[pk])

    def remove(self, watcher: Watcher) -> None:
        metrics.watchers.dec()
        pk = watcher.pk
        self.streams -= 1
        self.devices[watcher.device] -= 1
        if not self.devices[watcher.device]:
            del self.devices[watcher.device]
        self.watchers[pk].discard(watcher)
        if not self.watchers[pk]:
            del self.watchers[pk], self.versions[pk]
            self.topics.remove(pk, self.groups.pop(pk))
        if not self.watchers and self.listener:
            self.listener.cancel()
            self.listener = None  # it ends a little later: `add` must start another one
            self.thread.submit(connections.close_all)

    async def listen(self) -> None:
        """Look at games that change, and every few seconds at all: a message may be lost."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self.repeat(self.mark_changes))
            tasks.create_task(self.repeat(self.notify_of_changes))

    async def repeat(self, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await work()
            except DatabaseError as error:  # a server that restarts, for example
                log.warning("Live pages lost the database: %s", error)
            except Exception:  # keep the streams alive, whatever the error
                log.exception("Live pages were not notified")
            await asyncio.sleep(RETRY)

    async def mark_changes(self) -> None:
        async for topics in watch_commits(self.ask, self.topics):
            self.mark(self.watchers if topics is None else self.topics.games_of(topics))

    def mark(self, pks: Collection[int]) -> None:
        """Schedule a look at these games. Games that change during a query share the next look."""
        self.due.update(pks)
        if self.due:
            self.is_due.set()

    async def notify_of_changes(self) -> None:
        """Look at the games that may have changed, and at all of them at first and every few
        seconds.
        """
        all_due = time.monotonic()
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(all_due - time.monotonic()):
                    await self.is_due.wait()
            if time.monotonic() >= all_due:
                self.mark(self.watchers)
                all_due = time.monotonic() + EVERY
            due, self.due = self.due & self.watchers.keys(), set()
            self.is_due.clear()
            if due:
                await self.notify_watchers(due)

    async def notify_watchers(self, pks: Collection[int]) -> None:
        """Notify the watchers of those games that changed, after checking who may still see it."""
        last = {pk: self.versions[pk] for pk in pks}
        current = await self.ask(versions, last)
        new = {
            pk: current.get(pk, GONE)
            for pk, version in last.items()
            if current.get(pk, GONE) != version
        }
        watchers = [watcher for pk in new for watcher in self.watchers.get(pk, ())]
        if not watchers:
            return
        pairs = await self.ask(may_see, set(new), {watcher.device for watcher in watchers})
        for pk, version in new.items():
            note_event(pk, own_version(version), own_version(last[pk]))
        self.versions |= {pk: version for pk, version in new.items() if pk in self.watchers}
        for watcher in watchers:
            may = (watcher.pk, watcher.device) in pairs
            self.notify(watcher, new[watcher.pk] if may else GONE)

    def notify(self, watcher: Watcher, version: int) -> None:
        notification = asyncio.create_task(watcher.notify(version))
        self.notifications.add(notification)
        notification.add_done_callback(self.notifications.discard)


def look(device: str, pk: int) -> GameVersion:
    session = session_for(device, pk)
    return GameVersion(session.page_version, session.group_id) if session else GameVersion(GONE, 0)


def session_for(device: str, pk: int) -> GameSession | None:
    """Uses the query that fetches pages, so that access is the same."""
    close_old_connections()  # reconnects if the connection was lost
    session = GameSession.objects.one_for_device(device, pk)
    return session if session and not session.deleted_at else None


def versions(pks: Iterable[int]) -> dict[int, int]:
    close_old_connections()
    return GameSession.objects.filter(pk__in=list(pks)).page_versions()


def may_see(pks: Collection[int], devices: Collection[str]) -> set[tuple[int, str]]:
    return set(GameSession.objects.not_deleted().filter(pk__in=pks).pairs_for_devices(devices))
