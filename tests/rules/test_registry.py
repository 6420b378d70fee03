"""Finding games in their folders."""

import subprocess
import sys

import pytest

import games as package
from games import registry
from games.registry import InvalidGameFolder, folders, forms, games

RULES = """
from dataclasses import dataclass
from games.contract import Game, Scoreboard, Text

@dataclass(frozen=True)
class Nothing:
    pass

def score(setup, entries):
    zero, first, no_needs = [(value,) * setup.seats for value in (0, 1, None)]
    return Scoreboard((), zero, first, False, (), Text("nothing yet"), no_needs)

game = Game("{slug}", "Coin", "nobody", range(1, 3), Nothing, Nothing, score)
"""


@pytest.fixture
def further_folder(tmp_path, monkeypatch):
    """A further folder of games. Games imported from there are removed afterwards."""
    monkeypatch.setenv("SCOREKEEPER_GAMES", str(tmp_path))
    monkeypatch.setattr(registry, "search_path", paths := list(package.__path__))
    monkeypatch.setattr(package, "__path__", paths)
    before = set(sys.modules)
    games.cache_clear()
    yield tmp_path
    games.cache_clear()
    for name in set(sys.modules) - before:
        if name.startswith("games."):
            del sys.modules[name]
            vars(package).pop(name.split(".")[1], None)


def write_game(parent, name, rules):
    (parent / name).mkdir()
    (parent / name / "rules.py").write_text(rules)


def test_a_game_is_found_by_its_folder():
    assert folders()["chimera"].name == "chimera"
    assert games()["chimera"].slug == "chimera"


def test_a_folder_without_rules_is_ignored(further_folder):
    (further_folder / "notes").mkdir()
    assert "notes" not in folders()


def test_a_game_in_a_further_folder_is_found(further_folder):
    write_game(further_folder, "coin", RULES.format(slug="coin"))
    assert games()["coin"].title == "Coin"
    assert folders()["coin"] == further_folder / "coin"
    assert "chimera" in games()


def test_its_forms_are_found_beside_its_rules(further_folder):
    write_game(further_folder, "coin", RULES.format(slug="coin"))
    (further_folder / "coin" / "forms.py").write_text("sides = 2")
    assert forms("coin").sides == 2


def test_the_forms_of_an_unknown_game_raise_an_error():
    with pytest.raises(KeyError):
        forms("solitaire")


def test_a_folder_not_named_after_its_slug_is_refused(further_folder):
    write_game(further_folder, "coins", RULES.format(slug="coin"))
    with pytest.raises(
        InvalidGameFolder, match="calls its game coin, but the folder is named coins"
    ):
        games()


def test_rules_without_a_game_are_refused(further_folder):
    write_game(further_folder, "coin", "game = 'heads'")
    with pytest.raises(InvalidGameFolder, match=r"has no `game`"):
        games()


def test_a_folder_that_cannot_be_imported_is_refused(further_folder):
    write_game(further_folder, "two-coins", RULES.format(slug="two-coins"))
    with pytest.raises(InvalidGameFolder, match="must be a Python name"):
        games()


def test_two_folders_for_one_game_are_refused(further_folder):
    write_game(further_folder, "chimera", RULES.format(slug="chimera"))
    with pytest.raises(InvalidGameFolder, match="chimera exists twice"):
        folders()


def test_a_missing_further_folder_is_refused(monkeypatch, tmp_path):
    monkeypatch.setenv("SCOREKEEPER_GAMES", str(tmp_path / "gone"))
    with pytest.raises(InvalidGameFolder, match="which is not a folder"):
        folders()


def test_naming_the_built_in_folder_changes_nothing(monkeypatch):
    monkeypatch.setenv("SCOREKEEPER_GAMES", str(folders()["chimera"].parent))
    assert "chimera" in folders()


def test_finding_the_folders_imports_no_rules():
    code = "from games.registry import folders; folders(); import sys; print(sys.modules.keys())"
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert "games.registry" in result.stdout
    assert "games.chimera.rules" not in result.stdout
