"""A process that may not read everything, also if root runs the tests."""

import os

import pytest

NOBODY = 65534


@pytest.fixture
def nobody():
    """Root may read everything, so this process gives that up for a while."""
    user = os.geteuid()
    if user == 0:
        os.seteuid(NOBODY)
    yield
    os.seteuid(user)
