"""Every page in every state fits the phone and the thumb, and axe finds no problems."""

from collections import OrderedDict
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.apps import apps
from django.utils import timezone
from playwright.sync_api import Page

from tests.browser.support import (
    evening_pages,
    fish_pages,
    kit_pages,
    pages,
    score_pad_pages,
    sheet_pages,
    statistics_pages,
    tricks_pages,
    yahtzee_pages,
)
from tests.browser.support.aria import aria_snapshot
from tests.browser.support.axe import ALL, COLOURS, NAMES, violations
from tests.browser.support.golden import expect_golden
from tests.browser.support.phone import Phone
from tests.browser.support.pseudo_page import (
    CUT,
    open_in,
    show_in,
    untranslated_words,
    without_long_names,
)
from tests.support.pseudo_language import CODE, pseudo_language, save_catalogue

pytestmark = pytest.mark.browser

# Everything that can be pressed. The target of a radio or checkbox is the label around it.
TOO_SMALL = """() => [...document.querySelectorAll(
    'a.button, button, summary, label.choice, .sheet tbody a, .list a, .tile, .icon-button, '
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

# Only a score sheet or card may be wider than the phone: it scrolls by itself.
# Not what is inline in a block that ends in an ellipsis.
STICKS_OUT = """width => [...document.querySelectorAll('body, body *')]
  .filter(part => part.checkVisibility() && !part.closest('.sheet table, .card table, .hide, svg'))
  .filter(part => {
    const { overflowX, textOverflow } = getComputedStyle(part.parentElement);
    const cut = overflowX === 'hidden' && textOverflow === 'ellipsis';
    return getComputedStyle(part).display !== 'inline' || !cut;
  })
  .filter(part => {
    const {left, right} = part.getBoundingClientRect();
    return left < -.5 || right > width + .5;
  })
  .map(part => part.outerHTML.slice(0, 150))
"""


@pytest.fixture(scope="session")
def pseudo_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("locale")
    save_catalogue(folder)
    return folder


@pytest.fixture
def pseudo(pseudo_folder: Path) -> Iterator[None]:
    """The site has the pseudo language, too."""
    with pseudo_language(pseudo_folder):
        yield


@pytest.fixture
def fixed_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """The site takes today for this day; the hours go on."""
    now = timezone.now
    late = now() - datetime(2026, 3, 13, 21, 14, tzinfo=UTC)

    def then() -> datetime:
        return now() - late

    monkeypatch.setattr("django.utils.timezone.now", then)
    # A field keeps the function that it was defined with.
    for field in (field for model in apps.get_models() for field in model._meta.fields):
        if field.default is now:
            monkeypatch.setitem(vars(field), "_get_default", then)
    monkeypatch.setattr("scorekeeper.statistics.history._kept", OrderedDict())


@pytest.fixture(
    params=[
        *pages.STATES,
        *yahtzee_pages.STATES,
        *score_pad_pages.STATES,
        *sheet_pages.STATES,
        *tricks_pages.STATES,
        *fish_pages.STATES,
        *kit_pages.STATES,
        *evening_pages.STATES,
        *statistics_pages.STATES,
    ],
    ids=lambda go: go.__name__.replace("_", " "),
)
def page(request: pytest.FixtureRequest, phone: Phone, fixed_day: None) -> Page:
    request.param(phone)
    phone.page.wait_for_load_state()  # wait for its style sheets
    return phone.page


@pytest.mark.usefixtures("pseudo")
def test_everyone_can_read_and_tap_the_page(
    phone: Phone, page: Page, request: pytest.FixtureRequest, subtests: pytest.Subtests
):
    with subtests.test("roles and names are as kept"):
        state = request.node.callspec.id.replace(" ", "_")
        expect_golden(f"pages/{state}.yaml", aria_snapshot(page))
    with subtests.test("targets as large as a thumb"):
        assert page.evaluate(TOO_SMALL) == []
    with subtests.test("numbers to be read across the table"):
        assert page.evaluate(TOO_FAINT) == []
    with subtests.test("whatever explains something is there"):
        assert page.evaluate(NOWHERE) == []
    for theme, rules in (("light", ALL), ("dark", COLOURS)):
        page.emulate_media(color_scheme=theme)
        with subtests.test("axe finds nothing", theme=theme):
            assert violations(page, rules) == []
    for width, height in ((360, 640), (320, 568)):
        page.set_viewport_size({"width": width, "height": height})
        with subtests.test("nothing is wider than the phone", width=width):
            assert page.evaluate(STICKS_OUT, width) == []
            assert page.evaluate("document.documentElement.scrollWidth") <= width
    phone.refusals.add(405)  # the address of an action
    page.set_viewport_size({"width": 360, "height": 640})
    if page.url.startswith("http"):
        check_languages(page, subtests)
        if open_in(page, CODE):
            check_texts(page, subtests)


def check_languages(page: Page, subtests: pytest.Subtests) -> None:
    for language in ("de", "ja", "ko"):
        if show_in(page, language):
            with subtests.test("axe finds nothing", language=language):
                assert violations(page, NAMES) == []


def check_texts(page: Page, subtests: pytest.Subtests) -> None:
    """Of a page in the pseudo language."""
    with subtests.test("every text is translated"):
        assert untranslated_words(page) == set()
    with subtests.test("texts that are 40 % longer have room"):
        assert without_long_names(page.evaluate(STICKS_OUT, 360)) == []
        assert without_long_names(page.evaluate(CUT)) == []
