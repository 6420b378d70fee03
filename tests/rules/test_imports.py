"""Modules import each other in one direction, also for types and inside functions, and only what is
there. Packages are small.
"""

import ast
from collections import Counter
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

BASE = Path(__file__).parents[2]
MOST_MODULES = 16  # of a package
ONE_EACH = {"migrations", "commands"}  # Django wants a module for each


def module_name(file):
    return ".".join(file.relative_to(BASE).with_suffix("").parts).removesuffix(".__init__")


MODULES = {
    module_name(file): file
    for part in ("games", "scorekeeper")
    for file in BASE.glob(f"{part}/**/*.py")
}
PROGRAMS = {
    module_name(file): file for part in ("bench", "docs") for file in BASE.glob(f"{part}/*.py")
}
FOLDERS = ("bench", "docs", "games", "scorekeeper", "tests")
FILES = MODULES | PROGRAMS | {module_name(file): file for file in BASE.glob("tests/**/*.py")}


def imports_of(source):
    """The modules of ours that it imports."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            parts = [f"{node.module}.{name.name}" for name in node.names]
            names = [part if part in MODULES else node.module for part in parts]
        else:
            continue
        yield from MODULES.keys() & names


@pytest.fixture(scope="module")
def arrows():
    return {
        (name, other) for name, file in MODULES.items() for other in imports_of(file.read_text())
    }


def circle_in(arrows):
    """The modules of a circle, the first one again at the end; None if there is no circle."""
    sorter = TopologicalSorter()
    for name, other in arrows:
        sorter.add(name, other)
    try:
        sorter.prepare()
    except CycleError as error:
        return error.args[1]
    return None


def test_no_modules_import_each_other_in_a_circle(arrows):
    assert circle_in(arrows) is None


def test_no_package_has_more_modules_than_one_can_keep_in_mind():
    sizes = Counter(file.parent for file in MODULES.values() if file.parent.name not in ONE_EACH)
    assert {str(folder): size for folder, size in sizes.items() if size > MOST_MODULES} == {}


@cache
def names_in(file):
    """The names that it gives to something."""
    names = set()
    for node in ast.walk(ast.parse(file.read_text())):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                names.add(node.name)
            case ast.alias():
                names.add(node.asname or node.name)
            case ast.Name(ctx=ast.Store()):
                names.add(node.id)
    return names


@pytest.mark.parametrize("program", PROGRAMS)
def test_programs_beside_the_site_import_only_what_is_there(program):
    """No test starts all of them."""
    for node in ast.walk(ast.parse(PROGRAMS[program].read_text())):
        if isinstance(node, ast.ImportFrom) and node.module.partition(".")[0] in FOLDERS:
            assert node.module in FILES
            names = {one.name for one in node.names if f"{node.module}.{one.name}" not in FILES}
            assert names <= names_in(FILES[node.module]), node.module
