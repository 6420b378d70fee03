"""Mistakes of games' authors are found before anyone opens a page.

Each test breaks one thing in a small game that works. The message must name the file, and say why.
"""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from games import registry
from scorekeeper.development.reloading import reload_games
from scorekeeper.game_checks import find_mistakes
from scorekeeper.game_checks.cases import read_cases
from scorekeeper.game_checks.figures import check_figures
from scorekeeper.game_checks.mistakes import mistake_of_fault
from scorekeeper.game_checks.points import check_points
from scorekeeper.game_checks.sample import check_sample
from tests.support.further_games import create_game, games_in, make_game


class Break(NamedTuple):
    """In `file`, `old` becomes `new`; the file goes if there is no `old`.

    A message with this id must name the place `found` and contain `why`.
    """

    file: str
    id: str
    found: str
    why: str
    old: str
    new: str


def read_breaks(text):
    """Breaks by name, as mistakes.txt writes them."""
    breaks = {}
    for block in re.split(r"\n\n+", text.strip()):
        if not block.startswith("#"):
            name, head, *lines = block.split("\n")
            about = re.fullmatch(r"(\S+) (E\d+) (\S+): (.*)", head).groups()
            changed = ["\n".join(one[2:] for one in lines if one[0] == sign) for sign in "-+"]
            breaks[name] = Break(*about, *changed)
    return breaks


MISTAKES = Path(__file__).with_name("support") / "mistakes.txt"
WITH_FORMS, WITHOUT_FORMS = MISTAKES.read_text().split("# Mistakes in a game without forms.py.")
BREAKS = read_breaks(WITH_FORMS)


def apply(folder, change):
    file = folder / change.file
    if change.old:
        text = file.read_text()
        assert change.old in text
        file.write_text(text.replace(change.old, change.new, 1))
    else:
        file.unlink()
    reload_games({folder.name})


def test_the_small_game_has_no_mistakes_even_without_an_init_file(further_folder):
    make_game("coin")
    assert find_mistakes("coin") == []
    apply(further_folder / "coin", Break("__init__.py", "", "", "", "", ""))
    assert find_mistakes("coin") == []


def test_the_lock_file_of_an_editor_is_not_a_mistake(further_folder):
    make_game("coin")
    for lock in (".#rules.py", "templates/coin/.#entry.html"):
        (further_folder / "coin" / lock).symlink_to("ana@phone.1234")  # as Emacs makes it
    assert find_mistakes("coin") == []


@pytest.mark.parametrize("change", BREAKS.values(), ids=BREAKS)
def test_a_mistake_is_found_with_file_and_reason(further_folder, change):
    make_game("coin")
    coin = further_folder / "coin"
    apply(coin, change)
    if change.id == "E019":  # the forms of the game are as they were
        game = registry.games()["coin"]
        mistakes = list(check_figures(game, coin, read_cases(game, coin)))
    else:
        mistakes = find_mistakes("coin")
    found = [(one.id, one.place.startswith(str(coin / change.found))) for one in mistakes]
    assert (change.id, True) in found, mistakes
    assert any(change.why in one.reason for one in mistakes if one.id == change.id), mistakes


def make_kit_game(folder):
    """A game without forms.py, as `make game` makes it, with a credit of its own."""
    create_game("coin")
    rules = folder / "coin" / "rules.py"
    text = rules.read_text().replace("AUTHOR; PUBLISHER", "a traditional game")
    text = text.replace("import number, player", "import choice, number, player")
    rules.write_text(
        text.replace("import dataclass\n", "import dataclass\nfrom typing import Literal\n")
    )
    reload_games({"coin"})


def test_a_mistake_in_a_game_without_forms_is_found_in_its_rules(further_folder):
    make_kit_game(further_folder)
    assert find_mistakes("coin") == []
    rules = further_folder / "coin" / "rules.py"
    works = rules.read_text()
    for name, change in read_breaks(WITHOUT_FORMS).items():
        apply(further_folder / "coin", change)
        found, *_more = find_mistakes("coin")
        assert (found.id, found.place) == (change.id, str(rules)), name
        assert change.why in found.reason
        rules.write_text(works)


def test_a_script_for_points_that_no_page_uses_is_a_mistake(further_folder):
    make_kit_game(further_folder)
    rules = further_folder / "coin" / "rules.py"
    text = rules.read_text()
    rules.write_text(text.replace("    entry=Round,", "    entry=Round,\n    provisional=False,"))
    reload_games({"coin"})
    (found,) = find_mistakes("coin")
    assert (found.id, found.file.name) == ("E022", "points.js")
    found.file.unlink()
    assert find_mistakes("coin") == []


def test_points_of_worth_need_a_player(further_folder):
    make_kit_game(further_folder)
    coin = further_folder / "coin"
    (coin / "static" / "coin" / "points.js").unlink()
    rules = coin / "rules.py"
    text = rules.read_text().replace("least=1)\n\n\ndef", "least=1, worth=1)\n\n\ndef")
    text = text.replace("ByRounds(round_lines", "ByRounds(worth_lines")
    text = text.replace(
        "from games.kit.state", "from games.kit.worth import worth_lines\nfrom games.kit.state"
    )
    rules.write_text(text)
    reload_games({"coin"})
    assert find_mistakes("coin") == []
    text = text.replace("winner: Seat = player(", "winner: tuple[Seat, ...] = players(")
    rules.write_text(text.replace("number, player", "number, players"))
    reload_games({"coin"})
    (found,) = check_points(registry.games()["coin"], coin)
    assert found.id == "E015"
    assert "Round.points is worth points, but no question says" in found.reason


SAMPLE = """from games.coin.rules import Options, Round


def next_entry(position):
    return Round(position.draw_seat(), 40)
"""


def test_a_broken_sample_is_a_mistake_but_the_game_is_played(further_folder, monkeypatch):
    monkeypatch.setattr("games.contract.sample.MOST_ENTRIES", 20)
    make_kit_game(further_folder)
    file = further_folder / "coin" / "sample.py"
    file.write_text(SAMPLE)
    assert find_mistakes("coin") == []
    game, folder = registry.games()["coin"], further_folder / "coin"
    for old, new, id, line, why in (
        ("(position):", "(position:", "E001", 4, "Python cannot read this"),
        ("next_entry", "entry", "E001", None, "It has no next_entry."),
        ("import Options", "import Option", "E001", 1, "An import fails"),
        ("draw_seat", "seat", "E020", 5, "A sample game of 2 players fails: AttributeError"),
        ("40", "4.5", "E020", None, "In a game of 2, entry 1 cannot be stored as it is: Round("),
        ("40", "0", "E020", None, "In a game of 2, the rules refuse entry 1: Points: at least 1,"),
        ("\n\n\n", "\noptions = lambda *_: Options(999)\n\n", "E020", None, "there is no end"),
    ):
        file.write_text(SAMPLE.replace(old, new, 1))
        reload_games({"coin"})
        (found,) = check_sample(registry.games()["coin"], folder)
        assert (found.id, found.file, found.line) == (id, file, line)
        assert why in found.reason
        assert registry.games()["coin"].title == game.title


def test_the_credit_of_a_new_game_is_to_be_filled_in(further_folder):
    create_game("coin")
    (found,) = find_mistakes("coin")
    assert (found.id, found.file.name) == ("E010", "rules.py")
    assert "The credit is still “AUTHOR; PUBLISHER”" in found.reason


def test_numbers_of_players_who_may_leave_must_not_be_needed(further_folder):
    create_game("dime")
    rules = further_folder / "dime" / "rules.py"
    text = rules.read_text().replace("import number, player", "import count_each, number, player")
    text = text.replace(
        'points: int = number(_("Points"), least=1)',
        'points: Mapping[Seat, int] = count_each(_("Points"))',
    )
    text = text.replace("from dataclasses", "from collections.abc import Mapping\nfrom dataclasses")
    text = text.replace("entry=Round,", 'entry=Round,\n    closed_because="",')
    for more, is_found in (("", True), (", needed=False", False)):
        rules.write_text(text.replace('count_each(_("Points"))', f'count_each(_("Points"){more})'))
        reload_games({"dime"})
        reasons = [one.reason for one in find_mistakes("dime")]
        assert any("Round.points lacks needed=False" in why for why in reasons) == is_found


RULES_PAGE = """{% load i18n %}
<h2 title="{% translate "Points" %}">{% translate "Points" %}</h2>
{# A note. #}
<table>
  <tr><th>A</th><td>10</td></tr>
</table>
{% comment %}
Another note.
{% endcomment %}
<p>
  {% blocktranslate trimmed %}
  A coin brings
  10 points.
  {% endblocktranslate %}
</p>
"""


def test_a_mistake_in_the_page_of_rules_is_found(further_folder):
    make_game("coin")
    page = further_folder / "coin" / "templates" / "coin" / "rules.html"
    page.write_text(RULES_PAGE)
    assert find_mistakes("coin") == []
    for old, new, id, line, why in (
        ("<p>", "<p>\n  Heads", "E010", 11, "“Heads”. Put it into {% translate %}."),
        ("<td>10", "<td>ten", "E010", 5, "“ten”"),
        ('"{% translate "Points" %}"', '"Points"', "E010", 2, "“Points”"),
        ("{# A note. #}", "{% for %}", "E005", 3, "should have at least four words"),
        ("{# A note. #}", '{% include "coin/_gone.html" %}', "E017", None, "coin/_gone.html"),
    ):
        page.write_text(RULES_PAGE.replace(old, new, 1))
        (found,) = find_mistakes("coin")
        assert (found.id, found.file) == (id, page)
        assert line in (found.line, None)
        assert why in found.reason


def test_a_wrong_or_taken_name_of_a_folder_is_found(further_folder):
    for name, why in (
        ("two-coins", "must be a Python name"),
        ("chimera", "Another folder has a game of this name"),
        ("kit", "The project needs this name itself"),
    ):
        make_game("coin")
        (further_folder / "coin").rename(further_folder / name)
        reload_games({"coin"})
        faults = [mistake_of_fault(fault) for fault in registry.faults()]
        (found,) = [one for one in faults if one.file == further_folder / name]
        assert found.id == "E002"
        assert why in found.reason


def test_a_further_folder_that_is_not_there_is_found(tmp_path):
    with games_in(tmp_path / "gone"):
        (found,) = find_mistakes("gone")
    assert found.file == tmp_path / "gone"
    assert "there is none" in found.reason
