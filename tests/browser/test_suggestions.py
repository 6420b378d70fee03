"""From the question what to play to the first round, by thumb."""

import pytest
from playwright.sync_api import expect

from scorekeeper.models import GameSession
from tests.browser.support.games_played import group_of
from tests.browser.support.phone import Phone
from tests.browser.support.suggestion_pages import timed_pads

pytestmark = pytest.mark.browser

FOUR = ("Ana", "Ben", "Cho", "Dan")


def names_of(game: GameSession) -> list[str]:
    return [seat.player.name for seat in game.seats.select_related("player").order_by("number")]


def test_three_taps_lead_from_home_to_a_game_that_fits(phone: Phone):
    timed_pads(group_of(FOUR), "Golf", 20, 1, FOUR)
    phone.open("/")
    phone.tap(phone.page.locator("#suggestions summary"))
    phone.tap(phone.page.get_by_role("link", name="Golf last played"))
    phone.press("Start")
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("Golf")
    assert phone.taps == 3
    assert names_of(GameSession.objects.latest("pk")) == list(FOUR)
