"""Hears of commits through Valkey: one channel for each game and group that this process watches.

So a process hears of its own games only, however many there are on other machines.
"""

import asyncio
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from django.conf import settings

from scorekeeper.live.topics import Topics
from scorekeeper.models.notify import PATIENCE, PREFIX

if TYPE_CHECKING:
    from valkey.asyncio.client import PubSub

QUIET = 15  # seconds without a message after which the connection is checked
RETRY = 1  # seconds until a lost connection is opened again


async def watch_valkey(topics: Topics) -> AsyncIterator[set[str] | None]:
    """Yield topics. Meanwhile, and without Valkey, the hub polls (see its EVERY)."""
    from valkey import ValkeyError
    from valkey.asyncio import Valkey

    while True:
        client = Valkey.from_url(
            settings.VALKEY_URL,
            socket_connect_timeout=PATIENCE,
            socket_timeout=None,  # or the client uses asyncio.wait_for: see `subscribe`
            health_check_interval=QUIET,
        )
        try:
            async with client, client.pubsub() as channels:
                async with asyncio.timeout(PATIENCE):
                    await channels.subscribe(PREFIX)  # it may not listen to nothing
                yield None
                async for topic in messages(channels, topics):
                    yield {topic}
        except (ValkeyError, OSError):
            await asyncio.sleep(RETRY)


async def messages(channels: "PubSub", topics: Topics) -> AsyncIterator[str]:
    """Yield the topic of each message, and of each new subscription.

    A game may have changed after it was read for its first watcher, and before that was subscribed.
    """
    subscribing = asyncio.create_task(subscribe(channels, topics))
    try:
        while not subscribing.done():
            if message := await channels.get_message(timeout=QUIET):
                yield message["channel"].decode().removeprefix(PREFIX)
        await subscribing  # raises what ended it
    finally:
        subscribing.cancel()
        await asyncio.wait([subscribing])


async def subscribe(channels: "PubSub", topics: Topics) -> None:
    """Subscribe to what is watched, and to nothing else.

    Use asyncio.timeout: before Python 3.12, wait_for may swallow a cancellation, and the task would
    outlive its successor.
    """
    current: set[str] = set()
    while True:
        topics.changed.clear()
        names = {PREFIX + topic for topic in topics.games}
        async with asyncio.timeout(PATIENCE):
            if new := names - current:
                await channels.subscribe(*new)
            if old := current - names:
                await channels.unsubscribe(*old)
        current = names
        await topics.changed.wait()
