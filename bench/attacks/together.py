"""Pairs of simultaneous changes to the same rows, on both databases."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from bench.attacks.databases import grounds
from bench.attacks.writers import describe_counts
from bench.figure import Figure
from bench.site import Site
from tests.attacks.support.pairs import SCENES
from tests.attacks.support.server import Server

PAIRS, PER_SCENE = 1000, 50  # pairs per scene, because the histories of its games grow


def measure(site: Site) -> list[Figure]:
    figures = []
    for database, prepared in grounds():
        with prepared.serving(workers=2) as server, ThreadPoolExecutor(len(SCENES)) as threads:
            errors = threads.map(lambda name, to=server: play_pairs(to, name), SCENES)
            figures += [
                Figure(
                    f"{PAIRS:,} pairs: {name}, {database}: errors", describe_counts(wrong), "none"
                )
                for name, wrong in zip(SCENES, errors, strict=True)
            ]
    return figures


def play_pairs(server: Server, name: str) -> Counter[str]:
    errors: Counter[str] = Counter()
    for _ in range(PAIRS // PER_SCENE):
        scene = SCENES[name](server.port, server.database)
        for _ in range(PER_SCENE):
            scene.play()
        errors.update(scene.errors)
    return errors
