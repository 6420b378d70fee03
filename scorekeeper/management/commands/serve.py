import os
import socket
import sys
from argparse import ArgumentParser
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import uvicorn
from django.conf import settings
from django.contrib.staticfiles.storage import ManifestFilesMixin, staticfiles_storage
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import override

from games import registry
from scorekeeper.management.database import explain_failures, make_private, prepare_database
from scorekeeper.management.listening import (
    DEFAULT_PORT,
    MOST_WORKERS,
    address_of_site,
    check_place,
    configured_host,
    configured_port,
    configured_workers,
    socket_path,
)
from scorekeeper.models import Group, Link
from scorekeeper.operating.shared_counts import make_folder
from scorekeeper.people.links import path
from scorekeeper.site.game_files import static_faults
from scorekeeper.site.languages import language_of_terminal
from scorekeeper.web.addresses import is_this_machine, terminal_qr
from scorekeeper.web.server.connections import MOST, RESERVED
from scorekeeper.web.server.supervisor import become_supervisor
from scorekeeper.web.server.worker import build_config


class Command(BaseCommand):
    help = "Serves the site, and prints the address for phones on this network."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--host",
            default=configured_host(),
            help="the address of this machine to listen on, or unix:/path (default: BIND, or all)",
        )
        parser.add_argument(
            "--port",
            type=int,
            default=configured_port(),
            help=f"default: PORT, or {DEFAULT_PORT}",
        )
        parser.add_argument(
            "--show-link",
            action="store_true",
            default=sys.stdout.isatty(),
            help="print a link that makes a device a host; on a terminal it is printed anyway",
        )
        parser.add_argument(
            "--join", action="store_true", help="print the QR code of that link: for a demo"
        )
        parser.add_argument(
            "--workers",
            type=int,
            default=configured_workers(),
            help="how many processes (default: WORKERS, or 1)",
        )

    def execute(self, *args: Any, **options: Any) -> str | None:
        with explain_failures():
            return super().execute(*args, **options)

    def handle(
        self, *, host: str, port: int, workers: int, show_link: bool, join: bool, **options: Any
    ) -> None:
        if not 1 <= workers <= MOST_WORKERS:
            raise CommandError(f"WORKERS must be from 1 to {MOST_WORKERS}")
        make_private(self.stderr)
        prepare_database(self.stderr)
        check_static_files()
        for fault in game_faults():
            self.stderr.write(f"Left out: {fault}")
        raise_file_limit()
        url = address_of_site(host, port)
        with override(language_of_terminal()):
            check_place(host, port)
            if sys.stdout.isatty() or show_link or join:  # not into the log of a service
                self.welcome(url, show_link, join)
        unix_socket = socket_path(host)
        where = {"uds": unix_socket} if unix_socket else {"host": host, "port": port}
        config = build_config(**where, workers=workers)
        with suppress(KeyboardInterrupt):
            serve(config, "" if sys.stdout.isatty() else ready_line(url, workers))

    def welcome(self, url: str, show_link: bool, join: bool = False) -> None:
        """The host link is a secret, and the output of a service is logged: print it on request."""
        group = Group.objects.filter(deleted_at=None).last_played_first().first()
        link = url + path(Link.to_host(group)) if group and (show_link or join) else ""
        if join and link:
            line = _("To look around, open:  %(address)s") % {"address": link}
            self.stdout.write(f"{terminal_qr(link)}\n\n{line}\n")
        else:
            # No phone could open a QR code of it. A Unix socket has no host name.
            if is_this_machine(urlsplit(url).hostname or "localhost"):
                line = _("Only this computer can open:  %(address)s")
            else:
                line = _("Phones on this network open:  %(address)s")
                self.stdout.write(f"{terminal_qr(url)}\n\n")
            self.stdout.write(line % {"address": f"{url}/"})
            if link:
                line = _("If a device has lost its games, open this on it:  %(address)s")
                self.stdout.write(f"{line % {'address': link}}\n")
        if settings.DEV:
            line = _("Development mode: saved games count at once, pages show mistakes.")
            self.stdout.write(f"{line}\n")
        self.stdout.write(_("Stop it with Ctrl+C.") + "\n")
        self.stdout.flush()


def ready_line(url: str, workers: int) -> str:
    processes = "1 process" if workers == 1 else f"{workers} processes"
    return f"Scorekeeper {settings.RELEASE} is ready at {url}/ with {processes}."


def check_static_files() -> None:
    """Stop if collectstatic has written no manifest: every page would fail without it."""
    storage = staticfiles_storage
    if isinstance(storage, ManifestFilesMixin) and storage.read_manifest() is None:
        raise CommandError("The static files are not collected: run make setup")


def game_faults() -> list[object]:
    """Folders of games that cannot be loaded, and styles that cannot be collected."""
    folders = registry.folders().values()
    return [*registry.faults(), *(fault for game in folders for fault in static_faults(game))]


def serve(config: uvicorn.Config, ready: str) -> None:
    """Serve like uvicorn.run, but with TCP_NODELAY and our own supervisor, which logs when it is
    ready.

    asyncio does not recognize a socket shared by several processes as TCP. Without the option each
    page would be delayed by 40 ms, until the client has acknowledged the headers.
    """
    listener = config.bind_socket()
    if not config.uds:
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if settings.DEV or os.name == "nt":  # a debugger may stop a page for long
        uvicorn.Server(config).run(sockets=[listener])
    else:
        folder = str(settings.BASE_DIR)
        become_supervisor(listener.fileno(), config.workers, ready, folder, make_folder())


def raise_file_limit() -> None:
    """Each open page is a connection, and many systems allow 1,024 files unless a process asks."""
    with suppress(ImportError, OSError, ValueError):  # Windows has no such limit
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = MOST + RESERVED
        limit = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, limit), hard))
