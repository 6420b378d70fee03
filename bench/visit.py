"""The bytes that a table page needs: on a first visit, and later after a new round."""

import gzip
import re

from playwright.sync_api import sync_playwright

from bench.browser_visit import Load, first_visit
from bench.figure import Figure
from bench.pages import ROUNDS, create_table
from bench.site import Site
from bench.visitor import Visitor
from tests.attacks.support.http import Answer, head
from tests.support.chromium import CHROMIUM


def measure(site: Site) -> list[Figure]:
    visitor = Visitor(site.port)
    table = create_table(visitor)
    page = visitor.get(table)
    return [
        Figure(
            f"HTML of a table of {ROUNDS} rounds, gzipped", kilobytes(len(page.body)), "≤ 10 KB"
        ),
        *measure_first_visit(site, visitor, table),
        Figure(
            "our own scripts, gzipped",
            kilobytes(gzipped_size(visitor, own_file(page, "js"))),
            "≤ 8,400 bytes",
        ),
        Figure("our own styles, gzipped", kilobytes(gzipped_size(visitor, own_file(page, "css")))),
        Figure("the service worker, gzipped", kilobytes(gzipped_size(visitor, "/sw.js"))),
    ]


def measure_first_visit(site: Site, visitor: Visitor, table: str) -> list[Figure]:
    what = "first visit to it until it is usable, icon and headers included"
    if not CHROMIUM:
        return [Figure(what, "not measured: needs Chromium", "≤ 42 KB, ≤ 6 requests")]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        visit = first_visit(browser, site, visitor.cookies, table)
    icon = re.findall(r'rel="icon" href="([^"]+)"', visitor.get(table).text)[0]
    usable = [*visit.page, load_alone(visitor, icon)]
    again = [load for load in usable if not is_immutable(visitor, load.path)]
    worker = [load_alone(visitor, "/sw.js"), *visit.worker]
    return [
        Figure(what, describe_loads(usable), "≤ 42 KB, ≤ 6 requests"),
        Figure("what the page loads after that, for the next entry", describe_loads(visit.later)),
        Figure("what its service worker loads, over https", describe_loads(worker)),
        Figure("later visits", describe_loads(again), "≤ 12 KB"),
    ]


def is_immutable(visitor: Visitor, path: str) -> bool:
    return "immutable" in visitor.get(path).headers["cache-control"]


def load_alone(visitor: Visitor, path: str) -> Load:
    answer = visitor.get(path)
    return Load(path, len(head("HTTP/1.1 200 OK", answer.headers.items())) + len(answer.body))


def own_file(page: Answer, kind: str) -> str:
    return re.findall(rf'"(/own\.\w+\.{kind})"', page.text)[0]


def gzipped_size(visitor: Visitor, path: str) -> int:
    """Compressed here, because Django adds up to a hundred random bytes to its responses."""
    return len(gzip.compress(visitor.get(path).text.encode(), 6))


def describe_loads(loads: list[Load]) -> str:
    count = len(loads)
    return f"{kilobytes(sum(load.size for load in loads))}, {count} request{'s' * (count > 1)}"


def kilobytes(count: int) -> str:
    return f"{count / 1000:.1f} KB"
