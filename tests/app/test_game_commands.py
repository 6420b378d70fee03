"""The commands for authors: check, check_game and create_game."""

import os
import subprocess
import sys
from io import StringIO

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.core.management.base import SystemCheckError

from games import registry
from scorekeeper.development.reloading import reload_games
from tests.support.further_games import create_game, games_in, make_game

ICON = "templates/coin/icon.svg"


def check(*arguments):
    out, error = StringIO(), StringIO()
    call_command(*arguments, stdout=out, stderr=error)
    return out.getvalue()


def test_manage_check_reports_mistakes_with_an_id_and_no_other_command_looks_for_them(
    further_folder, monkeypatch
):
    make_game("coin")
    coin = {"coin": registry.games()["coin"]}
    monkeypatch.setattr(registry, "games", lambda: coin)  # checking all games takes seconds
    (icon := further_folder / "coin" / ICON).unlink()
    with pytest.raises(SystemCheckError) as failed:
        check("check", "--tag", "games")
    assert f"{icon}: (scorekeeper.E003) The file is missing" in str(failed.value)
    call_command("purge", skip_checks=False, stdout=StringIO())


def test_check_game_prints_the_mistakes_of_one_game(further_folder):
    make_game("coin")
    make_game("dime")
    (further_folder / "coin" / ICON).unlink()
    reload_games({"coin"})
    assert check("check_game", "dime") == "dime: no mistakes found.\n"
    out = StringIO()
    with pytest.raises(CommandError, match="coin: one mistake to correct"):
        call_command("check_game", "coin", stdout=out)
    assert out.getvalue() == (
        f"{further_folder / 'coin' / ICON}: The file is missing: the home page shows it. (E003)\n"
    )
    (further_folder / "coin" / "rules.py").write_text("def score(:")
    reload_games({"coin"})
    with pytest.raises(CommandError):
        call_command("check_game", "coin", stdout=out)
    assert "rules.py:1: Python cannot read this" in out.getvalue()


def test_check_game_names_the_games_if_it_does_not_know_one():
    with pytest.raises(CommandError, match=r"There is no folder solitaire .* big_fish, chimera"):
        call_command("check_game", "solitaire")


def test_a_bad_or_taken_name_for_a_new_game_is_refused(further_folder):
    for name in ("two-coins", "Coin", "1coin", "münze", "class", "_coin", "a" * 51):
        with pytest.raises(CommandError, match=r"lower-case letters, digits and _|too long"):
            create_game(name)
    assert list(further_folder.iterdir()) == []
    create_game("coin")
    for name in ("chimera", "kit", "registry", "coin"):
        with pytest.raises(CommandError, match="is taken"):
            create_game(name)


def test_a_new_game_can_be_played_at_once(further_folder):
    create_game("liars_dice")
    assert registry.games()["liars_dice"].title == "Liars dice"
    assert registry.folders()["liars_dice"] == further_folder / "liars_dice"


def test_what_to_run_next_can_be_pasted_if_the_folder_has_a_space(tmp_path):
    (folder := tmp_path / "my games").mkdir()
    with games_in(folder):
        assert f"SCOREKEEPER_GAMES='{folder}' make check-game" in check("create_game", "coin")


def test_what_the_tests_of_one_game_find_is_said_in_a_line_with_its_place(tmp_path):
    with games_in(tmp_path):
        create_game("coin")
    rules = tmp_path / "coin" / "rules.py"
    text = rules.read_text().replace("    won = Line(", "    1 / 0\n    won = Line(")
    rules.write_text(text)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "--game=coin", "tests/rules/test_every_game.py"],
        cwd=settings.BASE_DIR,
        env={**os.environ, "SCOREKEEPER_GAMES": str(tmp_path), "PYTEST_ADDOPTS": ""},
        capture_output=True,
        timeout=120,
        check=False,
        text=True,
    )
    line = text.split("    1 / 0")[0].count("\n") + 1
    said = "Not so: “a case worked by hand has the expected answer”. ZeroDivisionError"
    assert f"{rules}:{line}: {said}" in done.stdout
    assert "Traceback" not in done.stdout
    assert "====" not in done.stdout
