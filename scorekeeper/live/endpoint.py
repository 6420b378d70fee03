"""/live/<pk>/: a stream of the newest version of a game, at once and after each change.

Raw ASGI, in front of Django: that would hold a thread for every open stream.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable

from django.db import Error
from django.http import parse_cookie

from scorekeeper.live.hub import GONE, Hub, Watcher, version_for
from scorekeeper.people.devices import known_as, secret_in
from scorekeeper.web.answers import refuse, security_headers
from scorekeeper.web.asgi_types import Application, Receive, Scope, Send
from scorekeeper.web.hosts import is_known_host

HEARTBEAT = (
    15  # seconds after which the state is told again, so that the page knows the line is there
)
ADDRESS = re.compile(r"/live/([0-9]{1,18})/")
STREAM = [
    (b"content-type", b"text/event-stream"),
    (b"x-accel-buffering", b"no"),  # nginx would keep it to itself until it is long enough
]


def in_front_of(pages: Application, hub: Hub | None = None) -> Application:
    """One application for one port: live streams here, everything else as before."""
    hub = hub or Hub()

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        address = ADDRESS.fullmatch(scope["path"]) if scope["type"] == "http" else None
        if address and scope["method"] == "GET":
            await watch(hub, int(address[1]), scope, receive, send)
        else:
            await pages(scope, receive, send)

    return application


async def watch(hub: Hub, pk: int, scope: Scope, receive: Receive, send: Send) -> None:
    if not is_known_host(host_of(scope)):
        await refuse(send, 400)
        return
    device = known_as(secret_of(scope))
    try:
        version = await hub.ask(version_for, device, pk) if device else GONE
    except Error:  # the page polls, and is told what is wrong
        await refuse(send, 503)
        return
    if version == GONE or not device:
        await refuse(send, 404)
    elif hub.full(device):
        await refuse(send, 503)  # the page polls instead
    else:
        headers = [*STREAM, *security_headers()]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await stream(hub, Watcher(pk, device, telling(send)), version, receive)


async def stream(hub: Hub, watcher: Watcher, version: int, receive: Receive) -> None:
    """Until the page goes, or may not see the game any more."""
    newest = hub.add(watcher, version)
    try:
        await watcher.tell(newest)
        while not await gone_within(HEARTBEAT, receive):
            await watcher.tell(watcher.newest)
    finally:
        hub.remove(watcher)


async def gone_within(seconds: float, receive: Receive) -> bool:
    try:
        async with asyncio.timeout(seconds):
            while (await receive())["type"] != "http.disconnect":
                pass
    except TimeoutError:
        return False
    return True


def telling(send: Send) -> Callable[[int], Awaitable[None]]:
    """Told that it may not see the game, a page asks for it no more: nothing follows."""

    async def tell(version: int) -> None:
        body = f"data:{version}\n\n".encode()
        await send({"type": "http.response.body", "body": body, "more_body": version != GONE})

    return tell


def secret_of(scope: Scope) -> str:
    cookies = b";".join(value for name, value in scope["headers"] if name == b"cookie")
    return secret_in(parse_cookie(cookies.decode("latin-1")))


def host_of(scope: Scope) -> str:
    return next(
        (value.decode("latin-1") for name, value in scope["headers"] if name == b"host"), ""
    )
