"""Rounds entered with a keyboard only."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.support.games_played import a_round, game_of
from tests.browser.support.phone import Phone
from tests.browser.support.score_cards import card_game, die, expect_turn, offer, open_box, total

# Around what has the focus, or around the label of a hidden radio or checkbox.
RING = """place => [place, place.nextElementSibling].some(
  part => part && parseFloat(getComputedStyle(part).outlineWidth) >= 2
    && getComputedStyle(part).outlineStyle === "solid")"""


def tab_to(phone: Phone, place: Locator) -> None:
    """Press Tab until the focus is there, at most once for each element of the page."""
    for _ in range(40):
        phone.page.keyboard.press("Tab")
        if place.evaluate("place => place === document.activeElement"):
            phone.wait_for_styles()
            assert place.evaluate(RING), "nothing shows where the focus is"
            return
    pytest.fail(f"Tab never came to {place}")


def test_a_round_is_entered_with_tab_arrows_space_and_enter(phone: Phone):
    phone.open(f"/table/{game_of().pk}/")
    press = phone.page.keyboard.press
    tab_to(phone, phone.page.get_by_role("link", name="Enter round 1"))
    with phone.page.expect_navigation():
        press("Enter")
    choose(phone, "Who was the Chimera?", "Ana", "Ben", "Cho")
    choose(phone, "Bid", "20", "30")
    choose(phone, "Who went out first?", "Ana", "Ben", "Cho")
    choose(phone, "Traps", "0", "1", "2")
    tab_to(phone, phone.question("Chimera attack").get_by_role("checkbox"))
    press("Space")
    tab_to(phone, phone.question("Idle hunters").get_by_role("checkbox", name="Ben"))
    press("Space")
    expect(phone.page.locator("#preview")).to_contain_text("Cho +160")
    tab_to(phone, phone.page.get_by_role("button", name="Save"))
    press("Enter")
    expect(phone.total("Cho")).to_have_text("160")


def choose(phone: Phone, legend: str, first: str, *further: str) -> None:
    """Select the first answer with space, the next one with an arrow."""
    answers = phone.question(legend)
    tab_to(phone, answers.get_by_role("radio", name=first, exact=True))
    phone.page.keyboard.press("Space")
    for answer in further:
        phone.page.keyboard.press("ArrowRight")
        expect(answers.get_by_role("radio", name=answer, exact=True)).to_be_checked()
        expect(answers.get_by_role("radio", name=answer, exact=True)).to_be_focused()


def test_a_round_on_the_sheet_is_opened_and_closed_with_enter(phone: Phone):
    phone.open(f"/table/{game_of([a_round()]).pk}/")
    tab_to(phone, phone.page.locator(".sheet tbody th a"))
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator(".detail")).to_be_visible()
    expect(phone.page.get_by_role("link", name="Close")).to_be_focused()
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator(".detail")).to_be_hidden()
    expect(phone.page.locator(".sheet tbody th a")).to_be_focused()


def test_a_turn_is_entered_with_tab_arrows_space_and_enter(phone: Phone):
    phone.open(f"/table/{card_game().pk}/")
    press = phone.page.keyboard.press
    tab_to(phone, phone.page.get_by_role("radio", name="Ana"))
    press("ArrowRight")
    expect_turn(phone, "Ben")
    expect(phone.page.get_by_role("radio", name="Ben")).to_be_focused()
    press("ArrowLeft")
    expect_turn(phone, "Ana")
    for place in range(5):
        tab_to(phone, die(phone, place).get_by_role("radio").first)
        for _ in range(1 if place < 3 else 2):
            press("ArrowRight")
    expect(offer(phone, "full_house")).to_contain_text("25")
    phone.page.keyboard.press("Shift+Tab")
    back_to(phone, offer(phone, "full_house"))
    press("Enter")
    expect(total(phone, 0)).to_have_text("25")
    tab_to(phone, open_box(phone, "ones"))
    press("Enter")
    tab_to(phone, phone.page.get_by_role("button", name="3", exact=True))
    press("Enter")
    expect(total(phone, 1)).to_have_text("3")


def back_to(phone: Phone, place: Locator) -> None:
    for _ in range(40):
        if place.evaluate("place => place === document.activeElement"):
            return
        phone.page.keyboard.press("Shift+Tab")
    pytest.fail(f"Shift and Tab never came to {place}")
