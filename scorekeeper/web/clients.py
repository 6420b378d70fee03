"""Behind a proxy all connections come from the proxy: its header says whose requests they carry."""

from collections import Counter

from django.conf import settings

from scorekeeper.web import refusals
from scorekeeper.web.addresses import client_address
from scorekeeper.web.answers import refuse
from scorekeeper.web.asgi_types import Application, Receive, Scope, Send
from scorekeeper.web.bridge import header_variables


class ClientLimit:
    """Lets one client have so many requests under way at a time as it could have connections."""

    def __init__(self, site: Application) -> None:
        self.site = site
        self.under_way: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = client_address(header_variables(scope["headers"]))
        if self.under_way[address] >= settings.CONNECTIONS_PER_ADDRESS:
            refusals.count("request over the limit of its address")
            await refuse(send, 503)
            return
        self.under_way[address] += 1
        try:
            await self.site(scope, receive, send)
        finally:
            self.under_way[address] -= 1
            if not self.under_way[address]:
                del self.under_way[address]
