"""Live pages: the time from a commit to the event and to the screen, and the cost of watching."""

import time
from collections.abc import Sequence
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from playwright.sync_api import sync_playwright

from bench.chimera import rounds
from bench.figure import Figure, p50_and_p99
from bench.live_tables import make_tables, run_job, start_job
from bench.live_watchers import Event, Watchers
from bench.load import load
from bench.memory import resident, serving
from bench.pages import create_table
from bench.site import Site, serve_site
from bench.visitor import Visitor
from tests import postgres
from tests.support.chromium import CHROMIUM

WATCHERS, TABLES, A_SECOND, SECONDS = 2000, 400, 20, 6
FEWER, FEW_TABLES = 400, 80  # with several processes, to check that nothing is lost
ROUNDS, LOADS = 20, 3
LATE = 2  # seconds to wait for the last event


class Delivery(NamedTuple):
    """`waits`: seconds from a commit to each of its events; `due`: the expected number."""

    waits: list[float]
    due: int

    @property
    def delivered(self) -> str:
        return f"{len(self.waits):,} of {self.due:,}"

    @property
    def figure(self) -> str:
        return p50_and_p99(self.waits)


def measure(site: Site) -> list[Figure]:
    """The given site has several processes; another one is started with a single process."""
    with serve_site(processes=1) as alone:
        figures = one_process(alone)
    several = follow(site, make_tables(site.environment, FEW_TABLES, FEWER))
    figures.append(
        Figure("the same, several processes on SQLite: events delivered", several.delivered, "all")
    )
    return [*figures, *on_postgres()]


def one_process(site: Site) -> list[Figure]:
    watchers = make_tables(site.environment, TABLES, WATCHERS)
    visitor = Visitor(site.port)
    table = create_table(visitor)
    request = visitor.request("GET", table)
    load(site.port, [request], 4, 2)  # warm up
    ratios, memory = zip(
        *(beside_watchers(site, request, watchers) for _ in range(LOADS)), strict=True
    )
    delivery = follow(site, watchers)
    what = (
        f"commit to event, {WATCHERS:,} watchers on {TABLES} tables, "
        f"{A_SECOND} commits a second, p50 / p99"
    )
    return [
        Figure(what, delivery.figure, "≤ 40 / 100 ms"),
        Figure("its events delivered", delivery.delivered, "all"),
        Figure("memory a watcher", f"{memory[0]:.1f} KB", "≤ 25 KB"),
        Figure("a page beside them, in times of one alone", span(ratios), "≤ 1.2"),
        on_screen(site, visitor, watchers),
    ]


def beside_watchers(
    site: Site, request: bytes, watchers: Sequence[tuple[int, str]]
) -> tuple[float, float]:
    """Return how much longer a page takes, as a factor, and the memory of each watcher in KB."""
    (pid,) = serving(site.pid)
    alone, before = median(load(site.port, [request], 1, 2).waits), resident(pid)
    streams = Watchers(site.port, watchers)
    memory = (resident(pid) - before) / len(watchers)
    committer = start_commits(site, watchers, 3)
    beside = median(load(site.port, [request], 1, 2).waits)
    committer.communicate()
    streams.stop()
    return beside / alone, memory


def start_commits(site: Site, watchers: Sequence[tuple[int, str]], seconds: float):
    pks = sorted({pk for pk, _ in watchers})
    return start_job(site.environment, do="commit", pks=pks, a_second=A_SECOND, seconds=seconds)


def follow(site: Site, watchers: Sequence[tuple[int, str]]) -> Delivery:
    pks = sorted({pk for pk, _ in watchers})
    streams = Watchers(site.port, watchers)
    changes = run_job(site.environment, do="commit", pks=pks, a_second=A_SECOND, seconds=SECONDS)
    time.sleep(LATE)
    return measure_delivery(watchers, changes, streams.stop())


def measure_delivery(
    watchers: Sequence[tuple[int, str]],
    changes: Sequence[tuple[int, int, float]],
    events: Sequence[Event],
) -> Delivery:
    """Heartbeats repeat a version; the first time counts."""
    first: dict[tuple[int, int], float] = {}
    for event in events:
        first.setdefault((event.watcher, event.version), event.at)
    at_table: dict[int, list[int]] = {}
    for number, (pk, _) in enumerate(watchers):
        at_table.setdefault(pk, []).append(number)
    due = [(number, version, at) for pk, version, at in changes for number in at_table[pk]]
    waits = [
        first[number, version] - at for number, version, at in due if (number, version) in first
    ]
    return Delivery(waits, len(due))


def on_screen(site: Site, visitor: Visitor, watchers: Sequence[tuple[int, str]]) -> Figure:
    """The time from sending a round to the frame in which another device shows it."""
    what = "sent on one device, shown on another, p50 / p99"
    if not CHROMIUM:
        return Figure(what, "not measured: needs Chromium", "≤ 150 ms")
    table = visitor.start()
    streams = Watchers(site.port, watchers)
    committer = start_commits(site, watchers, 60)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_context(viewport={"width": 360, "height": 640}).new_page()
        page.context.add_cookies(
            [{"name": n, "value": v, "url": site.url} for n, v in visitor.cookies.items()]
        )
        with page.expect_request("**/live/*/"):
            page.goto(site.url + table)
        page.evaluate(SHOWN)
        waits = []
        for slot, entry in enumerate(rounds(ROUNDS), 1):
            sent = time.time()
            visitor.send(visitor.round_request(table, slot, entry))
            page.wait_for_function("slot => benchFrames.length >= slot", arg=slot)
            waits.append(page.evaluate("benchFrames.at(-1)") / 1000 - sent)
        browser.close()
    committer.terminate()
    streams.stop()
    return Figure(what, p50_and_p99(waits), "≤ 150 ms (p50)")


SHOWN = """() => {
    window.benchFrames = [];
    document.addEventListener("live:refreshed", () =>
        requestAnimationFrame(() => benchFrames.push(Date.now())));
}"""


def on_postgres() -> list[Figure]:
    what = "PostgreSQL, two processes, p50 / p99"
    initdb, pg_ctl = postgres.find("initdb"), postgres.find("pg_ctl")
    if not (initdb and pg_ctl):
        return [Figure(what, "not measured: needs PostgreSQL", "≤ 20 ms (p99)")]
    with (
        TemporaryDirectory() as folder,
        postgres.database(initdb, pg_ctl, folder) as url,
        serve_site(database=url) as site,
    ):
        delivery = follow(site, make_tables(site.environment, FEW_TABLES, FEWER))
    return [
        Figure(what, delivery.figure, "≤ 20 ms (p99)"),
        Figure("its events delivered", delivery.delivered, "all"),
    ]


def span(values: Sequence[float]) -> str:
    return f"{median(values):.2f} ({min(values):.2f}–{max(values):.2f})"
