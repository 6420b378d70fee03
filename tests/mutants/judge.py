"""A plugin for pytest (`-p tests.mutants.judge`) that finds out whether the tests notice a mutant.

It runs the tests or files of tests listed in the file TESTS in that order, until one fails or LIMIT
seconds of processor time are over, and writes the verdict and its reason into the file VERDICT.
"""

import json
import os
import resource
from pathlib import Path

import pytest

from tests.mutants.steady import same_examples, seconds

TESTS = Path(os.environ["TESTS"]).read_text().splitlines()
VERDICT = Path(os.environ["VERDICT"])
LIMIT = float(os.environ["LIMIT"])


def decide(verdict: str, reason: str) -> None:
    VERDICT.write_text(json.dumps((verdict, seconds(), reason)))


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    same_examples()
    most = int(2 * LIMIT)
    resource.setrlimit(resource.RLIMIT_CPU, (most, most))  # in case a test never ends


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    order = {test: place for place, test in enumerate(TESTS)}

    def place(item: pytest.Item) -> int | None:
        return order.get(item.nodeid, order.get(item.nodeid.partition("::")[0]))

    chosen = [(number, item) for item in items if (number := place(item)) is not None]
    items[:] = [item for _number, item in sorted(chosen, key=lambda one: one[0])]


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> None:
    decide("killed", f"{item.nodeid}: it never ends")  # unless something else is written later
    if seconds() > LIMIT:
        item.session.shouldstop = "The time is over."


def pytest_exception_interact(
    node: pytest.Item | pytest.Collector, call: pytest.CallInfo[object]
) -> None:
    assert call.excinfo
    decide("killed", f"{node.nodeid}: {call.excinfo.exconly().splitlines()[0][:100]}")


def pytest_sessionfinish(session: pytest.Session) -> None:
    if session.testscollected and not session.testsfailed:
        verdict = "undecided" if session.shouldstop else "survived"
        decide(verdict, f"{session.testscollected} tests")
