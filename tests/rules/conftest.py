"""Every text that the rules make during these tests must be one that makemessages extracts."""

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from games.contract import Text
from tests.rules.support.messages import CORE, extracted_messages


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Any:
    unknown: set[str] = set()
    with watch_new_texts(lambda message: unknown.add(message)):
        result = yield
    assert not unknown, "makemessages does not extract these messages"
    return result


@contextmanager
def watch_new_texts(report: Callable[[str], None]) -> Iterator[None]:
    """Report the message of every new Text of a game that makemessages does not extract."""
    extracted = extracted_messages() | {""}
    original = Text.__dict__["__new__"]

    def create(
        cls: type[Text], message: str, values: Mapping[str, object] = {}, plural: str | None = None
    ) -> Text:
        if not (message in extracted and (plural or "") in extracted) and is_made_by_game(
            sys._getframe(1)
        ):
            report(message)
        text: Text = original.__func__(cls, message, values, plural)
        return text

    Text.__new__ = create  # type: ignore[method-assign, assignment]
    try:
        yield
    finally:
        Text.__new__ = original  # type: ignore[method-assign]


def is_made_by_game(frame: FrameType | None) -> bool:
    """Return whether a game of ours makes the text, directly or with gettext from the contract."""
    while frame and frame.f_globals["__name__"].startswith("games.contract"):
        frame = frame.f_back
    return frame is not None and Path(frame.f_code.co_filename).is_relative_to(CORE)
