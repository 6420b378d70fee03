"""Values that the browser restores on Back belong to the round they were tapped for only."""

import re

import pytest
from playwright.sync_api import Route, expect

from scorekeeper.models import GameSession
from tests.browser.support.games_played import a_round, enter, game_of
from tests.browser.support.outbox import go_offline, go_online
from tests.browser.support.phone import Phone, wait_for_requests

NO_DISK = "Object.defineProperty(window, 'indexedDB', {value: undefined})"
NOT_LIVE = "window.EventSource = class { close() {} }"


@pytest.mark.usefixtures("live_server")
@pytest.mark.parametrize("kind", ["phone", "plain_phone"])
def test_going_back_shows_a_form_as_it_was_unless_it_was_saved(
    request: pytest.FixtureRequest, kind: str
):
    game, phone = game_of([a_round()]), request.getfixturevalue(kind)
    # Loaded again; otherwise it may be shown from the cache.
    phone.page.route("**/*", lambda route: route.continue_())
    phone.open(f"/table/{game.pk}/")
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

    phone.choose("Bid", "30")
    phone.choose("Who went out first?", "Ben")
    phone.choose("Traps", "2")
    phone.tick("Idle hunters", "Cho")
    phone.press("Save")
    expect(phone.total("Ben")).to_have_text("135")
    phone.page.go_back()
    expect(phone.page.get_by_role("heading", name="Enter round 3")).to_be_visible()
    expect(phone.page.locator("main input:checked")).to_have_count(0)

    phone.open(f"/table/{game.pk}/round/1/correct/")
    phone.choose("Bid", "30")
    phone.press("Save")
    expect(phone.total("Ana")).to_have_text("80")
    enter(GameSession.objects.get(), a_round(bid=40), slot=1, revision=2)
    phone.page.go_back()
    expect(phone.page.get_by_role("heading", name="correction")).to_be_visible()
    expect(phone.question("Bid").get_by_role("radio", name="40")).to_be_checked()


def test_a_page_from_before_the_save_counts_on_with_an_empty_form(phone: Phone):
    phone.prepare(NOT_LIVE)  # a refresh would show the form as it is now
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


def test_without_javascript_a_round_sent_again_is_saved_once(plain_phone: Phone):
    phone = plain_phone
    phone.open(f"/table/{game_of([a_round()]).pk}/")
    phone.play("Ben", 30, "Ben")
    expect(phone.total("Ben")).to_have_text("60")
    phone.page.go_back()
    expect(phone.page.get_by_role("heading", name="Enter round 2")).to_be_visible()
    phone.press("Save")
    expect(phone.total("Ben")).to_have_text("60")
    expect(phone.page.get_by_role("link", name="Enter round 3")).to_be_visible()


def fail_to_save(phone: Phone) -> None:
    """The browser, which can store nothing, shows its error page instead of an answer."""
    phone.page.evaluate(NO_DISK)
    go_offline(phone)
    phone.press("Save")
    expect(phone.page).to_have_url(re.compile("^chrome-error:"))
    go_online(phone)


def test_a_save_that_failed_without_storage_is_sent_again(phone: Phone):
    game = game_of([a_round()])
    phone.open(f"/table/{game.pk}/")
    phone.open(f"/table/{game.pk}/round/1/correct/")
    phone.fill_round("Ben", 30, "Ben")
    phone.choose("Traps", "2")
    # Chromium notes once a second what it restores, and does not say when it has.
    phone.page.wait_for_timeout(2000)
    fail_to_save(phone)
    phone.page.go_back()
    for question, answer in (("Who was the Chimera?", "Ben"), ("Bid", "30"), ("Traps", "2")):
        choice = phone.question(question).get_by_role("radio", name=answer, exact=True)
        expect(choice).to_be_checked()
    fail_to_save(phone)
    phone.page.reload()
    expect(phone.total("Ben")).to_have_text("110")


def test_home_is_loaded_again_when_a_browser_shows_it_as_it_was_left(phone: Phone):
    game = game_of([a_round()])
    phone.open("/")
    enter(game, a_round())
    phone.page.evaluate(
        """dispatchEvent(new Event("beforeunload"));
        dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))"""
    )  # Chromium under test keeps no pages
    expect(phone.page.locator("main")).to_contain_text("Round 3")


def test_a_game_that_is_being_started_is_not_interrupted_by_a_late_answer(phone: Phone):
    phone.open("/new/score_pad/")
    phone.seat("Ana", "Ben")
    held: list[Route] = []
    phone.page.route("**/new/**", lambda route: held.append(route))
    phone.page.evaluate("taps = 0; self.stayed = true")
    phone.press("Start")
    wait_for_requests(phone.page, held)
    phone.page.evaluate("reloadUnlessUsed()")
    held[0].continue_()
    phone.page.wait_for_url("**/table/*/**")
    assert len(held) == 1
