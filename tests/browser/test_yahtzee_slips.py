"""A thumb that slips on the score card: double taps, and where the page is after a save."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.support.games_played import SECRET
from tests.browser.support.pages import NAMES
from tests.browser.support.phone import Phone
from tests.browser.support.score_cards import (
    by_score,
    card_game,
    die,
    fifty,
    noted,
    offer,
    open_box,
    out_with_the_dice,
    rounds,
    show,
    take_back,
    tap_die,
    throw,
    total,
)

pytestmark = pytest.mark.browser


# --- double taps ---


@pytest.mark.parametrize("dice", ["33353", "66544", "11111", "12345"])
def test_a_double_tap_on_the_fifth_die_saves_nothing(phone: Phone, dice: str):
    phone.open(f"/table/{card_game().pk}/")
    throw(phone, dice[:4])
    spot = middle(die(phone, 4).locator(f".face-{dice[4]}"))
    for _tap in range(2):
        phone.page.touchscreen.tap(*spot)
    best = phone.page.locator(".best .button")
    expect(best.first).to_be_visible()
    phone.page.touchscreen.tap(*spot)
    phone.tap(best.first)  # this tap saves
    expect(phone.page.locator("#saved")).to_contain_text("Turn 1 entered")
    expect(phone.page.get_by_role("radio", name="Ben")).to_be_checked()
    assert phone.page.locator(".roll .face :checked").count() == 0


def test_save_buttons_are_never_where_a_die_was_and_keep_their_height(phone: Phone):
    phone.open(f"/table/{card_game().pk}/")
    throw(phone, "6654")
    faces = phone.page.locator(".faces").last.bounding_box()
    tray = phone.page.locator(".dicebar").bounding_box()
    tap_die(phone, 4, 4)
    best = phone.page.locator(".best .button")
    expect(best).to_have_count(3)
    boxes = [label.bounding_box() for label in best.all()]
    assert {box["height"] for box in boxes} == {boxes[0]["height"]}
    for box in boxes:
        assert box["y"] + box["height"] <= faces["y"]
        assert box["y"] >= tray["y"]
        assert box["height"] >= 44
    assert phone.page.locator(".dicebar").bounding_box() == tray


def middle(part: Locator) -> tuple[float, float]:
    box = part.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("box", ["ones", "sixes"])
def test_a_double_tap_on_a_box_selects_no_score(phone: Phone, box: str):
    phone.open(f"/table/{card_game([noted(0, 'chance', 20), noted(1, 'chance', 20)]).pk}/")
    spot = middle(open_box(phone, box))
    double_tap(phone, spot)
    expect(phone.page.locator(".pick[open] .picker")).to_be_visible()
    phone.tap(phone.page.locator(".pick[open] .picker button").first)
    expect(phone.page.locator("#saved")).to_contain_text("Turn 3 entered")


def test_a_double_tap_on_scratch_does_not_confirm_it(phone: Phone):
    phone.open(f"/table/{card_game([noted(0, 'chance', 20), noted(1, 'chance', 20)]).pk}/")
    phone.tap(open_box(phone, "sixes"))
    scratch = phone.page.locator("details[open] .scratch > summary")
    expect(scratch).to_be_visible()
    spot = middle(scratch)
    phone.tap(scratch)
    expect(phone.page.get_by_role("button", name="Yes, 0 in Sixes")).to_be_visible()
    phone.page.touchscreen.tap(*spot)
    phone.tap(phone.page.locator('button[value="sixes 12"]'))
    expect(total(phone, 0)).to_have_text("32")


def double_tap(phone: Phone, spot: tuple[float, float]) -> None:
    for _tap in range(2):
        phone.page.touchscreen.tap(*spot)


# --- after a save ---


@pytest.mark.parametrize("javascript", [True, False], ids=["with JavaScript", "without"])
def test_every_save_shows_the_saved_turn_and_whose_turn_is_next(
    new_phone: Callable[..., Phone], javascript: bool
):
    phone = new_phone(secret=SECRET, javascript=javascript)
    phone.open(f"/table/{card_game().pk}/")
    for turn, (name, box) in enumerate(
        [("Ben", "chance"), ("Ana", "chance"), ("Ben", "four_of_a_kind")], 1
    ):
        by_score(phone, box, "22")
        expect(phone.page.locator("#saved")).to_contain_text(f"Turn {turn} entered")
        expect(phone.page.get_by_role("button", name="Undo")).to_be_in_viewport(ratio=1)
        expect(phone.page.locator("#preview thead .active")).to_contain_text(name)
        expect(phone.page.locator("#preview thead .active")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("dice", ["", "3", "33355"], ids=["no dice", "one", "all"])
def test_the_tray_says_whose_dice_they_are_at_every_scroll_position(phone: Phone, dice: str):
    phone.open(f"/table/{card_game([noted(0, 'ones', 3)]).pk}/")
    tray = phone.page.locator(".dicebar")
    expect(tray.get_by_text("Ben", exact=False).first).to_be_in_viewport()
    out_with_the_dice(phone)
    throw(phone, dice)
    if len(dice) == 5:
        expect(offer(phone, "full_house")).to_be_visible()
    phone.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    expect(tray.get_by_text("Ben").locator("visible=true").first).to_be_in_viewport()


def test_the_tray_names_the_chosen_player(phone: Phone):
    phone.open(f"/table/{card_game().pk}/")
    phone.tap(phone.page.locator("#preview thead label").nth(1))
    expect(phone.page.locator(".dicebar").get_by_text("Ben")).to_be_visible()
    expect(phone.page.locator(".dicebar").get_by_text("Ana")).to_be_hidden()


# --- jokers that score nothing ---


def test_a_free_joker_that_scores_nothing_says_why(phone: Phone):
    phone.open(f"/table/{card_game([fifty(0), noted(1, 'ones', 3)], joker='free').pk}/")
    out_with_the_dice(phone)
    throw(phone, "44444")
    why = "While Ana’s Fours box is open, a joker scores 0 as a full house or straight."
    expect(phone.page.locator(".dicebar").get_by_text(why)).to_be_in_viewport()
    phone.tap(open_box(phone, "full_house"))
    expect(phone.page.locator(".pick[open] .picker").get_by_text(why)).to_be_visible()


# --- many columns ---


@pytest.mark.parametrize("players", [3, 4, 6, 10])
def test_where_not_all_columns_fit_the_last_visible_one_is_cut_off(phone: Phone, players: int):
    names = ["Ana", "Ben", "Cho", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe"][:players]
    phone.open(f"/table/{card_game(rounds(players, 'ones'), names).pk}/")
    for width in (320, 360, 375, 390, 412, 430):
        phone.page.set_viewport_size({"width": width, "height": 640})
        shown = phone.page.evaluate(SHOWN)
        assert sum(shown) == players or any(0.25 <= part <= 0.8 for part in shown), width


SHOWN = """() => [...document.querySelectorAll('#preview thead th')].slice(1).map(head => {
  const {left, width} = head.getBoundingClientRect()
  return Math.max(0, Math.min(1, (innerWidth - left + .5) / width))
})"""


def test_printing_shows_full_names(phone: Phone):
    phone.page.set_viewport_size({"width": 718, "height": 1000})
    phone.open(f"/table/{card_game(rounds(4, 'ones'), (*NAMES, 'Dan')).pk}/")
    phone.page.emulate_media(media="print")
    names = phone.page.locator("#preview thead .name")
    expect(names).to_have_count(4)
    for name in names.all():
        assert name.evaluate(
            "it => it.scrollWidth <= it.clientWidth && it.scrollHeight <= it.clientHeight"
        )


def test_a_box_tapped_with_a_die_missing_is_not_saved_and_announced_to_screen_readers(
    new_phone: Callable[..., Phone],
):
    phone = new_phone(secret=SECRET, javascript=False)
    phone.refusals.add(422)
    phone.open(f"/table/{card_game().pk}/")
    throw(phone, "66654")
    show(phone)
    take_back(phone, 4)
    phone.tap(offer(phone, "sixes"))
    expect(phone.page).to_have_title(re.compile("^Not saved: Enter turn 1 · "))
    expect(phone.page.get_by_role("alert")).to_contain_text("Tap all five dice first")
