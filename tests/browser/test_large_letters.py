"""With larger text in the browser's settings, pages get longer but never wider than the phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.support.evening_pages import an_evening
from tests.browser.support.games_played import SECRET, a_round, game_of, group_of
from tests.browser.support.phone import Phone
from tests.browser.support.statistics_pages import open_folds, paths, play_for_ratings
from tests.browser.test_every_page import STICKS_OUT

pytestmark = pytest.mark.browser

NAMES = ("Maximilian", "Maximiliane", "Bartholomäus")
PAGES = ("", "history/", "share/", "enter/", "round/1/correct/", "options/")

LETTERS_A_LINE = """e => {
  const range = document.createRange();
  range.selectNodeContents(e);
  const lines = new Set([...range.getClientRects()].map(box => box.top));
  return e.textContent.trim().length / lines.size;
}"""


@pytest.mark.parametrize("times", [1.5, 2])
def test_nothing_is_wider_than_the_phone_with_larger_text(
    new_phone: Callable[..., Phone], times: float
):
    game = game_of([a_round(bid=40), a_round(1, 30, 2), a_round(2, 30, 2)], NAMES)
    phone = new_phone(secret=SECRET)  # the shared phone would keep its text size
    enlarge(phone.page, times)
    for path in (
        "/",
        "/players/",
        f"/players/{game.group.players.get(name=NAMES[1]).pk}/",
        "/games/",
        f"/groups/{game.group_id}/",
        *(f"/table/{game.pk}/{page}" for page in PAGES),
    ):
        phone.open(path)
        expect_whole_lines(phone.page)


@pytest.mark.parametrize("times", [1.5, 2])
def test_no_page_of_statistics_is_wider_than_the_phone_with_larger_text(
    new_phone: Callable[..., Phone], times: float
):
    group = an_evening(group_of(NAMES), NAMES, 4, 0).group
    play_for_ratings(group, NAMES)
    phone = new_phone(secret=SECRET)
    enlarge(phone.page, times)
    for path in paths(group, NAMES[1]):
        phone.open(path)
        open_folds(phone)
        expect_whole_lines(phone.page)


def expect_whole_lines(page: Page) -> None:
    for width in (360, 320):
        page.set_viewport_size({"width": width, "height": 640})
        assert page.evaluate(STICKS_OUT, width) == [], (page.url, width)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, page.url
    for text in page.locator("h1, .list strong").all():
        assert text.evaluate(LETTERS_A_LINE) > 3, (page.url, text.inner_text())


def enlarge(page: Page, times: float) -> None:
    """Enlarge the text as the browser's setting does, which affects media queries too."""
    sizes = {"standard": int(16 * times), "fixed": int(13 * times)}
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": sizes})
