"""From the question what to play to the first round, by thumb."""

import pytest
from playwright.sync_api import expect

from scorekeeper.models import GameSession
from tests.browser.support.games_played import a_round, game_of, group_of
from tests.browser.support.phone import Phone
from tests.browser.support.suggestion_pages import timed, timed_pads

pytestmark = pytest.mark.browser

FOUR = ("Ana", "Ben", "Cho", "Dan")


def names_of(game: GameSession) -> list[str]:
    return [seat.player.name for seat in game.seats.select_related("player").order_by("number")]


def test_three_taps_lead_from_home_to_a_game_that_fits(any_phone: Phone):
    timed_pads(group_of(FOUR), "Golf", 20, 1, FOUR)
    any_phone.open("/")
    any_phone.tap(any_phone.page.locator("#suggestions summary"))
    any_phone.tap(any_phone.page.get_by_role("link", name="Golf last played"))
    any_phone.press("Start")
    expect(any_phone.page.get_by_role("heading", level=1)).to_contain_text("Golf")
    assert any_phone.taps == 3
    assert names_of(GameSession.objects.latest("pk")) == list(FOUR)


def test_a_fourth_tap_for_three_seats_says_who_sits_out_and_one_more_changes_it(any_phone: Phone):
    group = group_of(FOUR)
    for ago, names in ((3, FOUR[:3]), (2, ("Ana", "Ben", "Dan")), (1, ("Ana", "Cho", "Dan"))):
        timed(game_of([a_round(bid=40)], names, 40, group), 12, ago)
    any_phone.open("/new/chimera/")
    seated = any_phone.page.locator(".seating .name")
    for name in FOUR:
        any_phone.tap(any_phone.page.locator(f"[name=add][value={name}]"))
        expect(any_phone.page.locator(f"#seated [value={name}]").first).to_be_attached()
    expect(seated).to_have_text(["Ben", "Cho", "Dan"])
    expect(any_phone.page.locator("#seated .list")).to_contain_text("Ana")
    any_phone.press("Cho sits out instead")
    expect(seated).to_have_text(["Ben", "Ana", "Dan"])
    expect(any_phone.page.locator("#seated .list")).to_contain_text("Cho")
    any_phone.press("Start")
    expect(any_phone.page.get_by_role("heading", level=1)).to_contain_text("target 400")
    assert names_of(GameSession.objects.latest("pk")) == ["Ben", "Ana", "Dan"]
