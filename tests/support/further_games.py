"""A further folder of games, for tests that make games, and break them."""

import os
from contextlib import contextmanager
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

import games as package
from games import game_folders
from scorekeeper.development.reloading import reload_games
from scorekeeper.management.commands.create_game import write_folder

SMALL_GAME = Path(__file__).parent / "small_game"


@contextmanager
def games_in(*folders):
    """Find games in these folders, too. What was imported from there is forgotten afterwards."""
    with pytest.MonkeyPatch.context() as patch:
        paths = list(package.__path__)
        patch.setattr(package, "__path__", paths)
        patch.setattr(game_folders, "search_path", paths)
        patch.setenv("SCOREKEEPER_GAMES", os.pathsep.join(map(str, folders)))
        reload_games(())
        yield
        names = {path.name for folder in folders for path in Path(folder).glob("*")}
    reload_games(names - {path.name for path in game_folders.OWN_GAMES.iterdir()})


@pytest.fixture
def further_folder(tmp_path):
    """It is empty. After a change, call reload_games."""
    folder = tmp_path / "further"
    folder.mkdir()
    with games_in(folder):
        yield folder


def make_game(slug="coin"):
    """A small game that works, with forms and templates of its own, in the further folder."""
    write_folder(game_folders.further_folders()[0] / slug, slug, SMALL_GAME)
    reload_games({slug})


def create_game(slug):
    """The game that `make game` starts."""
    call_command("create_game", slug, stdout=StringIO())
    reload_games({slug})
