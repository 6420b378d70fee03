"""One browser for all tests. Each test has its own phones, and fails on any of their complaints."""

from collections.abc import Callable, Iterator

import pytest
from django.db import transaction
from django.utils import translation
from playwright.sync_api import Browser, expect, sync_playwright
from pytest_django import DjangoDbBlocker

from tests.browser.support.following import BEN
from tests.browser.support.games_played import SECRET
from tests.browser.support.phone import PATIENCE, Phone
from tests.browser.support.scripts import Scripts, rendered_pages
from tests.support.chromium import CHROMIUM
from tests.support.serving import Serving, serving

expect.set_options(timeout=PATIENCE)

# Keep Chromium from requests of its own, such as for updates.
QUIET = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """An earlier test in this process may have left another language active."""
    with translation.override("en"):
        yield


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def live_server(django_db_setup: None) -> Iterator[Serving]:
    """Replaces Django's, which cannot stream."""
    with serving() as site:
        yield site


@pytest.fixture
def new_phone(browser: Browser, live_server: Serving) -> Iterator[Callable[..., Phone]]:
    """Creates phones nobody has used; one with a secret is already known."""
    phones: list[Phone] = []

    def make(**how: object) -> Phone:
        phones.append(Phone(browser, how.pop("site", live_server.url), **how))
        return phones[-1]

    yield make
    for phone in phones:
        phone.put_away()


@pytest.fixture(scope="session")
def kept(browser: Browser, live_server: Serving) -> Iterator[Phone]:
    phone = Phone(browser, live_server.url)
    yield phone
    phone.put_away()


@pytest.fixture
def phone(kept: Phone) -> Iterator[Phone]:
    """The phone that entered the games of games_played: one for all tests, wiped before each."""
    kept.wipe(SECRET)
    yield kept
    kept.leave()  # before its games are deleted, which it would be told
    kept.have_no_complaints()


@pytest.fixture(scope="session")
def other(browser: Browser, live_server: Serving) -> Iterator[Phone]:
    phone = Phone(browser, live_server.url)
    yield phone
    phone.put_away()


@pytest.fixture
def ben(other: Phone) -> Iterator[Phone]:
    """A second phone, also wiped before each test, which is in no group until it is let in."""
    other.wipe(BEN)
    yield other
    other.leave()
    other.have_no_complaints()


@pytest.fixture(scope="session")
def pages(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> dict[str, str]:
    with django_db_blocker.unblock(), transaction.atomic():
        pages = rendered_pages()
        transaction.set_rollback(True)
    return pages


@pytest.fixture(scope="session")
def scripted(browser: Browser, pages: dict[str, str]) -> Iterator[Scripts]:
    scripts = Scripts(browser, pages)
    yield scripts
    scripts.phone.put_away()


@pytest.fixture
def scripts(scripted: Scripts) -> Iterator[Scripts]:
    """The scripts without a server: a tenth of the time. One phone for all tests."""
    scripted.start()
    yield scripted
    scripted.phone.have_no_complaints()
