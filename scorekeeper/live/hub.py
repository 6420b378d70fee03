"""All open streams of this process, and what they are told."""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import DatabaseError, close_old_connections, connections
from django.db.models import F

from scorekeeper.live.commits import AGAIN, commits
from scorekeeper.models import GameSession

GONE = 0  # told instead of a version: this device may not see the game, or not any more
MOST, MOST_A_DEVICE = 10_000, 40  # streams a process

log = logging.getLogger(__name__)


class Watcher:
    """A device that watches a game. `send` takes its bytes."""

    __slots__ = ("device", "newest", "pk", "send", "sending", "told")

    def __init__(self, pk: int, device: str, send: Callable[[int], Awaitable[None]]) -> None:
        self.pk, self.device, self.send = pk, device, send
        self.newest = self.told = -1
        self.sending = False

    async def tell(self, version: int) -> None:
        """What is told is the state, so whoever takes it slowly is told the newest when it took the last."""
        self.newest = version
        if self.sending or self.told == GONE:
            return
        self.sending = True
        await self.send_newest()
        while self.told not in (self.newest, GONE):
            await self.send_newest()
        self.sending = False

    async def send_newest(self) -> None:
        self.told = self.newest
        await self.send(self.told)


class Hub:
    """Whatever it asks the database goes through one thread, with one connection. Without watchers it does nothing."""

    def __init__(self) -> None:
        self.watchers: dict[int, set[Watcher]] = {}
        self.versions: dict[int, int] = {}  # what the watchers of each game were told last
        self.devices: Counter[str] = Counter()
        self.thread = ThreadPoolExecutor(1, "live")
        self.telling: set[asyncio.Task[None]] = set()
        self.noticing: asyncio.Task[None] | None = None

    async def ask(self, question: Callable[..., Any], *given: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self.thread, question, *given)

    def full(self, device: str) -> bool:
        return self.devices.total() >= MOST or self.devices[device] >= MOST_A_DEVICE

    def add(self, watcher: Watcher, version: int) -> int:
        """What it is to be told first, when the version was asked for a moment ago."""
        self.devices[watcher.device] += 1
        self.watchers.setdefault(watcher.pk, set()).add(watcher)
        if not self.noticing or self.noticing.done():
            self.noticing = asyncio.create_task(self.notice())
        return max(version, self.versions.setdefault(watcher.pk, version))

    def remove(self, watcher: Watcher) -> None:
        self.devices -= Counter([watcher.device])
        here = self.watchers[watcher.pk]
        here.discard(watcher)
        if not here:
            del self.watchers[watcher.pk], self.versions[watcher.pk]
        if not self.watchers and self.noticing:
            self.noticing.cancel()
            self.noticing = (
                None  # it ends a moment later, and whoever comes before that needs another
            )
            self.thread.submit(connections.close_all)

    async def notice(self) -> None:
        while True:
            try:
                async for _ in commits(self.ask):
                    await self.look()
            except (
                DatabaseError
            ) as error:  # a server that restarts, say: what was missed is found afterwards
                log.warning("Live pages lost the database: %s", error)
            except Exception:  # whatever it is, nobody who watches is forgotten
                log.exception("Live pages were not told")
            await asyncio.sleep(AGAIN)

    async def look(self) -> None:
        """Tells the watchers of every game that changed, each time finding out who may still see it."""
        watched = {pk: self.versions[pk] for pk in self.watchers}
        now = await self.ask(versions, watched)
        moved = {pk: now.get(pk, GONE) for pk, told in watched.items() if now.get(pk, GONE) != told}
        watchers = [watcher for pk in moved for watcher in self.watchers.get(pk, ())]
        if not watchers:
            return
        allowed = await self.ask(may_see, set(moved), {watcher.device for watcher in watchers})
        self.versions |= {pk: version for pk, version in moved.items() if pk in self.watchers}
        for watcher in watchers:
            self.tell(
                watcher, moved[watcher.pk] if (watcher.pk, watcher.device) in allowed else GONE
            )

    def tell(self, watcher: Watcher, version: int) -> None:
        telling = asyncio.create_task(watcher.tell(version))
        self.telling.add(telling)
        telling.add_done_callback(self.telling.discard)


def version_for(device: str, pk: int) -> int:
    """By the query that fetches a page, too."""
    close_old_connections()  # one that was lost is made anew
    session = GameSession.objects.one_for_device(device, pk)
    return session.page_version if session and not session.deleted_at else GONE


def versions(pks: Iterable[int]) -> dict[int, int]:
    close_old_connections()
    page_version = F("version") + F("group__version")
    return dict(GameSession.objects.filter(pk__in=list(pks)).values_list("pk", page_version))


def may_see(pks: Collection[int], devices: Collection[str]) -> set[tuple[int, str]]:
    return set(GameSession.objects.not_deleted().filter(pk__in=pks).pairs_for_devices(devices))
