"""The contract, for every game in games/, also for one that does not exist yet."""

import ast
import json
import tomllib
from contextlib import suppress
from dataclasses import is_dataclass
from inspect import Parameter, signature
from operator import attrgetter
from pathlib import Path
from random import Random
from typing import get_args

import pytest
from django.forms import Form
from django.utils.datastructures import MultiValueDict
from hypothesis import given, settings
from hypothesis import strategies as st

from games.contract import EntryContext, Setup
from games.forms_contract import EntryForm, Forms, OptionsForm, TablePage
from games.record import FORMAT
from games.registry import folders, forms, games, sample
from games.report import score_record
from tests.support.long import examples

FOLDERS = folders()
FOR_PAGES = ("forms.py", "options_form.py", "descriptions.py")
FORBIDDEN_MODULES = {"django", "scorekeeper", "time", "datetime", "random", "secrets"}
FORBIDDEN_MODULES |= {"os", "io", "sys", "pathlib", "socket"}
FORBIDDEN_FUNCTIONS = {"open", "print", "input", "__import__", "Random"}
WITH_SAMPLE = [slug for slug, folder in FOLDERS.items() if (folder / "sample.py").is_file()]


def cases():
    return [
        pytest.param(slug, case, id=f"{slug}: {case['name']}")
        for slug, folder in FOLDERS.items()
        for case in cases_in(folder)
    ]


def cases_in(folder):
    """None if they cannot be read, which stops no test of another game: a check says so."""
    with suppress(OSError, tomllib.TOMLDecodeError, KeyError):
        return tomllib.loads((folder / "cases.toml").read_text())["case"]
    return []


def imported_modules(source: Path) -> set[str]:
    """Return the names of modules. A sample may import the type of its random generator."""
    text = source.read_text()
    if source.name == "sample.py":
        text = text.replace("from random import Random\n", "")
    nodes = list(ast.walk(ast.parse(text)))
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return plain | {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}


def called_functions(source: Path) -> set[str]:
    calls = [
        node.func for node in ast.walk(ast.parse(source.read_text())) if isinstance(node, ast.Call)
    ]
    return {call.id for call in calls if isinstance(call, ast.Name)}


@pytest.mark.parametrize(("slug", "case"), cases())
def test_a_case_worked_by_hand_has_the_expected_answer(slug, case):
    case = dict(case)
    name, expected = case.pop("name"), case.pop("answer")
    case.pop("record_only", None)
    answer = score_record(json.dumps({"format": FORMAT, "game": slug, **case}))
    if "error" in expected:
        answer = {"error": {key: answer.get("error", {}).get(key) for key in expected["error"]}}
    assert {key: answer.get(key) for key in expected} == expected, name


@pytest.mark.parametrize("slug", FOLDERS)
def test_a_game_is_complete_and_its_options_and_entries_are_frozen(slug):
    game = games()[slug]
    assert game.slug == slug
    assert game.title
    assert game.credit
    assert game.players[0] >= 1
    for kind in (game.options, *(get_args(game.entry) or (game.entry,))):
        assert is_dataclass(kind)
        assert kind.__dataclass_params__.frozen


@pytest.mark.parametrize("slug", FOLDERS)
def test_a_game_has_a_scoreboard_and_no_figures_before_the_first_entry(slug):
    game = games()[slug]
    for seats in (game.players[0], min(game.players[-1], 100)):
        board = game.score(Setup(seats, game.options()), [])
        assert (board.totals, board.ranks) == ((0,) * seats, (1,) * seats)
        assert len(board.needs) == seats
        assert not board.finished
        setup = Setup(seats, game.options(), ended_early=True)
        if game.figures:
            figures = game.figures.count(setup, [], game.score(setup, []))
            assert [list(of_seat) for of_seat in figures] == [[]] * seats


@pytest.mark.parametrize("slug", WITH_SAMPLE)
@settings(max_examples=examples(2))
@given(seed=st.integers(0), data=st.data())
def test_the_rules_accept_a_whole_sample_of_a_game(slug, seed, data):
    least, most = games()[slug].players[0], min(games()[slug].players[-1], 8)
    for seats in {least, data.draw(st.integers(least, most)), most}:
        setup, entries = sample_game(slug, seats, seed)
        board = games()[slug].score(setup, entries)
        assert board.problem is None
        assert board.finished or board.open_ended
    assert sample_game(slug, least, seed) == sample_game(slug, least, seed)


def sample_game(slug, seats, seed):
    chance = Random(seed)  # noqa: S311 - no secret
    setup = Setup(seats, sample(slug).options(chance, seats))
    return setup, list(sample(slug).play(setup, chance))


def parameters(function):
    """Return kind and default of each parameter by name."""
    return {
        name: (parameter.kind, parameter.default)
        for name, parameter in signature(function).parameters.items()
    }


@pytest.mark.parametrize("slug", FOLDERS)
def test_the_forms_have_the_signatures_of_the_contract(slug):
    module = forms(slug)
    contract = [OptionsForm, OptionsForm.options, EntryForm, EntryForm.entry]
    contract += [Forms.describe_options, Forms.describe_entry]
    if hasattr(module, "TablePage"):
        contract.append(TablePage)
    for function in contract:
        implementation = attrgetter(function.__qualname__.removeprefix("Forms."))(module)
        expected = {name: part for name, part in parameters(function).items() if name != "self"}
        actual = parameters(implementation)
        optional = {name for name, (_, default) in actual.items() if default is not Parameter.empty}
        assert {name: part for name, part in actual.items() if name in expected} == expected, (
            function
        )
        assert actual.keys() - expected.keys() - {"self"} <= optional, function


@pytest.mark.parametrize("slug", FOLDERS)
def test_an_empty_form_has_an_entry_and_a_description(slug):
    game, module = games()[slug], forms(slug)
    names = [f"Player {seat}" for seat in range(game.players[0])]
    form = module.EntryForm(
        MultiValueDict(), context=EntryContext(names, Setup(len(names), game.options()), [])
    )
    assert isinstance(form, Form)
    form.full_clean()
    assert all(isinstance(label, str) for label, _ in module.describe_entry(form.entry(), names))
    assert isinstance(module.OptionsForm(options={}), Form)
    assert all(isinstance(label, str) for label, _ in module.describe_options({}))


@pytest.mark.parametrize("slug", FOLDERS)
def test_rules_import_neither_django_nor_clock_nor_randomness_nor_files(slug):
    sources = [source for source in FOLDERS[slug].rglob("*.py") if source.name not in FOR_PAGES]
    assert FOLDERS[slug] / "rules.py" in sources
    for source in sources:
        roots = {name.split(".")[0] for name in imported_modules(source)}
        assert not roots & FORBIDDEN_MODULES, source
        assert not called_functions(source) & FORBIDDEN_FUNCTIONS, source


def test_the_core_imports_neither_django_nor_the_shell():
    core = Path(__file__).parents[2] / "games"
    for_forms = {core / "kit" / "choices.py", core / "kit" / "lists.py"}
    sources = {*core.glob("*.py"), *core.glob("contract/*.py"), *core.glob("kit/*.py")}
    for source in sources - for_forms:
        assert not {name.split(".")[0] for name in imported_modules(source)} & {
            "django",
            "scorekeeper",
        }, source
