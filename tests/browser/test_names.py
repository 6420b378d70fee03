"""Common and extreme names: points are always complete, names as far as there is room.

test_every_page.py looks for names that break within a word.
"""

from playwright.sync_api import Locator, expect

from tests.browser.support import pages
from tests.browser.support.games_played import a_round, game_of
from tests.browser.support.phone import Phone
from tests.browser.support.score_pads import pad_game
from tests.support.entries import points

ORDINARY = ("Sophie", "Sebastian", "Alexandra-Jane")
CUT = "e => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1"
LINES = "e => Math.round(e.clientHeight / parseFloat(getComputedStyle(e).lineHeight))"
LINE_WIDTHS = """card => {
  const range = document.createRange();
  range.selectNodeContents(card.querySelector('.name'));
  return [...range.getClientRects()].map(line => line.width);
}"""
IN_SIGHT = """b => {
  const place = b.closest('span').getBoundingClientRect(), range = document.createRange();
  range.selectNodeContents(b.lastChild);
  const box = range.getBoundingClientRect();
  return box.width > 0 && box.left >= place.left
    && box.right <= place.right + 1 && box.bottom <= place.bottom + 1;
}"""
TOO_HIGH = "e => e.scrollHeight > e.clientHeight + 1"
TOTALS = """places => [...places.querySelectorAll('.name')].map(name => {
  const range = document.createRange(), total = name.nextSibling;
  range.setStart(total, 1);
  range.setEnd(total, total.length);
  const {right} = range.getBoundingClientRect();
  return right <= places.getBoundingClientRect().right && total.data.match(/[−0-9]+/)[0];
})"""
BEST = {"bid": 40, "traps": 6, "chimera_attack": True, "toads": {"0": 4}}


def every(parts: Locator, script: str) -> list[object]:
    return parts.evaluate_all(f"parts => parts.map({script})")


def test_ordinary_names_fit_the_rows_of_a_treasure(phone: Phone):
    phone.open(f"/table/{game_of(names=ORDINARY).pk}/enter/")
    names = phone.page.locator(".per-seat .name")
    expect(names).to_have_text(ORDINARY * 2)
    assert every(names, CUT) == [False] * 6
    choices = phone.page.locator(".per-seat .choice")
    assert min(every(choices, "e => Math.min(e.clientWidth, e.clientHeight)")) >= 44


def test_a_name_on_a_card_wraps_to_two_lines_before_it_is_cut(phone: Phone):
    phone.open(f"/table/{game_of(names=('Sophie', 'Sebastian', 'Alexandra-Jane Smith')).pk}/enter/")
    names = phone.page.locator(".seats .name")
    expect(names).to_have_count(9)
    assert every(names, CUT) == [False] * 9


def test_a_name_wraps_the_same_selected_or_not(phone: Phone):
    phone.open(f"/table/{game_of(names=('Maximilian', 'Maximiliane', 'Bartholomäus')).pk}/enter/")
    card = phone.question("Who was the Chimera?").locator(".choice")
    for width in (360, 320):
        phone.page.set_viewport_size({"width": width, "height": 640})
        before = every(card, LINE_WIDTHS)
        for seat in range(3):
            phone.tap(card.nth(seat))
            expect(card.nth(seat).get_by_role("radio")).to_be_checked()
            assert every(card, LINE_WIDTHS) == before


def test_points_stay_whole_beside_long_names_in_standings_sheet_and_preview(phone: Phone):
    game = game_of([a_round(**BEST), a_round(1), a_round(2, 30, 0)], pages.NAMES, target=99999)
    phone.open(f"/table/{game.pk}/")
    expect_whole_standings(phone)
    under = "a => a.querySelector('.total').offsetTop >= a.querySelector('.change').offsetTop + 15"
    cells = phone.page.locator(".sheet td a")
    assert every(cells, under) == [True] * 9
    assert len(set(every(cells, "a => a.offsetHeight"))) == 1
    phone.open(f"/table/{game.pk}/round/1/correct/")
    parts = phone.page.locator("#preview summary b")
    expect(parts).to_have_count(3)
    assert every(parts, IN_SIGHT) == [True] * 3
    expect(parts.first).to_have_text(f"{pages.NAMES[0]} +295")


def test_totals_of_five_figures_stay_whole_beside_long_names(phone: Phone):
    phone.open(f"/table/{game_of([a_round(**BEST)] * 40, pages.NAMES, target=99999).pk}/")
    expect_whole_standings(phone)


def expect_whole_standings(phone: Phone) -> None:
    """Names may take two lines."""
    assert max(every(phone.page.locator(".standings .whole"), LINES)) == 2
    totals = phone.page.locator(".standings .total")
    assert not any(every(totals, "e => e.scrollWidth > e.clientWidth"))
    assert all(every(totals, "e => e.getBoundingClientRect().right <= 360 - 16"))
    expect(phone.page.locator(".standings .name").first).to_contain_text(pages.NAMES[0])


def test_a_two_line_heading_keeps_its_margin(phone: Phone):
    phone.open(f"/table/{game_of().pk}/")
    heading = phone.page.get_by_role("heading", level=1).bounding_box()
    header = phone.page.locator("body > .top").bounding_box()
    assert heading["y"] >= 6
    assert heading["y"] + heading["height"] <= header["height"] - 6
    small = phone.page.locator("body > .top small")
    assert small.evaluate("e => e.offsetTop > e.parentElement.offsetTop + 15")


LONG = ("Maximiliane", "Bartholomäus Konstantin", "Wolfeschlegelsteinhausenbergerdorffxyzab")


def test_a_tap_on_a_name_that_is_cut_shows_all_of_it(phone: Phone):
    game = game_of([a_round(2, bid=40)], LONG)
    tip = phone.page.locator(".tip")
    phone.open(f"/table/{game.pk}/")
    phone.tap(phone.page.locator(".sheet thead .name").last)
    expect(tip).to_have_text(LONG[2])
    phone.tap(phone.page.locator(".standings .total").first)
    expect(tip).to_be_hidden()
    phone.tap(phone.page.locator(".standings .whole").get_by_text(LONG[2]))
    expect(tip).to_have_text(LONG[2])
    phone.tap(phone.page.locator(".chart .end").first)
    expect(tip).to_have_text(LONG[0])
    phone.open(f"/table/{game.pk}/enter/")
    cards = phone.page.locator(".seats .choice")
    phone.tap(cards.nth(2))
    expect(tip).to_have_text(LONG[2])
    expect(cards.nth(2).locator("input")).to_be_checked()
    phone.tap(cards.nth(0))
    expect(tip).to_be_hidden()
    phone.open(f"/players/{game.group.players.get(name=LONG[2]).pk}/")
    phone.tap(phone.page.get_by_role("heading", level=1))
    expect(tip).to_contain_text(LONG[2])
    phone.page.emulate_media(media="print")
    expect(tip).to_be_hidden()
    phone.page.emulate_media(media="null")


def test_home_says_who_won_and_every_total_whatever_the_names(phone: Phone):
    pad_game([points(70, 70, -1200)], pages.NAMES, rounds=1)
    phone.open("/")
    row = phone.page.locator("section:has(#results) li")
    assert not any(every(row.locator("strong, .what > small"), TOO_HIGH))
    assert row.locator("small").first.evaluate(TOTALS) == ["70", "70", "−1200"]
