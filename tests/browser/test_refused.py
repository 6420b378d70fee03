"""The reason for a refusal is visible on a phone, and one tap leads to the field to fix."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.support.games_played import game_of
from tests.browser.support.phone import Phone
from tests.browser.support.score_pads import pad_game

TOO_MANY = "There are only 4 toads in the deck, not 6."
TOP = "element => element.getBoundingClientRect().top + scrollY"


def six_toads(phone: Phone) -> None:
    phone.fill_round("Ana", 20, "Ana")
    phone.count("Toads", "Ben", 3)
    phone.count("Toads", "Cho", 3)


@pytest.mark.usefixtures("live_server")
@pytest.mark.parametrize("kind", ["phone", "plain_phone"])
def test_the_bar_announces_a_refusal_and_leads_to_its_field(
    request: pytest.FixtureRequest, kind: str
):
    phone = request.getfixturevalue(kind)
    javascript = phone.javascript
    phone.page.emulate_media(reduced_motion="no-preference")
    phone.open(f"/table/{game_of().pk}/enter/", refusal=422)
    six_toads(phone)
    bar, toads = phone.page.locator(".bar"), phone.question("Toads")
    reason, said = toads.get_by_text(TOO_MANY), bar.get_by_role("link", name=TOO_MANY)
    if not javascript:  # otherwise the form is checked by itself
        phone.press_until_answered("Check")
        expect(phone.page).to_have_title(re.compile("^Enter round 1 · "))
        expect(phone.page.get_by_role("alert")).to_have_count(0)
        lead_to_field(phone)
    phone.press_until_answered("Save")
    expect(phone.page).to_have_title(re.compile("^Error: Enter round 1 · "))
    expect(bar.get_by_role("alert")).to_have_text(TOO_MANY)
    expect(said).to_be_in_viewport(ratio=1)
    expect(phone.page.locator("#say-refusal")).to_be_focused()
    if javascript:  # it has brought the field into view
        expect(reason).to_be_in_viewport(ratio=1)
        phone.page.evaluate("scrollTo(0, 0)")
    lead_to_field(phone)
    if javascript:
        expect(phone.page.locator("[name=toads_0]").first).to_be_focused()
    phone.count("Toads", "Cho", 1)
    phone.press("Save")
    expect(phone.total("Ben")).to_have_text("30")


def lead_to_field(phone: Phone) -> None:
    toads = phone.question("Toads")
    expect(toads.get_by_text(TOO_MANY)).not_to_be_in_viewport()
    phone.tap(phone.page.locator(".bar").get_by_role("link", name=TOO_MANY))
    expect(toads.get_by_text(TOO_MANY)).to_be_in_viewport(ratio=1)
    expect(toads.locator("legend")).to_be_in_viewport(ratio=1)


def test_a_reason_that_arrives_moves_neither_boxes_nor_buttons(phone: Phone):
    phone.page.emulate_media(reduced_motion="reduce")  # questions scroll into sight at once
    phone.open(f"/table/{game_of().pk}/enter/")
    phone.fill_round("Ana", 20, "Ana")
    expect(phone.page.locator("#preview")).to_contain_text("Ana +40")
    save = phone.page.get_by_role("button", name="Save")
    before = save.bounding_box()
    last = phone.page.get_by_role("radiogroup", name="Cats: Cho")
    place = last.evaluate(TOP)
    phone.count("Toads", "Ben", 3)
    phone.count("Toads", "Cho", 3)
    expect(phone.page.locator("#say-toads .error")).to_be_visible()
    expect(phone.page.locator(".bar").get_by_role("link", name=TOO_MANY)).to_be_visible()
    assert save.bounding_box() == before
    assert abs(last.evaluate(TOP) - place) < 2  # a button that is still animated from the press
    phone.count("Toads", "Ben", 0)
    phone.tick("Idle hunters", "Ben")
    phone.choose("Who went out first?", "Ben")
    expect(phone.page.locator("#say-idle_hunters .error")).to_be_visible()
    assert abs(last.evaluate(TOP) - place) < 2


def test_refused_options_are_announced_and_bring_their_first_wrong_field_into_view(phone: Phone):
    phone.open(f"/table/{pad_game().pk}/options/", refusal=422)
    phone.page.get_by_label("Date").fill("2099-01-31")
    phone.press_until_answered("Save")
    expect(phone.page).to_have_title(re.compile("^Error: This game · "))
    expect(phone.page.locator(".refusal")).to_be_focused()
    why = phone.page.locator("p").get_by_text("This day is still to come")
    expect(why).to_be_in_viewport(ratio=1)
    expect(phone.page.get_by_role("textbox", name="Date")).to_be_in_viewport(ratio=1)
    phone.page.evaluate("scrollTo(0, 0)")
    phone.tap(phone.page.locator(".refusal a"))
    expect(why).to_be_in_viewport(ratio=1)
