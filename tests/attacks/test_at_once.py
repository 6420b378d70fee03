"""Simultaneous changes wait for each other: neither fails, and nothing is lost."""

import pytest

from tests.attacks.support.pairs import SCENES
from tests.attacks.support.server import Server
from tests.attacks.support.writers import Writers

PAIRS = 15
# That left wrong points before everything was checked again under the lock.
CLOSE = [("enter", "swap"), ("enter", "replace"), ("correct", "swap"), ("enter", "end")]


@pytest.mark.parametrize("name", SCENES)
def test_two_simultaneous_changes_are_both_saved(server: Server, name: str):
    scene = SCENES[name](server.port, server.database)
    for _ in range(PAIRS):
        scene.play()
    assert scene.errors == []


def test_points_stay_with_whom_they_were_entered_for(server: Server):
    writers = Writers(server.port, server.database)
    wrong = [pair for pair in CLOSE * 4 if not writers.is_right(*pair)]
    assert wrong == []
