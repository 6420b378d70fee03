"""The pages of statistics of a large group: time of the processor, queries, weight, memory.

    python -m bench.statistics 10000 30

One process makes the group (see bench/large_group.py), and another one, which has done nothing
else, measures its pages. With DATABASE_URL that is on PostgreSQL.
"""

import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from html import unescape
from typing import NamedTuple
from urllib.parse import urljoin

from bench.cost import Inside, inside
from bench.figure import Figure, table
from bench.memory import resident
from bench.site import Site

GAMES, PEOPLE, REPEATS = 10_000, 30, 7
VARIANTS = 6
"""Of pages with the same name so many are measured, and the worst counts."""

STYLE = "/statistics."
"""The style sheet that all of these pages have, and no other."""

LINK = r'<a\b[^>]* href="((?:\?|/groups/|/players/)[^"#]*)"'
AIM = "≤ 1,500 / 60 ms, 12 queries, 20 KB"


class Cost(NamedTuple):
    """Milliseconds of the first call after a change and of a later one, the queries of that one,
    and its bytes, gzipped.
    """

    first: float
    later: float
    queries: int
    size: int


def measure(site: Site) -> list[Figure]:
    """In a process of its own; `site` is not used."""
    run = [sys.executable, "-m", "bench.statistics", str(GAMES), str(PEOPLE), "--json"]
    answer = subprocess.run(run, stdout=subprocess.PIPE, check=True)
    return [Figure(*figure) for figure in json.loads(answer.stdout)]


def measure_here(visitor: Inside, games: int, people: int) -> list[Figure]:
    group = join(visitor, games, people)
    before = resident(os.getpid())
    costs: dict[str, list[Cost]] = {}
    for name, path in pages(visitor, f"/groups/{group}/statistics/"):
        costs.setdefault(name, []).append(cost_of(visitor, group, path))
    title = f"{games:,} games, {people} players"
    memory = f"{before / 1024:.0f}, {resident(os.getpid()) / 1024:.0f} MB"
    return [
        *(Figure(f"{title}: {name}", worst_text(of_name), AIM) for name, of_name in costs.items()),
        Figure(f"{title}: memory before and after these pages", memory, "≤ 100 MB"),
    ]


def join(visitor: Inside, games: int, people: int) -> int:
    """Make the group, and let the visitor in; return its key."""
    from scorekeeper.models import Group

    run = [sys.executable, "-m", "bench.large_group", str(games), str(people)]
    link = subprocess.run(run, stdout=subprocess.PIPE, check=True, text=True).stdout.strip()
    visitor.get(link)
    visitor.post(link, [("name", "bench")])
    return Group.objects.latest("pk").pk


def pages(visitor: Inside, start: str) -> Iterator[tuple[str, str]]:
    """The pages of statistics that a visitor finds, with the names of their addresses."""
    from django.urls import resolve

    paths, number = [start], Counter[str]()
    for path in paths:
        name = resolve(path.partition("?")[0]).url_name or ""
        if number[name] < VARIANTS and STYLE in (answer := visitor.get(path)).text:
            number[name] += 1
            links = [urljoin(path, unescape(link)) for link in re.findall(LINK, answer.text)]
            paths += [link for link in dict.fromkeys(links) if link not in paths]
            yield name, path


def cost_of(visitor: Inside, group: int, path: str) -> Cost:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from scorekeeper.models import Group

    request = visitor.request("GET", path)
    Group.objects.filter(pk=group).changed()
    first = visitor.cost([request], 200)
    later = visitor.cost([request] * REPEATS, 200)
    with CaptureQueriesContext(connection) as queries:
        answer = visitor.send(request)
    return Cost(first, later, len(queries), len(answer.body))


def worst_text(costs: list[Cost]) -> str:
    first, later, queries, size = map(max, zip(*costs, strict=True))
    return f"{first:,.0f} / {later:.0f} ms, {queries} queries, {size / 1000:.1f} KB"


def main() -> None:
    numbers = [int(argument) for argument in sys.argv[1:] if argument.isdecimal()]
    with inside() as visitor:
        figures = measure_here(visitor, *(numbers or (GAMES, PEOPLE)))
    print(json.dumps(figures) if "--json" in sys.argv else table(figures))


if __name__ == "__main__":
    main()
