"""The databases of the attacks: SQLite, and PostgreSQL if it is installed."""

from collections.abc import Iterator

from bench.postgres import database
from tests.attacks.support.server import Ground, prepare_ground


def grounds() -> Iterator[tuple[str, Ground]]:
    with prepare_ground("") as prepared:
        yield "SQLite", prepared
    with database() as url:
        if url:
            with prepare_ground(url) as prepared:
                yield "PostgreSQL", prepared
