"""Where the server listens: an address and a port of this machine, or a Unix socket."""

import errno
import os
import re
import socket
import stat
from contextlib import suppress
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from scorekeeper.operating.environment import text, whole_number
from scorekeeper.web.addresses import local_address

DEFAULT_PORT, MOST_PORT, MOST_WORKERS = 8000, 65535, 512
EVERYWHERE = "0.0.0.0"  # noqa: S104 - phones in the same network must reach it
UNIX = "unix:"
LONGEST_PATH = 100  # characters; systems allow 103 or 107


def configured_host() -> str:
    return text("BIND", EVERYWHERE)


def configured_port() -> int:
    return whole_number("PORT", DEFAULT_PORT, most=MOST_PORT)


def configured_workers() -> int:
    return whole_number("WORKERS", 1, most=MOST_WORKERS)


def socket_path(host: str) -> str | None:
    return host.removeprefix(UNIX) if host.startswith(UNIX) else None


def check_place(host: str, port: int) -> None:
    """Raise a CommandError with the remedy if the server cannot listen there."""
    if (path := socket_path(host)) is not None:
        check_socket(path)
    else:
        check_port(host, port)


def check_port(host: str, port: int) -> None:
    """Raise a CommandError as `check_place` does. Tests let the system choose a port (0)."""
    if not 0 <= port <= MOST_PORT:
        raise CommandError(f"PORT must be from 1 to {MOST_PORT:,}")
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            no_address = errno.EADDRNOTAVAIL, errno.EINVAL  # IPv6: of a link, without its interface
            if isinstance(error, socket.gaierror) or error.errno in no_address:
                raise CommandError(
                    f"BIND is {host!r}: write an address of this machine, such as 127.0.0.1 or ::1,"
                    " or unix:/path/of/a/socket"
                ) from error
            line = _("Port %(port)s cannot be used (%(error)s): try PORT=%(other)s make run")
            values = {"port": port, "error": error.strerror, "other": port + 1}
            raise CommandError(line % values) from error


def check_socket(path: str) -> None:
    """Remove the socket of a server that has ended. Only a proxy can reach one."""
    if not path.startswith("/") or len(os.fsencode(path)) > LONGEST_PATH:
        raise CommandError(
            f"BIND is {UNIX + path!r}: write unix:/path/of/a/socket, absolute, short"
        )
    if not settings.TRUST_PROXY:
        raise CommandError(
            "With BIND=unix:… all requests come from a proxy: set TRUST_PROXY=1, too"
        )
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(path)
        except (FileNotFoundError, ConnectionRefusedError):
            pass
        except OSError as error:
            raise CommandError(f"{path} cannot be used ({error.strerror})") from error
        else:
            raise CommandError(f"{path} is in use: another server answers there")
    with suppress(FileNotFoundError):
        if not stat.S_ISSOCK(os.lstat(path).st_mode):
            raise CommandError(f"{path} is not a socket: remove it, or choose another path")
        os.unlink(path)
    folder = os.path.dirname(path)
    if not os.access(folder, os.W_OK):
        raise CommandError(f"{folder} must be a folder that this user can write, for the socket")


def check_address(url: str, schemes: tuple[str, ...] = ("https://", "http://")) -> None:
    """Raise a CommandError unless it is the whole address of a site, as a browser opens it."""
    try:
        parts = urlsplit(url)
        name = parts.hostname or ""
        is_whole = bool(name.encode("idna")) and parts.port != 0 and not re.search(r"\s", url)
    except ValueError:  # UnicodeError is one, too
        is_whole = False
    if not is_whole or not url.startswith(schemes):
        raise CommandError(
            f"Write the site's whole address, as phones open it: --url {schemes[0]}score.example"
        )
    if parts.path not in ("", "/") or parts.query or parts.fragment:
        raise CommandError("The site needs a name or a port of its own, and no path below it")


def address_of_site(host: str, port: int) -> str:
    """Return the address that people open, as far as the settings tell. Behind a proxy with https
    and without a name it is this machine's, as with an authority of one's own.
    """
    names = [name for name in settings.HOST_NAMES[1:] if name.strip(".*") == name]
    if settings.HTTPS:
        return f"https://{names[0] if names else local_address()}"
    if (path := socket_path(host)) is not None:
        return UNIX + path
    return f"http://{public_host(host)}:{port}"


def public_host(host: str) -> str:
    if host in (EVERYWHERE, "::"):
        return local_address()
    return f"[{host}]" if ":" in host else host
