"""Yahtzee by touch: a whole game, taps per turn, the card on a small screen and printed."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from scorekeeper.models import Member, Role
from tests.browser.support.following import draft, go_on_elsewhere
from tests.browser.support.layout import LANGUAGES
from tests.browser.support.pages import NAMES
from tests.browser.support.phone import Phone, wait_until
from tests.browser.support.room import expect_all_in_sight
from tests.browser.support.score_cards import (
    SIX,
    by_dice,
    by_score,
    card_game,
    cell,
    die,
    expect_turn,
    offer,
    open_box,
    out_with_the_dice,
    rounds,
    scratch_by_score,
    show,
    take_back,
    tap_die,
    throw,
    total,
)
from tests.support.entries import BOXES, fifty, noted, thrown

# What Ana and Ben enter before, between and after the turns of the test, on another phone.
BEFORE = [
    *(thrown(0, "yahtzee", "44444"), thrown(1, "full_house", "33355")),
    *(noted(0, "ones", 4), noted(1, "four_of_a_kind", 28)),
]
BETWEEN = [
    *(fifty(1), thrown(0, "full_house", "44444"), noted(1, "ones", 2), noted(0, "twos", 6)),
    *(noted(1, "twos", 4), noted(0, "threes", 9), noted(1, "threes", 6)),
    *(thrown(0, "fives", "55512"), noted(1, "fours", 8), noted(0, "sixes", 18)),
    *(noted(1, "fives", 10), thrown(0, "three_of_a_kind", "66612"), noted(1, "sixes", 12)),
    *(noted(0, "four_of_a_kind", 0), noted(1, "three_of_a_kind", 20)),
    *(noted(0, "small_straight", 30), noted(1, "small_straight", 30)),
    *(noted(0, "large_straight", 0), noted(1, "large_straight", 40), noted(0, "chance", 22)),
]


@pytest.mark.long
def test_two_players_play_a_game_by_dice_and_by_score(any_phone: Phone):
    phone = any_phone
    phone.be_new()
    phone.open("/")
    phone.follow("Yahtzee")
    phone.seat("Ana", "Ben")
    phone.press("Start")
    expect(phone.page.get_by_text("No turns played yet")).to_be_visible()
    phone.javascript or be_told_of_missing_dice(phone)
    go_on_elsewhere(phone, BEFORE, player="0", **{f"dice_{place}": "4" for place in range(4)})
    joker_to_its_own_box(phone)
    expect_turn(phone, "Ben")
    scratch_by_score(phone, "yahtzee")
    expect_turn(phone, "Ana")
    expect(total(phone, 0)).to_have_text("174")
    expect(total(phone, 1)).to_have_text("53")
    phone.press("Undo")
    expect_turn(phone, "Ben")
    with taking(phone, taps=2):
        correct_score(phone, "Ones", "4", "3")
    expect(total(phone, 0)).to_have_text("173")
    go_on_elsewhere(phone, BETWEEN)  # but for Ben's last turn
    by_score(phone, "chance", "25 yahtzee")
    expect(phone.page.get_by_role("heading", name="Ana wins with 454")).to_be_in_viewport(ratio=1)
    expect(phone.page.locator(".standings .total")).to_have_text(["454", "360"])
    expect(cell(phone, "Bonus", 0)).to_contain_text("35")
    expect(cell(phone, "Yahtzee bonuses", 0)).to_contain_text("200")
    expect(cell(phone, "Yahtzee bonuses", 1)).to_contain_text("100")
    phone.press("Rematch")
    expect(phone.page.get_by_text("No turns played yet")).to_be_visible()


def be_told_of_missing_dice(phone: Phone) -> None:
    throw(phone, "333")
    show(phone)
    expect(phone.page.get_by_text("2 dice are missing")).to_be_in_viewport(ratio=1)


def joker_to_its_own_box(phone: Phone) -> None:
    tap_die(phone, 4, 4)
    show(phone)
    expect(offer(phone, "fours")).to_contain_text(re.compile(r"20.*\+100.*joker", re.DOTALL))
    expect(
        phone.page.locator(".dicebar").get_by_text("Fours box is open, so the joker").first
    ).to_be_in_viewport()
    expect(phone.page.locator("#preview").get_by_role("button")).to_have_count(1)
    phone.tap(offer(phone, "fours"))
    saved = phone.page.locator(".card .saved")
    expect(saved).to_contain_text("20")
    tray, box = phone.page.locator(".dicebar").bounding_box(), saved.bounding_box()
    assert box["y"] + box["height"] <= tray["y"]


def correct_score(phone: Phone, title: str, before: str, after: str) -> None:
    phone.tap(cell(phone, title).get_by_role("link"))
    sheet = phone.page.locator(".pick[open] .picker")
    expect(sheet).to_be_in_viewport(ratio=1)
    expect(sheet.locator("[aria-current]")).to_have_text(before)
    phone.tap(sheet.get_by_role("button", name=after, exact=True))


# --- taps ---


@contextmanager
def taking(phone: Phone, taps: int) -> Iterator[None]:
    before = phone.taps
    yield
    assert phone.taps - before == taps


def test_a_turn_takes_six_taps_by_dice_and_two_by_score(phone: Phone):
    game = card_game()
    phone.open(f"/table/{game.pk}/")
    with taking(phone, taps=6):
        by_dice(phone, "35335", "full_house")
    expect(total(phone, 0)).to_have_text("25")
    expect_turn(phone, "Ben")
    with taking(phone, taps=2):
        by_score(phone, "chance", "22")
    expect(total(phone, 1)).to_have_text("22")
    expect_turn(phone, "Ana")
    with taking(phone, taps=3):
        scratch_by_score(phone, "yahtzee")
    expect_turn(phone, "Ben")
    expect(phone.page.locator(".tray")).not_to_have_attribute("open", "")
    with taking(phone, taps=1):
        out_with_the_dice(phone)
    rolled = {f"dice_{place}": face for place, face in enumerate("11235")}
    draft(game, 4, player="1", **rolled)  # as another phone does
    expect(offer(phone, "yahtzee")).to_have_count(1)
    with taking(phone, taps=2):
        phone.tap(open_box(phone, "yahtzee"))
        expect(phone.page.get_by_role("button", name="Yes, scratch it")).to_be_visible()
        expect(phone.page.locator(".tip")).to_be_hidden()  # which would say the same
        phone.tap(offer(phone, "yahtzee"))
    expect_turn(phone, "Ana")
    with taking(phone, taps=3):
        phone.tap(phone.page.locator("#preview thead label").nth(1))  # Ana was forgotten
        expect_turn(phone, "Ben")
        by_score(phone, "fours", "12")
    expect(total(phone, 1)).to_have_text("34")
    expect_turn(phone, "Ana")


CUT_CONFIRMATIONS = """() => [...document.querySelectorAll(".scratch")].map(scratch => {
  const box = scratch.closest(".pick"), button = scratch.querySelector(":scope > button");
  box.open = scratch.open = true;
  const cut = button.scrollHeight > button.clientHeight || button.scrollWidth > button.clientWidth;
  const text = button.getClientRects().length ? button.innerText : "not shown";
  box.open = false;
  return cut || text === "not shown" ? text : "";
})"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_question_whether_to_scratch_is_whole_for_every_box(phone: Phone, language: str):
    phone.context.add_cookies([{"name": "language", "value": language, "url": phone.site}])
    phone.open(f"/table/{card_game(names=SIX[:4]).pk}/")
    assert phone.page.evaluate(CUT_CONFIRMATIONS) == [""] * 13


def test_a_mistapped_die_is_cleared_and_tapped_again(phone: Phone):
    phone.open(f"/table/{card_game(dice='3534').pk}/")
    tap_die(phone, 4, 5)
    expect(offer(phone, "three_of_a_kind")).to_have_count(1)
    take_back(phone, 3)
    expect(offer(phone, "chance")).to_have_count(0)
    tap_die(phone, 3, 3)
    expect(offer(phone, "full_house")).to_contain_text("25")
    phone.tap(offer(phone, "full_house"))
    expect(total(phone, 0)).to_have_text("25")
    assert phone.taps == 4


@pytest.mark.usefixtures("motion")
def test_the_boxes_do_not_move_when_the_dice_show_their_scores(phone: Phone):
    turns = [fifty(0), noted(1, "ones", 3)]
    phone.open(f"/table/{card_game(turns, dice='4444').pk}/")
    before = places(phone)
    tap_die(phone, 4, 4)
    expect(offer(phone, "fours")).to_have_count(1)
    assert places(phone) == pytest.approx(before, abs=1)
    take_back(phone, 0)
    tap_die(phone, 0, 3)
    expect(offer(phone, "four_of_a_kind")).to_contain_text("19")
    assert places(phone) == pytest.approx(before, abs=1)


def places(phone: Phone) -> list[float]:
    """The distance of each row of the card from the first."""
    return phone.page.evaluate("""() => {
      const rows = [...document.querySelectorAll('#preview tr')]
        .map(row => row.getBoundingClientRect().top);
      return rows.map(top => top - rows[0])
    }""")


def test_a_forbidden_box_says_why_without_covering_the_card(phone: Phone):
    turns = [fifty(0), noted(1, "ones", 3), noted(0, "fours", 12), noted(1, "twos", 4)]
    phone.open(f"/table/{card_game(turns, dice='4444').pk}/")
    tap_die(phone, 4, 4)
    tray = phone.page.locator(".dicebar")
    why = tray.get_by_text("Fours is filled and Ana has a lower box open").first
    expect(why).to_be_in_viewport()
    box = why.bounding_box()
    assert box["y"] >= tray.bounding_box()["y"]
    assert box["y"] + box["height"] <= die(phone, 0).locator(".none").bounding_box()["y"]


# --- corrections, and several phones ---


def close_sheet(phone: Phone) -> None:
    wait_until(phone.page, "() => document.elementFromPoint(180, 120).matches('summary')")
    phone.page.touchscreen.tap(180, 120)


# --- six on a small screen, and printing ---


def test_after_a_swipe_a_tap_beside_the_sheet_of_any_players_box_closes_it_and_the_box_is_filled(
    phone: Phone,
):
    phone.open(f"/table/{card_game(rounds(6, 'ones'), SIX).pk}/")
    phone.tap(phone.page.locator("#preview thead label").nth(5))
    expect_turn(phone, "Fay")
    phone.tap(open_box(phone, "large_straight"))
    picker = phone.page.locator(".pick[open] .picker")
    expect(picker).to_be_in_viewport(ratio=1)
    close_sheet(phone)  # not at once, which may be a slip
    expect(picker).to_be_hidden()
    by_score(phone, "large_straight", "40")
    expect(total(phone, 5)).to_have_text("43")


@pytest.mark.parametrize("names", [SIX, [*NAMES, "Dan"]], ids=["six", "long names"])
def test_printing_shows_every_column_with_its_whole_name_and_no_buttons(
    phone: Phone, names: list[str]
):
    phone.page.set_viewport_size({"width": 718, "height": 1000})
    turns = rounds(len(names), "ones", "sixes", "chance")
    phone.open(f"/table/{card_game(turns, names).pk}/")
    phone.page.emulate_media(media="print")
    heads = phone.page.locator("#preview thead th")
    for name, column in zip(names, range(len(names)), strict=True):
        head = heads.nth(column + 1)
        expect(head).to_contain_text(name)
        box = head.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 718
        assert head.locator(".name").evaluate(
            "it => it.scrollWidth <= it.clientWidth && it.scrollHeight <= it.clientHeight"
        )
    assert phone.page.evaluate("document.querySelector('#preview').scrollWidth") <= 718
    for pressed in (".bar", ".notice", ".actions", ".picker"):
        parts = phone.page.locator(pressed)
        expect(parts.first).to_be_attached()
        expect(parts.locator("visible=true")).to_have_count(0)


def test_a_viewer_sees_the_card_below_the_notice_of_who_is_entering(phone: Phone):
    game = card_game(rounds(6, "ones"), SIX)
    game.change(draft={"slot": 7, "fields": {"player": ["0"], "dice_0": ["3"]}})
    Member.objects.update(role=Role.VIEWER)
    phone.open(f"/table/{game.pk}/")
    expect(phone.page.get_by_text("begun:")).to_be_visible()
    assert phone.page.evaluate(UNDER_THE_BAR) == []


# The part of the card that is visible behind the bar, at any scroll position.
UNDER_THE_BAR = """() => {
  const bar = document.querySelector('.bar'), seen = [];
  const {top, left, right, bottom} = bar.getBoundingClientRect();
  const end = Math.min(bottom, innerHeight);
  for (let y = 0; y < document.body.scrollHeight; y += 200) {
    scrollTo(0, y);
    for (let x = left + 4; x < right; x += 8) for (let at = top + 4; at < end; at += 8) {
      const part = document.elementFromPoint(x, at);
      if (!bar.contains(part)) seen.push(`${y} ${x} ${at} ${part.outerHTML.slice(0, 80)}`);
    }
  }
  return seen;
}"""


def test_dice_are_thumb_sized_with_text_twice_as_large(phone: Phone):
    phone.page.set_viewport_size({"width": 180, "height": 320})
    phone.open(f"/table/{card_game().pk}/")
    tap_die(phone, 0, 3)
    for dice in (phone.page.locator(".roll > .none > span"), die(phone, 1).locator(".face > span")):
        boxes = [box.bounding_box() for box in dice.all()]
        assert len(boxes) in (5, 6)
        assert min(min(box["width"], box["height"]) for box in boxes) >= 44
        assert all(box["x"] >= 0 and box["x"] + box["width"] <= 180 for box in boxes)


@pytest.mark.parametrize(("width", "height"), [(640, 360), (932, 430)])  # small, and installed
def test_on_a_phone_on_its_side_the_dice_are_in_sight(phone: Phone, width: int, height: int):
    phone.page.set_viewport_size({"width": width, "height": height})
    phone.open(f"/table/{card_game().pk}/")
    expect_all_in_sight(die(phone, 0).locator(".face > span"), 6)


def test_no_message_covers_the_only_open_box(phone: Phone):
    others = [turn for turn in rounds(1, *BOXES) if turn["box"] != "yahtzee"]
    phone.open(f"/table/{card_game(others, ['Ana'], dice='1234').pk}/")
    tap_die(phone, 4, 6)
    message = phone.page.get_by_text("No open box scores.")
    expect(message).to_be_visible()
    bar = phone.page.locator(".dicebar").bounding_box()
    assert message.bounding_box()["y"] >= bar["y"]  # not over the card
    phone.page.locator(".best").get_by_role("link", name="Yahtzee").tap()
    box = open_box(phone, "yahtzee").bounding_box()
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= bar["y"]
