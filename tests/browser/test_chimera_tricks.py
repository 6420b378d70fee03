"""Chimera Tricks by touch: whole games with and without JavaScript, and cards that disagree."""

import re

import pytest
from playwright.sync_api import Locator, expect

from scorekeeper.models import GameSession, Member
from tests.browser.support.following import draft
from tests.browser.support.games_played import NAMES
from tests.browser.support.layout import LANGUAGES
from tests.browser.support.phone import Phone
from tests.browser.support.trick_games import (
    WON,
    WON_BY_FOUR,
    chips,
    counted,
    field,
    gains,
    give,
    key_in,
    press,
    row,
    so_far,
    summed,
    tricks_game,
    tricks_round,
    type_cards,
    way,
)
from tests.support.waiting import wait_until

FOUR = (*NAMES, "Dan")


def preview(phone: Phone, *parts: str) -> None:
    """Show the preview: automatic with JavaScript, a button without. Wait for the style sheets,
    too, which decide what part of the form is shown.
    """
    if not phone.javascript:
        phone.press_until_answered("Check")
    for part in parts:
        expect(phone.page.locator("#preview")).to_contain_text(part)


def tap_cards(phone: Phone, won: tuple[tuple[int, ...], ...]) -> None:
    for name, values in zip(NAMES, won, strict=True):
        give(phone, name, *values)


def open_round(phone: Phone, number: int) -> None:
    """Wait for the style sheets, which decide what part of the form is shown."""
    phone.follow(re.compile(f"Enter round {number}|Continue"))
    phone.page.wait_for_url("**/enter/")


def start(phone: Phone) -> None:
    phone.open("/")
    phone.follow("Chimera Tricks")
    phone.seat(*NAMES)
    phone.press("Start")
    expect(phone.page.get_by_text("No rounds played yet · 3 to play")).to_be_visible()


@pytest.mark.long
def test_three_players_play_a_whole_game(any_phone: Phone):
    phone = any_phone
    phone.be_new()
    start(phone)
    type_the_first_round(phone)
    tap_the_second_round(phone)
    add_up_the_third_round(phone)
    correct_the_second_round(phone)
    phone.press("Rematch")
    expect(phone.page.get_by_text("No rounds played yet · 3 to play")).to_be_visible()


def type_the_first_round(phone: Phone) -> None:
    open_round(phone, 1)
    keys = "none" if phone.javascript else "text"
    expect(field(phone, "Ana")).to_have_attribute("inputmode", keys)
    expect(phone.page.locator(".keypad")).to_be_visible(visible=phone.javascript)
    type_cards(phone, (WON[0], WON[1], WON[2][:-1]))
    preview(phone, "Missing: 1 of 12 cards")
    field(phone, "Cho").fill("5 4 1 -2 -3")
    field(phone, "Cho").blur()
    gains(phone, "Ana", 2)
    gains(phone, "Cho", 1)
    preview(phone, "Ana +16", "Ben +4", "Cho +11")
    expect(counted(phone)).to_contain_text("12 of 12 cards")
    expect(so_far(phone, 0)).to_contain_text("−5, −1 count as +5, +1")
    expect(so_far(phone, 0)).to_contain_text("= 16")
    phone.press("Save")
    phone.expect_totals(Ana=16, Ben=4, Cho=11)
    expect(
        phone.page.get_by_role("heading", name="Ana leads with 16 after 1 of 3 rounds")
    ).to_be_visible()
    expect(phone.page.get_by_text("Round 2: pass all cards and the lead one seat")).to_be_visible()


def tap_the_second_round(phone: Phone) -> None:
    """The first four cards; another phone has begun with the others."""
    others = chips([(2, -4), (4, 1, -2), (-5, 3, -1)])
    draft(GameSession.objects.get(), 2, Member.objects.get().device, **others)
    open_round(phone, 2)
    expect(phone.page.locator(".keypad")).to_be_hidden()
    phone.taps = 0
    tap_cards(phone, ((6,), (5,), (7,)))
    if phone.javascript:
        preview(phone, "1 of 12 cards, −3 is left over")
    give(phone, "Ben", -3)
    gains(phone, "Ben", 1)
    assert phone.taps == 5
    preview(phone, "Ana +4", "Ben +11", "Cho +4")
    phone.press("Save")
    phone.expect_totals(Ana=20, Ben=15, Cho=15)


def add_up_the_third_round(phone: Phone) -> None:
    open_round(phone, 3)
    way(phone, "Totals")
    for name, points in zip(NAMES, ("-3", "12-5", "0"), strict=True):
        field(phone, name).fill(points)
        field(phone, name).blur()
    preview(phone, "Ana −3", "Ben +7", "Cho 0")
    phone.press("Save")
    expect(phone.page.get_by_role("heading", name="Ben wins with 22")).to_be_visible()
    phone.expect_totals(Ana=17, Ben=22, Cho=15)


def correct_the_second_round(phone: Phone) -> None:
    phone.tap(phone.page.locator(".sheet tbody").nth(1).locator("a").first)
    phone.follow("Correct")
    phone.page.wait_for_url("**/correct/")
    expect(row(phone, 5).get_by_role("radio", name="Ben")).to_be_checked()
    give(phone, "Ana", 5)
    preview(phone, "Ana +9", "Ben +6")
    phone.press("Save")
    expect(phone.page.get_by_role("heading", name="Ana wins with 22")).to_be_visible()
    phone.expect_totals(Ana=22, Ben=17, Cho=15)


def test_cards_that_differ_are_refused_and_round_1_is_corrected(phone: Phone):
    phone.refusals.add(422)
    phone.open(f"/table/{tricks_game([tricks_round(((7, 5, 3, -1), *WON[1:]))]).pk}/enter/")
    way(phone, "Card by card")
    type_cards(phone)
    gains(phone, "Cho", 1)
    phone.press("Save")
    phone.page.wait_for_url("**/enter/?save*")  # the text below may have been there before
    expect(counted(phone)).to_contain_text("round 1 has 5 where round 2 has −5.")
    expect(field(phone, "Ana")).to_have_value("7 -5 3 -1")
    phone.press("Save this and fix round 1")
    phone.page.wait_for_url("**/round/1/correct/*")
    expect(phone.page.get_by_role("heading", name="Round 1")).to_be_visible()
    field(phone, "Ana").fill("7 -5 3 -1")
    phone.press("Save")
    phone.expect_totals(Ana=8, Ben=8, Cho=16)
    expect(phone.page.get_by_text("doesn’t count")).to_be_hidden()


def test_points_keep_their_own_keys_once_the_way_is_drafted(phone: Phone):
    game = tricks_game()
    phone.open(f"/table/{game.pk}/enter/")
    press(phone, "7")
    with phone.page.expect_event("console", lambda said: said.text == "refreshed"):
        phone.page.evaluate(
            "document.addEventListener('live:refreshed', () => console.log('refreshed'))"
        )
        way(phone, "Totals")
    expect(phone.page.locator(".keypad").get_by_label("plus")).to_be_visible()
    expect(phone.page.locator(".keypad").get_by_text("Next card")).to_be_hidden()
    expect(field(phone, "Ana")).to_have_attribute("inputmode", "none")
    phone.tap(phone.page.get_by_role("heading", name="Enter round 1"))
    expect(field(phone, "Ana")).not_to_be_focused()
    for key in ("1", "2", "+", "5"):
        press(phone, key)
    expect(phone.page.locator("output:visible")).to_have_text("= 17")


# On the page, wherever it is scrolled to.
PLACE = """part => {
  const { left, top, width, height } = part.getBoundingClientRect();
  return [left + scrollX, top + scrollY, width, height];
}"""


@pytest.mark.usefixtures("motion")
def test_nothing_moves_while_cards_are_tapped(phone: Phone):
    game = tricks_game([tricks_round()])
    draft(game, 2, **chips(cards[1:] for cards in WON))
    phone.open(f"/table/{game.pk}/enter/")
    lowest = row(phone, -5)
    place = lowest.evaluate(PLACE)
    tap_cards(phone, tuple(cards[:1] for cards in WON))
    preview(phone, "Ana +4")
    assert lowest.evaluate(PLACE) == pytest.approx(place)


ABOVE_THE_BAR = """part => {
  const { top, bottom, width } = part.getBoundingClientRect();
  const bar = document.querySelector(".bar").getBoundingClientRect();
  return width > 1 && top >= 0 && bottom <= bar.top; // not for screen readers only
}"""
PLACES = """part => [part, document.querySelector(".bar")]
  .map(one => `${one.className}: ${JSON.stringify(one.getBoundingClientRect())}`).join(" ")"""


def expect_above_the_keys(part: Locator) -> None:
    """Once the page has scrolled there, which takes a moment. An update may replace the part."""
    wait_until(lambda: part.evaluate(ABOVE_THE_BAR), lambda: part.evaluate(PLACES))


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_of_four_players_are_keyed_in_with_their_question_in_sight(
    phone: Phone, language: str
):
    phone.context.add_cookies([{"name": "language", "value": language, "url": phone.site}])
    phone.open(f"/table/{tricks_game(names=FOUR).pk}/enter/")
    following = phone.page.locator(".keypad .next").bounding_box()
    for name in FOUR:
        expect(field(phone, name)).to_be_focused()
        expect_above_the_keys(field(phone, name))
        for question in phone.page.locator("fieldset.by-values > legend").all():
            expect_above_the_keys(question)
        # Playwright would scroll to the key first, although it is in sight.
        phone.page.touchscreen.tap(following["x"] + 20, following["y"] + 20)
    expect_above_the_keys(phone.page.locator("[data-after-keys] > legend"))
    phone.open(f"/table/{tricks_game([summed(1, 2, 3, 4)], FOUR).pk}/round/1/correct/")
    expect(phone.page.locator('.keypad [value="−"]')).to_be_visible()
    for name in FOUR:
        expect_above_the_keys(field(phone, name))
    expect_above_the_keys(phone.page.locator(".by-sums > legend"))


def test_after_the_last_players_cards_the_crystals_come_into_view_from_the_first_player_on(
    phone: Phone,
):
    game, most = tricks_game(names=FOUR), WON_BY_FOUR[:-1]
    values = {f"grimoires_{seat}": " ".join(map(str, one)) for seat, one in enumerate(most)}
    draft(game, way="cards", **values)
    phone.open(f"/table/{game.pk}/enter/")
    expect(field(phone, "Dan")).to_be_focused()
    key_in(phone, WON_BY_FOUR[-1])
    phone.press("Next player")
    expect(phone.page.get_by_role("button", name="Save", exact=True)).to_be_focused()
    expect(field(phone, "Dan")).to_have_value("−2 −3 9")
    expect_above_the_keys(phone.page.locator("[data-after-keys] > legend"))
    for name in FOUR[:3]:
        crystals = phone.page.get_by_role("radiogroup", name=f"Crystals: {name}", exact=True)
        expect_above_the_keys(crystals)


def test_the_text_of_a_ticked_optional_rule_is_fully_visible(phone: Phone):
    phone.open(f"/table/{tricks_game(short_match=True, crystal_scarcity=True).pk}/options/")
    rules = phone.page.locator(".rules span")
    expect(rules).to_have_count(2)
    for scheme in ("light", "dark"):
        phone.page.emulate_media(color_scheme=scheme)
        for rule in rules.all():
            colours = [
                part.evaluate("part => getComputedStyle(part).color")
                for part in (rule, rule.locator("small"))
            ]
            assert colours[0] == colours[1]
