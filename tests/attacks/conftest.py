"""The attacks share a server."""

import os
from collections.abc import Iterator

import pytest

from tests.attacks.support.server import Ground, Server

# These tests are about SQLite files.
on_postgres = os.environ.get("DATABASE_URL", "").startswith("postgres")
collect_ignore = ["test_disk.py"] if on_postgres else []


@pytest.fixture(scope="session")
def server(prepared: Ground) -> Iterator[Server]:
    """A shared server behind a proxy, for tests that only add data."""
    with prepared.serving(workers=2, TRUST_PROXY="1") as server:
        yield server


@pytest.fixture(scope="module")
def alone(prepared: Ground) -> Iterator[Server]:
    """A server of one process, which only the tests of a file use."""
    with prepared.serving() as server:
        yield server
