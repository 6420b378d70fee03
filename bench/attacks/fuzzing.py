"""Random requests: none may cause a server error."""

from concurrent.futures import ThreadPoolExecutor

from bench.attacks.databases import grounds
from bench.figure import Figure
from bench.site import Site
from tests.attacks.support.fuzz import failures
from tests.attacks.support.server import Ground

REQUESTS, AT_ONCE = 15_000, 2  # on each database


def measure(site: Site) -> list[Figure]:
    return [figure for database, prepared in grounds() for figure in fuzz(prepared, database)]


def fuzz(prepared: Ground, database: str) -> list[Figure]:
    with prepared.serving(workers=2) as server, ThreadPoolExecutor(AT_ONCE) as threads:
        share = REQUESTS // AT_ONCE
        found = list(threads.map(lambda seed: failures(server, seed, share), range(AT_ONCE)))
        wrong, logged = sum(map(len, found)), len(server.logged_errors())
    return [
        Figure(f"{REQUESTS:,} random requests, {database}: server errors", f"{wrong}", "none"),
        Figure("kinds of tracebacks in the log", f"{logged}", "none"),
    ]
