"""All figures of statistics equal a second, slow computation, whatever was played."""

import os
from random import Random

from django.test import override_settings

from tests.app.support.all_figures import all_figures
from tests.app.support.random_history import play_at_random
from tests.app.support.slow_figures import SlowFigures

MOST = int(os.environ.get("FIGURES", "2000"))
ZONES = ("UTC", "Asia/Seoul", "America/Los_Angeles", "Pacific/Kiritimati")


def test_all_figures_are_those_of_the_slow_computation(clock):
    """Each seed is the history of a group. With FIGURES=50000 so many figures are compared."""
    compared, seed = 0, 0
    while compared < MOST:
        with override_settings(TIME_ZONE=ZONES[seed % len(ZONES)]):
            group = play_at_random(clock, Random(seed))  # noqa: S311
            figures, expected = all_figures(group), SlowFigures(group).all()
        names = figures.keys() | expected.keys()
        wrong = {
            name: (figures.get(name, "missing"), expected.get(name, "missing"))
            for name in names
            if figures.get(name, "missing") != expected.get(name, "missing")
        }
        assert not wrong, (seed, wrong)
        compared += len(names)
        seed += 1
    print(f"{compared} figures of {seed} groups compared, none differs")
