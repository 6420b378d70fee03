"""The size of the table page of a score pad with twenty players, after fifty rounds."""

from bench.figure import Figure
from bench.score_pad import NAMES, fields, rounds
from bench.site import Site
from bench.visit import kilobytes
from bench.visitor import Visitor

ROUNDS = 50


def measure(site: Site) -> list[Figure]:
    visitor = Visitor(site.port)
    table = visitor.start("score_pad", NAMES, [("title", "Golf"), ("lowest_wins", "lowest")])
    for slot, entry in enumerate(rounds(ROUNDS), 1):
        if (saved := visitor.send(visitor.entry_request(table, slot, fields(entry)))).status != 302:
            raise RuntimeError(f"round {slot} was not saved: {saved.status}")
    weight = len(visitor.get(table).body)
    what = f"HTML of a score pad of {len(NAMES)}, {ROUNDS} rounds, gzipped"
    return [Figure(what, kilobytes(weight), "≤ 20 KB")]
