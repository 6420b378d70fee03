"""Everything that a fresh browser loads on its first visit to a page, counted through CDP."""

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from playwright.sync_api import Browser, CDPSession

from bench.site import Site

QUIET = 4_000  # milliseconds after the page has loaded, for what it fetches later
COUNTED = ("requestWillBeSent", "responseReceived", "dataReceived", "loadingFinished")


class Load(NamedTuple):
    """One request over the network, and the bytes of its response with its head."""

    path: str
    size: int


class Visit(NamedTuple):
    """Requests until the page has loaded, later ones, and those of its service worker.

    They lack the icon, which a browser without a window does not load, and the worker's script.
    """

    page: list[Load]
    later: list[Load]
    worker: list[Load]


def first_visit(browser: Browser, site: Site, cookies: Mapping[str, str], path: str) -> Visit:
    context = browser.new_context(viewport={"width": 360, "height": 640}, is_mobile=True)
    context.add_cookies(
        [{"name": name, "value": value, "url": site.url} for name, value in cookies.items()]
    )
    page = context.new_page()
    tools = context.new_cdp_session(page)
    of_page, of_worker = Requests(), Requests()
    loaded: list[float] = []
    for name in COUNTED:
        tools.on(f"Network.{name}", of_page.counter(name))
    tools.on("Page.loadEventFired", lambda event: loaded.append(event["timestamp"]))
    tools.send("Network.enable")
    tools.send("Page.enable")
    listen_to_worker(tools, of_worker)
    page.goto(site.url + path, wait_until="load")
    page.wait_for_timeout(QUIET)
    context.close()
    first, later = of_page.loads(site, until=loaded[0]), of_page.loads(site, since=loaded[0])
    return Visit(first, later, of_worker.loads(site))


class Requests:
    """The requests of a page or a worker. One that the browser answers from its cache is free."""

    def __init__(self) -> None:
        self.started: dict[str, tuple[float, str]] = {}
        self.sizes: dict[str, int] = {}

    def counter(self, name: str) -> Callable[[dict[str, Any]], None]:
        return lambda event: self.count(name, event)

    def count(self, name: str, event: dict[str, Any]) -> None:
        request = event["requestId"]
        if name == "requestWillBeSent":
            self.started[request] = event["timestamp"], event["request"]["url"]
        elif name == "responseReceived":
            self.sizes[request] = int(event["response"]["encodedDataLength"])
        elif name == "dataReceived":
            self.sizes[request] = self.sizes.get(request, 0) + int(event["encodedDataLength"])
        else:  # with the head; a stream has no such event
            self.sizes[request] = int(event["encodedDataLength"])

    def loads(self, site: Site, since: float = 0, until: float = float("inf")) -> list[Load]:
        return [
            Load(url.removeprefix(site.url), self.sizes[request])
            for request, (at, url) in self.started.items()
            if since <= at < until and self.sizes.get(request)
        ]


def listen_to_worker(tools: CDPSession, requests: Requests) -> None:
    """Count the requests of the page's service worker, from its first one."""

    def attach(event: dict[str, Any]) -> None:
        for number, method in enumerate(("Network.enable", "Runtime.runIfWaitingForDebugger")):
            message = json.dumps({"id": number, "method": method})
            tools.send(
                "Target.sendMessageToTarget", {"sessionId": event["sessionId"], "message": message}
            )

    def receive(event: dict[str, Any]) -> None:
        message = json.loads(event["message"])
        domain, _, name = message.get("method", "").partition(".")
        if domain == "Network" and name in COUNTED:
            requests.count(name, message["params"])

    tools.on("Target.attachedToTarget", attach)
    tools.on("Target.receivedMessageFromTarget", receive)
    tools.send(
        "Target.setAutoAttach",
        {"autoAttach": True, "waitForDebuggerOnStart": True, "flatten": False},
    )
