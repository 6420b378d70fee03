"""Values that the browser restores on Back belong to the round they were tapped for only."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from scorekeeper.models import GameSession
from tests.browser.support.games_played import SECRET, a_round, enter, game_of
from tests.browser.support.phone import Phone

pytestmark = pytest.mark.browser

NOT_LIVE = "window.EventSource = class { close() {} }"

with_and_without_javascript = pytest.mark.parametrize("javascript", [True, False])


def at_the_table(new_phone: Callable[..., Phone], javascript: bool) -> Phone:
    phone = new_phone(secret=SECRET, javascript=javascript)
    # Loaded again; otherwise it may be shown from the cache.
    phone.page.route("**/*", lambda route: route.continue_())
    phone.open(f"/table/{game_of([a_round()]).pk}/")
    return phone


@with_and_without_javascript
def test_going_back_after_a_save_shows_an_empty_form_for_the_next_round(
    new_phone: Callable[..., Phone], javascript: bool
):
    phone = at_the_table(new_phone, javascript)
    phone.follow("Enter round 2")
    phone.fill_round("Ben", 30, "Ben")
    phone.choose("Traps", "2")
    phone.tick("Idle hunters", "Cho")
    phone.count("Toads", "Ana", 2)
    phone.press("Save")
    expect(phone.total("Ben")).to_have_text("135")
    phone.page.go_back()
    expect(phone.page.get_by_role("heading", name="Enter round 3")).to_be_visible()
    expect(phone.page.locator("main input:checked")).to_have_count(0)


@with_and_without_javascript
def test_going_back_after_a_correction_shows_the_saved_round(
    new_phone: Callable[..., Phone], javascript: bool
):
    phone = at_the_table(new_phone, javascript)
    game = GameSession.objects.get()
    phone.open(f"/table/{game.pk}/round/1/correct/")
    phone.choose("Bid", "30")
    phone.press("Save")
    expect(phone.total("Ana")).to_have_text("60")
    enter(game, a_round(bid=40), slot=1, revision=2)
    phone.page.go_back()
    expect(phone.page.get_by_role("heading", name="correction")).to_be_visible()
    expect(phone.question("Bid").get_by_role("radio", name="40")).to_be_checked()


@with_and_without_javascript
def test_a_half_filled_form_is_still_there_on_going_back(
    new_phone: Callable[..., Phone], javascript: bool
):
    phone = at_the_table(new_phone, javascript)
    phone.follow("Enter round 2")
    phone.choose("Who was the Chimera?", "Ben")
    phone.count("Toads", "Ana", 2)
    phone.follow("Back to the table")
    expect(phone.total("Ana")).to_be_visible()
    phone.page.go_back()
    expect(phone.page.get_by_role("heading", name="Enter round 2")).to_be_visible()
    expect(phone.question("Who was the Chimera?").get_by_role("radio", name="Ben")).to_be_checked()
    expect(
        phone.page.get_by_role("radiogroup", name="Toads: Ana").get_by_role("radio", name="2")
    ).to_be_checked()


def test_a_page_restored_from_before_the_save_counts_on_with_an_empty_form(
    new_phone: Callable[..., Phone],
):
    phone = new_phone(secret=SECRET)
    phone.page.add_init_script(
        NOT_LIVE
    )  # each refresh would discard the page that the browser has cached
    phone.open(f"/table/{game_of([a_round()]).pk}/")
    phone.play("Ben", 30, "Ben")
    expect(phone.total("Ben")).to_have_text("60")
    phone.page.go_back()
    expect(phone.page.get_by_role("heading", name="Enter round 3")).to_be_visible()
    expect(phone.page.locator("main input:checked")).to_have_count(0)
    phone.fill_round("Cho", 40, "Cho")
    phone.press("Save")
    expect(phone.total("Cho")).to_have_text("80")
    expect(phone.total("Ben")).to_have_text("60")


def test_without_javascript_a_round_is_saved_once_however_often_it_is_sent(
    new_phone: Callable[..., Phone],
):
    phone = new_phone(secret=SECRET, javascript=False)
    phone.open(f"/table/{game_of([a_round()]).pk}/")
    phone.play("Ben", 30, "Ben")
    expect(phone.total("Ben")).to_have_text("60")
    phone.page.go_back()
    expect(phone.page.get_by_role("heading", name="Enter round 2")).to_be_visible()
    phone.press("Save")
    expect(phone.total("Ben")).to_have_text("60")
    expect(phone.page.get_by_role("link", name="Enter round 3")).to_be_visible()
