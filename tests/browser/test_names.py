"""Common and extreme names: points are always complete, names as far as there is room."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.support import pages
from tests.browser.support.fish_games import caught, fish_game
from tests.browser.support.games_played import a_round, game_of, group_of
from tests.browser.support.phone import Phone
from tests.browser.support.score_pads import pad_game, points
from tests.browser.support.trick_games import tricks_game, tricks_round

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
    header = phone.page.locator("body > .top").bounding_box()
    assert heading["y"] >= 6
    assert heading["y"] + heading["height"] <= header["height"] - 6
    small = phone.page.locator("body > .top small")
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


LONG = ("Maximiliane", "Bartholomäus Konstantin", "Wolfeschlegelsteinhausenbergerdorffxyzab")
SPLIT_WORDS = """words => {
  const split = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode());) {
    for (const word of words) {
      for (let at = -1; (at = node.data.indexOf(word, at + 1)) >= 0;) {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + word.length);
        const boxes = [...range.getClientRects()].filter(box => box.width > 1);
        if (new Set(boxes.map(box => Math.round(box.top))).size > 1) {
          split.push(`${word} in ${node.parentElement.outerHTML}`);
        }
      }
    }
  }
  return split;
}"""


def test_no_name_breaks_within_a_word(phone: Phone):
    group = group_of(LONG)
    game = game_of([a_round(bid=40), a_round(1, 30, 2)], LONG, group=group)
    pad = pad_game([points(3, -90, 400)], LONG, group)
    fish = fish_game([caught(0, "R5 Y6 G1 R2 Y3", "A")], LONG, group=group)
    tricks = tricks_game([tricks_round()], LONG, group)
    finished = game_of([a_round(bid=40)], LONG, 40, group)
    games = [
        f"/table/{one.pk}/{page}" for one in (game, pad, fish, tricks) for page in ("", "enter/")
    ]
    shown = [
        f"/table/{game.pk}/display/",
        f"/table/{finished.pk}/",
        f"/table/{game.pk}/round/1/correct/",
    ]
    setups = ["/new/chimera/", f"/new/score_pad/?again={pad.pk}"]
    words = " ".join(LONG).split()
    for path in ("/", "/games/", "/players/", *setups, *games, *shown):
        phone.open(path)
        for width, height in ((320, 568), (360, 640), (1280, 800)):
            phone.page.set_viewport_size({"width": width, "height": height})
            assert phone.page.evaluate(SPLIT_WORDS, words) == [], (path, width)
            assert phone.page.evaluate("document.documentElement.scrollWidth") <= width, path


def test_a_tap_on_a_name_that_is_cut_shows_all_of_it(phone: Phone):
    game = game_of([a_round(bid=40)], LONG)
    tip = phone.page.locator(".tip")
    phone.open(f"/table/{game.pk}/")
    phone.tap(phone.page.locator(".sheet thead .name").last)
    expect(tip).to_have_text(LONG[2])
    phone.tap(phone.page.locator(".standings .total").first)
    expect(tip).to_be_hidden()
    phone.tap(phone.page.locator(".chart .end").first)
    expect(tip).to_have_text(LONG[0])
    phone.open(f"/table/{game.pk}/enter/")
    cards = phone.page.locator(".seats .choice")
    phone.tap(cards.nth(2))
    expect(tip).to_have_text(LONG[2])
    expect(cards.nth(2).locator("input")).to_be_checked()
    phone.tap(cards.nth(0))
    expect(tip).to_be_hidden()
