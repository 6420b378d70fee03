"""Of two changes at the same moment one waits for the other; neither fails, and nothing is lost."""

import pytest

from tests.attacks.support.pairs import SCENES
from tests.attacks.support.server import Server

PAIRS = 15


@pytest.mark.parametrize("name", SCENES)
def test_two_changes_at_once_are_both_saved(server: Server, name: str):
    scene = SCENES[name](server.port, server.database)
    for _ in range(PAIRS):
        scene.play()
    assert scene.errors == []
