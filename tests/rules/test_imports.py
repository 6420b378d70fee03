"""Modules import each other in one direction, also for types and inside functions, and packages
are small.
"""

import ast
from collections import Counter
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
