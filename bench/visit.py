"""What goes over the line to show a table: on a phone's first visit, and later when a round was entered meanwhile."""

import gzip
import re
from urllib.parse import urljoin

from bench.figure import Figure
from bench.pages import ROUNDS, played_table
from bench.site import Site
from bench.visitor import Answer, Visitor


def measure(site: Site) -> list[Figure]:
    visitor = Visitor(site.port)
    table = played_table(visitor)
    page = visitor.get(table)
    files = [visitor.get(path) for path in files_of(visitor, table, page)]
    later = [page, *(file for file in files if "immutable" not in file.headers["Cache-Control"])]
    return [
        Figure(
            f"HTML of a table of {ROUNDS} rounds, gzipped", kilobytes(len(page.body)), "≤ 10 KB"
        ),
        Figure(
            "first visit to it, icon and headers included",
            line([page, *files]),
            "≤ 60 KB, ≤ 6 requests",
        ),
        Figure("later visits", line(later), "≤ 12 KB"),
        Figure(
            "our own scripts, gzipped", kilobytes(zipped(visitor, own_file(page, "js"))), "≤ 6 KB"
        ),
        Figure("our own styles, gzipped", kilobytes(zipped(visitor, own_file(page, "css")))),
        Figure("the service worker, gzipped", kilobytes(zipped(visitor, "/sw.js"))),
    ]


def own_file(page: Answer, kind: str) -> str:
    return re.findall(rf'"(/own\.\w+\.{kind})"', page.text)[0]


def zipped(visitor: Visitor, path: str) -> int:
    """Without the up to a hundred random bytes that Django puts into an answer, against guessing from its length."""
    return len(gzip.compress(visitor.get(path).text.encode(), 6))


def files_of(visitor: Visitor, table: str, page: Answer) -> list[str]:
    """All that the page names: styles, scripts, the icon, and what a style sheet names in its turn."""
    found = re.findall(r'<(?:link|script|img)\b[^>]*?(?:href|src)="([^"]+)"', page.text)
    for sheet in [path for path in found if path.endswith(".css")]:
        found += [
            urljoin(sheet, path.strip("\"'"))
            for path in re.findall(r"url\(([^)]+)\)", visitor.get(sheet).text)
        ]
    return list(
        dict.fromkeys(urljoin(table, path) for path in found if not path.startswith(("data:", "#")))
    )


def line(answers: list[Answer]) -> str:
    count = len(answers)
    return (
        f"{kilobytes(sum(answer.size for answer in answers))}, {count} request{'s' * (count > 1)}"
    )


def kilobytes(count: int) -> str:
    return f"{count / 1000:.1f} KB"
