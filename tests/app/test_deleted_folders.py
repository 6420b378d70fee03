"""Nothing outside the folder of a game changes when that folder is deleted."""

import os
import shutil
import subprocess
import sys

import pytest
from django.conf import settings

from tests.app.support.releases import write_empty_database
from tests.support.shipped_games import SHIPPED

PARTS = ("games", "locale", "scorekeeper", "static", "templates")
PLAY = """
import django
from django.core.management import call_command

django.setup()
from scorekeeper.models import GameSession

call_command("check", "--tag=files")
call_command("migrate", "--verbosity=0")
call_command("demo", "--days=35", "--verbosity=0")
print(*set(GameSession.objects.values_list("game", flat=True)))
"""


@pytest.fixture
def project(tmp_path):
    """A copy of it, without what belongs to this machine."""
    for part in PARTS:
        shutil.copytree(settings.BASE_DIR / part, tmp_path / part)
    return tmp_path


def output_of(script, project):
    (project / "var").mkdir()
    write_empty_database(project / "var")
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    environment |= {
        "DJANGO_SETTINGS_MODULE": "scorekeeper.settings",
        "SCOREKEEPER_VAR": str(project / "var"),
    }
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=project, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_without_a_game_the_site_is_checked_and_its_demo_plays_the_others(project):
    others = set(SHIPPED) - {"wizard", "yahtzee"}
    shutil.rmtree(project / "games" / "wizard")
    shutil.rmtree(project / "games" / "yahtzee")
    *_, played = output_of(PLAY, project).splitlines()
    assert set(played.split()) == others
