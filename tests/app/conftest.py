"""Fixtures shared by the tests of the app."""

from collections import OrderedDict
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import translation

from scorekeeper.pages.game.fragments import MOST_BYTES, FragmentCache
from tests.app.support.factories import a_group, a_phone, group_of
from tests.support.clock import replace_now
from tests.support.serving import serving


@pytest.fixture(autouse=True)
def database(db):
    """Any test here may use the database, as nearly all do."""


@pytest.fixture(autouse=True)
def english():
    """An earlier test in this process may have left another language active."""
    with translation.override("en"):
        yield


class Clock:
    """A wall clock that moves only when told to, backwards too."""

    def __init__(self):
        self.now = datetime(2026, 3, 13, 21, 14, tzinfo=UTC)

    def pass_by(self, **time):
        self.now += timedelta(**time)

    def set_back(self, **time):
        self.now -= timedelta(**time)


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    replace_now(monkeypatch, lambda: clock.now)
    # A group of another test may have been created at the same time by this clock.
    monkeypatch.setattr("scorekeeper.statistics.history._histories", OrderedDict())
    monkeypatch.setattr("scorekeeper.pages.game.fragments.fragments", FragmentCache(MOST_BYTES))
    return clock


@pytest.fixture
def phone():
    """The phone of a host of a new group."""
    phone = a_phone()
    a_group(phone)
    return phone


@pytest.fixture
def group(phone):
    return group_of(phone)


@pytest.fixture
def site():
    with serving() as site:
        yield site
