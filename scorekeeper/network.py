"""Where phones on this network find the server, and the codes they scan."""

import io
import socket

import segno


def local_address() -> str:
    """This machine's address in its own network; no packet is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def drawn(url: str) -> str:
    """A QR code for the terminal."""
    code = io.StringIO()
    segno.make(url, error="l").terminal(code, compact=True)
    return code.getvalue()
