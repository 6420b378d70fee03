"""Each worker of pytest prepares the data once; each server starts from a copy of it."""

import os
from collections.abc import Iterator

import pytest

from tests.attacks.support.server import Ground, Server, ground

# What SQLite does on a full or locked disk; PostgreSQL has a disk, and locks, of its own.
on_postgres = os.environ.get("DATABASE_URL", "").startswith("postgres")
collect_ignore = ["test_disk.py"] if on_postgres else []


@pytest.fixture(scope="session")
def prepared() -> Iterator[Ground]:
    with ground() as prepared:
        yield prepared


@pytest.fixture(scope="session")
def server(prepared: Ground) -> Iterator[Server]:
    """For attacks that leave it as it was, with more data in it."""
    with prepared.serving(workers=2) as server:
        yield server
