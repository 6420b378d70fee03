"""The size of the page with a Yahtzee card of six players: empty, half full and full."""

from bench.figure import Figure
from bench.site import Site
from bench.visit import kilobytes
from bench.visitor import Visitor
from bench.yahtzee import NAMES, fields, turns


def measure(site: Site) -> list[Figure]:
    visitor = Visitor(site.port)
    table, whole = visitor.start("yahtzee", NAMES, [("joker", "forced")]), turns()
    weights = {0: weight(visitor, table)}
    for slot, turn in enumerate(whole, 1):
        if (saved := visitor.send(visitor.entry_request(table, slot, fields(turn)))).status != 302:
            raise RuntimeError(f"turn {slot} was not saved: {saved.status}")
        if slot in (len(whole) // 2, len(whole)):
            weights[slot] = weight(visitor, table)
    return [
        Figure(
            f"HTML of a score card of {len(NAMES)}, {played} turns, gzipped",
            kilobytes(bytes_),
            "≤ 12 KB",
        )
        for played, bytes_ in weights.items()
    ]


def weight(visitor: Visitor, table: str) -> int:
    return len(visitor.get(table).body)
