"""A plugin for pytest (`-p tests.mutants.reach`) that records which tests reach which mutants.

It appends a line of JSON for each test to a file in the folder REACHED: its id, its result, its
seconds of processor time, and the mutants and files it reached.
"""

import ast
import builtins
import json
import os
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

import pytest

from tests.mutants.mutant import ROOT, SAMPLE, Mutant, read
from tests.mutants.steady import same_examples, seconds

Function = ast.FunctionDef | ast.AsyncFunctionDef

reached: set[int | str] = set()


class Probing(SourceFileLoader):
    """Loads a module with a call before the line of each mutant, and in each function."""

    def __init__(self, name: str, path: str, mutants: list[Mutant]) -> None:
        super().__init__(name, path)
        self.mutants = mutants

    def get_code(self, fullname: str) -> CodeType:
        source = Path(self.path).read_text()
        tree = ast.parse(source)
        lines = {mutant.number: mutant.index(source) for mutant in self.mutants}
        places = {number: line + 1 for number, line in lines.items() if line is not None}
        functions = [node for node in ast.walk(tree) if isinstance(node, Function)]
        for number, line in places.items():
            insert_probe(tree, number, line)
        for function in functions:
            function.body.insert(0, probe(self.mutants[0].path))
        return compile(ast.fix_missing_locations(tree), self.path, "exec")


def insert_probe(tree: ast.Module, number: int, line: int) -> None:
    """Put it before the innermost statement of the line; for a decorator, into its function."""
    block, index = list(statements_at(tree, line))[-1]
    statement = block[index]
    if isinstance(statement, Function) and line <= statement.lineno:
        statement.body.insert(0, probe(number))
    else:
        block.insert(index, probe(number))


def statements_at(node: ast.AST, line: int) -> Iterator[tuple[list[ast.stmt], int]]:
    """Yield each statement that contains the line, as its block and its index there."""
    for child in ast.walk(node):
        for name in ("body", "orelse", "finalbody"):
            block: object = getattr(child, name, None)
            if not isinstance(block, list):
                continue  # a lambda has one expression
            for index, statement in enumerate(block):
                if first_line(statement) <= line <= (statement.end_lineno or 0):
                    yield block, index


def first_line(statement: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(decorator.lineno for decorator in decorators)])


def probe(what: int | str) -> ast.stmt:
    return ast.parse(f"__reached__({what!r})").body[0]


class Finder(MetaPathFinder):
    def __init__(self, mutants: Iterable[Mutant]) -> None:
        self.mutants: dict[str, list[Mutant]] = defaultdict(list)
        for mutant in mutants:
            self.mutants[str(ROOT / mutant.path)].append(mutant)

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name.partition(".")[0] not in ("games", "scorekeeper"):
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec and spec.origin in self.mutants:
            spec.loader = Probing(name, spec.origin, self.mutants[spec.origin])
        return spec


vars(builtins)["__reached__"] = reached.add
sys.meta_path.insert(0, Finder(read(SAMPLE)))


class Recorder:
    def __init__(self) -> None:
        self.file = Path(os.environ["REACHED"], f"{os.getpid()}.jsonl")
        self.outcomes: list[str] = []

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        reached.clear()
        self.outcomes.clear()
        begin = seconds()
        yield
        passed = self.outcomes == ["passed"] * 3
        took = round(seconds() - begin, 3)
        with self.file.open("a") as file:
            print(json.dumps((item.nodeid, passed, took, list(reached))), file=file)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.outcomes.append(report.outcome)


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    same_examples()
    if hasattr(config, "workerinput") or not config.getoption("numprocesses", None):
        config.pluginmanager.register(Recorder())
