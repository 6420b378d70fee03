"""Checks what is set up, what is missing and what is unsafe, for `manage.py doctor`.

Each check yields findings with a remedy, changes nothing, and takes some seconds at most.
"""

import sqlite3
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.storage import ManifestFilesMixin, staticfiles_storage
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Max
from django.utils import timezone

from games import registry
from scorekeeper.live.commits import listen_parameters
from scorekeeper.management.database import NOT_SET_UP, advice
from scorekeeper.management.listening import socket_path
from scorekeeper.models import GameSession, Group
from scorekeeper.models.notify import PATIENCE, valkey_client
from scorekeeper.operating.backups.age import newest_verified
from scorekeeper.operating.backups.backup_file import amount
from scorekeeper.operating.doctor.findings import Findings, missing, ok, unsafe
from scorekeeper.operating.doctor.https import (
    HOME,
    SUBJECT,
    check_https,
    check_plain_http,
    is_public,
)
from scorekeeper.operating.doctor.machine import (
    check_disk,
    check_file_system,
    check_open_files,
    check_processes,
    is_in_container,
)
from scorekeeper.operating.environment import text
from scorekeeper.operating.versions import find_mismatch
from scorekeeper.sqlite import BUG, is_affected
from scorekeeper.web.addresses import is_this_machine, local_address
from scorekeeper.web.database_failures import first_line

SHORT_KEY = 32  # characters
CLOCK_OFF, ROW_AHEAD = timedelta(seconds=30), timedelta(minutes=5)
USUAL_AGE = timedelta(days=7)  # of the newest backup, if no setting says more
MOST_NAMES = 3  # that are asked


def examine(
    url: str | None, ca: str | None, host: str, workers: int, ask_the_site: bool = True
) -> Findings:
    """Yield all findings. Without `ask_the_site` no request is sent."""
    yield from check_data_folder()
    yield from check_key()
    yield from check_database()
    yield from check_notices()
    yield from check_clock()
    yield from check_sqlite()
    yield from check_file_system()
    yield from check_disk()
    yield from check_backups()
    yield from check_names()
    yield from check_proxy(host)
    yield from check_socket(host)
    if ask_the_site:
        yield from check_addresses(url, ca)
    yield from check_strangers()
    yield from check_open_files()
    yield from check_processes(workers)
    yield from check_files()


def public_names() -> list[str]:
    return [name for name in settings.HOST_NAMES if is_public(name)]


# Data


def check_data_folder() -> Findings:
    mode = settings.VAR.stat().st_mode & 0o777
    if mode & 0o077:
        yield unsafe("Data", f"other users of this machine may open {settings.VAR}: chmod 700")
    else:
        yield ok("Data", f"{settings.VAR} is private")


def check_key() -> Findings:
    file = settings.VAR / "secret_key"
    key = text("SECRET_KEY")
    if len(key or file.read_text().strip()) < SHORT_KEY:
        where = "SECRET_KEY" if key else file
        yield unsafe("Key", f"{where} is shorter than {SHORT_KEY} characters: choose a new one")
    elif key:
        yield ok("Key", "from SECRET_KEY: keep a copy of it elsewhere")
    elif file.stat().st_mode & 0o077:
        yield unsafe("Key", f"other users of this machine may read {file}: chmod 600")
    else:
        yield ok("Key", f"{file} is readable by its owner only")


def check_database() -> Findings:
    try:
        executor = MigrationExecutor(connection)
        is_old = bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))
        mismatch = find_mismatch()
        groups = amount(0 if is_old else Group.objects.count(), "group")
    except Error as error:
        yield unsafe("Database", advice(error) or first_line(error))
        return
    if is_old or mismatch:
        yield unsafe("Database", mismatch.value if mismatch else NOT_SET_UP)
    else:
        yield ok("Database", f"{connection.vendor}, set up for this version, {groups}")


def check_notices() -> Findings:
    """Ask what tells processes of each other's changes, if a setting names it."""
    if settings.VALKEY_URL:
        yield from check_answer("Valkey", "VALKEY_URL", lambda: valkey_client().ping())
    elif settings.LISTEN_DATABASE:
        yield from check_answer("Listener", "LISTEN_DATABASE_URL", ask_listener)


def check_answer(subject: str, setting: str, ask: Callable[[], object]) -> Findings:
    try:
        ask()
    except Exception as error:  # those of two libraries, and of the network
        yield missing(
            subject,
            f"{first_line(error).rstrip('.')}. Open pages show changes two seconds late:"
            f" is it running, and is {setting} right?",
        )
    else:
        yield ok(subject, "answers, so open pages show changes at once")


def ask_listener() -> None:
    import psycopg

    psycopg.connect(**{**listen_parameters(), "connect_timeout": PATIENCE}).close()


def check_sqlite() -> Findings:
    if connection.vendor != "sqlite":
        return
    version = sqlite3.sqlite_version
    if is_affected(sqlite3.sqlite_version_info):
        yield unsafe("SQLite", f"{version} {BUG}")
    else:
        yield ok("SQLite", version)


def check_clock() -> Findings:
    """Compare this machine's clock with the database's, and with what is stored."""
    now = timezone.now()
    try:
        newest = GameSession.objects.aggregate(newest=Max("played_at"))["newest"]
    except Error:  # check_database has said why
        return
    if newest and newest - now > ROW_AHEAD:
        yield unsafe(
            "Clock",
            f"it says {now:%Y-%m-%d %H:%M} UTC, but a game was played at {newest:%Y-%m-%d %H:%M}:"
            " set it (timedatectl set-ntp true)",
        )
        return
    off = abs(time_of_database() - timezone.now())
    if off > CLOCK_OFF:
        yield unsafe(
            "Clock", f"it differs from the database's by {off.total_seconds():.0f} s: set both"
        )
    else:
        yield ok("Clock", f"{timezone.localtime(now):%Y-%m-%d %H:%M} in {settings.TIME_ZONE}")


def time_of_database() -> datetime:
    if connection.vendor == "sqlite":  # it has no clock of its own
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        time: datetime = cursor.fetchone()[0]
        return time


def check_backups() -> Findings:
    taken_at = newest_verified()
    age = timezone.now() - taken_at if taken_at else timedelta.max
    limit = timedelta(hours=settings.BACKUP_MAX_AGE_HOURS) or USUAL_AGE
    line = f"the newest verified one is {age / timedelta(hours=1):,.0f} hours old"
    if age <= limit:
        yield ok("Backup", line)
        return
    grade = unsafe if settings.BACKUP_MAX_AGE_HOURS else missing
    fault = line if taken_at else "none was ever verified"
    remedy = "manage.py backup and manage.py verify, every day (docs/backups.md)"
    yield grade("Backup", f"{fault}: {remedy}")


# The site as others reach it


def check_names() -> Findings:
    names = settings.HOST_NAMES[1:]
    if "*" in names:
        yield unsafe(
            "Names", "with * in ALLOWED_HOSTS any site can point its name here: list your own names"
        )
    elif names:
        yield ok("Names", ", ".join(names))
    elif settings.HTTPS:
        yield missing(
            "Names",
            f"private addresses only, with an authority of your own ({HOME}): if the site has a"
            " name, put it into ALLOWED_HOSTS",
        )
    else:
        yield ok("Names", "private addresses only, as at home")
    if settings.DEV:
        grade = unsafe if public_names() else missing
        yield grade("Development", "DEV shows source code to visitors: unset it to play")


def check_proxy(host: str) -> Findings:
    open_to_all = not socket_path(host) and not is_this_machine(host)
    if settings.TRUST_PROXY and open_to_all and is_in_container():
        yield missing(
            "Proxy",
            f"trusted, and the server listens on {host} of a container: make sure that its port is"
            " published to the proxy only, which cannot be seen from here",
        )
    elif settings.TRUST_PROXY and open_to_all:
        yield unsafe(
            "Proxy",
            f"TRUST_PROXY is on and the server listens on {host}: anyone who asks it directly can"
            " pass for any address. Set BIND=127.0.0.1 (or unix:/path/of/a/socket)",
        )
    elif settings.TRUST_PROXY:
        yield ok("Proxy", f"trusted, and the server listens on {host}")
    elif settings.HTTPS:
        yield unsafe(
            "Proxy",
            "HTTPS is on without TRUST_PROXY: pages redirect to themselves. Set TRUST_PROXY=1, and"
            " let the proxy send X-Forwarded-Proto and X-Forwarded-For",
        )
    elif not open_to_all:
        yield missing("Proxy", f"only this machine reaches {host}: set BIND, or use a proxy")
    else:
        yield ok("Proxy", f"none: phones reach {host} directly")


def check_socket(host: str) -> Findings:
    """Any user may write to the socket, so the folder has to keep them away."""
    folder = Path(socket_path(host) or "").parent
    if not socket_path(host) or not folder.is_dir():  # the server says so when it starts
        return
    if folder.stat().st_mode & 0o001:
        yield unsafe(
            "Socket",
            f"every user of this machine may enter {folder}, and pass for any address: chmod 750,"
            " with the proxy's group",
        )
    else:
        yield ok("Socket", f"{folder} is closed to other users")


def check_addresses(url: str | None, ca: str | None) -> Findings:
    names = [name for name in settings.HOST_NAMES[1:] if not name.startswith((".", "*"))]
    if url:
        yield from check_https(url, ca)
    elif settings.HTTPS:
        for name in names[:MOST_NAMES] or [local_address()]:
            yield from check_https(f"https://{name}/", ca)
            if is_public(name):
                yield from check_plain_http(name)
    elif public := public_names():
        yield unsafe(
            SUBJECT,
            f"{public[0]} is public, and everyone on the way reads and changes what is sent:"
            " get a certificate, and set HTTPS=1",
        )
    else:
        yield missing(
            SUBJECT,
            "none: phones can neither install the app nor open it without a network, and may turn"
            f" their screens off ({HOME})",
        )


def check_strangers() -> Findings:
    if not public_names():
        return
    if settings.NEW_GROUPS == "invited":
        yield ok("Strangers", "start no groups (NEW_GROUPS=invited)")
    elif settings.WEBHOOKS_TO_PRIVATE_NETWORKS:
        yield unsafe(
            "Strangers",
            "may start groups, and webhooks of theirs reach your private network:"
            " unset WEBHOOKS_TO_PRIVATE_NETWORKS, or set NEW_GROUPS=invited",
        )
    else:
        yield ok("Strangers", "may start groups (NEW_GROUPS=invited closes the site)")


def check_files() -> Findings:
    storage = staticfiles_storage
    if isinstance(storage, ManifestFilesMixin) and storage.read_manifest() is None:
        yield unsafe("Files", "the static files are not collected: run make setup")
    for fault in registry.faults():
        yield missing("Games", f"left out: {fault}")
