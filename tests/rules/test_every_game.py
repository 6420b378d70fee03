"""What holds for every folder of games/, also for one that is not written yet."""

import ast
import json
import tomllib
from dataclasses import is_dataclass
from inspect import Parameter, signature
from operator import attrgetter
from pathlib import Path
from typing import get_args

import pytest
from django.forms import Form
from django.utils.datastructures import MultiValueDict

from games.contract import Setup, Situation
from games.pages import EntryForm, Forms, OptionsForm, TablePage
from games.record import FORMAT
from games.registry import folders, forms, games
from games.report import answer

FOLDERS = folders()
FOR_PAGES = ("forms.py", "words.py")  # what a phone sends, and what is said of it
OUTSIDE_THE_RULES = {"django", "time", "datetime", "random", "secrets", "os", "io", "sys", "pathlib", "socket"}


def cases():
    return [
        pytest.param(slug, case, id=f"{slug}: {case['name']}")
        for slug, folder in FOLDERS.items()
        for case in tomllib.loads((folder / "cases.toml").read_text())["case"]
    ]


def imported(source: Path) -> set[str]:
    nodes = list(ast.walk(ast.parse(source.read_text())))
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return plain | {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}


def called(source: Path) -> set[str]:
    calls = [node.func for node in ast.walk(ast.parse(source.read_text())) if isinstance(node, ast.Call)]
    return {call.id for call in calls if isinstance(call, ast.Name)}


@pytest.mark.parametrize(("slug", "case"), cases())
def test_a_case_worked_by_hand_comes_out_the_same(slug, case):
    case = dict(case)
    name, expected = case.pop("name"), case.pop("answer")
    said = answer(json.dumps({"format": FORMAT, "game": slug, **case}))
    if "error" in expected:
        said = {"error": {key: said.get("error", {}).get(key) for key in expected["error"]}}
    assert {key: said.get(key) for key in expected} == expected, name


@pytest.mark.parametrize("slug", FOLDERS)
def test_the_game_says_all_the_pages_need(slug):
    game = games()[slug]
    assert game.slug == slug
    assert game.title
    assert game.credit
    assert game.players[0] >= 1
    assert is_dataclass(game.options)
    assert all(map(is_dataclass, kinds(game)))


def kinds(game):
    """The classes its entries are of."""
    return get_args(game.entry) or (game.entry,)


@pytest.mark.parametrize("slug", FOLDERS)
def test_options_and_entries_are_frozen(slug):
    for kind in (games()[slug].options, *kinds(games()[slug])):
        assert kind.__dataclass_params__.frozen


@pytest.mark.parametrize("slug", FOLDERS)
def test_a_game_can_stand_before_the_first_entry(slug):
    game = games()[slug]
    for seats in (game.players[0], min(game.players[-1], 100)):
        board = game.score(Setup(seats, game.options()), [])
        assert board.totals == (0,) * seats
        assert board.ranks == (1,) * seats
        assert len(board.needs) == seats
        assert not board.finished


def parameters(function):
    """By name, how each is given, and what it is if it is not."""
    return {name: (one.kind, one.default) for name, one in signature(function).parameters.items()}


@pytest.mark.parametrize("slug", FOLDERS)
def test_the_forms_take_what_the_contract_says(slug):
    given = forms(slug)
    promised = [OptionsForm, OptionsForm.options, EntryForm, EntryForm.entry, Forms.describe_options, Forms.describe]
    if hasattr(given, "TablePage"):
        promised.append(TablePage)
    for one in promised:
        found = attrgetter(one.__qualname__.removeprefix("Forms."))(given)
        wanted = {name: part for name, part in parameters(one).items() if name != "self"}
        optional = {name for name, (_, default) in parameters(found).items() if default is not Parameter.empty}
        assert {name: part for name, part in parameters(found).items() if name in wanted} == wanted, one
        assert parameters(found).keys() - wanted.keys() - {"self"} <= optional, one


@pytest.mark.parametrize("slug", FOLDERS)
def test_a_form_in_which_nothing_is_said_can_be_read_and_told(slug):
    game, given = games()[slug], forms(slug)
    names = [f"Player {seat}" for seat in range(game.players[0])]
    form = given.EntryForm(MultiValueDict(), at=Situation(names, Setup(len(names), game.options()), []))
    assert isinstance(form, Form)
    form.full_clean()
    assert all(isinstance(label, str) for label, _ in given.describe(form.entry(), names))
    assert isinstance(given.OptionsForm(options={}), Form)
    assert all(isinstance(label, str) for label, _ in given.describe_options({}))


@pytest.mark.parametrize("slug", FOLDERS)
def test_the_rules_import_no_django_no_clock_no_chance_and_no_files(slug):
    sources = [source for source in FOLDERS[slug].rglob("*.py") if source.name not in FOR_PAGES]
    assert FOLDERS[slug] / "rules.py" in sources
    for source in sources:
        roots = {name.split(".")[0] for name in imported(source)}
        assert not roots & {*OUTSIDE_THE_RULES, "scorekeeper"}, source
        assert not called(source) & {"open", "print", "input", "__import__"}, source


def test_the_core_imports_neither_django_nor_the_shell():
    core = Path(__file__).parents[2] / "games"
    for source in core.glob("*.py"):
        assert not {name.split(".")[0] for name in imported(source)} & {"django", "scorekeeper"}, source
