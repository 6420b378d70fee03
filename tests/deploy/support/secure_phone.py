"""A phone that reaches the site through a proxy, by its name and over https."""

import re
import ssl
import time
from contextlib import closing
from socket import socket

from tests.attacks.support.phone import Phone
from tests.deploy.support.proxies import NAME, Proxy


class SecurePhone(Phone):
    """Trusts nothing but the authority of the proxy's certificate."""

    def __init__(self, proxy: Proxy) -> None:
        self.site = f"https://{NAME}:{proxy.https}"
        host = self.site.removeprefix("https://")
        super().__init__(proxy.https, headers=[("Host", host), ("Origin", self.site)])
        self.trusted = ssl.create_default_context(cafile=proxy.authority)

    def connect(self) -> socket:
        return self.trusted.wrap_socket(super().connect(), server_hostname=NAME)

    def link(self, place: str, role: str = "watch") -> str:
        """Return a link's path, if the link that others get names the site as this phone does."""
        page = self.get(f"/{place}/share/?as={role}").text
        return re.search(f'value="{re.escape(self.site)}(/join/[^"]+)"', page)[1]

    def stream(self, path: str) -> "Stream":
        return Stream(self, path)


class Stream(closing):
    """An open page's stream. Raises TimeoutError if nothing arrives."""

    def __init__(self, phone: SecurePhone, path: str) -> None:
        super().__init__(phone.connect())
        self.thing.sendall(phone.request("GET", path, [("Accept", "text/event-stream")]))
        self.received = b""

    def __enter__(self) -> "Stream":
        return self

    def wait_for(self, pattern: bytes, seconds: float) -> float:
        """Return the seconds until the next part of the stream matches."""
        begin = time.monotonic()
        while not (found := re.search(pattern, self.received)):
            self.thing.settimeout(max(begin + seconds - time.monotonic(), 0.001))
            try:
                part = self.thing.recv(1 << 16)
            except TimeoutError as error:
                raise AssertionError(self.received) from error
            assert part, self.received
            self.received += part
        self.received = self.received[found.end() :]
        return time.monotonic() - begin
