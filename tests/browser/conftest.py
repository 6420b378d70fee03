"""One browser for all tests. Each test has its own phones, and fails on any of their complaints."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.db import transaction
from django.utils import translation
from playwright.sync_api import Browser, expect, sync_playwright
from pytest_django import DjangoDbBlocker

from tests.browser.support.flaky import Network
from tests.browser.support.following import BEN
from tests.browser.support.games_played import SECRET
from tests.browser.support.phone import Phone
from tests.browser.support.scripts import Scripts, rendered_pages
from tests.support.chromium import CHROMIUM
from tests.support.long import LONG
from tests.support.serving import Serving, serving
from tests.support.waiting import PATIENCE, wait_until

expect.set_options(timeout=PATIENCE * 1000)

FOLDER = Path(__file__).parent
WITHOUT_BROWSER = FOLDER / "test_states.py"

# Keep Chromium from requests of its own, such as for updates, and from building a new frame for
# each page it opens, which costs a fifth of that. The option replaces Playwright's, so it repeats
# the feature that Playwright turns on.
OPTIONS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--enable-features=CDPScreenshotNewSurface,RenderDocument:level/crashed-frame",
]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of this folder, before those are skipped that need a browser."""
    for item in items:
        if item.path.is_relative_to(FOLDER) and item.path != WITHOUT_BROWSER:
            item.add_marker("browser")


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """An earlier test in this process may have left another language active."""
    with translation.override("en"):
        yield


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=OPTIONS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def live_server(django_db_setup: None) -> Iterator[Serving]:
    """Replaces Django's, which cannot stream."""
    with serving() as site:
        yield site


@pytest.fixture(autouse=True)
def answered(request: pytest.FixtureRequest) -> Iterator[None]:
    """Answer what pages send as they are left, before the test's database is gone."""
    if "live_server" not in request.fixturenames:
        yield
        return
    server = request.getfixturevalue("live_server")
    yield
    wait_until(lambda: server.is_idle)


@pytest.fixture
def network(live_server: Serving) -> Iterator[Network]:
    network = Network(urlsplit(live_server.url).port)
    yield network
    network.close()


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


@pytest.fixture(scope="session")
def keep(browser: Browser, live_server: Serving) -> Iterator[Callable[..., Phone]]:
    """Further phones for all tests, by their purpose."""
    phones: dict[str, Phone] = {}

    def get(purpose: str, **how: Any) -> Phone:
        if purpose not in phones:
            phones[purpose] = Phone(browser, live_server.url, **how)
        return phones[purpose]

    yield get
    for phone in phones.values():
        phone.put_away()


@pytest.fixture
def phone(keep: Callable[..., Phone]) -> Iterator[Phone]:
    """The phone that entered the games of games_played: one for all tests, wiped before each."""
    yield from keep("phone").for_one_test(SECRET)


@pytest.fixture
def motion(phone: Phone) -> None:
    """The phone does not prefer less, as it does where nothing looks at what moves."""
    phone.page.emulate_media(reduced_motion="no-preference")


@pytest.fixture
def ben(keep: Callable[..., Phone]) -> Iterator[Phone]:
    """Another one, which is in no group until it is let in."""
    yield from keep("ben").for_one_test(BEN)


@pytest.fixture
def other_phone(keep: Callable[..., Phone]) -> Iterator[Phone]:
    """A second one, known as the first."""
    yield from keep("other phone").for_one_test(SECRET)


@pytest.fixture
def plain_phone(keep: Callable[..., Phone]) -> Iterator[Phone]:
    """One without JavaScript."""
    yield from keep("plain phone", javascript=False).for_one_test(SECRET)


# Without scripts, forms send what Django's client sends in tests/app.
WITH_AND_WITHOUT = {"with JavaScript": "phone"} | ({"without": "plain_phone"} if LONG else {})


@pytest.fixture(params=WITH_AND_WITHOUT.values(), ids=WITH_AND_WITHOUT)
def any_phone(request: pytest.FixtureRequest, live_server: Serving) -> Phone:
    """Asks for the server itself, by which pytest-django knows that there is a database."""
    return request.getfixturevalue(request.param)


@pytest.fixture
def computer(keep: Callable[..., Phone]) -> Iterator[Phone]:
    yield from keep("computer", computer=True).for_one_test(SECRET)
