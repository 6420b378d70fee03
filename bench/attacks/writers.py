"""Every pair of changes of one game at the same moment, on both databases."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from bench.attacks.databases import grounds
from bench.figure import Figure
from bench.site import Site
from tests.attacks.support.server import Server
from tests.attacks.support.writers import PAIRS, Writers

TIMES, AT_ONCE = 200, 2


def measure(site: Site) -> list[Figure]:
    figures = []
    for database, prepared in grounds():
        with prepared.serving(workers=2) as server, ThreadPoolExecutor(AT_ONCE) as threads:
            counts = threads.map(lambda seed, to=server: count_wrong(to, seed), range(AT_ONCE))
            wrong = sum(counts, Counter())
        pairs = f"{len(PAIRS) * TIMES:,} pairs of changes of one game, {database}"
        figures.append(Figure(f"{pairs}: wrong outcomes", describe_counts(wrong), "none"))
    return figures


def count_wrong(server: Server, seed: int) -> Counter[str]:
    """Play a share of the pairs, on games and phones of its own."""
    writers, share = Writers(server.port, server.database, seed), range(TIMES // AT_ONCE)
    return Counter(
        f"{first} and {second}"
        for first, second in PAIRS
        for _ in share
        if not writers.is_right(first, second)
    )


def describe_counts(wrong: Counter[str]) -> str:
    return ", ".join(f"{count} × {what}" for what, count in wrong.most_common(4)) or "none"
