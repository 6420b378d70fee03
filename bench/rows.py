"""The size of a Big Fish table page of six players (start, middle, end), and of its form."""

from bench.big_fish import catches, fields
from bench.figure import Figure
from bench.site import Site
from bench.visit import kilobytes
from bench.visitor import Visitor
from bench.yahtzee import NAMES

OPTIONS = (("advanced", "advanced"), ("drawn", "A"))


def measure(site: Site) -> list[Figure]:
    visitor = Visitor(site.port)
    table, whole = visitor.start("big_fish", NAMES, OPTIONS), catches()
    weights, form = {0: weight(visitor, table)}, 0
    for slot, catch in enumerate(whole, 1):
        if (saved := visitor.send(visitor.entry_request(table, slot, fields(catch)))).status != 302:
            raise RuntimeError(f"catch {slot} was not saved: {saved.status}")
        if slot == len(whole) // 2:
            form = weight(visitor, f"{table}enter/")
        if slot in (len(whole) // 2, len(whole)):
            weights[slot] = weight(visitor, table)
    return [
        *(
            Figure(
                f"HTML of a Big Fish table of {len(NAMES)}, {played} catches, gzipped",
                kilobytes(size),
                "≤ 10 KB",
            )
            for played, size in weights.items()
        ),
        Figure("HTML of the form for a row, gzipped", kilobytes(form)),
    ]


def weight(visitor: Visitor, path: str) -> int:
    return len(visitor.get(path).body)
