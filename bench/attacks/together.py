"""Pairs of changes that touch the same rows in another order, on both databases."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from bench.attacks.databases import grounds
from bench.figure import Figure
from bench.site import Site
from tests.attacks.support.pairs import SCENES
from tests.attacks.support.server import Server

PAIRS, A_SCENE = 1000, 50  # a new scene after so many pairs: its games have long histories by then


def measure(site: Site) -> list[Figure]:
    figures = []
    for database, prepared in grounds():
        with prepared.serving(workers=2) as server, ThreadPoolExecutor(len(SCENES)) as threads:
            found = threads.map(lambda name, to=server: errors(to, name), SCENES)
            figures += [
                Figure(f"{PAIRS:,} pairs: {name}, {database}: errors", told(wrong), "none")
                for name, wrong in zip(SCENES, found, strict=True)
            ]
    return figures


def errors(server: Server, name: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for _ in range(PAIRS // A_SCENE):
        scene = SCENES[name](server.port, server.database)
        for _ in range(A_SCENE):
            scene.play()
        found.update(scene.errors)
    return found


def told(found: Counter[str]) -> str:
    return ", ".join(f"{count} × {what}" for what, count in found.most_common(4)) or "none"
