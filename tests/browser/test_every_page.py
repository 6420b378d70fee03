"""Every page in every state fits the phone and the thumb, and axe finds no problems."""

from collections import OrderedDict
from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import pytest
from django.utils import timezone
from playwright.sync_api import Route

from tests.browser.support import pages
from tests.browser.support.all_states import STATES_TO_OPEN
from tests.browser.support.aria import aria_snapshot
from tests.browser.support.axe import ALL, COLOURS, NAMES, violations
from tests.browser.support.cover import read_cover, recording, update_cover
from tests.browser.support.games_played import SECRET
from tests.browser.support.golden import HOW_TO_UPDATE, UPDATING, expect_golden
from tests.browser.support.outbox import go_online
from tests.browser.support.phone import SIZE, Phone
from tests.browser.support.pseudo_page import (
    CUT,
    TEXTS,
    open_in,
    show_in,
    untranslated_words,
    without_long_names,
)
from tests.browser.support.room import BROKEN_WORDS, STICKS_OUT, WIDE, together
from tests.browser.support.states import State
from tests.support.clock import replace_now
from tests.support.long import LONG
from tests.support.pseudo_language import CODE, pseudo_language, save_catalogue
from tests.support.waiting import wait_until

OTHERS = ("de", "ja", "ko")

# Everything that can be pressed. The target of a radio or checkbox is the label around it.
TOO_SMALL = """() => [...document.querySelectorAll(
    'a.button, nav a, button, summary, label.choice, .sheet tbody a, .list a, .tile, .icon-button, '
    + 'select, textarea, .card td > a, label.button, .outcomes, .summary div, .summary small a, '
    + '.figures .who, .figures :is(th, td):has(> a), .page > .help > a:only-child, '
    + 'input:not([type=hidden], [type=radio], [type=checkbox])')]
  .filter(target => target.checkVisibility({visibilityProperty: true}) && !target.matches('.hide'))
  .map(target => [target, target.getBoundingClientRect()])
  .filter(([_, {width, height}]) => Math.min(width, height) < 43.95)
  .map(([target, {width, height}]) =>
    `${width.toFixed(1)} × ${height.toFixed(1)}: ${target.outerHTML.slice(0, 150)}`)
"""

TOO_FAINT = """() => [...document.querySelectorAll(
    '.total, .change, .number, .breakdown b:last-child, .scores small, '
    + '.preview summary :not(:has(> b:nth-of-type(7))) > b:has(.name)')]
  .filter(number => number.checkVisibility() && parseFloat(getComputedStyle(number).fontSize) < 18)
  .map(number => `${getComputedStyle(number).fontSize}: ${number.outerHTML}`)
"""

# Ids that a field or an element refers to and that do not exist.
NOWHERE = """() => ['for', 'aria-describedby', 'aria-labelledby'].flatMap(name =>
    [...document.querySelectorAll(`[${name}]:not([type=hidden])`)]
      .flatMap(part => part.getAttribute(name).trim().split(/\\s+/)))
  .filter(id => !document.getElementById(id))
"""


@pytest.fixture(scope="module")
def pseudo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The site has the pseudo language, too. Changing the settings reads all catalogues anew."""
    folder = tmp_path_factory.mktemp("locale")
    save_catalogue(folder)
    with pseudo_language(folder):
        yield


@pytest.fixture
def fixed_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """The site takes today for this day; the hours go on."""
    now = timezone.now
    late = now() - datetime(2026, 3, 13, 21, 14, tzinfo=UTC)

    replace_now(monkeypatch, lambda: now() - late)
    monkeypatch.setattr("scorekeeper.statistics.history._histories", OrderedDict())


@pytest.mark.usefixtures("pseudo", "fixed_day")
@pytest.mark.parametrize("state", STATES_TO_OPEN, ids=lambda state: state.name.replace("_", " "))
def test_everyone_can_read_and_tap_the_page(phone: Phone, state: State, subtests: pytest.Subtests):
    page = phone.page
    # Every other page in the dark: test_colours.py compares the colours of both themes.
    if STATES_TO_OPEN.index(state) % 2:
        page.emulate_media(color_scheme="dark")
    with recording() as recorder:
        state.go(phone)
        page.wait_for_load_state()  # wait for its style sheets
        if UPDATING and not state.long:
            update_cover(state.name, recorder.shown(page))
        answered_for = {item for item, name in read_cover().items() if name == state.name}
        with subtests.test("it shows what it is opened for"):
            # Some of it appears later, by scripts.
            wait_until(
                lambda: answered_for <= recorder.shown(page),
                lambda: f"{answered_for - recorder.shown(page)}: {HOW_TO_UPDATE}",
            )
    if state.golden:
        with subtests.test("roles and names are as kept"):
            expect_golden(f"pages/{state.name}.yaml", aria_snapshot(page))
    too_small, too_faint, nowhere = page.evaluate(together(TOO_SMALL, TOO_FAINT, NOWHERE))
    with subtests.test("targets as large as a thumb"):
        assert too_small == []
    with subtests.test("numbers to be read across the table"):
        assert too_faint == []
    with subtests.test("whatever explains something is there"):
        assert nowhere == []
    # Once for each template: its other states would show the same, and so would a state that
    # answers for nothing.
    has_template = any(item.startswith("template") for item in answered_for)
    if LONG or has_template or (state.golden and answered_for):
        with subtests.test("axe finds nothing"):
            assert violations(page, ALL) == []
        if LONG:
            check_theme_and_languages(phone, subtests)
    for width, height in ((360, 640), (320, 568), (1280, 800)):
        size = {"width": width, "height": height}
        if page.viewport_size != size:
            page.set_viewport_size(size)
        with subtests.test("it fits, and no name breaks within a word", width=width):
            assert page.evaluate(together(WIDE, BROKEN_WORDS), width) == [[], []]
    if LONG or has_template:
        check_texts(phone, subtests)


def check_theme_and_languages(phone: Phone, subtests: pytest.Subtests) -> None:
    """Faults that the other theme and other languages could bring, and rarely do."""
    for scheme in ("light", "dark"):
        phone.page.emulate_media(color_scheme=scheme)
        with subtests.test("axe finds no faint colours", scheme=scheme):
            assert violations(phone.page, COLOURS) == []
    phone.refusals.add(405)  # the address of an action
    go_online(phone)
    for language in OTHERS:
        if show_in(phone.page, language):
            with subtests.test("axe finds nothing", language=language):
                assert violations(phone.page, NAMES) == []


def check_texts(phone: Phone, subtests: pytest.Subtests) -> None:
    """In the pseudo language, if the page has it: one that no request brings up does not."""
    page = phone.page
    phone.refusals.add(405)  # the address of an action
    go_online(phone)
    page.set_viewport_size(SIZE)
    open_in(page, CODE)
    if page.locator("html").get_attribute("lang") != CODE:
        return
    texts, *without_room = page.evaluate(together(TEXTS, STICKS_OUT, CUT), SIZE["width"])
    with subtests.test("every text is translated"):
        assert untranslated_words(texts) == set()
    with subtests.test("texts that are 40 % longer have room"):
        assert list(map(without_long_names, without_room)) == [[], []]


def ask_in_no_language(route: Route) -> None:
    """Chromium with windows always names one, unlike chromium-headless-shell."""
    if not route.request.is_navigation_request():
        route.continue_()
        return
    headers = route.request.all_headers()
    headers.pop("accept-language", None)
    route.fulfill(response=route.fetch(headers=headers))


@pytest.mark.parametrize("locale", [None, "en-US"])
def test_a_browser_of_another_language_or_of_none_gets_pages_as_good(
    phone: Phone, new_phone: Callable[..., Phone], locale: str | None, subtests: pytest.Subtests
):
    """A page in another language than the browser's has a link to the latter."""
    if locale is None:
        phone = new_phone(secret=SECRET, locale=None)
        phone.page.route(f"{phone.site}/**", ask_in_no_language)
    phone.context.add_cookies([{"name": "language", "value": "ja", "url": phone.site}])
    game = pages.finished_game()
    for path in ("", f"table/{game.pk}/", f"table/{game.pk}/round/3/correct/", "rules/chimera/"):
        phone.open(f"/{path}")
        assert phone.page.locator("#own-language").count() == (locale is not None)
        assert phone.page.evaluate(TOO_SMALL) == []
        if locale:  # without it, the pages are the same ones without the link, and axe is slow
            with subtests.test("axe finds nothing", path=path):
                assert violations(phone.page, ALL) == []
