"""Addresses for the person who runs the server: /health/live, /health/ready and /metrics.

Plain ASGI in front of all else: they need no device, no turn on a thread for pages, and no known
name of the site, as monitors ask by any. They tell nothing about groups.
"""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from hmac import compare_digest

from django.conf import settings
from django.http.request import split_domain_port
from prometheus_client import CONTENT_TYPE_LATEST

from scorekeeper.operating.health import Readiness
from scorekeeper.operating.metrics import exposition
from scorekeeper.web.addresses import is_this_machine
from scorekeeper.web.answers import refuse, security_headers
from scorekeeper.web.server.asgi_types import Application, Receive, Scope, Send

LIVE, READY, METRICS = "/health/live", "/health/ready", "/metrics"
BY_PROXIES = {
    *(b"forwarded", b"x-forwarded-for", b"x-forwarded-host", b"x-forwarded-proto"),
    *(b"x-real-ip", b"via"),
}


def with_operating(site: Application) -> Application:
    """Answer these addresses here and pass all other requests on."""
    readiness, thread = Readiness(), ThreadPoolExecutor(1, "metrics")

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"] if scope["type"] == "http" else ""
        if path not in (LIVE, READY, METRICS) or scope["method"] not in ("GET", "HEAD"):
            await site(scope, receive, send)
        elif path == LIVE:
            await send_json(send, [])
        elif path == READY:
            await send_json(send, await readiness.find())
        elif may_read_metrics(scope):
            figures = await asyncio.get_running_loop().run_in_executor(thread, exposition)
            await send_text(send, 200, CONTENT_TYPE_LATEST, figures)
        else:
            await refuse(send, 404, path)

    return application


def may_read_metrics(scope: Scope) -> bool:
    """Return whether the request has the token, or, if none is set, comes from this machine.

    A proxy may run on this machine, too, but its requests name the site or have a proxy's header. A
    page of another site whose name was pointed here (DNS rebinding) also names itself as the host.
    """
    headers = dict(scope["headers"])
    if settings.METRICS_TOKEN:
        authorization = headers.get(b"authorization", b"")
        return compare_digest(authorization, b"Bearer " + settings.METRICS_TOKEN.encode())
    host, _port = split_domain_port(headers.get(b"host", b"").decode("latin-1"))
    client = scope["client"][0] if scope["client"] else ""
    return is_this_machine(client) and is_this_machine(host) and not BY_PROXIES & headers.keys()


async def send_json(send: Send, problems: list[str]) -> None:
    report = {"status": "failed" if problems else "ok", "problems": problems}
    await send_text(send, 503 if problems else 200, "application/json", json.dumps(report).encode())


async def send_text(send: Send, status: int, kind: str, body: bytes) -> None:
    headers = [
        (b"content-type", kind.encode()),
        (b"content-length", str(len(body)).encode()),
        *security_headers(),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
