"""Common and extreme names: points are always complete, names as far as there is room."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.support import pages
from tests.browser.support.games_played import a_round, game_of
from tests.browser.support.phone import Phone

pytestmark = pytest.mark.browser

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


def every(parts: Locator, script: str) -> list[object]:
    return [part.evaluate(script) for part in parts.all()]


def test_ordinary_names_fit_the_rows_of_a_treasure(phone: Phone):
    phone.open(f"/table/{game_of(names=ORDINARY).pk}/enter/")
    names = phone.page.locator(".per-seat .name")
    expect(names).to_have_text(ORDINARY * 2)
    assert every(names, CUT) == [False] * 6
    assert (
        min(
            every(
                phone.page.locator(".per-seat .choice"),
                "e => Math.min(e.clientWidth, e.clientHeight)",
            )
        )
        >= 44
    )


def test_a_name_on_a_choice_card_wraps_to_two_lines_before_it_is_cut(phone: Phone):
    phone.open(f"/table/{game_of(names=('Sophie', 'Sebastian', 'Alexandra-Jane Smith')).pk}/enter/")
    names = phone.page.locator(".seats .name")
    expect(names).to_have_count(9)
    assert every(names, CUT) == [False] * 9


@pytest.mark.parametrize("rounds", [1, 40], ids=["three figures", "five figures"])
def test_long_names_wrap_to_two_lines_in_the_standings_and_totals_stay_whole(
    phone: Phone, rounds: int
):
    round = a_round(bid=40, traps=6, chimera_attack=True, toads={"0": 4})
    phone.open(f"/table/{game_of([round] * rounds, pages.NAMES, target=99999).pk}/")
    assert max(every(phone.page.locator(".standings .whole"), LINES)) == 2
    assert not any(
        every(phone.page.locator(".standings .total"), "e => e.scrollWidth > e.clientWidth")
    )
    assert all(
        every(
            phone.page.locator(".standings .total"),
            "e => e.getBoundingClientRect().right <= 360 - 16",
        )
    )
    expect(phone.page.locator(".standings .name").first).to_contain_text(pages.NAMES[0])


def test_the_folded_preview_shows_everyones_points(phone: Phone):
    game = game_of([a_round(bid=40, traps=6, chimera_attack=True, toads={"0": 4})], pages.NAMES)
    phone.open(f"/table/{game.pk}/round/1/correct/")
    parts = phone.page.locator("#preview summary b")
    expect(parts).to_have_count(3)
    assert every(parts, IN_SIGHT) == [True] * 3
    expect(parts.first).to_have_text(f"{pages.NAMES[0]} +295")


def test_every_cell_of_the_sheet_has_its_total_below_the_points(phone: Phone):
    phone.open(f"/table/{game_of([a_round(bid=40, traps=4), a_round(1), a_round(2, 30, 0)]).pk}/")
    under = "a => a.querySelector('.total').offsetTop >= a.querySelector('.change').offsetTop + 15"
    cells = phone.page.locator(".sheet td a")
    assert every(cells, under) == [True] * 9
    assert len(set(every(cells, "a => a.offsetHeight"))) == 1


def test_a_two_line_heading_keeps_its_margin(phone: Phone):
    phone.open(f"/table/{game_of().pk}/")
    heading = phone.page.get_by_role("heading", level=1).bounding_box()
    header = phone.page.locator(".top").bounding_box()
    assert heading["y"] >= 6
    assert heading["y"] + heading["height"] <= header["height"] - 6
    small = phone.page.locator(".top small")
    assert small.evaluate("e => e.offsetTop > e.parentElement.offsetTop + 15")


@pytest.mark.parametrize("width", [360, 320])
def test_a_name_wraps_the_same_selected_or_not(phone: Phone, width: int):
    phone.page.set_viewport_size({"width": width, "height": 640})
    phone.open(f"/table/{game_of(names=('Maximilian', 'Maximiliane', 'Bartholomäus')).pk}/enter/")
    card = phone.question("Who was the Chimera?").locator(".choice")
    before = every(card, LINE_WIDTHS)
    for seat in range(3):
        phone.tap(card.nth(seat))
        expect(card.nth(seat).get_by_role("radio")).to_be_checked()
        assert every(card, LINE_WIDTHS) == before
