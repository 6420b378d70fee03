"""From the question what to play to the first round, by thumb."""

from playwright.sync_api import expect

from scorekeeper.models import GameSession
from tests.browser.support.games_played import a_round, game_of, group_of
from tests.browser.support.phone import Phone
from tests.browser.support.suggestion_pages import timed, timed_pads

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


def test_a_tap_that_changes_who_sits_out_keeps_the_focus_on_the_bench(phone: Phone):
    group = group_of(FOUR)
    for ago, names in ((3, FOUR[:3]), (2, ("Ana", "Ben", "Dan")), (1, ("Ana", "Cho", "Dan"))):
        timed(game_of([a_round(bid=40)], names, 40, group), 12, ago)
    phone.open("/new/chimera/")
    for name in FOUR:
        phone.tap(phone.page.locator(f"[name=add][value={name}]"))
        expect(phone.page.locator(f"#seated [value={name}]").first).to_be_attached()
    phone.press("Cho sits out instead")
    expect(phone.page.locator(".seating .name")).to_have_text(["Ben", "Ana", "Dan"])
    expect(phone.page.get_by_role("button", name="Ana sits out instead")).to_be_focused()
