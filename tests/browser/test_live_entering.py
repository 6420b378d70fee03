"""An entry being made on a phone survives every update of its page, however late."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.models import GameSession
from scorekeeper.tables.drafts import save_draft
from scorekeeper.tables.locks import again_if_outdated
from scorekeeper.tables.table import Table
from tests.browser.support.games_played import DEVICE, SECRET, a_round, enter, game_of
from tests.browser.support.phone import Phone, wait_until
from tests.browser.support.score_cards import (
    card_game,
    noted,
    offer,
    open_box,
    tap_die,
    throw,
)
from tests.browser.support.score_pads import field, next_player, pad_game, tap_keys
from tests.support.serving import serving

pytestmark = pytest.mark.browser

COUNT_REFRESHES = (
    "() => { window.refreshed = 0; addEventListener('live:refreshed', () => refreshed++); }"
)


@again_if_outdated
def write_down(game: GameSession, **fields: str) -> None:
    """Save a draft of the current round from another phone."""
    mine = GameSession.objects.for_device(DEVICE).with_play().get(pk=game.pk)
    save_draft(Table(mine), 1, {name: [value] for name, value in fields.items()}, {})


def listening(page: Page) -> None:
    wait_until(page, "() => document.body.dataset.lost === 'false'")
    page.evaluate(COUNT_REFRESHES)


def at_the_pad(phone: Phone) -> GameSession:
    game = pad_game()
    phone.open(f"/table/{game.pk}/enter/")
    listening(phone.page)
    return game


def test_typing_a_number_continues_after_the_page_is_refreshed(phone: Phone):
    game = at_the_pad(phone)
    tap_keys(phone, "12")
    write_down(game, points_2="7")
    expect(field(phone, "Cho")).to_have_value("7")
    tap_keys(phone, "5")
    expect(field(phone, "Ana")).to_have_value("125")
    next_player(phone)
    tap_keys(phone, "34")
    phone.page.wait_for_function("() => refreshed > 1")  # its own draft of Ana, too
    tap_keys(phone, "1")
    expect(field(phone, "Ben")).to_have_value("341")


def test_a_number_begun_while_another_is_drafted_is_kept(phone: Phone):
    game, held = at_the_pad(phone), []
    phone.page.route("**/draft/", lambda route: held.append(route), times=1)
    tap_keys(phone, "12")
    next_player(phone)
    tap_keys(phone, "34")
    wait_until(phone.page, "() => document.querySelector('.htmx-request') !== null")
    with phone.page.expect_response("**/draft/"):
        held[0].continue_()
    write_down(game, points_2="7")
    expect(field(phone, "Cho")).to_have_value("7")
    tap_keys(phone, "1")
    expect(field(phone, "Ana")).to_have_value("12")
    expect(field(phone, "Ben")).to_have_value("341")


def test_dice_tapped_while_the_server_was_away_are_checked_when_it_returns(
    new_phone: Callable[..., Phone],
):
    game = card_game()
    with serving() as site:
        phone = new_phone(secret=SECRET, site=site.url)
        phone.open(f"/table/{game.pk}/")
        listening(phone.page)
        throw(phone, "555")
        expect(phone.page.locator("#noted")).to_have_value(re.compile("dice_2"))
    tap_die(phone, 3, 2)
    tap_die(phone, 4, 2)
    with serving(site.port):
        expect(offer(phone, "full_house")).to_be_visible()
        phone.page.goto("about:blank")


def test_an_open_sheet_of_scores_stays_when_the_response_to_a_draft_arrives(phone: Phone):
    phone.open(f"/table/{card_game().pk}/")
    listening(phone.page)
    phone.page.route("**/draft/", lambda route: route.abort())
    with phone.page.expect_event("requestfailed"):
        tap_die(phone, 0, 3)
    box = open_box(phone, "ones")
    expect(box).to_have_attribute("aria-label", "Ones")  # drawn without the server
    phone.tap(box)
    sheet = phone.page.locator(".pick[open] .picker")
    expect(sheet).to_be_visible()
    phone.page.unroute("**/draft/")
    phone.page.evaluate("stream.onmessage({ data: live.dataset.version })")
    expect(phone.page.locator("#noted")).to_have_value(re.compile("dice_0"))
    expect(sheet).to_be_visible()
    box.press("Enter")
    expect(sheet).to_be_hidden()
    expect(box).to_have_attribute("aria-label", "Ones: choose a score")


SLOW_TO_HEAR = """() => {
  const send = window.fetch;
  let hear;
  const heard = new Promise(done => hear = done); // by the stream, which came first
  window.fetch = async (...request) => {
    const answer = await send(...request);
    if (!request[0]) hear();
    if (request[1]?.method === "POST") await heard;
    return answer;
  };
  new MutationObserver(() => {
    if (document.querySelector("form .clash")) sessionStorage.clashed = 1;
  }).observe(document.body, { childList: true, subtree: true });
}"""


def test_an_entry_saved_by_this_phone_is_not_mistaken_for_another_phones(phone: Phone):
    game = game_of()
    phone.open(f"/table/{game.pk}/enter/")
    listening(phone.page)
    phone.page.evaluate(SLOW_TO_HEAR)
    phone.fill_round("Ana", 20, "Ana")
    phone.press("Save")
    expect(phone.total("Ana")).to_have_text("40")
    assert phone.page.evaluate("sessionStorage.clashed") is None


def test_the_blank_form_for_offline_use_is_current(phone: Phone):
    game = card_game()
    write_down(game, dice_0="5")
    phone.open(f"/table/{game.pk}/")
    listening(phone.page)
    assert spare_slot(phone) == "1"
    enter(game, noted(0, "chance", 20))
    mine = GameSession.objects.for_device(DEVICE).with_play().get(pk=game.pk)
    save_draft(Table(mine), 2, {"dice_0": ["4"]}, {})
    expect(phone.page.locator("#say-turn")).to_contain_text("Ben")
    wait_until(phone.page, f"() => {SPARE}?.querySelector('[name=slot]').value === '2'")


SPARE = "document.getElementById('blank')?.content"


def spare_slot(phone: Phone) -> str:
    return phone.page.evaluate(f"() => {SPARE}.querySelector('[name=slot]').value")


def test_a_refused_form_stays_when_another_phone_saves_that_round(phone: Phone):
    game = game_of()
    phone.refusals.add(422)
    phone.open(f"/table/{game.pk}/enter/")
    phone.choose("Bid", "40")
    enter(game, a_round(1, 30, 1))
    other = phone.context.new_page()
    other.goto(f"/table/{game.pk}/")
    expect(other.locator(".standings li").filter(has_text="Ben").locator(".total")).to_have_text(
        "60"
    )
    other.close()
    phone.press_until_answered("Save")
    expect(phone.page.locator(".refusal .error").first).to_be_visible()
    expect(phone.question("Bid").get_by_role("radio", name="40")).to_be_checked()
