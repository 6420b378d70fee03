"""A temporary PostgreSQL server, if PostgreSQL is installed."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from tests import postgres


@contextmanager
def database() -> Iterator[str]:
    initdb, pg_ctl = postgres.find("initdb"), postgres.find("pg_ctl")
    if not (initdb and pg_ctl):
        yield ""
        return
    temporary = tempfile.TemporaryDirectory(prefix="scorekeeper-bench-")
    with temporary as folder, postgres.database(initdb, pg_ctl, folder) as url:
        yield url.replace("/scorekeeper", "/postgres")  # a database that exists from the start
