"""Servers as the tests of attacks start them."""

from collections.abc import Iterator

import pytest

from tests.attacks.support.server import Ground, prepare_ground


@pytest.fixture(scope="session")
def prepared() -> Iterator[Ground]:
    with prepare_ground() as prepared:
        yield prepared
