"""Drafts on two phones, and two phones that enter the same round."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from scorekeeper.models import GameSession, Link
from scorekeeper.people import links
from tests.browser.support.games_played import game_of
from tests.browser.support.phone import Phone

pytestmark = pytest.mark.browser


@pytest.fixture
def other(new_phone: Callable[..., Phone]) -> Phone:
    return new_phone()


def join(phone: Phone, game: GameSession) -> None:
    """Open the link and press the button; opening alone changes nothing."""
    phone.open(links.path(Link.to_host(game.group)))
    expect(phone.page.get_by_text("full access, and invite or remove devices")).to_be_visible()
    phone.press("Join")
    phone.follow("Chimera")
    expect(phone.page.get_by_role("link", name=re.compile("Enter|Continue"))).to_be_visible()


def note_bid_and_trap(phone: Phone, game: GameSession) -> None:
    phone.open(f"/table/{game.pk}/enter/")
    for legend, answer in (("Bid", "40"), ("Traps", "2")):
        with phone.page.expect_response(f"**/table/{game.pk}/draft/"):
            phone.choose(legend, answer)


def expect_bid_and_trap(phone: Phone) -> None:
    expect(phone.question("Bid").get_by_role("radio", name="40")).to_be_checked()
    expect(phone.question("Traps").get_by_role("radio", name="2", exact=True)).to_be_checked()


def test_tapped_fields_are_still_there_after_a_reload(phone: Phone):
    note_bid_and_trap(phone, game_of())
    phone.page.reload()
    expect_bid_and_trap(phone)


def test_tapped_fields_appear_on_another_phone_that_was_admitted(phone: Phone, other: Phone):
    game = game_of()
    note_bid_and_trap(phone, game)
    join(other, game)
    noted = other.page.get_by_text("is entering")
    expect(noted).to_have_text("Ana’s phone is entering round 1: bid 40 · traps 2")
    other.follow("Continue")
    expect_bid_and_trap(other)


def test_taps_on_two_phones_are_combined_field_by_field(phone: Phone, other: Phone):
    game = game_of()
    join(other, game)
    other.open(f"/table/{game.pk}/enter/")
    note_bid_and_trap(phone, game)
    with other.page.expect_response("**/draft/"):
        other.choose("Who was the Chimera?", "Cho")
    phone.page.reload()
    expect_bid_and_trap(phone)
    expect(phone.question("Who was the Chimera?").get_by_role("radio", name="Cho")).to_be_checked()


def save_the_same_round(phone: Phone, other: Phone) -> None:
    """Save on both; the second is shown both versions."""
    game = game_of()
    join(other, game)
    for one in (phone, other):
        one.open(f"/table/{game.pk}/enter/")
    phone.fill_round("Ana", 20, "Ana")
    phone.press("Save")
    expect(phone.total("Ana")).to_have_text("40")
    other.fill_round("Ana", 30, "Ben")
    other.refusals.add(409)
    other.press("Save")
    expect(other.page.get_by_role("alert")).to_contain_text(
        "saved another one before yours arrived."
    )
    expect(other.page.get_by_role("row", name="Bid")).to_have_text("Bid 20 30")
    expect(other.page.get_by_role("row", name="Out first")).to_have_text("Out first Ana Ben")
    expect(other.page.get_by_role("row", name="Points")).to_contain_text("Ana +40")
    expect(other.page.get_by_role("row", name="Points")).to_contain_text("Ana −30")


def test_the_table_of_the_second_phone_asks_for_its_choice_and_does_not_call_its_scores_old(
    phone: Phone, other: Phone
):
    save_the_same_round(phone, other)
    other.follow("Back to the table")
    note = other.page.locator("#waits")
    expect(note).to_contain_text("1 round waits for your choice")
    expect(note.locator("small")).to_be_hidden()
    expect(other.total("Ana")).to_have_text("40")


def test_the_second_of_two_phones_keeps_the_saved_version(phone: Phone, other: Phone):
    save_the_same_round(phone, other)
    other.follow("Keep theirs")
    expect(other.total("Ana")).to_have_text("40")
    expect(other.page.locator(".sheet tbody")).to_have_count(1)


def test_the_second_of_two_phones_replaces_the_saved_version(phone: Phone, other: Phone):
    save_the_same_round(phone, other)
    other.press("Use mine")
    expect(other.total("Ana")).to_have_text("−30")
    expect(other.page.locator("#saved")).to_contain_text("Round 1 corrected")
    expect(other.page.locator(".sheet tbody")).to_have_count(1)


def test_the_second_of_two_phones_saves_its_own_as_the_next_round(phone: Phone, other: Phone):
    save_the_same_round(phone, other)
    other.press("Keep both: mine is Round 2")
    expect(other.total("Ana")).to_have_text("10")
    expect(other.total("Ben")).to_have_text("20")
    expect(other.page.locator(".sheet tbody")).to_have_count(2)


def test_what_the_other_phone_changed_is_marked_at_once_and_asked_about_once(
    phone: Phone, other: Phone
):
    game = game_of()
    join(other, game)
    for one in (phone, other):
        one.open(f"/table/{game.pk}/enter/")
    phone.fill_round("Ana", 20, "Ana")
    expect(other.question("Bid").get_by_role("radio", name="20")).to_be_checked()
    other.choose("Bid", "40")
    mark = phone.page.locator("#say-bid .changed")
    expect(mark).to_contain_text("bid 20 → 40")
    expect(phone.question("Bid").get_by_role("radio", name="40")).to_be_checked()
    phone.refusals.add(409)
    phone.press("Save")
    expect(phone.page.get_by_role("alert")).to_contain_text("changed this while you were entering")
    expect(phone.page.get_by_role("row", name="Bid")).to_have_text("Bid 40 20")
    phone.follow("Back to the form")
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("Enter round 1")
    expect(phone.page.locator("#pending li")).to_have_count(0)
    expect(mark).to_be_visible()
    phone.choose("Bid", "30")
    expect(mark).to_have_count(0)
    phone.press("Save")
    expect(phone.total("Ana")).to_have_text("60")


def test_leaving_the_form_at_once_keeps_what_was_tapped_and_the_table_leads_back(phone: Phone):
    game = game_of()
    phone.open(f"/table/{game.pk}/enter/")
    phone.page.evaluate(
        """() => {
          addEventListener("htmx:beforeRequest", event => event.preventDefault());
          document.querySelector("[name=bid][value='40']").click();
        }"""
    )
    phone.open(f"/table/{game.pk}/")
    phone.page.reload()
    expect(phone.page.get_by_text("Round 1 begun: bid 40")).to_be_visible()
    phone.follow("Continue")
    expect(phone.question("Bid").get_by_role("radio", name="40")).to_be_checked()
