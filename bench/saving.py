"""Saving rounds one after the other. Each is on the disk before the response."""

from bench.chimera import rounds
from bench.figure import Figure, p50_and_p99
from bench.load import load
from bench.site import Site
from bench.visitor import Visitor

TABLES, ROUNDS = 20, 20


def measure(site: Site) -> list[Figure]:
    visitor = Visitor(site.port)
    tables = [(visitor.start(), rounds(ROUNDS, seed)) for seed in range(TABLES)]
    saves = [
        visitor.round_request(path, slot, game[slot - 1])
        for slot in range(1, ROUNDS + 1)
        for path, game in tables
    ]
    answers = load(site.port, saves)
    if answers.statuses != {"302": len(saves)}:
        raise RuntimeError(f"not every round was saved: {answers.statuses}")
    what = f"a round saved (of {len(saves)}, on {TABLES} tables), p50 / p99"
    return [Figure(what, p50_and_p99(answers.waits), "≤ 3 / 10 ms")]
