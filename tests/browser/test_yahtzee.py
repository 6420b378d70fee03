"""Yahtzee by touch: a whole game, taps per turn, the card on a small screen and printed."""

import re
from collections.abc import Callable

import pytest
from django.conf import settings
from playwright.sync_api import expect

from scorekeeper.models import GameSession, Member, Role
from tests.browser.support.games_played import SECRET, enter, enter_on_another_phone
from tests.browser.support.phone import SIZE, Phone, wait_until
from tests.browser.support.score_cards import (
    BOXES,
    SIX,
    by_dice,
    by_score,
    card_game,
    cell,
    die,
    expect_turn,
    fifty,
    noted,
    offer,
    open_box,
    out_with_the_dice,
    rounds,
    scratch_by_dice,
    scratch_by_score,
    show,
    take_back,
    tap_die,
    throw,
    thrown,
    total,
)

pytestmark = pytest.mark.browser

# How Ana and Ben enter their first three turns and their last three, and the turns between.
FIRST = [
    (lambda phone: by_dice(phone, "44444", "yahtzee"), "ones 2"),
    (lambda phone: joker_to_its_own_box(phone), "twos 4"),
    (lambda phone: joker_to_a_lower_box(phone), "threes 6"),
]
BETWEEN = [
    *(noted(0, "ones", 3), noted(1, "fours", 8), noted(0, "twos", 6), noted(1, "fives", 10)),
    *(noted(0, "threes", 9), noted(1, "sixes", 12), thrown(0, "fives", "55512")),
    *(noted(1, "three_of_a_kind", 20), noted(0, "sixes", 18), noted(1, "full_house", 25)),
    *(thrown(0, "three_of_a_kind", "66612"), noted(1, "small_straight", 30)),
    *(noted(0, "four_of_a_kind", 0), noted(1, "large_straight", 40)),
]
LAST = [
    (lambda phone: by_dice(phone, "12346", "small_straight"), "yahtzee 50 yahtzee"),
    (lambda phone: scratch_by_dice(phone, "12346", "large_straight"), "chance 25 yahtzee"),
    (lambda phone: by_score(phone, "chance", "22"), "four_of_a_kind 28"),
]


@pytest.mark.long
def test_two_players_play_a_whole_game_by_dice_and_by_score(new_phone: Callable[..., Phone]):
    phone = new_phone()
    seat_ana_and_ben(phone)
    table = phone.page.url
    play(phone, FIRST)
    phone.leave()
    enter_on_another_phone(GameSession.objects.get(), BETWEEN)
    phone.open(table)
    play(phone, LAST)
    expect(phone.page.get_by_role("heading", name="Ana wins with 454")).to_be_in_viewport(ratio=1)
    expect(phone.page.locator(".standings .total")).to_have_text(["454", "360"])
    expect(cell(phone, "Bonus", 0)).to_contain_text("35")
    expect(cell(phone, "Yahtzee bonuses", 0)).to_contain_text("200")
    expect(cell(phone, "Yahtzee bonuses", 1)).to_contain_text("100")
    phone.press("Rematch")
    expect(phone.page.get_by_text("No turns played yet")).to_be_visible()


def play(phone: Phone, turns: list[tuple[Callable[[Phone], None], str]]) -> None:
    for ana, ben in turns:
        expect_turn(phone, "Ana")
        out_with_the_dice(phone)
        ana(phone)
        expect(phone.page.locator(".last")).to_contain_text("Ana ·")
        expect_turn(phone, "Ben")
        box, _, score = ben.partition(" ")
        by_score(phone, box, score)
        expect(phone.page.locator(".last")).to_contain_text(
            re.compile(f"Ben ·.*{score.split()[0]}")
        )


def seat_ana_and_ben(phone: Phone) -> None:
    phone.open("/")
    phone.follow("Yahtzee")
    for name in ("Ana", "Ben"):
        phone.tap(phone.page.get_by_label("New name"))
        phone.page.keyboard.type(name)
        phone.page.keyboard.press("Enter")
        expect(phone.page.locator(".seating .name").filter(has_text=name)).to_be_visible()
    phone.press("Start")
    expect(phone.page.get_by_text("No turns played yet")).to_be_visible()


def joker_to_its_own_box(phone: Phone) -> None:
    throw(phone, "44444")
    show(phone)
    expect(offer(phone, "fours")).to_contain_text(re.compile(r"20.*\+100.*joker", re.DOTALL))
    expect(
        phone.page.locator(".dicebar").get_by_text("Fours box is open, so the joker").first
    ).to_be_in_viewport()
    expect(phone.page.locator("#preview").get_by_role("button")).to_have_count(1)
    phone.tap(offer(phone, "fours"))


def joker_to_a_lower_box(phone: Phone) -> None:
    throw(phone, "44444")
    show(phone)
    expect(offer(phone, "full_house")).to_contain_text(re.compile(r"25.*\+100.*joker", re.DOTALL))
    expect(offer(phone, "ones")).to_have_count(0)
    phone.tap(offer(phone, "full_house"))


def test_a_few_turns_are_played_without_javascript(new_phone: Callable[..., Phone]):
    phone = new_phone(javascript=False)
    seat_ana_and_ben(phone)
    by_dice(phone, "44444", "yahtzee")
    expect_turn(phone, "Ben")
    by_dice(phone, "33355", "full_house")
    expect_turn(phone, "Ana")
    joker_to_its_own_box(phone)
    by_score(phone, "chance", "22")
    expect_turn(phone, "Ana")
    by_score(phone, "ones", "3")
    scratch_by_score(phone, "yahtzee")
    expect(total(phone, 0)).to_have_text("173")
    expect(total(phone, 1)).to_have_text("47")
    phone.press("Undo")
    expect_turn(phone, "Ben")
    phone.taps = 0
    correct_score(phone, "Ones", "4")
    expect(total(phone, 0)).to_have_text("174")
    assert phone.taps == 2


# --- taps ---


def test_without_javascript_missing_dice_are_counted_and_the_saved_box_is_in_sight(
    new_phone: Callable[..., Phone],
):
    phone = new_phone(secret=SECRET, javascript=False)
    phone.open(f"/table/{card_game().pk}/")
    throw(phone, "333")
    show(phone)
    expect(phone.page.get_by_text("2 dice are missing")).to_be_in_viewport(ratio=1)
    tap_die(phone, 3, 5)
    tap_die(phone, 4, 5)
    show(phone)
    phone.tap(offer(phone, "full_house"))
    saved = phone.page.locator(".card .saved")
    expect(saved).to_have_text("25")
    tray = phone.page.locator(".dicebar").bounding_box()
    assert saved.bounding_box()["y"] + saved.bounding_box()["height"] <= tray["y"]


def test_a_turn_by_dice_takes_six_taps(phone: Phone):
    phone.open(f"/table/{card_game().pk}/")
    by_dice(phone, "35335", "full_house")
    expect(total(phone, 0)).to_have_text("25")
    expect_turn(phone, "Ben")
    assert phone.taps == 6


@pytest.mark.parametrize(
    "turns", [[], [noted(0, "ones", 3), noted(1, "ones", 3)]], ids=["at first", "after a score"]
)
def test_a_turn_by_score_takes_two_taps(phone: Phone, turns: list):
    phone.open(f"/table/{card_game(turns).pk}/")
    by_score(phone, "chance", "22")
    expect(total(phone, 0)).to_have_text(str(22 + 3 * bool(turns)))
    assert phone.taps == 2


def test_adding_dice_after_a_score_takes_one_more_tap(phone: Phone):
    phone.open(f"/table/{card_game([noted(0, 'ones', 3), thrown(1, 'ones', '11123')]).pk}/")
    expect(phone.page.locator(".tray")).not_to_have_attribute("open", "")
    phone.tap(phone.page.locator(".tray > summary"))
    by_dice(phone, "35335", "full_house")
    expect(total(phone, 0)).to_have_text("28")
    assert phone.taps == 7


def test_the_question_before_scratching_is_not_repeated_at_the_top(phone: Phone):
    phone.open(f"/table/{card_game().pk}/")
    throw(phone, "11235")
    show(phone)
    phone.tap(open_box(phone, "yahtzee"))
    expect(phone.page.get_by_role("button", name="Yes, scratch it")).to_be_visible()
    expect(phone.page.locator(".tip")).to_be_hidden()


def test_scratching_takes_one_more_tap_than_a_score_or_dice(phone: Phone):
    phone.open(f"/table/{card_game().pk}/")
    scratch_by_score(phone, "yahtzee")
    expect_turn(phone, "Ben")
    assert phone.taps == 3
    out_with_the_dice(phone)
    phone.taps = 0
    scratch_by_dice(phone, "11235", "yahtzee")
    expect_turn(phone, "Ana")
    assert phone.taps == 7


CUT_CONFIRMATIONS = """() => [...document.querySelectorAll(".scratch")].map(scratch => {
  const box = scratch.closest(".pick"), button = scratch.querySelector(":scope > button");
  box.open = scratch.open = true;
  const cut = button.scrollHeight > button.clientHeight || button.scrollWidth > button.clientWidth;
  const text = button.getClientRects().length ? button.innerText : "not shown";
  box.open = false;
  return cut || text === "not shown" ? text : "";
})"""


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_the_question_whether_to_scratch_is_whole_for_every_box(phone: Phone, language: str):
    phone.context.add_cookies([{"name": "language", "value": language, "url": phone.site}])
    phone.open(f"/table/{card_game(names=SIX[:4]).pk}/")
    assert phone.page.evaluate(CUT_CONFIRMATIONS) == [""] * 13


def test_a_mistapped_die_is_cleared_and_tapped_again(phone: Phone):
    phone.open(f"/table/{card_game().pk}/")
    throw(phone, "35345")
    expect(offer(phone, "three_of_a_kind")).to_have_count(1)
    take_back(phone, 3)
    expect(offer(phone, "chance")).to_have_count(0)
    tap_die(phone, 3, 3)
    expect(offer(phone, "full_house")).to_contain_text("25")
    phone.tap(offer(phone, "full_house"))
    expect(total(phone, 0)).to_have_text("25")
    assert phone.taps == 8


def test_entering_a_forgotten_player_takes_two_more_taps(phone: Phone):
    phone.open(f"/table/{card_game([noted(0, 'ones', 3)]).pk}/")
    phone.tap(phone.page.locator("#preview thead label").nth(0))
    expect_turn(phone, "Ana")
    by_score(phone, "fours", "12")
    expect(total(phone, 0)).to_have_text("15")
    expect_turn(phone, "Ben")
    assert phone.taps == 3


def test_the_boxes_do_not_move_when_the_dice_show_their_scores(phone: Phone):
    turns = [fifty(0), noted(1, "ones", 3)]
    phone.open(f"/table/{card_game(turns).pk}/")
    before = places(phone)
    out_with_the_dice(phone)
    throw(phone, "44444")
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


def test_a_forbidden_box_says_why(phone: Phone):
    turns = [fifty(0), noted(1, "ones", 3), noted(0, "fours", 12), noted(1, "twos", 4)]
    phone.open(f"/table/{card_game(turns).pk}/")
    out_with_the_dice(phone)
    throw(phone, "44444")
    why = phone.page.locator(".dicebar").get_by_text("Fours is filled and")
    expect(why.first).to_be_in_viewport()


# --- corrections, and several phones ---


def correct_score(phone: Phone, title: str, score: str) -> None:
    phone.tap(cell(phone, title).get_by_role("link"))
    sheet = phone.page.locator(".pick[open] .picker")
    expect(sheet).to_be_in_viewport(ratio=1)
    phone.tap(sheet.get_by_role("button", name=score, exact=True))


def close_sheet(phone: Phone) -> None:
    wait_until(phone.page, "() => document.elementFromPoint(180, 120).matches('summary')")
    phone.page.touchscreen.tap(180, 120)


def test_an_early_turn_is_corrected_in_two_taps_and_later_turns_stay_in_sight(phone: Phone):
    game = card_game([thrown(0, "fours", "44412"), noted(1, "ones", 3), noted(0, "chance", 22)])
    phone.open(f"/table/{game.pk}/")
    phone.tap(cell(phone, "Fours").get_by_role("link"))
    sheet = phone.page.locator(".pick[open] .picker")
    expect(sheet.locator("[aria-current]")).to_have_text("12")
    expect(sheet).to_be_in_viewport(ratio=1)
    expect(cell(phone, "Chance")).to_have_text("22")
    expect(cell(phone, "Ones", 1)).to_have_text("3")
    phone.tap(sheet.get_by_role("button", name="16"))
    expect(total(phone, 0)).to_have_text("38")
    expect(phone.page.locator(".last")).to_contain_text("Ana · Fours · 16")
    assert phone.taps == 2
    phone.press("Undo")
    expect(total(phone, 0)).to_have_text("34")


def test_a_later_turn_made_impossible_is_fixed(phone: Phone):
    game = card_game(
        [fifty(0), thrown(0, "fours", "44412"), thrown(0, "full_house", "44444")], names=("Ana",)
    )
    phone.open(f"/table/{game.pk}/")
    phone.tap(cell(phone, "Fours").get_by_role("link"))
    close_sheet(phone)
    phone.tap(offer(phone, "chance"))
    expect(phone.page.get_by_text("Turn 3 doesn’t count.")).to_be_visible()
    expect(total(phone, 0)).to_have_text("65")
    phone.follow("Fix")
    phone.tap(offer(phone, "fours"))
    expect(phone.page.get_by_text("doesn’t count")).to_be_hidden()
    expect(total(phone, 0)).to_have_text("185")


def test_dice_tapped_on_one_phone_appear_on_the_other(new_phone: Callable[..., Phone]):
    game = card_game()
    first, second = new_phone(secret=SECRET), new_phone(secret=SECRET)
    first.open(f"/table/{game.pk}/")
    throw(first, "3335")
    expect(first.page.locator("#noted")).to_have_value(re.compile("dice_3.*5"))
    second.open(f"/table/{game.pk}/")
    tap_die(second, 4, 5)
    for one in (first, second):
        expect(offer(one, "full_house")).to_contain_text("25")
    second.tap(offer(second, "full_house"))
    expect(total(second, 0)).to_have_text("25")
    first.refusals.add(409)
    first.tap(offer(first, "chance"))
    expect(first.page.get_by_role("link", name="Keep the saved one")).to_be_visible()


# --- six on a small screen, and printing ---


@pytest.mark.parametrize("writer", [0, 3, 5])
def test_six_columns_fit_a_small_phone(phone: Phone, writer: int):
    turns = [*rounds(6, "ones", "sixes", "chance"), *rounds(6, "twos")[:writer]]
    phone.open(f"/table/{card_game(turns, SIX).pk}/")
    expect_turn(phone, SIX[writer])
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= SIZE["width"]
    expect(phone.page.locator("thead .active")).to_be_in_viewport(ratio=0.99)
    for column in range(6):
        head = phone.page.locator("#preview thead label").nth(column)
        head.scroll_into_view_if_needed()
        expect(head).to_be_in_viewport(ratio=0.99)


def test_an_open_box_of_any_player_can_be_filled_after_a_swipe(phone: Phone):
    phone.open(f"/table/{card_game(rounds(6, 'ones'), SIX).pk}/")
    phone.tap(phone.page.locator("#preview thead label").nth(5))
    expect_turn(phone, "Fay")
    by_score(phone, "large_straight", "40")
    expect(total(phone, 5)).to_have_text("43")


def test_printing_shows_every_column_and_no_buttons(phone: Phone):
    phone.open(f"/table/{card_game(rounds(6, 'ones', 'sixes', 'chance'), SIX).pk}/")
    phone.page.set_viewport_size({"width": 718, "height": 1000})
    phone.page.emulate_media(media="print")
    for name, column in zip(SIX, range(6), strict=True):
        head = phone.page.locator("#preview thead th").nth(column + 1)
        expect(head).to_contain_text(name)
        box = head.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 718
    assert phone.page.evaluate("document.querySelector('#preview').scrollWidth") <= 718
    for pressed in (".bar", ".notice", ".actions", ".picker"):
        parts = phone.page.locator(pressed)
        expect(parts.first).to_be_attached()
        for part in parts.all():
            expect(part).to_be_hidden()


def test_tapping_beside_a_sheet_of_scores_closes_it(phone: Phone):
    phone.open(f"/table/{card_game().pk}/")
    phone.tap(open_box(phone, "ones"))
    picker = phone.page.locator(".pick[open] .picker")
    expect(picker).to_be_in_viewport(ratio=1)
    wait_until(
        phone.page, "() => document.elementFromPoint(180, 120).matches('summary')"
    )  # not at once, which may be a slip
    phone.page.touchscreen.tap(180, 120)
    expect(picker).to_be_hidden()


def test_a_turn_saved_on_another_phone_appears_by_itself(phone: Phone):
    game = card_game()
    phone.open(f"/table/{game.pk}/")
    enter(game, noted(0, "fours", 12))
    expect(cell(phone, "Fours")).to_have_text("12")
    expect_turn(phone, "Ben")


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


def test_no_message_covers_the_only_open_box(phone: Phone):
    others = [turn for turn in rounds(1, *BOXES) if turn["box"] != "yahtzee"]
    phone.open(f"/table/{card_game(others, ['Ana']).pk}/")
    out_with_the_dice(phone)
    throw(phone, "12346")
    message = phone.page.get_by_text("No open box scores.")
    expect(message).to_be_visible()
    bar = phone.page.locator(".dicebar").bounding_box()
    assert message.bounding_box()["y"] >= bar["y"]  # not over the card
    phone.page.locator(".best").get_by_role("link", name="Yahtzee").tap()
    box = open_box(phone, "yahtzee").bounding_box()
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= bar["y"]


def test_no_message_about_a_joker_covers_the_card(phone: Phone):
    turns = [fifty(0), noted(1, "ones", 3), noted(0, "fours", 12), noted(1, "twos", 4)]
    phone.open(f"/table/{card_game(turns).pk}/")
    out_with_the_dice(phone)
    throw(phone, "44444")
    hint = phone.page.get_by_text("Fours is filled and Ana has a lower box open").first
    expect(hint).to_be_visible()
    box, bar = hint.bounding_box(), phone.page.locator(".dicebar").bounding_box()
    assert box["y"] >= bar["y"]
    assert box["y"] + box["height"] <= die(phone, 0).locator(".none").bounding_box()["y"]
