"""Phones that enter a round together while requests overtake each other, on both databases."""

from concurrent.futures import ThreadPoolExecutor

from bench.attacks.databases import grounds
from bench.figure import Figure
from bench.site import Site
from tests.attacks.support.drafting import Evening
from tests.attacks.support.server import Server

RUNS, AT_ONCE = 2_500, 2  # on each database


def measure(site: Site) -> list[Figure]:
    figures = []
    for database, prepared in grounds():
        with prepared.serving(workers=2) as server, ThreadPoolExecutor(AT_ONCE) as threads:
            played = threads.map(lambda seed, to=server: losses(to, seed), range(AT_ONCE))
            lost = sum(played)
        what = f"{RUNS:,} rounds whose drafts arrive in any order, {database}: losses"
        figures.append(Figure(what, f"{lost}", "none"))
    return figures


def losses(server: Server, seed: int) -> int:
    evening = Evening(server, seed)
    for _ in range(RUNS // AT_ONCE):
        evening.play()
    return len(evening.errors)
