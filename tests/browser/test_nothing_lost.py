"""An entry is stored on the phone before it is sent, and stays until the server has answered.

What the phone decides alone is in test_outbox.py.
"""

from typing import Any

import pytest
from playwright.sync_api import Route, expect

from scorekeeper.models import GameSession
from scorekeeper.tables.entering.entry import fresh_stamp, remove_entry
from scorekeeper.tables.log import SETUP
from scorekeeper.tables.setup import set_ended_early
from scorekeeper.tables.table import Table
from tests.browser.support.games_played import DEVICE, a_round, enter, game_of
from tests.browser.support.outbox import (
    CLICK_ALL,
    arrived,
    bids,
    discard,
    enter_offline,
    expect_next_form,
    expect_offline,
    go_offline,
    go_online,
    pending,
    said,
    saved,
)
from tests.browser.support.phone import Phone, middle, wait_for_requests, wait_until


def test_an_undo_over_a_broken_connection_undoes_one_change(phone: Phone):
    game = game_of([a_round(bid=20), a_round(bid=30)])

    def lose_the_answer(route: Route) -> None:
        route.fetch(max_redirects=0)
        route.abort()

    phone.page.route("**/live/**", lambda route: route.abort())  # which would say that it is there
    phone.page.route("**/undo/", lambda route: route.abort())  # until this test has looked
    phone.page.route("**/undo/", lose_the_answer, times=1)
    phone.open(f"/table/{game.pk}/")
    with phone.page.expect_event("requestfailed", lambda request: request.url.endswith("/undo/")):
        phone.press("Undo")
    expect(pending(phone)).to_contain_text("Undo · Round 2 entered · Chimera")
    assert bids(game) == [20, 30, None]
    phone.page.unroute("**/undo/")
    arrived(phone)
    assert bids(game) == [20, 30, None]


# A phone whose disk answers on the page of a form only when the test says so.
BUSY_DISK = """
const open = IDBFactory.prototype.open;
const ready = new Promise(resolve => self.disk = { resolve });
if (!/enter/.test(location)) disk.resolve();
IDBFactory.prototype.open = function (...names) {
  const request = open.apply(this, names);
  return Object.defineProperty(request, "onsuccess", { set: act =>
    request.addEventListener("success", event => ready.then(() => act(event))) });
};
"""


@pytest.mark.parametrize("saves_at_once", [False, True])
def test_what_is_tapped_before_the_phone_has_read_what_waits_stays_in_the_round_after_it(
    phone: Phone, saves_at_once: bool
):
    game = game_of()
    phone.page.route("**/enter/?save*", lambda route: route.abort())
    phone.open(f"/table/{game.pk}/enter/")
    enter_offline(phone, 20)
    phone.prepare(BUSY_DISK)
    phone.open(f"/table/{game.pk}/enter/")
    expect(phone.page.locator("h1")).to_contain_text("Enter round 1")  # what the server knows
    phone.fill_round("Ben", 30, "Ben")
    if saves_at_once:
        phone.press("Save")
    phone.page.evaluate("disk.resolve()")
    if not saves_at_once:
        expect(phone.page.locator("h1")).to_contain_text("Enter round 2")
        phone.press("Save")
    expect_offline(phone, 2)
    go_offline(phone)  # or it would soon try again, and move on while it is told to
    phone.page.unroute_all()
    go_online(phone)
    arrived(phone)
    assert [(one["chimera"], one["bid"]) for one in saved(game)] == [(0, 20), (1, 30)]


def test_each_of_several_conflicts_has_a_choice_of_its_own(phone: Phone):
    game = game_of()
    phone.open(f"/table/{game.pk}/enter/")
    go_offline(phone)
    for bid in (30, 40, 30):
        enter_offline(phone, bid)
    for slot in (1, 2, 3):  # by another phone, meanwhile
        enter(game, a_round(1, 20, 1), slot)
    phone.refusals.add(409)
    go_online(phone)
    conflicts = phone.page.locator("#pending li[data-state=conflict]")
    expect(conflicts).to_have_count(3)
    phone.page.reload()  # while an open page is updated, it takes no taps

    phone.tap(conflicts.nth(1).get_by_role("button", name="Compare"))
    expect(phone.page.get_by_role("row", name="Bid")).to_have_text("Bid 20 40")
    expect(pending(phone).first).to_be_hidden()  # that one stands above
    go_offline(phone)
    phone.press("Keep both: mine is round 4")
    expect(pending(phone).nth(1)).to_contain_text("Saved on this phone, not sent yet.")
    for other in ("Keep both: mine is round 4", "Use mine"):
        expect(phone.page.get_by_role("button", name=other)).to_be_hidden()
    expect(phone.page.get_by_role("link", name="Keep the saved one")).to_be_hidden()
    go_online(phone)
    expect(phone.page.locator("#saved")).to_contain_text("Round 4 entered")
    assert bids(game) == [20, 20, 20, 40]

    note = phone.page.locator("#waits")
    expect(note).to_contain_text("2 rounds wait for your choice")
    expect(note.locator("small")).to_be_hidden()  # the scores are not old
    phone.tap(conflicts.first.get_by_role("button", name="Compare"))
    expect(phone.page.get_by_role("row", name="Bid")).to_have_text("Bid 20 30")
    go_offline(phone)
    phone.press("Use mine")
    expect(phone.page.get_by_role("button", name="Use mine")).to_be_hidden()
    go_online(phone)
    expect(phone.page.locator("#saved")).to_contain_text("Round 1 corrected")
    assert bids(game) == [20, 30, 20, 20, 40]

    expect(note).to_contain_text("1 round waits for your choice")
    phone.press("Compare")
    phone.follow("Back to the table")
    expect(phone.total("Ana")).to_have_text("140")
    phone.page.reload()
    expect(pending(phone)).to_contain_text("Round 3 · Chimera")  # nothing was chosen
    phone.press("Compare")
    phone.follow("Keep the saved one")
    arrived(phone)
    assert bids(game) == [20, 30, 20, 20, 40]


def test_the_page_of_a_conflict_stays_as_it_is_until_the_choice_has_arrived(phone: Phone):
    game = game_of()
    phone.open(f"/table/{game.pk}/enter/")
    enter(game, a_round(1, 30, 1))
    phone.refusals.add(409)
    phone.fill_round("Ana", 40, "Ana")
    phone.press("Save")
    use, keep = (phone.page.get_by_role("button", name=name) for name in ("Use mine", "Keep both"))
    expect(use).to_be_in_viewport(ratio=1)
    place, held = use.bounding_box(), []
    phone.page.route("**/enter/", lambda route: held.append(route))
    phone.tap(use)
    wait_for_requests(phone.page, held)
    expect(pending(phone)).to_be_hidden()  # it still says to choose
    assert use.bounding_box() == pytest.approx(place, abs=2)  # it is pressed
    phone.page.touchscreen.tap(*middle(keep))
    held[0].continue_()
    expect(phone.page.locator("#saved")).to_contain_text("Round 1 corrected")
    assert bids(game) == [30, 40]


def test_a_round_refused_later_is_fixed_before_the_next_is_sent(phone: Phone):
    game = game_of()
    phone.open(f"/table/{game.pk}/enter/")
    go_offline(phone)
    enter_offline(phone, 30)
    phone.tick("Idle hunters", "Cho")
    phone.count("Toads", "Cho", 4)
    enter_offline(phone, 40)
    enter_offline(phone, 20)
    expect_next_form(phone)
    phone.refusals.add(422)
    go_online(phone)
    expect(pending(phone)).to_have_count(2)
    expect(pending(phone).first).to_contain_text("Cho was idle")
    assert bids(game) == [30]
    expect(said(phone)).to_have_text("An earlier entry needs your attention. Show it")
    expect(said(phone)).to_be_in_viewport()
    phone.page.wait_for_function("() => document.getElementById('live').dataset.version > 1")
    expect(phone.page.locator("#say-form")).to_be_empty()
    phone.follow("Show it")
    expect(pending(phone).first).to_be_in_viewport()
    phone.press("Fix")
    expect(phone.page.locator("h1")).to_contain_text("Enter round 2")
    expect(phone.question("Toads").get_by_text("Cho was idle")).to_be_visible()
    expect(pending(phone)).to_have_count(2)  # listed, but it is the one on the page
    expect(said(phone)).to_be_hidden()
    expect(phone.question("Bid").get_by_role("radio", name="40")).to_be_checked()
    phone.count("Toads", "Cho", 0)
    phone.press("Save")
    expect(phone.total("Ana")).to_have_text("205")
    arrived(phone)
    assert bids(game) == [30, 40, 20]


def test_a_tap_on_save_does_not_meet_the_list_that_moves_up_when_nothing_is_wrong_any_more(
    phone: Phone,
):
    game = game_of()
    phone.open(f"/table/{game.pk}/enter/")
    go_offline(phone)
    phone.tick("Idle hunters", "Cho")
    phone.count("Toads", "Cho", 4)
    enter_offline(phone, 30)
    expect_next_form(phone)  # it scrolls up, and makes room for what is said
    phone.refusals.add(422)
    go_online(phone)
    phone.press("Fix")
    expect(phone.question("Toads").get_by_text("Cho was idle")).to_be_visible()
    held: list[Route] = []
    phone.page.route("**/draft/", lambda route: held.append(route))
    phone.count("Toads", "Cho", 0)
    wait_for_requests(phone.page, held)
    save = phone.page.get_by_role("button", name="Save", exact=True)
    top = pending(phone).bounding_box()["y"]
    phone.page.evaluate("way => scrollBy(0, way)", top - 600)  # so far that Save moves, too
    place = middle(save)
    with phone.with_slow_animations():
        held[0].continue_()
        expect(phone.page.get_by_text("Cho was idle")).to_have_count(1)  # only in the list
        title = pending(phone).get_by_role("link", name="Round 1").bounding_box()
        assert title["y"] < place[1] < title["y"] + title["height"]  # under the finger
        phone.page.touchscreen.tap(*place)
    phone.press("Save")
    arrived(phone)
    assert bids(game) == [30]


def test_a_refused_correction_is_kept_until_the_page_with_the_reason_has_arrived(phone: Phone):
    game = game_of([a_round()])
    phone.open(f"/table/{game.pk}/round/1/correct/", refusal=422)
    phone.context.route(
        "**/correct/**",
        lambda route: route.abort() if route.request.is_navigation_request() else route.continue_(),
    )
    phone.tick("Idle hunters", "Cho")
    phone.count("Toads", "Cho", 4)
    phone.press("Save")
    wait_until(phone.page, "() => !document.querySelector('form')")  # an error of the browser
    phone.context.unroute("**/correct/**")
    phone.open(f"/table/{game.pk}/")
    expect(pending(phone)).to_have_count(1)
    phone.press("Fix")
    expect(phone.page.locator(".error").first).to_be_visible()
    wait_until(phone.page, "async () => !(await readEntries()).length")


def test_a_refused_entry_that_is_saved_when_it_is_posted_holds_up_nothing(phone: Phone):
    game = game_of([a_round()])
    phone.refusals.add(422)
    refusal = {"status": 422, "headers": {"Outbox": "refused"}, "content_type": "text/html"}
    phone.page.route("**/enter/**", lambda route: answer_fetch(route, refusal), times=1)
    phone.open(f"/table/{game.pk}/enter/")
    phone.fill_round("Ana", 30, "Ana")
    phone.press("Save")
    phone.page.wait_for_url("**#saved")
    wait_until(phone.page, "async () => !(await readEntries()).length")


def test_a_round_whose_reason_is_gone_is_saved_by_a_tap_on_it_with_those_after_it(phone: Phone):
    game = game_of([a_round()])
    phone.open(f"/table/{game.pk}/enter/")
    go_offline(phone)
    enter_offline(phone, 30)
    enter_offline(phone, 40)
    expect_next_form(phone)
    end_or_reopen(game, ended_early=True)
    phone.refusals.add(422)
    go_online(phone)
    expect(pending(phone).first).to_contain_text("This game is over")
    end_or_reopen(game, ended_early=False)
    phone.press("Fix")
    arrived(phone)
    assert bids(game) == [20, 30, 40]


def test_a_round_whose_conflict_is_gone_is_saved_by_a_tap_on_it(phone: Phone):
    game = game_with_conflict(phone, 40)
    remove_entry(table_of(game), fresh_stamp(2, 1))
    phone.press("Compare")
    arrived(phone)
    assert bids(game) == [20, 40, None, 30]


def test_a_refused_round_outlives_another_change_if_its_reason_did_not_arrive(phone: Phone):
    game = game_of([a_round()])
    phone.refusals.add(422)
    phone.page.route("**/live/**", lambda route: route.abort())  # which would tell of the end
    phone.open(f"/table/{game.pk}/enter/")
    phone.fill_round("Ana", 30, "Ana")
    wait_until(phone.page, "() => !unsent.size && !document.querySelector('.htmx-request')")
    end_or_reopen(game, ended_early=True)
    phone.context.route(
        "**/enter/?save*",
        lambda route: route.abort() if route.request.is_navigation_request() else route.continue_(),
    )
    phone.press("Save")
    wait_until(phone.page, "() => !document.querySelector('form')")  # an error of the browser
    phone.context.unroute("**/enter/?save*")
    phone.open(f"/table/{game.pk}/options/")
    phone.press("Reopen the game")
    phone.page.wait_for_url("**#saved")
    arrived(phone)
    assert bids(game) == [20, 30]


@pytest.mark.parametrize("discards_first", [False, True])
def test_a_round_after_a_discarded_conflict_keeps_its_place(phone: Phone, discards_first: bool):
    game = game_with_conflict(phone, 20)
    go_offline(phone)
    if discards_first:
        discard(phone, 0)
        expect(pending(phone)).to_have_count(0)
    expect_next_form(phone)  # one that is busy takes no round
    phone.page.evaluate(CLICK_ALL, [["chimera", 0], ["bid", 40], ["first_out", 0]])
    expect(pending(phone).filter(has_text="Bid 40")).to_have_count(1)
    if not discards_first:
        discard(phone, 0)
    expect(pending(phone)).to_have_count(1)
    expect(pending(phone)).to_contain_text("Round 3")
    go_online(phone)
    arrived(phone)
    assert bids(game) == [20, 20, 40]


def test_the_next_form_has_the_number_that_the_server_gave_the_round_before(phone: Phone):
    game = game_of([a_round()])
    phone.open(f"/table/{game.pk}/enter/")
    go_offline(phone)
    enter_offline(phone, 30)
    expect_next_form(phone)
    phone.page.locator("main [name=chimera]").first.dispatch_event("click")
    discard(phone, 0)
    expect(pending(phone)).to_have_count(0)
    phone.page.evaluate(CLICK_ALL, [["chimera", 0], ["bid", 40], ["first_out", 0]])
    expect(pending(phone)).to_contain_text("Round 3")  # it had begun as such
    go_online(phone)
    arrived(phone)
    assert bids(game) == [20, 40]
    phone.open(f"/table/{game.pk}/enter/")
    wait_until(phone.page, "() => knownSlot")  # the scripts have looked at the form
    expect(phone.page.locator("h1")).to_contain_text("Enter round 3")


def game_with_conflict(phone: Phone, bid: int) -> GameSession:
    """Enter round 2 without a network, while another phone enters it with this bid."""
    game = game_of([a_round()])
    phone.open(f"/table/{game.pk}/enter/")
    go_offline(phone)
    enter_offline(phone, 30)
    expect_next_form(phone)  # a form that still saves would open the page of the conflict
    enter(game, a_round(1, bid, 1), 2)
    phone.refusals.add(409)
    go_online(phone)
    expect(pending(phone)).to_contain_text("another one")
    return game


def table_of(game: GameSession) -> Table:
    return Table.of(GameSession.objects.for_device(DEVICE).with_play().get(pk=game.pk))


def end_or_reopen(game: GameSession, ended_early: bool) -> None:
    table = table_of(game)
    set_ended_early(table, fresh_stamp(SETUP, len(table.log.setups)), ended_early)


def answer_fetch(route: Route, answer: dict[str, Any]) -> None:
    """Answer what the outbox sends; let the browser's own requests through."""
    if route.request.method == "POST" and not route.request.is_navigation_request():
        route.fulfill(**answer)
    else:
        route.continue_()
