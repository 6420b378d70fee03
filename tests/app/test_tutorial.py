"""docs/adding-a-game.md: its files are put into a new folder, step by step, and checked."""

import re
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games import registry
from scorekeeper.development.reloading import reload_games
from tests.app.support.factories import a_hosted_game, to
from tests.app.support.pages import Page
from tests.support.further_games import create_game

PAGE = Path(__file__).parents[2] / "docs" / "adding-a-game.md"
SLUG = "game_of_page"  # an author may have made oh_hell
BLOCK = re.compile(
    rf"^```\w+\n(?:# |/\* |{{# )games/({SLUG}/\S+)(?: \*/| #}})?\n(.*?)^```$", re.DOTALL | re.M
)
FIRST_RULES, CASES, RULES = range(3)


@pytest.fixture
def blocks(further_folder):
    create_game(SLUG)
    page = PAGE.read_text().replace("oh_hell", SLUG)
    return BLOCK.findall(page)


def save(folder, block):
    name, text = block
    (folder / name).write_text(text)
    reload_games({SLUG})


def check_game():
    out = StringIO()
    call_command("check_game", SLUG, stdout=out)
    return out.getvalue()


def test_every_file_of_the_page_is_tried(blocks):
    assert PAGE.read_text().count("\n```\n") == len(blocks) == 7
    assert [Path(name).name for name, text in blocks] == [
        "rules.py",
        "cases.toml",
        "rules.py",
        "points.js",
        f"{SLUG}.css",
        "rules.html",
        "sample.py",
    ]


def test_the_example_of_figures_is_from_the_game_that_is_started_for_an_author(further_folder):
    create_game("coin")
    rules = (further_folder / "coin" / "rules.py").read_text()
    section = PAGE.read_text().split("### What is worth remembering")[1].split("\n|")[0]
    code = [line.strip() for line in section.splitlines() if line.startswith("    ")]
    assert len(code) == 9
    assert [line for line in code if line not in rules] == ["…,"]


def test_the_first_rules_can_be_played_and_the_cases_find_what_they_lack(further_folder, blocks):
    save(further_folder, blocks[FIRST_RULES])
    phone, session = a_hosted_game(game=SLUG, options={})
    form = Page(phone.get(to("enter", session))).form(to("enter", session))
    sent = form.fields | {"tricks_0": "1", "tricks_1": "0", "tricks_2": "0"}
    assert phone.post(to("enter", session), sent).status_code == 302
    assert "Ana leads with 1 · 4 rounds left" in Page(phone.get(to("table", session))).said
    save(further_folder, blocks[CASES])
    with pytest.raises(CommandError):
        check_game()
    # Rounds that the next rules cannot read are not lost.
    save(further_folder, blocks[RULES])
    for page in ("table", "enter", "history", "display"):
        response = phone.get(to(page, session))
        assert response.status_code == 200
        assert "they can’t read what was entered. Nothing is lost" in Page(response).said
    assert "they can’t read what was entered" in Page(phone.get("/")).said


def test_the_finished_game_has_no_mistakes(further_folder, blocks):
    for block in blocks:
        save(further_folder, block)
    assert registry.games()[SLUG].title == "Oh Hell"
    assert check_game() == f"{SLUG}: no mistakes found.\n"
