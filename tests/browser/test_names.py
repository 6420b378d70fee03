"""Common and extreme names: points are always complete, names as far as there is room."""

import pytest
from playwright.sync_api import Locator, expect

from scorekeeper.models import Group, Link, Member
from scorekeeper.people import links
from tests.browser.support import pages
from tests.browser.support.fish_games import caught, fish_game
from tests.browser.support.games_played import a_round, enter, game_of, group_of
from tests.browser.support.phone import Phone
from tests.browser.support.score_cards import card_game, noted, open_box
from tests.browser.support.score_pads import pad_game, points
from tests.browser.support.score_sheets import sheet_game, sheet_row
from tests.browser.support.statistics_pages import paths, play_for_ratings
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
SIX = (*LONG, "Geschwindigkeitsbegrenzungsschilderwald", "Eve", "Fay")
TITLE = "Donaudampfschifffahrtsgesellschaftskapit"
DEVICE_NAME = "Handynummerhinterlegungsaufbewahrerinnen"
# Words on two lines, and words that are wider than their block without an ellipsis.
BROKEN_WORDS = """words => {
  const broken = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode());) {
    const part = node.parentElement;
    for (const word of part.closest(".hide, option") ? [] : words) {
      for (let at = -1; (at = node.data.indexOf(word, at + 1)) >= 0;) {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + word.length);
        const boxes = [...range.getClientRects()].filter(box => box.width > 1);
        let block = part;
        while (getComputedStyle(block).display === "inline") block = block.parentElement;
        const { display, textOverflow } = getComputedStyle(block);
        const wide = boxes.some(box => box.right > block.getBoundingClientRect().right + 1);
        if (new Set(boxes.map(box => Math.round(box.top))).size > 1
          || wide && (textOverflow !== "ellipsis" || /flex|grid/.test(display))) {
          broken.push(`${word} in ${part.outerHTML}`);
        }
      }
    }
  }
  return broken;
}"""


def test_no_name_breaks_within_a_word_or_sticks_out(phone: Phone):
    group = group_of(LONG)
    Group.objects.update(name=f"{TITLE} {LONG[2]}")
    Member.objects.update(name=DEVICE_NAME)
    other = group_of(LONG[2:])
    game = game_of([a_round(2, bid=40)], LONG, group=group)
    enter(game, a_round(2, 40, 0), slot=1, revision=1)
    pad = pad_game([points(3, 400, 400)], LONG, group, title=TITLE)
    fish = fish_game([caught(2, "R5 Y6 G1 R2 Y3", "A")], LONG, group=group)
    sheet = sheet_game([sheet_row("Coins", 3, 400, 400)], LONG, group, title=TITLE)
    tricks = tricks_game([tricks_round()], LONG, group)
    card = card_game([noted(seat, "fours", 12) for seat in range(6)], SIX, group=group)
    finished = game_of([a_round(2, bid=40)], LONG, 40, group)
    player, device = group.players.get(name=LONG[2]), group.members.get()
    paths = (
        *("/", "/games/", "/players/", f"/players/{player.pk}/", f"/players/{player.pk}/edit/"),
        *("/groups/", f"/groups/{group.pk}/", f"/groups/{other.pk}/", f"/devices/{device.pk}/"),
        *("/new/chimera/", f"/new/score_pad/?again={pad.pk}", links.path(Link.to_host(group))),
        *(
            f"/table/{one.pk}/{page}"
            for one in (game, pad, sheet, fish, tricks)
            for page in ("", "enter/")
        ),
        f"/new/score_sheet/?again={sheet.pk}",
        *(f"/table/{game.pk}/{page}" for page in ("display/", "seats/", "seats/2/", "share/")),
        *(f"/table/{game.pk}/{page}" for page in ("round/1/correct/", "round/1/", "history/")),
        *(f"/table/{card.pk}/{page}" for page in ("", "round/6/")),
        f"/table/{finished.pk}/",
    )
    for path in paths:
        phone.open(path)
        expect_whole_words(phone)
    phone.open(f"/table/{card.pk}/")
    phone.tap(open_box(phone, "chance"))
    expect_whole_words(phone)
    phone.refusals.add(409)
    phone.open(f"/table/{pad.pk}/enter/")
    enter(pad, points(1, 2, 3))
    for field, number in zip(phone.page.locator(".scores input").all(), "567", strict=True):
        field.fill(number)
    phone.press("Save")
    expect(phone.page.locator(".compare")).to_be_visible()
    expect_whole_words(phone)


def test_no_name_breaks_within_a_word_on_the_pages_of_statistics(phone: Phone):
    group = group_of(LONG)
    Group.objects.update(name=f"{TITLE} {LONG[2]}")
    play_for_ratings(group, LONG)
    pad_game([points(3, 400, 400)], LONG, group, title=TITLE, rounds=1)
    title = f"/groups/{group.pk}/games/score_pad/?title={TITLE.casefold()}"
    for path in (*paths(group, LONG[2]), title):
        phone.open(path)
        expect_whole_words(phone)


def expect_whole_words(phone: Phone) -> None:
    words = {*" ".join((*SIX, TITLE, DEVICE_NAME)).split()}
    for width, height in ((320, 568), (1280, 800), (360, 640)):
        phone.page.set_viewport_size({"width": width, "height": height})
        assert phone.page.evaluate(BROKEN_WORDS, [*words]) == [], (phone.page.url, width)
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= width, phone.page.url


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
