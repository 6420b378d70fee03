"""PostgreSQL as the tests start it, for a while; nothing where there is none."""

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
        yield url.replace("/scorekeeper", "/postgres")  # the one that is there from the beginning
