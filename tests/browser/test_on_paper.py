"""Games and blank score sheets on paper, A4 and A5, in black and white."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.support.evening_pages import an_evening
from tests.browser.support.games_played import NAMES, a_round, game_of, game_with, group_of
from tests.browser.support.layout import BROKEN
from tests.browser.support.phone import SIZE, Phone, wait_until
from tests.support.shipped_games import SHIPPED

PAPERS = ("A4", "A5")
WIDTHS = (703, 469)  # pixels between the margins of A4 and A5
LONG = [a_round(n % 3, 20, (n + 1) % 3) for n in range(60)]

# What is left to see on paper that is of no use there.
USELESS = """() => [...document.querySelectorAll('a.button, button, nav, input, .bar, .meter')]
  .filter(part => part.checkVisibility())
  .map(part => part.outerHTML.slice(0, 100))
"""
# What is wider than the paper, and texts that run into the next column.
CUT_OFF = """() => [...document.querySelectorAll('main, .sheet, .paper, th, td, .paper .name')]
  .filter(part => part.scrollWidth > part.clientWidth + 1
    || part.scrollHeight > part.clientHeight + 1)
  .map(part => part.outerHTML.slice(0, 100))
"""
# The colours of text, lines and shapes that are neither black, white nor grey.
COLOURED = """() => [...new Set([...document.querySelectorAll('body *')]
  .filter(part => part.checkVisibility() && !part.closest('.icon'))
  .flatMap(part => {
    const style = getComputedStyle(part);
    const own = ['color', 'backgroundColor', 'borderTopColor', 'borderBottomColor'];
    const drawn = part.closest('svg') ? ['fill', 'stroke'] : [];
    return [...own, ...drawn].map(name => style[name]);
  }))]
  .filter(colour => {
    const [red, green, blue] = colour.match(/[\\d.]+/g) ?? [];
    return red !== green || green !== blue;
  })
"""
TOKENS = """() => [...document.querySelectorAll('.standings .token')].map(token => {
  const { clipPath, borderRadius } = getComputedStyle(token);
  return clipPath + borderRadius;
})
"""


def pages_of(phone: Phone, paper: str) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", phone.page.pdf(format=paper)))


@pytest.mark.parametrize("target", [1000, 40], ids=["going on", "finished"])
def test_a_game_is_printed_with_standings_and_sheet_but_no_buttons_and_colours(
    phone: Phone, target: int
):
    phone.open(f"/table/{game_of(LONG[:6], target=target).pk}/")
    page = phone.page
    page.emulate_media(media="print")
    assert page.evaluate(USELESS) == []
    expect(page.locator(".sheet")).to_be_visible()
    expect(page.locator(".sheet tbody")).to_have_count(6)
    expect(page.locator(".standings")).to_be_visible()
    for pressed in ("#saved", ".actions"):
        expect(page.locator(pressed)).to_be_hidden()
    assert page.evaluate(COLOURED) == []
    assert len(set(page.evaluate(TOKENS))) == 3  # shapes tell the players apart
    frames = "banners => banners.map(banner => getComputedStyle(banner).outlineStyle)"
    assert "solid" not in page.locator(".banner").evaluate_all(frames)
    day = "getComputedStyle(document.querySelector('[data-day]'), '::before').content"
    assert re.fullmatch(r'"\d+ \w+ \d{4}"', page.evaluate(day))
    page.emulate_media(media="screen")
    assert page.evaluate(COLOURED) != []
    assert page.evaluate(USELESS) != []


def test_a_history_is_printed_without_what_its_buttons_would_do(phone: Phone):
    phone.open(f"/table/{game_of(LONG[:2]).pk}/history/")
    expect(phone.page.get_by_text("Removes round 2")).to_be_visible()
    phone.page.emulate_media(media="print")
    assert phone.page.evaluate(USELESS) == []
    expect(phone.page.get_by_text("Removes round 2")).to_be_hidden()


def test_a_long_game_is_printed_in_the_order_of_play_over_pages_that_cut_no_row(phone: Phone):
    page = phone.page
    phone.prepare("window.print = () => { window.printed = (window.printed ?? 0) + 1; }")
    game = game_of(LONG, target=99_999)
    phone.open(f"/table/{game.pk}/")
    assert page.evaluate("window.printed") is None
    phone.press("More about this game")
    phone.follow("History")
    phone.follow("Print")
    wait_until(page, "async () => window.printed === 1")
    labels = page.locator(".sheet tbody th").all_inner_texts()
    assert [int(label) for label in labels] == list(range(1, len(LONG) + 1))
    expect(page).to_have_url(f"{phone.site}/table/{game.pk}/?print")
    expect_pages_with_whole_rows(phone)
    phone.open(f"/table/{game.pk}/rounds/")
    expect_pages_with_whole_rows(phone)


def expect_pages_with_whole_rows(phone: Phone) -> None:
    assert pages_of(phone, "A5") >= pages_of(phone, "A4") > 1
    phone.page.emulate_media(media="print")
    broken = "all => all.map(part => getComputedStyle(part).breakInside)"
    bodies = phone.page.locator(".sheet tbody").evaluate_all(broken)
    assert set(bodies) == {"avoid"}
    head = phone.page.locator(".sheet thead").evaluate("it => getComputedStyle(it).display")
    assert head == "table-header-group"  # which is repeated on each page
    phone.page.emulate_media(media="screen")


@pytest.mark.parametrize("players", [7, 12, 20])
def test_a_game_of_many_is_printed_with_all_its_columns(phone: Phone, players: int):
    names = [f"Bartholomew {number}" for number in range(1, players + 1)]
    points = {"points": {str(seat): 123 + seat for seat in range(players)}}
    options = {"title": "Golf", "lowest_wins": False, "target": None, "rounds": 9}
    game = game_with("score_pad", [points] * 9, names, None, options)
    phone.page.emulate_media(media="print")
    for path in ("", "paper/"):
        phone.open(f"/table/{game.pk}/{path}")
        for width in WIDTHS:
            phone.page.set_viewport_size({"width": width, "height": 640})
            assert phone.page.evaluate(CUT_OFF) == []
    phone.page.emulate_media(media="screen")
    phone.page.set_viewport_size(SIZE)


def test_no_heading_of_a_table_of_figures_is_broken_within_a_word(phone: Phone):
    evening = an_evening(group_of(NAMES), NAMES, 4, 0)
    phone.open(f"/groups/{evening.group_id}/evenings/{evening.pk}/")
    phone.page.emulate_media(media="print")
    phone.page.set_viewport_size({"width": WIDTHS[0], "height": 900})
    expect(phone.page.locator(".figures thead").first).to_be_visible()
    assert phone.page.evaluate(BROKEN) == []


@pytest.mark.parametrize("slug", SHIPPED)
def test_the_blank_sheet_of_every_game_fits_one_page(phone: Phone, slug: str):
    phone.open(f"/rules/{slug}/paper/")
    last = phone.page.locator("main nav a").last
    if last.count():
        phone.open(f"/rules/{slug}/paper/" + last.get_attribute("href"))
    assert [pages_of(phone, paper) for paper in PAPERS] == [1, 1]
    phone.page.emulate_media(media="print")
    assert phone.page.evaluate(USELESS) == []
    phone.page.emulate_media(media="screen")
