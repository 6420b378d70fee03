"""The texts of every page have room on a phone in every language: with LONG=1, as it takes minutes.

With PICTURES=folder/ko it leaves a picture and the text of each page in Korean in that folder, for
`manage.py texts`.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import translation
from playwright.sync_api import Error, Page, expect

from tests.browser.support.all_states import STATES
from tests.browser.support.layout import BROKEN, CUT, OVERLAPPING
from tests.browser.support.outbox import go_online
from tests.browser.support.phone import BLANK, SIZE, Phone
from tests.browser.support.pseudo_page import TEXTS, open_in
from tests.browser.support.states import State
from tests.support.long import LONG
from tests.support.waiting import PATIENCE

PICTURES = Path(os.environ["PICTURES"]) if os.environ.get("PICTURES") else None
LANGUAGES = [PICTURES.name] if PICTURES else [code for code, _name in settings.LANGUAGES]
# They have the most text beside numbers. An ordinary run opens these only.
CROWDED = ("home_before_the_first_game", "year_of_a_group", "rules_of_chimera")
OPENED = [state for state in STATES if LONG or PICTURES or state.name in CROWDED]
SHORT = 1500  # milliseconds


@pytest.fixture
def impatient(phone: Phone) -> Iterator[Phone]:
    expect.set_options(timeout=SHORT)
    phone.context.set_default_timeout(SHORT)
    phone.context.set_default_navigation_timeout(PATIENCE * 1000)
    yield phone
    expect.set_options(timeout=PATIENCE * 1000)
    phone.context.set_default_timeout(PATIENCE * 1000)
    phone.complaints.clear()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("state", OPENED, ids=lambda state: state.name.replace("_", " "))
def test_no_text_is_cut_covered_or_broken(impatient: Phone, state: State, language: str):
    page = impatient.page
    if not go_in(impatient, state, language):
        return
    if PICTURES:
        take_picture(page, PICTURES / state.name)
    found = {script: page.evaluate(script) for script in (CUT, OVERLAPPING, BROKEN)}
    assert list(found.values()) == [[], [], []]


def go_in(phone: Phone, state: State, language: str) -> bool:
    """A state that looks for English words ends there, on the same page but for a tap or two."""
    phone.context.add_cookies([{"name": "language", "value": language, "url": phone.site}])
    with translation.override(language), suppress(AssertionError, Error):
        state.go(phone)
    go_online(phone)
    phone.page.wait_for_load_state()
    phone.devtools.send("Page.stopLoading")  # a tap that nobody waits for any more
    if phone.page.url == BLANK:
        return False  # what leads there looks for English words
    # That tap may have led to a page that was stopped before its style sheets came.
    if shown_in(phone.page) != language or not phone.page.evaluate(LOADED):
        open_in(phone.page, language)
    phone.page.set_viewport_size(SIZE)
    phone.page.wait_for_load_state()
    phone.page.evaluate(FINISH)  # a change arrives from the right
    return shown_in(phone.page) == language


FINISH = "for (const animation of document.getAnimations()) animation.finish()"
LOADED = "performance.getEntriesByType('navigation')[0].loadEventEnd > 0"


def shown_in(page: Page) -> object:
    return page.evaluate("document.documentElement?.lang")


def take_picture(page: Page, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    # Hiding the caret takes inline styles, which are refused.
    page.screenshot(
        path=path.with_suffix(".jpg"),
        quality=60,
        full_page=True,
        scale="css",
        caret="initial",
        timeout=PATIENCE * 1000,
    )
    path.with_suffix(".txt").write_text("\n".join(page.evaluate(TEXTS)))
