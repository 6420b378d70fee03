"""Development mode: what an author saves counts with the next request, and mistakes are shown."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from scorekeeper.development.middleware import mistake_of_game
from scorekeeper.development.reloading import reload_games
from tests.app.support.factories import a_game, a_phone, table_of, to
from tests.app.support.pages import Page
from tests.app.support.releases import write_empty_database
from tests.support.further_games import create_game, make_game

ROOT = Path(__file__).parents[2]

START = """
import os
import re
from pathlib import Path

import django
from django.core.management import call_command

django.setup()
call_command("migrate", verbosity=0)

from django.test import Client

from tests.app.support.pages import Page

phone = Client(headers={"host": "localhost"}, raise_request_exception=False)
coin = Path(os.environ["SCOREKEEPER_GAMES"]) / "coin"


def change(name, old, new):
    file = coin / name
    text = file.read_text()
    assert old in text, (name, old)
    file.write_text(text.replace(old, new))


def line_of(name, text):
    before, found, _ = (coin / name).read_text().partition(text)
    assert found
    return f"{coin / name}:{before.count(chr(10)) + 1}"


def said(address, status=200):
    response = phone.get(address)
    page = Page(response).said
    assert response.status_code == status, (address, response.status_code, page)
    return page


def start():
    fields = {"seat": ["Ana", "Ben"], "target": "50", "start": "1"}
    return phone.post("/new/coin/", fields).url
"""

RELOAD = r"""
table = start()
assert "tied at 0" in said(table).lower()
change("rules.py", "lead_verdict(totals, best)", '_("toss it")')
assert "Toss it" in said(table)
change("rules.py", '_("toss it")', '_("flip it")')
assert "Flip it" in said(table)
change("forms.py", '_("Who won the round?")', '_("Whose coin?")')
assert "Whose coin?" in said(table + "enter/")
change("templates/coin/entry.html", '<div class="asks">', '<div class="asks">Heads!')
assert "Heads!" in said(table + "enter/")
(coin / "static" / "coin").mkdir(parents=True)
(coin / "static" / "coin" / "coin.css").write_text("a { color: red }")
page = phone.get("/new/coin/").content.decode()
style = re.search(r"/game-coin\.\w+\.css", page)[0]
assert phone.get(style).content == b"a{color:red}"
(coin / "static" / "coin" / "coin.css").write_text("a { color: tan }")
assert phone.get(style).content == b"a{color:tan}"
call_command("create_game", "dime", verbosity=0)
assert "Dime" in said("/")
"""

MISTAKES = """
table = start()
form = phone.get(table + "enter/").content.decode()
stamp = re.findall('name="(slot|revision|submission)" value="(.*?)"', form)
change("rules.py", "    results: list", "    1 / 0\\n    results: list")
page = said(table, 500)
assert "ZeroDivisionError: division by zero." in page
assert line_of("rules.py", "1 / 0") in page
assert "47 1 / 0" in page
assert "The rules of this game don’t work at the moment." in said("/")
sent = phone.post(table + "enter/", dict(stamp), headers={"Outbox": "send"})
assert sent["Outbox"] == "failed"
why = re.search('role="alert">(.*?)</div>', sent.content.decode(), re.DOTALL)[1]
assert "ZeroDivisionError: division by zero." in why and line_of("rules.py", "1 / 0") in why
change("rules.py", "    1 / 0\\n", "")
said(table)
change("templates/coin/entry.html", "form.points.label }}", "form.points.label|shout }}")
page = said(table + "enter/", 500)
assert "Invalid filter: 'shout'" in page
assert line_of("templates/coin/entry.html", "|shout") in page
change("templates/coin/entry.html", "|shout", "")
said(table + "enter/")
change("rules.py", "def score(", "def score((")
for address in (table, "/new/coin/"):
    page = said(address, 500)
    assert "Python cannot read this" in page
    assert line_of("rules.py", "def score((") in page
assert "left out. rules.py, line 46: Python cannot read this" in said("/")
said("/new/chimera/")
change("rules.py", "def score((", "def score(")
said(table)
"""


def test_with_dev_1_saved_files_count_with_the_next_request_and_mistakes_are_shown(further_folder):
    make_game("coin")
    var = further_folder.parent / "var"
    var.mkdir()
    write_empty_database(var)
    ours = ("DATABASE_URL", "SECRET_KEY", "ALLOWED_HOSTS", "HTTPS")
    environment = {key: value for key, value in os.environ.items() if key not in ours}
    environment |= {
        "DJANGO_SETTINGS_MODULE": "scorekeeper.settings",
        "SCOREKEEPER_GAMES": str(further_folder),
        "SCOREKEEPER_VAR": str(var),
        "PYTHONPATH": str(ROOT),
        "DEV": "1",
    }
    program = [sys.executable, "-c", START + MISTAKES + RELOAD]
    done = subprocess.run(
        program, cwd=ROOT, env=environment, capture_output=True, timeout=120, check=False, text=True
    )
    assert done.returncode == 0, done.stderr


def test_without_development_mode_nothing_is_reloaded_and_no_source_is_shown(further_folder):
    make_game("coin")
    phone = a_phone()
    phone.raise_request_exception = False
    session = a_game(phone, game="coin", options={"target": 50})
    coin = further_folder / "coin"
    for file, old, new in (
        (coin / "rules.py", "    results: list", "    1 / 0\n    results: list"),
        (coin / "templates/coin/entry.html", '<div class="asks">', '<div class="asks">Heads!'),
    ):
        text = file.read_text()
        assert old in text
        phone.get(to("enter", session))  # as it was, and kept in memory
        file.write_text(text.replace(old, new))
    assert "Heads!" not in Page(phone.get(to("enter", session))).said
    reload_games({"coin"})
    response = phone.get(to("table", session))
    assert response.status_code == 500
    assert "Something went wrong" in Page(response).said
    for source in ("ZeroDivisionError", "rules.py"):
        assert source not in Page(response).said


@pytest.mark.parametrize(
    ("old", "new", "reason", "at"),
    [
        (" return [(won,)", " [(won,)", "what round_lines returns: TypeError", "def round_"),
        ("(won,) if", "won if", "what round_lines returns: AttributeError", "def round_"),
        (
            "round_lines, target=lambda options: options.target",
            "round_lines, target=lambda options: str()",
            "this game: TypeError",  # not with a function of the kit's own
            "",
        ),
        ("least=1)\n\n\ndef", "least=str)\n\n\ndef", "the question “points”: TypeError", ""),
    ],
)
def test_a_failure_of_the_kit_names_the_game_and_its_function(further_folder, old, new, reason, at):
    create_game("coin")
    rounds = [{"winner": 0, "points": 5}]
    session = a_game(a_phone(), game="coin", options={"target": 50}, rounds=rounds)
    rules = further_folder / "coin" / "rules.py"
    text = rules.read_text()
    assert old in text
    rules.write_text(text.replace(old, new, 1))
    reload_games({"coin"})
    with pytest.raises((TypeError, AttributeError)) as failure:
        _board = table_of(session).board
    mistake = mistake_of_game(failure.value)
    assert mistake.reason.startswith(f"The kit fails with {reason}")
    assert mistake.file == rules
    assert mistake.line == (text.split(at)[0].count("\n") + 1 if at else None)
