"""/live/<pk>/: an event stream that sends a game's version, at once and after each change. Programs
get it with their token at /api/v1/games/<pk>/events.

Plain ASGI, in front of Django, which would need a thread for each open stream.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable

from django.db import Error
from django.http import parse_cookie

from scorekeeper.access import note_use
from scorekeeper.api.errors import Refusal
from scorekeeper.api.request_limit import count_request
from scorekeeper.live.hub import GONE, GameVersion, Hub, Watcher, look, session_for
from scorekeeper.people.devices import find_secret, hash_secret
from scorekeeper.people.programs import bearer, hash_token
from scorekeeper.web.answers import refuse, security_headers
from scorekeeper.web.headers import drop_escaped_cookies, is_api, is_known_host
from scorekeeper.web.server.asgi_types import Application, Receive, Scope, Send

TOO_MANY = -1  # instead of a version, for a program that asks too often
HEARTBEAT = 15  # seconds after which the version is sent again, so that pages detect a lost line
ADDRESS = re.compile(r"/live/([0-9]{1,18})/|/api/v1/games/([0-9]{1,18})/events")
STREAM = [
    (b"content-type", b"text/event-stream"),
    (b"x-accel-buffering", b"no"),  # nginx would buffer the stream
]


def with_streams(pages: Application, hub: Hub) -> Application:
    """Serve live streams here and pass all other requests on."""

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        address = ADDRESS.fullmatch(scope["path"]) if scope["type"] == "http" else None
        is_refused = address and address[2] and scope["query_string"]  # the API says why
        if address and not is_refused and scope["method"] == "GET":
            await watch(hub, int(address[1] or address[2]), scope, receive, send)
        else:
            await pages(scope, receive, send)

    return application


async def watch(hub: Hub, pk: int, scope: Scope, receive: Receive, send: Send) -> None:
    path = scope["path"]
    if not is_known_host(header(scope, b"host")):
        await refuse(send, 400, path)
        return
    device = device_of(scope)
    if not device and is_api(path):
        await refuse(send, 401, path)
        return
    try:
        query = look_as_program if is_api(path) else look
        first = await hub.ask(query, device, pk) if device else GameVersion(GONE, 0)
    except Error:  # the page polls instead, and gets an error page that explains
        await refuse(send, 503, path)
        return
    if first.version == GONE:
        await refuse(send, 404, path)
    elif first.version == TOO_MANY:
        await refuse(send, 429, path)
    elif hub.is_full(device):
        await refuse(send, 503, path)  # the page polls instead
    else:
        await start(send)
        await stream(hub, Watcher(pk, device, version_sender(send)), first, receive)


def look_as_program(device: str, pk: int) -> GameVersion:
    """Return the version of the game, GONE if the program may not see it, or TOO_MANY. A stream
    counts as one of its requests.
    """
    if not (session := session_for(device, pk)):
        return GameVersion(GONE, 0)
    try:
        count_request(device)
    except Refusal:
        return GameVersion(TOO_MANY, 0)
    note_use(session)
    return GameVersion(session.page_version, session.group_id)


async def start(send: Send) -> None:
    """Send the head. Nothing of it stays in memory for as long as the stream is open."""
    headers = [*STREAM, *security_headers()]
    await send({"type": "http.response.start", "status": 200, "headers": headers})


async def stream(hub: Hub, watcher: Watcher, first: GameVersion, receive: Receive) -> None:
    """Send versions until the page disconnects or may no longer see the game."""
    newest = hub.add(watcher, first)
    try:
        await watcher.notify(newest)
        while not await disconnects_within(HEARTBEAT, receive):
            await watcher.notify(watcher.newest)
    finally:
        hub.remove(watcher)


async def disconnects_within(seconds: float, receive: Receive) -> bool:
    try:
        async with asyncio.timeout(seconds):
            while (await receive())["type"] != "http.disconnect":
                pass
    except TimeoutError:
        return False
    return True


def version_sender(send: Send) -> Callable[[int], Awaitable[None]]:
    """GONE ends the stream."""

    async def send_version(version: int) -> None:
        body = f"data:{version}\n\n".encode()
        await send({"type": "http.response.body", "body": body, "more_body": version != GONE})

    return send_version


def device_of(scope: Scope) -> str:
    """The hash of the token that a program sent, or of the secret in a device's cookie."""
    if is_api(scope["path"]):
        return hash_token(bearer(header(scope, b"authorization")))
    cookies = b";".join(value for name, value in scope["headers"] if name == b"cookie")
    return hash_secret(find_secret(parse_cookie(drop_escaped_cookies(cookies.decode("latin-1")))))


def header(scope: Scope, key: bytes) -> str:
    values = (value.decode("latin-1") for name, value in scope["headers"] if name == key)
    return next(values, "")
