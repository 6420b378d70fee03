"""Simultaneous changes wait for each other: neither fails, and nothing is lost."""

import pytest

from tests.attacks.support.pairs import SCENES
from tests.attacks.support.server import Server

PAIRS = 15


@pytest.mark.parametrize("name", SCENES)
def test_two_simultaneous_changes_are_both_saved(server: Server, name: str):
    scene = SCENES[name](server.port, server.database)
    for _ in range(PAIRS):
        scene.play()
    assert scene.errors == []
