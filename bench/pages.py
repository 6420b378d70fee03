"""The table page, complete and unchanged (304), for one device and for sixteen at a time."""

import time
from statistics import median

from bench.chimera import rounds
from bench.figure import Figure, percentile
from bench.load import Answers, load
from bench.site import Site
from bench.visitor import Visitor

ROUNDS, AT_ONCE, SECONDS, REPEATS = 20, 16, 1, 3
CALM = 20  # seconds after the last round; from then on the page celebrates nothing


def create_table(visitor: Visitor) -> str:
    """Return the path of a table with 20 rounds."""
    table = visitor.start()
    for slot, entry in enumerate(rounds(ROUNDS), 1):
        if (saved := visitor.send(visitor.round_request(table, slot, entry))).status != 302:
            raise RuntimeError(f"round {slot} was not saved: {saved.status}")
    return table


def measure(site: Site) -> list[Figure]:
    visitor = Visitor(site.port)
    table = create_table(visitor)
    whole = visitor.request("GET", table)
    load(site.port, [whole], AT_ONCE, SECONDS)  # warm up both processes
    time.sleep(CALM)
    etag = visitor.get(table).headers["etag"]
    unchanged_request = visitor.request("GET", table, [("If-None-Match", etag)])
    runs = [
        (
            run_load(site, whole, 1, "200"),
            run_load(site, whole, AT_ONCE, "200"),
            run_load(site, unchanged_request, AT_ONCE, "304"),
        )
        for _ in range(REPEATS)
    ]
    alone, together, unchanged = zip(*runs, strict=True)
    return [
        Figure(f"table page of {ROUNDS} rounds, one at a time, p50 / p99", waits(alone)),
        Figure(f"table page, {AT_ONCE} at a time, p50 / p99", waits(together)),
        Figure(f"table pages a second, {AT_ONCE} at a time", rate(together), "≥ 200"),
        Figure("unchanged table pages (304) a second", rate(unchanged), "≥ 1,000"),
    ]


def run_load(site: Site, request: bytes, connections: int, status: str) -> Answers:
    answers = load(site.port, [request], connections, SECONDS)
    if set(answers.statuses) != {status}:
        raise RuntimeError(f"{answers.statuses} instead of {status}")
    return answers


def waits(runs: tuple[Answers, ...]) -> str:
    p50, p99 = (
        median(percentile(run.waits, percent) for run in runs) * 1000 for percent in (50, 99)
    )
    return f"{p50:.1f} / {p99:.1f} ms"


def rate(runs: tuple[Answers, ...]) -> str:
    each = sorted(run.a_second for run in runs)
    return f"{median(each):,.0f} ({each[0]:,.0f}–{each[-1]:,.0f})"
