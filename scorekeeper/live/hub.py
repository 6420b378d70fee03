"""All open streams of this process."""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar, TypeVarTuple

from django.db import DatabaseError, close_old_connections, connections

from scorekeeper.live.commits import RETRY, watch_commits
from scorekeeper.models import GameSession
from scorekeeper.models.sessions import own_version
from scorekeeper.operating import metrics
from scorekeeper.operating.live_lag import note_event

GONE = 0  # sent instead of a version if the device may not, or may no longer, see the game
MOST, MOST_PER_DEVICE = 10_000, 40  # streams of one process

T = TypeVar("T")
Arguments = TypeVarTuple("Arguments")

log = logging.getLogger(__name__)


class Watcher:
    """A stream to a device that watches a game. `send` sends it a version."""

    __slots__ = ("device", "newest", "pk", "send", "sending", "sent")

    def __init__(self, pk: int, device: str, send: Callable[[int], Awaitable[None]]) -> None:
        self.pk, self.device, self.send = pk, device, send
        self.newest = self.sent = -1
        self.sending = False

    async def notify(self, version: int) -> None:
        """Send the version. A slow client skips versions: next it gets the newest one."""
        self.newest = version
        if self.sending or self.sent == GONE:
            return
        self.sending = True
        await self.send_newest()
        while self.sent not in (self.newest, GONE):
            await self.send_newest()
        self.sending = False

    async def send_newest(self) -> None:
        self.sent = self.newest
        await self.send(self.sent)


class Hub:
    """Sends new versions to the watchers of each game.

    All its queries run in one thread, with one connection. Without watchers it does nothing.
    """

    def __init__(self) -> None:
        self.watchers: dict[int, set[Watcher]] = {}
        self.versions: dict[int, int] = {}  # the last version sent, by game
        self.devices: Counter[str] = Counter()
        self.thread = ThreadPoolExecutor(1, "live")
        self.notifications: set[asyncio.Task[None]] = set()
        self.listener: asyncio.Task[None] | None = None

    async def ask(self, query: Callable[[*Arguments], T], *arguments: *Arguments) -> T:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.thread, query, *arguments)

    def is_full(self, device: str) -> bool:
        return self.devices.total() >= MOST or self.devices[device] >= MOST_PER_DEVICE

    def add(self, watcher: Watcher, version: int) -> int:
        """Return the version to send first: `version` may be outdated already."""
        metrics.watchers.inc()
        self.devices[watcher.device] += 1
        self.watchers.setdefault(watcher.pk, set()).add(watcher)
        if not self.listener or self.listener.done():
            self.listener = asyncio.create_task(self.listen())
        return max(version, self.versions.setdefault(watcher.pk, version))

    def remove(self, watcher: Watcher) -> None:
        metrics.watchers.dec()
        self.devices -= Counter([watcher.device])
        others = self.watchers[watcher.pk]
        others.discard(watcher)
        if not others:
            del self.watchers[watcher.pk], self.versions[watcher.pk]
        if not self.watchers and self.listener:
            self.listener.cancel()
            self.listener = None  # it ends a little later: `add` must start another one
            self.thread.submit(connections.close_all)

    async def listen(self) -> None:
        while True:
            try:
                async for _ in watch_commits(self.ask):
                    await self.notify_watchers()
            except DatabaseError as error:  # a server that restarts, for example
                log.warning("Live pages lost the database: %s", error)
            except Exception:  # keep the streams alive, whatever the error
                log.exception("Live pages were not notified")
            await asyncio.sleep(RETRY)

    async def notify_watchers(self) -> None:
        """Notify the watchers of each game that changed, after checking who may still see it."""
        last = {pk: self.versions[pk] for pk in self.watchers}
        current = await self.ask(versions, last)
        changed = {
            pk: current.get(pk, GONE)
            for pk, version in last.items()
            if current.get(pk, GONE) != version
        }
        watchers = [watcher for pk in changed for watcher in self.watchers.get(pk, ())]
        if not watchers:
            return
        allowed = await self.ask(may_see, set(changed), {watcher.device for watcher in watchers})
        for pk, version in changed.items():
            note_event(pk, own_version(version), own_version(last[pk]))
        self.versions |= {pk: version for pk, version in changed.items() if pk in self.watchers}
        for watcher in watchers:
            may = (watcher.pk, watcher.device) in allowed
            self.notify(watcher, changed[watcher.pk] if may else GONE)

    def notify(self, watcher: Watcher, version: int) -> None:
        notification = asyncio.create_task(watcher.notify(version))
        self.notifications.add(notification)
        notification.add_done_callback(self.notifications.discard)


def version_for(device: str, pk: int) -> int:
    session = session_for(device, pk)
    return session.page_version if session else GONE


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
