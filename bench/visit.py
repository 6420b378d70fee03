"""The bytes that a table page needs: on a first visit, and later after a new round."""

import gzip
import re
from urllib.parse import urljoin

from bench.figure import Figure
from bench.pages import ROUNDS, create_table
from bench.site import Site
from bench.visitor import Answer, Visitor


def measure(site: Site) -> list[Figure]:
    visitor = Visitor(site.port)
    table = create_table(visitor)
    page = visitor.get(table)
    files = [visitor.get(path) for path in files_of(visitor, table, page)]
    later = [page, *(file for file in files if "immutable" not in file.headers["Cache-Control"])]
    return [
        Figure(
            f"HTML of a table of {ROUNDS} rounds, gzipped", kilobytes(len(page.body)), "≤ 10 KB"
        ),
        Figure(
            "first visit to it, icon and headers included",
            describe_traffic([page, *files]),
            "≤ 48 KB, ≤ 6 requests",
        ),
        Figure("later visits", describe_traffic(later), "≤ 12 KB"),
        Figure(
            "our own scripts, gzipped",
            kilobytes(gzipped_size(visitor, own_file(page, "js"))),
            "≤ 8 KB",
        ),
        Figure("our own styles, gzipped", kilobytes(gzipped_size(visitor, own_file(page, "css")))),
        Figure("the service worker, gzipped", kilobytes(gzipped_size(visitor, "/sw.js"))),
    ]


def own_file(page: Answer, kind: str) -> str:
    return re.findall(rf'"(/own\.\w+\.{kind})"', page.text)[0]


def gzipped_size(visitor: Visitor, path: str) -> int:
    """Compressed here, because Django adds up to a hundred random bytes to its responses."""
    return len(gzip.compress(visitor.get(path).text.encode(), 6))


def files_of(visitor: Visitor, table: str, page: Answer) -> list[str]:
    """The files of a page: styles, scripts, the icon, and files that style sheets refer to."""
    paths = re.findall(r'<(?:link|script|img)\b[^>]*?(?:href|src)="([^"]+)"', page.text)
    for sheet in [path for path in paths if path.endswith(".css")]:
        paths += [
            urljoin(sheet, path.strip("\"'"))
            for path in re.findall(r"url\(([^)]+)\)", visitor.get(sheet).text)
        ]
    return list(
        dict.fromkeys(urljoin(table, path) for path in paths if not path.startswith(("data:", "#")))
    )


def describe_traffic(answers: list[Answer]) -> str:
    count = len(answers)
    return (
        f"{kilobytes(sum(answer.size for answer in answers))}, {count} request{'s' * (count > 1)}"
    )


def kilobytes(count: int) -> str:
    return f"{count / 1000:.1f} KB"
