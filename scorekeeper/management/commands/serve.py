import os
import socket
import sys
from argparse import ArgumentParser
from contextlib import suppress
from typing import Any

import uvicorn
from django.core.management.base import BaseCommand, CommandError
from uvicorn.supervisors import Multiprocess

from scorekeeper.management.database import failures_in_plain_words, prepare_database
from scorekeeper.models import Group, Link
from scorekeeper.people.links import path
from scorekeeper.web.addresses import local_address, terminal_qr
from scorekeeper.web.connections import BACKLOG, IDLE, MOST, Connection

EVERYWHERE = "0.0.0.0"  # noqa: S104 - phones on the same network are what it is for


class Command(BaseCommand):
    help = "Serves the site, and prints the address for phones on this network."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default=os.environ.get("BIND", EVERYWHERE))
        parser.add_argument("--port", type=int, default=os.environ.get("PORT", 8000))
        parser.add_argument(
            "--show-link",
            action="store_true",
            default=sys.stdout.isatty(),
            help="print a link that makes a device a host; on a terminal it is printed anyway",
        )
        parser.add_argument(
            "--workers", type=int, default=os.environ.get("WORKERS", 1), help="how many processes"
        )

    def execute(self, *args: Any, **options: Any) -> str | None:
        with failures_in_plain_words():
            return super().execute(*args, **options)

    def handle(
        self, *, host: str, port: int, workers: int, show_link: bool, **options: Any
    ) -> None:
        prepare_database(self.stderr)
        check_free(host, port)
        allow_many_connections()
        self.welcome(f"http://{reached_at(host)}:{port}", show_link)
        config = uvicorn.Config(
            "scorekeeper.asgi:application",
            host=host,
            port=port,
            workers=workers,
            http=Connection,
            lifespan="off",
            access_log=False,  # it would hold the secrets of links
            log_config=None,  # ours, which keeps secrets out
            log_level="warning",
            proxy_headers=False,
            server_header=False,
            backlog=BACKLOG,
            timeout_keep_alive=IDLE,
            timeout_graceful_shutdown=5,
        )
        with suppress(KeyboardInterrupt):
            serve(config)

    def welcome(self, url: str, show_link: bool) -> None:
        """What is printed may end up in a journal, where a host link would be a secret that many can read."""
        self.stdout.write(f"{terminal_qr(url)}\n\nPhones on this network open:  {url}/\n")
        group = Group.objects.last_played_first().first()
        if group and show_link:
            link = f"{url}{path(Link.to_host(group))}"
            self.stdout.write(f"If a device has lost its games, open this on it:  {link}\n")
        self.stdout.write("Stop it with Ctrl+C.\n")
        self.stdout.flush()


def serve(config: uvicorn.Config) -> None:
    """As uvicorn.run does it, but from a port that sends at once.

    asyncio does not see that a socket which several processes share is TCP, so each page would wait for 40 ms, until
    the phone has confirmed its headers.
    """
    listening = config.bind_socket()
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if config.workers > 1:
        Multiprocess(config, sockets=[listening]).run()
    else:
        uvicorn.Server(config).run(sockets=[listening])


def allow_many_connections() -> None:
    """Every open page is one, and many systems allow a process no more than 1,024 unless it asks."""
    with suppress(ImportError, OSError, ValueError):  # Windows knows no such limit
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = MOST if hard == resource.RLIM_INFINITY else min(hard, MOST)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))


def reached_at(host: str) -> str:
    if host in (EVERYWHERE, "::"):
        return local_address()
    return f"[{host}]" if ":" in host else host


def check_free(host: str, port: int) -> None:
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise CommandError(
                f"Port {port} cannot be used ({error.strerror}): try PORT={port + 1} make run"
            ) from error
