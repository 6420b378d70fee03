"""Finding games in their folders."""

import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from games.game_folders import OWN_GAMES
from games.registry import faults, folders, forget, forms, games
from scorekeeper.development.reloading import reload_games
from tests.support.further_games import games_in, make_game


def change(file, old, new):
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))
    forget({file.parent.name})


def the_fault():
    """The only one: the name of its folder, the place, and the reason in English."""
    (fault,) = faults()
    return fault.folder.name, fault.place, str(fault).partition(": ")[2]


def test_a_game_is_found_by_its_folder():
    assert folders()["chimera"].name == "chimera"
    assert games()["chimera"].slug == "chimera"
    assert faults() == ()


def test_a_folder_without_rules_is_ignored(further_folder):
    (further_folder / "notes").mkdir()
    forget(())
    assert "notes" not in folders()
    assert faults() == ()


def test_a_game_in_a_further_folder_is_found_with_its_forms(further_folder):
    make_game("coin")
    assert games()["coin"].title == "Coin"
    assert folders()["coin"] == further_folder / "coin"
    assert forms("coin").describe_options({"target": 7}) == [("target", "7")]
    assert "chimera" in games()


def test_a_folder_needs_no_init_file(further_folder):
    make_game("coin")
    (further_folder / "coin" / "__init__.py").unlink()
    forget({"coin"})
    assert games()["coin"].title == "Coin"


def test_the_forms_of_an_unknown_game_raise_an_error():
    with pytest.raises(KeyError):
        forms("solitaire")


FAULTS = """
rules.py | class Round: >> class Round
    rules.py, line 41: Python cannot read this: expected ':'.
rules.py | from collections.abc import Sequence >> from collection.abc import Sequence
    rules.py, line 6: An import fails: No module named 'collection'.
forms.py | EntryContext, Fact >> EntryContext, Facts
    forms.py, line 10: An import fails: cannot import name 'Facts' from 'games.contract'.
forms.py | class OptionsForm >> 1 / 0\\n\\n\\nclass OptionsForm
    forms.py, line 15: It fails when it is imported: ZeroDivisionError: division by zero.
rules.py | game = Game( >> raise SystemExit\\ngame = Game(
    rules.py, line 94: It fails when it is imported: SystemExit.
rules.py | game = Game( >> raise ImportError\\ngame = Game(
    rules.py, line 94: It fails when it is imported: ImportError.
rules.py | game = Game( >> eval("1 +")\\ngame = Game(
    rules.py, line 94: It fails when it is imported: SyntaxError: invalid syntax (<string>, line 1).
rules.py | game = Game( >> games = Game(
    rules.py: It has no `game` that is a games.contract.Game.
rules.py | slug="coin" >> slug="coins"
    rules.py: It calls its game coins, but the folder has a different name.
rules.py |     score=score,\\n >>
    rules.py, line 94: It fails when it is imported: TypeError: Game.__init__() missing 1 required
    positional argument: 'score'.
rules.py | players=range(2, 7) >> players=(2, 6)
    rules.py: The game’s `players` must be a range such as range(2, 5), which is 2 to 4.
rules.py | title=gettext_noop("Coin") >> title=("Coin",)
    rules.py: The game’s title must be a text: gettext_noop("…").
rules.py | points: int >> points: float
    rules.py: The game’s options or entries cannot be read: A record has no way to write <class
    'float'>.
forms.py | class EntryForm >> class RoundForm
    forms.py: It has no EntryForm.
"""
"""A change to a file of a game, and what is said of it: the place and the reason."""


@pytest.mark.parametrize("fault", re.split(r"\n(?=\S)", FAULTS.strip()))
def test_a_folder_that_cannot_be_loaded_is_left_out(further_folder, fault):
    make_game("dime")
    make_game("coin")
    place, *reason = fault.split("\n")
    file, _bar, edit = place.partition(" | ")
    old, new = (part.replace("\\n", "\n") for part in edit.split(" >>"))
    change(further_folder / "coin" / file, old, new.removeprefix(" "))
    assert ": ".join(the_fault()) == f"coin: {' '.join(map(str.strip, reason))}"
    assert "coin" not in games()
    assert {"chimera", "dime"} <= games().keys()


def test_a_folder_without_forms_is_left_out_unless_all_fields_say_what_they_ask(further_folder):
    make_game("coin")
    (further_folder / "coin" / "forms.py").unlink()
    forget({"coin"})
    reason = "Options.target does not say what it asks, and there is no forms.py."
    assert the_fault() == ("coin", "rules.py", reason)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("two-coins", "must be a Python name"),
        ("münze", "must be a Python name"),
        ("c" * 51, "must be a Python name"),
        ("contract", "The project needs this name itself"),  # a module of the core
    ],
)
def test_a_folder_whose_name_cannot_be_a_slug_is_left_out(further_folder, name, reason):
    make_game("coin")
    (further_folder / "coin").rename(further_folder / name)
    forget({"coin"})
    assert the_fault()[:2] == (name, "")
    assert reason in the_fault()[2]
    assert name not in games()


def test_of_two_folders_for_one_game_the_projects_own_stays(further_folder):
    make_game("coin")
    (further_folder / "coin").rename(further_folder / "chimera")
    forget({"coin"})
    assert "Another folder has a game of this name" in the_fault()[2]
    assert folders()["chimera"] == OWN_GAMES / "chimera"
    assert games()["chimera"].title == "Chimera"


def test_a_missing_further_folder_is_left_out(tmp_path):
    with games_in(tmp_path / "gone"):
        (fault,) = faults()
        assert fault.folder == tmp_path / "gone"
        assert "SCOREKEEPER_GAMES names this folder, but there is none." in str(fault)
        assert "chimera" in games()


@pytest.mark.parametrize("closed", [".", "games", "games/coin"])
def test_a_folder_that_the_user_may_not_enter_is_left_out_with_the_reason(closed, unprivileged):
    with TemporaryDirectory() as folder:
        games_folder = Path(folder) / "games"
        coin = games_folder / "coin"
        coin.mkdir(parents=True)
        (coin / "rules.py").touch()
        with games_in(games_folder):
            (Path(folder) / closed).chmod(0)
            reload_games(())
            found, has_chimera = faults(), "chimera" in games()
            (Path(folder) / closed).chmod(0o700)
        (fault,) = found
        assert fault.folder == (coin if closed == "games/coin" else games_folder)
        assert "may not read this folder" in str(fault)
        assert has_chimera


def test_naming_the_folder_of_a_game_itself_is_a_fault(further_folder):
    make_game("coin")
    with games_in(further_folder / "coin"):
        assert "must name the folder around this one" in the_fault()[2]


def test_naming_the_built_in_folder_changes_nothing():
    with games_in(OWN_GAMES):
        assert "chimera" in folders()
        assert faults() == ()


def test_once_it_is_mended_a_folder_is_loaded_again(further_folder):
    make_game("coin")
    rules = further_folder / "coin" / "rules.py"
    change(rules, "def score(", "def scores(")
    assert "coin" not in games()
    change(rules, "def scores(", "def score(")
    assert "coin" in games()


def test_finding_the_folders_imports_no_rules():
    code = "from games.registry import folders; folders(); import sys; print(sys.modules.keys())"
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert "games.registry" in result.stdout
    assert "games.chimera.rules" not in result.stdout
