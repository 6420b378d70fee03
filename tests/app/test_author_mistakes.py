"""What authors of games do wrong is found before anyone opens a page.

Each test breaks one thing in a small game that works. The message must name the file, and say why.
"""

from typing import NamedTuple

import pytest

from games import registry
from scorekeeper.development.reloading import reload_games
from scorekeeper.game_checks import find_mistakes
from tests.support.further_games import create_game, further_folder, games_in, make_game

__all__ = ["further_folder"]

ENTRY, OPTIONS, ICON = (
    f"templates/coin/{name}" for name in ("entry.html", "options.html", "icon.svg")
)
RULES, FORMS, CASES = "rules.py", "forms.py", "cases.toml"


class Break(NamedTuple):
    """In `file`, `old` becomes `new`; the file goes if there is no `old`.

    A message with this id must name the file `found` and contain `why`.
    """

    file: str
    old: str
    new: str
    id: str
    found: str
    why: str


BREAKS = {
    "a syntax error": Break(
        RULES, "def score(", "def score((", "E001", RULES, "Python cannot read this"
    ),
    "an import of something that is not there": Break(
        RULES,
        "import final_verdict",
        "import last_verdict",
        "E001",
        RULES,
        "cannot import name 'last_verdict'",
    ),
    "a game under another name": Break(
        RULES, "game = Game(", "coin = Game(", "E001", RULES, "It has no `game`"
    ),
    "forms that fail when they are imported": Break(
        FORMS,
        "WHOLE_NUMBER = {",
        "WHOLE_NUMBER = TEXTS | {",
        "E001",
        FORMS,
        "name 'TEXTS' is not defined",
    ),
    "no EntryForm": Break(
        FORMS, "class EntryForm", "class RoundForm", "E001", FORMS, "It has no EntryForm."
    ),
    "players that are no range": Break(
        RULES, "range(2, 7)", "[2, 3, 4, 5, 6]", "E001", RULES, "must be a range"
    ),
    "an entry that no record can hold": Break(
        RULES, "winner: Seat\n", "winner: dict\n", "E001", RULES, "no way to write <class 'dict'>"
    ),
    "a slug that is not the folder's name": Break(
        RULES, 'slug="coin"', 'slug="Coin"', "E002", RULES, "calls its game Coin"
    ),
    "no icon": Break(ICON, "", "", "E003", ICON, "The file is missing: the home page shows it."),
    "no template for options": Break(
        OPTIONS, "", "", "E004", OPTIONS, "it shows the fields of OptionsForm"
    ),
    "no template for entries": Break(
        ENTRY, "", "", "E004", ENTRY, "it shows the fields of EntryForm"
    ),
    "a tag that is not closed": Break(
        ENTRY, "{% endfor %}", "", "E005", f"{ENTRY}:7", "Unclosed tag on line 7: 'for'"
    ),
    "a filter that is not loaded": Break(
        ENTRY,
        "{% load i18n scores %}",
        "{% load i18n %}",
        "E005",
        f"{ENTRY}:11",
        "Invalid block tag on line 11: 'token'",
    ),
    "an include that does not exist": Break(
        ENTRY, "entry/_entry_bar.html", "entry/_bar.html", "E017", ENTRY, "entry/_bar.html"
    ),
    "no bar": Break(
        ENTRY,
        '{% include "entry/_entry_bar.html" %}',
        "",
        "E006",
        ENTRY,
        "bar with Save is missing",
    ),
    "no place for a field's errors": Break(
        ENTRY, 'id="say-points"', 'id="say-point"', "E007", ENTRY, "no place for errors of “points”"
    ),
    "an input that the template forgot": Break(
        ENTRY, 'name="points"', "", "E013", FORMS, "points: Enter a number."
    ),
    "a template that does not show what was entered": Break(
        ENTRY,
        '{{ form.points.value|default_if_none:"" }}',
        "1",
        "E013",
        FORMS,
        "it shows {'winner': 0, 'points': 30}, but entry() gives {",
    ),
    "no cases": Break(CASES, "", "", "E008", CASES, "The file is missing"),
    "cases that are not TOML": Break(
        CASES,
        "answer.finished = true",
        "answer.finished = yes",
        "E008",
        f"{CASES}:24",
        "This is not valid TOML",
    ),
    "a case without an answer": Break(
        CASES,
        'answer.error = { entry = 0, field = "points" }',
        "",
        "E008",
        f"{CASES}:28",
        "The case has no `answer`.",
    ),
    "a case with another total": Break(
        CASES,
        "Cho = 45 }\nanswer.ranks",
        "Cho = 40 }\nanswer.ranks",
        "E009",
        f"{CASES}:11",
        "`totals` is {'Ana': 35, 'Ben': 0, 'Cho': 45}, but the case expects",
    ),
    "a field not named after its entry's key": Break(
        FORMS,
        'self.fields["winner"]',
        'self.fields["victor"]',
        "E015",
        FORMS,
        "The entry’s “winner” has no field: is “victor” meant to be named so?",
    ),
    "a key that the entry does not have": Break(
        FORMS,
        "    def entry(self) -> dict[str, Any]:\n        return self.cleaned_data",
        '    def entry(self) -> dict[str, Any]:\n        return {**self.cleaned_data, "by": 1}',
        "E013",
        FORMS,
        "by: ",
    ),
    "a number as text": Break(
        FORMS,
        "            coerce=int,\n",
        "",
        "E013",
        FORMS,
        "entry() gives “winner” as '0' instead of 0",
    ),
    "an entry that cannot be stored": Break(
        FORMS,
        "    def entry(self) -> dict[str, Any]:\n        return self.cleaned_data",
        '    def entry(self) -> dict[str, Any]:\n        return {"winner": {1}}',
        "E013",
        FORMS,
        "cannot be stored",
    ),
    "an option that the game does not have": Break(
        FORMS,
        "    def options(self) -> dict[str, Any]:\n        return self.cleaned_data",
        '    def options(self) -> dict[str, Any]:\n        return {"goal": 100}',
        "E014",
        FORMS,
        "goal: ",
    ),
    "an option that the form forgets": Break(
        FORMS,
        '{"target": 100, **(options or {})}',
        '{"target": 100}',
        "E014",
        FORMS,
        "it shows {'target': 50}, but options() gives {'target': 100}.",
    ),
    "a plain text as the verdict": Break(
        RULES,
        "else lead_verdict(totals, best)",
        'else "somebody leads"',
        "E010",
        RULES,
        "Scoreboard.verdict must be a Text, such as _(\"…\"), but it is 'somebody leads'.",
    ),
    "a plain text as what is needed": Break(
        RULES,
        '_("needs %(count)s more", count=n)',
        'f"needs {n}"',
        "E010",
        RULES,
        "Scoreboard.needs must be a Text",
    ),
    "a plain text as the explanation of points": Break(
        RULES,
        '_("won the round")',
        '"won the round"',
        "E010",
        RULES,
        "The text of a Line (30) must be a Text",
    ),
    "a plain text as the reason of a refusal": Break(
        RULES,
        '_("The winner of a round gets at least 1 point.")',
        '"at least 1 point"',
        "E012",
        RULES,
        "'str' object has no attribute 'render'",
    ),
    "an f-string as a message": Break(
        RULES,
        '_("won the round")',
        '_(f"won {points}")',
        "E010",
        f"{RULES}:67",
        "An f-string cannot be translated: f'won {points}'.",
    ),
    "a text without its value": Break(
        RULES, 'more", count=n)', 'more")', "E010", RULES, "needs count"
    ),
    "rules that raise for an impossible entry": Break(
        RULES,
        "        return Impossible(",
        "        raise Impossible(",
        "E012",
        f"{RULES}:61",
        "“a round brings at least 1 point”",
    ),
    "rules that raise after the end of the game": Break(
        RULES,
        "problem = round_after_end(last) if last else _problem(entry)",
        "problem = _problem(entry)\n        assert not last",
        "E012",
        f"{RULES}:51",
        "AssertionError",
    ),
    "a refusal of a field that the entry does not have": Break(
        RULES,
        'Impossible("points"',
        'Impossible("point"',
        "E015",
        RULES,
        "An Impossible names the field “point”, which the entry does not have.",
    ),
    "points that the lines do not bring": Break(
        RULES,
        "Line(points, ",
        "Line(points + 1, ",
        "E011",
        RULES,
        "The lines of a Result bring [31, 0, 0], but its points are [30, 0, 0].",
    ),
    "totals that do not add up": Break(
        RULES,
        "Result(won, tuple(map(sum, zip(totals, won, strict=True))), lines)",
        "Result(won, won, lines)",
        "E009",
        CASES,
        "the case expects",
    ),
    "too few items for the seats": Break(
        RULES,
        "for n in missing)",
        "for n in missing[1:])",
        "E011",
        RULES,
        "Scoreboard.needs must be a tuple with one item for each seat.",
    ),
    "a winner while the game goes on": Break(
        RULES, "winners=best if finished else ()", "winners=best", "E011", RULES, "nobody before"
    ),
    "a description that needs every key": Break(
        FORMS,
        'names[entry["winner"]] if "winner" in entry else ""',
        'names[entry["winner"]]',
        "E016",
        f"{FORMS}:57",
        "KeyError: 'winner'",
    ),
    "a description of options that needs every key": Break(
        FORMS,
        'options.get("target", 100)',
        'options["target"]',
        "E016",
        f"{FORMS}:53",
        "KeyError: 'target'",
    ),
    "a description with a number": Break(
        FORMS,
        'str(entry.get("points", ""))',
        'entry.get("points", "")',
        "E016",
        FORMS,
        "must return a list of pairs of texts",
    ),
}


def break_figures(old: str, new: str, why: str) -> Break:
    return Break(RULES, old, new, "E019", RULES, why)


COUNT, FIGURES = (
    'share_of("won", [one.winner == seat for one in rounds])',
    'Figures({"won": Figure(_("Rounds won"), Measure.SHARE)}, count_rounds)',
)
DETAILS = (
    'Figures({"won": Figure(_("Rounds won"), Measure.SHARE, str)},'
    ' lambda setup, entries, board: [[Counted("won", 1, 1, "all")]] * setup.seats)'
)

BREAKS |= {
    "figures that fail for a game without rounds": break_figures(
        "board)\n    return", "board)\n    assert rounds\n    return", "AssertionError"
    ),
    "figures of too few players": break_figures(
        "for seat in range(setup.seats)]", "for seat in range(1)]", "for each of the 2 players"
    ),
    "no figures for a player": break_figures(COUNT, "None", "a list of figures for each of the"),
    "a figure that the game does not list": break_figures(
        '"won", [one', '"wins", [one', "“wins”, which Figures.kinds does not have"
    ),
    "a figure that is a plain tuple": break_figures(COUNT, '[("won", 1)]', "not ('won', 1)"),
    "a figure twice for one player": break_figures(COUNT, f"2 * {COUNT}", "twice for one player"),
    "a figure that is not a whole number": break_figures(
        COUNT, '[Counted("won", 0.5, 1)]', "must be whole, not 0.5"
    ),
    "a figure below 0": break_figures(
        COUNT, '[Counted("won", -1, 1)]', "must not be below 0, but it is -1"
    ),
    "a share of more than its chances": break_figures(
        COUNT, '[Counted("won", 2, 1)]', "more than its chances: 2 of 1"
    ),
    "a share without chances": break_figures(
        COUNT, '[Counted("won", 0)]', "leave it out for a player without a chance"
    ),
    "a detail without a title": break_figures(
        COUNT, '[Counted("won", 1, 1, "all")]', "has the detail “all”, but no detail_title"
    ),
    "a detail that is not a text": break_figures(
        COUNT, '[Counted("won", 1, 1, seat)]', "must be a text, but it is 0"
    ),
    "a plain text as the title of a detail": break_figures(
        FIGURES, DETAILS, "What detail_title returns for “all” must be a Text"
    ),
    "a plain text as the title of a figure": break_figures(
        '_("Rounds won")', '"Rounds won"', "The title of the figure “won” must be a Text"
    ),
    "a title of a figure without its value": break_figures(
        '_("Rounds won")', '_("%(what)s won")', "“%(what)s won” needs what"
    ),
    "another measure": break_figures("Measure.SHARE", '"share"', "must be one of Measure"),
    "a title instead of a figure": break_figures(
        'Figure(_("Rounds won"), Measure.SHARE)', '_("Rounds won")', "must have a Figure for “won”"
    ),
    "figures without Figures": break_figures(
        FIGURES, "count_rounds", "must be made by Figures(kinds, count)"
    ),
    "figures of rounds that do not count": break_figures(
        "counted_entries(entries, board)", "entries", "leave out entries whose Result has a problem"
    ),
}


def apply(folder, change):
    file = folder / change.file
    if change.old:
        text = file.read_text()
        assert text.count(change.old) >= 1
        file.write_text(text.replace(change.old, change.new, 1))
    else:
        file.unlink()
    reload_games({folder.name})


def test_the_small_game_has_no_mistakes(further_folder):
    make_game("coin")
    assert find_mistakes("coin") == []


@pytest.mark.parametrize("change", BREAKS.values(), ids=BREAKS)
def test_a_mistake_is_found_with_file_and_reason(further_folder, change):
    make_game("coin")
    apply(further_folder / "coin", change)
    found = [(one.id, one.place, one.reason) for one in find_mistakes("coin")]
    file = str(further_folder / "coin" / change.found)
    assert [
        one
        for one in found
        if one[0] == change.id and one[1].startswith(file) and change.why in one[2]
    ], found


KIT_BREAKS = {
    "lines without a tuple for each seat": Break(
        RULES,
        "(won,) if seat == entry.winner else ()",
        "won",
        "E011",
        RULES,
        "round_lines() must return a tuple of Lines for each of the 3 seats, such as [(Line(5,",
    ),
    "lines for one seat only": Break(
        RULES,
        "return [(won,) if seat == entry.winner else () for seat in state.seats]",
        "return [(won,)]",
        "E011",
        RULES,
        "for each of the 3 seats",
    ),
    "no lines": Break(RULES, "return [(won,)", "[(won,)", "E011", RULES, "but returns None"),
    "a choice that the entries leave out": Break(
        RULES,
        'points: int = number(_("Points"), least=1)',
        'points: int = number(_("Points"), least=1)\n'
        '    way: str = choice(_("Way"), {"long": _("Long")}, default="long")',
        "E013",
        RULES,
        "it refuses what it shows. way: Choose an answer.",
    ),
    "a blank that the type does not have": Break(
        RULES,
        'points: int = number(_("Points"), least=1)',
        'points: int = number(_("Points"), least=1)\n'
        '    host: Seat = player(_("Host"), needed=False)',
        "E015",
        RULES,
        "Round.host may be blank, so its type must have “| None”.",
    ),
    "choices that the type does not have": Break(
        RULES,
        'points: int = number(_("Points"), least=1)',
        'points: int = number(_("Points"), least=1)\n'
        '    way: Literal["long", "short"] = choice('
        '_("Way"), {"long": _("Long"), "brief": _("Brief")}, default="long")',
        "E015",
        RULES,
        "Round.way offers 'long', 'brief', but its Literal has 'long', 'short'.",
    ),
}


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


@pytest.mark.parametrize("change", KIT_BREAKS.values(), ids=KIT_BREAKS)
def test_a_mistake_in_a_game_without_forms_is_found_in_its_rules(further_folder, change):
    make_kit_game(further_folder)
    assert find_mistakes("coin") == []
    apply(further_folder / "coin", change)
    found, *_more = find_mistakes("coin")
    assert (found.id, found.place) == (change.id, str(further_folder / "coin" / change.found))
    assert change.why in found.reason


SAMPLE = """from games.coin.rules import Options, Round


def next_entry(position):
    return Round(position.draw_seat(), 40)
"""


@pytest.mark.parametrize(
    ("old", "new", "id", "line", "why"),
    [
        ("(position):", "(position:", "E001", 4, "Python cannot read this"),
        ("next_entry", "entry", "E001", None, "It has no next_entry."),
        ("import Options", "import Option", "E001", 1, "An import fails"),
        ("draw_seat", "seat", "E020", 5, "A sample game of 2 players fails: AttributeError"),
        ("40", "4.5", "E020", None, "In a game of 2, entry 1 cannot be stored as it is: Round("),
        ("40", "0", "E020", None, "In a game of 2, the rules refuse entry 1: Points: at least 1,"),
        ("\n\n\n", "\noptions = lambda *_: Options(999)\n\n", "E020", None, "there is no end"),
    ],
)
def test_a_broken_sample_is_a_mistake_but_the_game_is_played(
    further_folder, monkeypatch, old, new, id, line, why
):
    monkeypatch.setattr("games.contract.sample.MOST_ENTRIES", 20)
    make_kit_game(further_folder)
    file = further_folder / "coin" / "sample.py"
    file.write_text(SAMPLE)
    assert find_mistakes("coin") == []
    file.write_text(SAMPLE.replace(old, new, 1))
    reload_games({"coin"})
    (found,) = find_mistakes("coin")
    assert (found.id, found.file, found.line) == (id, file, line)
    assert why in found.reason
    assert registry.games()["coin"].title == "Coin"


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


@pytest.mark.parametrize(
    ("old", "new", "id", "line", "why"),
    [
        ("<p>", "<p>\n  Heads", "E010", 11, "“Heads”. Put it into {% translate %}."),
        ("<td>10", "<td>ten", "E010", 5, "“ten”"),
        ('"{% translate "Points" %}"', '"Points"', "E010", 2, "“Points”"),
        ("{# A note. #}", "{% for %}", "E005", 3, "should have at least four words"),
        ("{# A note. #}", '{% include "coin/_gone.html" %}', "E017", None, "coin/_gone.html"),
    ],
)
def test_a_mistake_in_the_page_of_rules_is_found(further_folder, old, new, id, line, why):
    make_game("coin")
    page = further_folder / "coin" / "templates" / "coin" / "rules.html"
    page.write_text(RULES_PAGE)
    assert find_mistakes("coin") == []
    page.write_text(RULES_PAGE.replace(old, new, 1))
    (found,) = find_mistakes("coin")
    assert (found.id, found.file) == (id, page)
    assert line in (found.line, None)
    assert why in found.reason


def test_a_folder_without_an_init_file_works(further_folder):
    make_game("coin")
    apply(further_folder / "coin", Break("__init__.py", "", "", "", "", ""))
    assert find_mistakes("coin") == []


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("two-coins", "must be a Python name"),
        ("chimera", "Another folder has a game of this name"),
        ("kit", "The project needs this name itself"),
    ],
)
def test_a_wrong_or_taken_name_of_a_folder_is_found(further_folder, name, why):
    make_game("coin")
    (further_folder / "coin").rename(further_folder / name)
    reload_games({"coin"})
    (found,) = [one for one in find_mistakes(name) if one.id == "E002"]
    assert found.file == further_folder / name
    assert why in found.reason


def test_a_further_folder_that_is_not_there_is_found(tmp_path):
    with games_in(tmp_path / "gone"):
        (found,) = find_mistakes("gone")
    assert found.file == tmp_path / "gone"
    assert "there is none" in found.reason
