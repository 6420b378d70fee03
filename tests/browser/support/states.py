"""The states of pages that tests open. Each is a function that takes a phone there."""

from collections.abc import Callable
from typing import NamedTuple

from tests.browser.support.phone import Phone

Go = Callable[[Phone], None]


class State(NamedTuple):
    """`golden`: people review its roles and names. `long`: only opened with LONG=1."""

    go: Go
    golden: bool = False
    long: bool = False

    @property
    def name(self) -> str:
        return self.go.__name__


STATES: list[State] = []


def state(go: Go) -> Go:
    STATES.append(State(go))
    return go


def golden_state(go: Go) -> Go:
    STATES.append(State(go, golden=True))
    return go


def long_state(go: Go) -> Go:
    """Shows nothing that no other state shows, but in other sizes, numbers or languages."""
    STATES.append(State(go, long=True))
    return go
