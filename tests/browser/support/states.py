"""The states of pages that tests open. Each is a function that takes a phone there."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from tests.browser.support.phone import Phone

Go = Callable[[Phone], None]


class State(NamedTuple):
    """`golden`: people review its roles and names. `long`: only opened with LONG=1."""

    name: str
    go: Go
    golden: bool = False
    long: bool = False


STATES: list[State] = []


def state(go: Go) -> Go:
    STATES.append(State(go.__name__, go))
    return go


def golden_state(go: Go) -> Go:
    STATES.append(State(go.__name__, go, golden=True))
    return go


def long_state(go: Go) -> Go:
    """Shows nothing that no other state shows, but in other sizes, numbers or languages."""
    STATES.append(State(go.__name__, go, long=True))
    return go


def pages_to_open(golden: bool = False, long: bool = False, **paths: Callable[[], str]) -> None:
    """Add states that take no more than to open an address."""
    for name, path in paths.items():
        STATES.append(State(name, partial(open_page, path), golden, long))


def open_page(path: Callable[[], str], phone: Phone) -> None:
    phone.open(path())


golden_pages = partial(pages_to_open, golden=True)
long_pages = partial(pages_to_open, long=True)
