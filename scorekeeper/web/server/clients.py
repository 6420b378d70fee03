"""Limits each client behind a proxy, where connections alone do not tell clients apart."""

from collections import Counter

from scorekeeper.web.addresses import client_address
from scorekeeper.web.answers import refuse
from scorekeeper.web.server import refusals
from scorekeeper.web.server.asgi_types import Application, Receive, Scope, Send
from scorekeeper.web.server.bridge import header_variables
from scorekeeper.web.server.connections import share


class ClientLimit:
    """Allow a client as many requests at a time as it could have connections without a proxy."""

    processes = 1  # which do not share their counts, so each allows its share

    def __init__(self, site: Application) -> None:
        self.site = site
        self.active: Counter[str] = Counter()  # requests, by address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = client_address(header_variables(scope["headers"]))
        if self.active[address] >= share(self.processes):
            refusals.count("request over the limit of its address")
            await refuse(send, 503, scope["path"])
            return
        self.active[address] += 1
        try:
            await self.site(scope, receive, send)
        finally:
            self.active[address] -= 1
            if not self.active[address]:
                del self.active[address]
