"""The release id: pages and files cached from another state of the site are stale."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scorekeeper.web.bootstrap import source_digest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def games(tmp_path):
    """A folder of games outside the project."""
    folder = tmp_path / "more"
    (folder / "coin").mkdir(parents=True)
    (folder / "coin" / "rules.py").write_text("one = 1")
    return folder


def release(games):
    asked = "from scorekeeper.settings import RELEASE; print(RELEASE)"
    known = {**os.environ, "SCOREKEEPER_GAMES": str(games)}
    return subprocess.run(
        [sys.executable, "-c", asked], cwd=ROOT, env=known, capture_output=True, check=True
    ).stdout


def test_changing_a_game_in_its_own_folder_changes_the_release(games):
    before = release(games)
    assert release(games) == before
    style = games / "coin" / "static" / "coin.css"
    style.parent.mkdir()
    style.write_text("a{}")
    os.utime(style, (0, 0))
    assert release(games) != before


def test_the_same_files_give_the_same_release_wherever_and_whenever_they_were_installed(
    games, tmp_path
):
    elsewhere = tmp_path / "elsewhere" / "more"
    shutil.copytree(games, elsewhere)
    os.utime(elsewhere / "coin" / "rules.py", (0, 0))
    (elsewhere / "coin" / "rules.pyc").write_text("compiled")
    assert source_digest(elsewhere) == source_digest(games)


@pytest.mark.parametrize(
    "change",
    [
        lambda coin: (coin / "rules.py").write_text("two = 2"),
        lambda coin: (coin / "rules.py").rename(coin / "forms.py"),
        lambda coin: (coin / "empty.py").touch(),
        lambda coin: (coin / "rules.py").unlink(),
    ],
    ids=["written", "renamed", "added", "removed"],
)
def test_any_changed_file_changes_the_release(games, change):
    before = source_digest(games)
    change(games / "coin")
    assert source_digest(games) != before
