"""The release id: pages and files cached from another state of the site are stale."""

import os
import shutil

import pytest
from django.conf import settings

from games import registry
from scorekeeper.development.reloading import reload_games
from scorekeeper.operating.bootstrap import source_digest
from scorekeeper.site import game_files
from scorekeeper.site.game_files import release


@pytest.fixture
def games(tmp_path):
    """A folder of games outside the project."""
    folder = tmp_path / "more"
    (folder / "coin").mkdir(parents=True)
    (folder / "coin" / "rules.py").write_text("one = 1")
    return folder


def test_changing_a_game_in_its_own_folder_changes_the_release(games, monkeypatch):
    monkeypatch.setattr(registry, "folders", lambda: {"coin": games / "coin"})
    monkeypatch.setattr(game_files, "BASE_DIR", games / "site")
    before = release()
    assert release() == before
    style = games / "coin" / "static" / "coin.css"
    style.parent.mkdir()
    style.write_text("a{}")
    os.utime(style, (0, 0))
    assert release() != before


def test_the_same_files_give_the_same_release_wherever_and_whenever_they_were_installed(
    games, tmp_path
):
    elsewhere = tmp_path / "elsewhere" / "more"
    shutil.copytree(games, elsewhere)
    os.utime(elsewhere / "coin" / "rules.py", (0, 0))
    (elsewhere / "coin" / "rules.pyc").write_text("compiled")
    assert source_digest(elsewhere) == source_digest(games)


def test_any_changed_file_changes_the_release(games):
    coin, seen = games / "coin", {source_digest(games)}
    for change in (
        lambda: (coin / "rules.py").write_text("two = 2"),
        lambda: (coin / "rules.py").rename(coin / "forms.py"),
        lambda: (coin / "empty.py").touch(),
        lambda: (coin / "forms.py").unlink(),
    ):
        change()
        assert source_digest(games) not in seen
        seen.add(source_digest(games))


def test_games_that_are_loaded_anew_make_another_release():
    before = settings.RELEASE
    reload_games(())
    assert before != settings.RELEASE
