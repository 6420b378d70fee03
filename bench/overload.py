"""Three times the load that one process can carry, in turns with as much as it can carry.

Each request has the address and the device of its own visitor, as behind a proxy. First all open
pages; then, at the same rate, one of ten saves a round, and one asks for news of a page that has
not changed.
"""

import time
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from typing import NamedTuple

from bench.chimera import rounds
from bench.figure import Figure, percentile
from bench.flood import Flood, cpu_seconds, flood
from bench.load import load
from bench.pages import CALM
from bench.site import Site, serve_site
from bench.visitor import Visitor

READERS, WRITERS, ROUNDS, SAVES = 40, 20, 20, 400
AT_ONCE, SECONDS, REPEATS, TIMES = 32, 4, 3, 3
MIX = 10  # requests: one save, one for news, and pages


class Run(NamedTuple):
    """Pages that the server made in a second, and in a second of its processor."""

    served: float
    served_per_cpu: float


def run() -> list[Figure]:
    with serve_site(processes=1, settings={"TRUST_PROXY": "1"}) as alone:
        return list(compare(alone))


def compare(site: Site) -> Iterator[Figure]:
    pages, mix = prepare(site)
    worker, best, flooded, refused, unsent = worker_of(site), [], [], 0, 0
    load(site.port, pages, AT_ONCE, SECONDS)  # warm up
    for _ in range(REPEATS):
        before = cpu_seconds(worker)
        answers = load(site.port, pages, AT_ONCE, SECONDS)
        best.append(Run(answers.a_second, len(answers.waits) / (cpu_seconds(worker) - before)))
        crowd = flood(site.port, pages, TIMES * best[-1].served, SECONDS, worker)
        good = len(crowd.waits.get("200", ()))
        flooded.append(Run(good / SECONDS, good / crowd.cpu))
        refused += len(crowd.waits.get("503", ()))
        unsent += crowd.unsent
    yield Figure("pages a second, as many as it can", str([round(one.served) for one in best]))
    yield Figure(f"at {TIMES} times that load", str([round(one.served) for one in flooded]))
    for what, share in shares(best, flooded):
        yield Figure(what, f"{share:.0%}", "≥ 80 %")
    yield Figure("refused with 503; not sent: no free connection", f"{refused:,}; {unsent:,}")
    yield from waits_in(flood(site.port, mix, TIMES * best[-1].served, SECONDS, worker))


def waits_in(crowd: Flood) -> Iterator[Figure]:
    for status, what in (("200", "page"), ("302", "save"), ("304", "page that had not changed")):
        waits = crowd.waits.get(status, [0])
        p50, p99 = (percentile(waits, percent) * 1000 for percent in (50, 99))
        what = f"{len(waits):,} times a {what} served meanwhile, p50 / p99"
        yield Figure(what, f"{p50:.0f} / {p99:.0f} ms")


def shares(best: list[Run], flooded: list[Run]) -> Iterator[tuple[str, float]]:
    """The median of pairs that ran one after the other."""
    pairs = list(zip(best, flooded, strict=True))
    yield "of its best, in a second", median(b.served / a.served for a, b in pairs)
    per_cpu = median(b.served_per_cpu / a.served_per_cpu for a, b in pairs)
    yield "of its best, in a second of its processor", per_cpu


def prepare(site: Site) -> tuple[list[bytes], list[bytes]]:
    """Requests for pages, and a mix of requests in which every save enters another round."""
    readers = [Visitor(site.port) for _ in range(READERS)]
    tables = [visitor.start() for visitor in readers]
    for visitor, table in zip(readers, tables, strict=True):
        for slot, entry in enumerate(rounds(5), 1):
            visitor.send(visitor.round_request(table, slot, entry))
    time.sleep(CALM)
    pages, news = [], []
    for number, (visitor, table) in enumerate(zip(readers, tables, strict=True)):
        whose = {"X_Forwarded_For": address(number)}
        etag = visitor.get(table).headers["ETag"]
        for path in ("/", table, f"{table}enter/"):
            pages.append(visitor.request("GET", path, **whose))
        news.append(visitor.request("GET", table, If_None_Match=etag, **whose))
    saves = list(islice(saves_of(site), SAVES))
    return pages, list(mixed(cycle(pages), cycle(news), saves))


def mixed(pages: Iterator[bytes], news: Iterator[bytes], saves: Sequence[bytes]) -> Iterator[bytes]:
    for save in saves:
        yield save
        yield next(news)
        yield from islice(pages, MIX - 2)


def saves_of(site: Site) -> Iterator[bytes]:
    """Requests that save the next round on each of many tables, which are left once long."""
    number = READERS
    while True:
        writers = [Visitor(site.port) for _ in range(WRITERS)]
        tables = [writer.start() for writer in writers]
        for slot, entry in enumerate(rounds(ROUNDS), 1):
            for n, (writer, table) in enumerate(zip(writers, tables, strict=True)):
                request = writer.round_request(table, slot, entry)
                yield with_address(request, number + n)
        number += WRITERS


def address(number: int) -> str:
    return f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}"


def with_address(request: bytes, number: int) -> bytes:
    first, rest = request.split(b"\r\n", 1)
    return first + f"\r\nX-Forwarded-For: {address(number)}\r\n".encode() + rest


def worker_of(site: Site) -> int:
    (worker,) = Path(f"/proc/{site.pid}/task/{site.pid}/children").read_text().split()
    return int(worker)
