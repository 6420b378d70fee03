"""An entry being made on a phone survives every update of its page, however late."""

import re

from playwright.sync_api import Page, Request, Route, expect

from scorekeeper.models import GameSession
from tests.browser.support.following import draft, total
from tests.browser.support.games_played import SECRET, a_round, enter, game_of
from tests.browser.support.kit_games import bid, kit_game, play_round, win_tricks
from tests.browser.support.phone import NewPhone, Phone, wait_for_requests, wait_until
from tests.browser.support.score_cards import card_game, offer, open_box, tap_die
from tests.browser.support.score_pads import field, next_player, pad_game, tap_keys
from tests.support.entries import noted
from tests.support.serving import serving

COUNT_REFRESHES = (
    "() => { window.refreshed = 0; addEventListener('live:refreshed', () => refreshed++); }"
)


def listening(page: Page) -> None:
    wait_until(page, "() => document.body.dataset.lost === 'false'")
    page.evaluate(COUNT_REFRESHES)


def test_typing_a_number_continues_after_the_page_is_refreshed(phone: Phone):
    game = pad_game()
    phone.open(f"/table/{game.pk}/enter/")
    listening(phone.page)
    tap_keys(phone, "12")
    draft(game, points_2="7")
    expect(field(phone, "Cho")).to_have_value("7")
    tap_keys(phone, "5")
    expect(field(phone, "Ana")).to_have_value("125")
    held: list[Route] = []
    phone.page.route("**/draft/", lambda route: held.append(route), times=1)
    next_player(phone)
    tap_keys(phone, "34")  # while Ana’s number is drafted
    wait_for_requests(phone.page, held)
    with phone.page.expect_response("**/draft/"):
        held[0].continue_()
    phone.page.wait_for_function("() => refreshed > 1")
    draft(game, points_2="8")
    expect(field(phone, "Cho")).to_have_value("8")
    tap_keys(phone, "1")
    expect(field(phone, "Ana")).to_have_value("125")
    expect(field(phone, "Ben")).to_have_value("341")


def test_half_a_number_is_not_checked_when_the_page_is_refreshed(phone: Phone):
    game = pad_game()
    phone.open(f"/table/{game.pk}/enter/")
    listening(phone.page)
    checked: list[Request] = []
    phone.page.on("request", lambda sent: "/draft/" in sent.url and checked.append(sent))
    phone.press("minus")
    draft(game, points_2="7")
    expect(field(phone, "Cho")).to_have_value("7")
    tap_keys(phone, "5")
    with phone.page.expect_response("**/draft/"):
        next_player(phone)
    assert len(checked) == 1


def test_dice_tapped_without_a_server_are_checked_when_it_returns(new_phone: NewPhone):
    game = card_game(dice="55")
    with serving() as site:
        phone = new_phone(secret=SECRET, site=site.url)
        phone.open(f"/table/{game.pk}/")
        listening(phone.page)
        tap_die(phone, 2, 5)
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


# A page that is being fetched when the entry is saved comes with that entry, before the answer.
PAGE_FIRST = """() => {
  const send = window.fetch;
  let save, show;
  const saved = new Promise(done => save = done), shown = new Promise(done => show = done);
  window.fetch = async (...request) => {
    if (!request[0]) await saved;
    const answer = await send(...request);
    if (!request[0]) show();
    if (request[1]?.method === "POST") {
      save();
      await shown;
    }
    return answer;
  };
  new MutationObserver(() => {
    if (document.querySelector("form .clash")) sessionStorage.clashed = 1;
  }).observe(document.body, { childList: true, subtree: true });
  refreshPage();
}"""


def test_an_entry_saved_by_this_phone_is_not_mistaken_for_another_phones(phone: Phone):
    game = game_of()
    phone.open(f"/table/{game.pk}/enter/")
    listening(phone.page)
    phone.fill_round("Ana", 20, "Ana")
    phone.page.evaluate(PAGE_FIRST)
    phone.press("Save")
    expect(phone.total("Ana")).to_have_text("40")
    assert phone.page.evaluate("sessionStorage.clashed") is None


SLOT = "document.getElementById('blank')?.content.querySelector('[name=slot]').value"


def test_the_blank_form_for_offline_use_is_current(phone: Phone):
    game = card_game()
    draft(game, dice_0="5")
    phone.open(f"/table/{game.pk}/")
    listening(phone.page)
    assert phone.page.evaluate(SLOT) == "1"
    enter(game, noted(0, "chance", 20))
    draft(game, 2, dice_0="4")
    expect(phone.page.locator("#say-turn")).to_contain_text("Ben")
    wait_until(phone.page, f"() => {SLOT} === '2'")


def test_a_refused_form_stays_when_another_phone_saves_that_round(phone: Phone):
    game = game_of()
    phone.open(f"/table/{game.pk}/enter/", refusal=422)
    phone.choose("Bid", "40")
    enter(game, a_round(1, 30, 1))
    other = phone.context.new_page()
    other.goto(f"/table/{game.pk}/")
    expect(total(other, "Ben")).to_have_text("60")
    other.close()
    phone.press_until_answered("Save")
    expect(phone.page.locator(".refusal .error").first).to_be_visible()
    expect(phone.question("Bid").get_by_role("radio", name="40")).to_be_checked()


def test_what_arrived_when_the_form_was_left_does_not_replace_what_came_after_it(phone: Phone):
    game = game_of([a_round()])
    phone.open(f"/table/{game.pk}/")
    phone.follow("Enter round")
    phone.page.route("**/draft/", lambda route: None)  # so that only the beacon can arrive
    phone.choose("Bid", "30")
    phone.page.unroute_all()
    phone.follow("Back to the table")
    expect(phone.page.locator(".draft")).to_contain_text("bid 30")
    tab = phone.context.new_page()
    tab.goto(f"/table/{game.pk}/enter/")
    with tab.expect_response("**/draft/"):
        tab.locator("label:has([name=bid][value='40'])").tap()
    tab.close()
    phone.follow("Continue")
    expect(phone.question("Bid").get_by_label("40")).to_be_checked()


# Bids, which are kept while a round is played

BIDS = {"bids_0": ["1"], "bids_1": ["0"], "bids_2": ["1"]}


def drafted(game: GameSession) -> dict[str, list[str]]:
    game.refresh_from_db()
    return game.draft["fields"]


def test_a_page_that_is_updated_while_it_waits_to_play_the_round_keeps_the_bids(phone: Phone):
    game = kit_game("wizard")
    phone.open(f"/table/{game.pk}/enter/")
    listening(phone.page)
    bid(phone, 1, 0, 1)

    def answer_late(route: Route) -> None:
        # Meanwhile the page learns of its own change, and gets what is asked after the round.
        with phone.page.expect_response(phone.page.url):
            answer = route.fetch(max_redirects=0)
        route.fulfill(response=answer)

    phone.page.route("**/draft/", answer_late, times=1)
    play_round(phone)
    assert drafted(game) == {**BIDS, "play": ["1"]}


def test_going_back_to_a_form_that_was_left_blank_shows_the_draft(phone: Phone):
    game = kit_game("wizard")
    # Loaded again; otherwise it may be shown from the cache.
    phone.page.route("**/*", lambda route: route.continue_())
    phone.open(f"/table/{game.pk}/")
    phone.follow("Enter bids")
    expect(phone.page.get_by_role("button", name="Play the round")).to_be_visible()
    phone.follow("Back to the table")
    phone.follow("Enter bids")
    bid(phone, 1, 0, 1)
    play_round(phone)
    for page in ("Before the round", "Ana", "Before the round"):
        phone.page.go_back()
        expect(phone.page.get_by_text(page).first).to_be_visible()
    with phone.page.expect_response("**/draft/"):
        win_tricks(phone, 1)
    phone.open("/")
    assert drafted(game) == {**BIDS, "play": ["1"], "tricks_0": ["1"]}
