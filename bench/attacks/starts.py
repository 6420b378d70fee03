"""The same start sent twice, 0 to 10 ms apart, and eight times at once."""

from bench.attacks.databases import grounds
from bench.figure import Figure
from bench.site import Site
from tests.attacks.support.server import Server
from tests.attacks.support.starts import starts_once

TWICE, EIGHT = 30, 100  # for each millisecond; in all


def measure(site: Site) -> list[Figure]:
    figures = []
    for database, prepared in grounds():
        with prepared.serving(workers=2) as server:
            twice = [(0, ms / 1000) for _ in range(TWICE) for ms in range(11)]
            eight = [(0.0,) * 8] * EIGHT
            figures += [figure(server, f"sent twice, {database}", twice)]
            figures += [figure(server, f"sent eight times at once, {database}", eight)]
    return figures


def figure(server: Server, how: str, tries: list[tuple[float, ...]]) -> Figure:
    once = sum(starts_once(server, *apart) for apart in tries)
    what = f"the same start {how}: one game, one group"
    return Figure(what, f"{once:,} of {len(tries):,}", "all")
