"""Every open page of a game shows what any device does: several pages of one game.

What a page does alone is in test_live_scripts.py.
"""

import re
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, Route, expect

from scorekeeper.live import endpoint
from scorekeeper.models import GameSession, Group, Link, Member, Role, sessions
from scorekeeper.people import links
from scorekeeper.people.deletion import delete_group, restore_group
from scorekeeper.people.groups import remove_device, set_role
from tests.browser.support.following import BEN, draft, expect_stayed, let_in, look_at, said, total
from tests.browser.support.games_played import DEVICE, a_round, enter, game_of
from tests.browser.support.phone import NewPhone, Phone, wait_until
from tests.browser.support.score_cards import (
    by_score,
    card_game,
    die,
    expect_turn,
    offer,
    open_box,
    tap_die,
    throw,
)
from tests.browser.support.score_cards import total as card_total
from tests.support.entries import noted

NewTab = Callable[[str], Page]


@pytest.fixture
def new_tab(phone: Phone) -> Iterator[NewTab]:
    """Opens further pages on the phone, which cost less than further phones."""
    pages: list[Page] = []

    def make(path: str) -> Page:
        pages.append(phone.context.new_page())
        look_at(pages[-1], path)
        return pages[-1]

    yield make
    for page in pages:
        page.close()


def answer(phone: Phone, question: str, choice: str) -> Locator:
    return phone.question(question).get_by_role("radio", name=choice, exact=True)


# The table


def test_a_table_goes_on_while_another_tab_joins_a_group(phone: Phone, new_tab: NewTab):
    """A new role changes the device's secret: the stream of the table still has the old one."""
    game, other = game_of([a_round()]), Group.objects.create(name="Office")
    tab = new_tab(f"/table/{game.pk}/")
    look_at(phone.page, f"/table/{game.pk}/")
    tab.goto(links.path(Link.to(other, Role.SCORER)))
    tab.get_by_role("button", name="Join").tap()
    expect(tab.get_by_role("heading", name="New game")).to_contain_text("with Office")
    assert not Member.objects.filter(device=DEVICE).exists()
    phone.page.bring_to_front()
    phone.play("Ana", 20, "Ana")
    expect(phone.total("Ana")).to_have_text("80")


def test_rounds_undo_corrections_and_the_end_appear_on_every_open_table(phone: Phone, ben: Phone):
    game = game_of([a_round()], target=150)
    let_in(game, Role.VIEWER)
    for one in (phone, ben):
        look_at(one.page, f"/table/{game.pk}/")
    enter(game, a_round(1, 30, 1))
    for one in (phone, ben):
        expect(said(one)).to_have_text(
            "Round 2 entered: Ana 0 · Ben +60 · Cho 0 · Ana’s phone · Totals: Ben 60"
        )
        expect(one.total("Ben")).to_have_text("60")
        expect(one.page.locator(".sheet tbody")).to_have_count(2)
        expect(one.page.get_by_role("img", name="Totals: Ana 40, Ben 60")).to_be_visible()
    expect(ben.page.locator("#saved")).to_contain_text("Round 2 entered Ana’s phone")
    expect(phone.page.get_by_role("link", name="Enter round 3")).to_be_visible()
    expect(ben.page.get_by_role("link", name="Enter round")).to_have_count(0)
    expect(ben.page.get_by_role("button")).to_have_count(1)  # “⋯”

    enter(game, a_round(bid=40), slot=1, revision=1)
    expect(ben.total("Ana")).to_have_text("80")
    expect(ben.page.locator("#round-1")).to_contain_text("corrected")
    expect(phone.total("Ana")).to_have_text("80")
    expect_stayed(ben.page, phone.page)
    phone.press("Undo")  # the button has arrived with the change
    expect(said(ben)).to_have_text(
        "Round 1: correction undone: Ana +40 · Ben 0 · Cho 0 · Ana’s phone · Totals: Ana 40"
    )
    enter(game, a_round(1, 40, 1, traps=1))
    expect(ben.page.get_by_role("heading", name="Ben wins")).to_be_visible()
    expect_stayed(ben.page)
    expect(phone.page.get_by_role("button", name="Rematch")).to_be_visible()


def test_who_drafts_nothing_for_long_is_not_shown_as_entering(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(endpoint, "HEARTBEAT", 0.2)
    game = game_of([a_round()])
    at, by = timezone.now().isoformat(), let_in(game).pk
    game.change(draft={"slot": 2, "fields": {"bid": ["40"]}, "by": by, "at": at})
    look_at(phone.page, f"/table/{game.pk}/")
    expect(phone.page.locator(".draft")).to_have_text("Ben’s phone is entering round 2: bid 40")
    monkeypatch.setattr(sessions, "FADES", timedelta())  # as if so long had passed
    expect(phone.page.locator(".draft")).to_have_text("Round 2 begun: bid 40")
    expect_stayed(phone.page)


def test_what_to_tap_stays_on_a_wide_screen_when_someone_begins_to_enter(phone: Phone):
    phone.page.set_viewport_size({"width": 1280, "height": 800})
    game = game_of([a_round()])
    look_at(phone.page, f"/table/{game.pk}/")
    buttons = phone.page.locator(".bar .row").first
    place = buttons.bounding_box()
    draft(game, 2, bid="40")
    expect(phone.page.locator(".draft")).to_be_visible()
    assert buttons.bounding_box() == place


def test_an_opened_round_stays_open_and_in_its_place_and_is_updated(phone: Phone):
    game = game_of([a_round(n % 3) for n in range(20)], target=9999)
    look_at(phone.page, f"/table/{game.pk}/")
    row = phone.page.locator("#round-12")
    phone.tap(phone.page.locator("#cell-12-0"))
    expect(row.locator(".detail")).to_contain_text("Ana’s phone")
    row.evaluate("row => scrollBy(0, row.getBoundingClientRect().top - 100)")
    place = row.bounding_box()["y"]
    enter(game, a_round(2))
    expect(phone.page.locator(".sheet tbody")).to_have_count(21)
    expect(row.locator(".detail")).to_be_visible()
    assert abs(row.bounding_box()["y"] - place) < 2
    enter(game, a_round(2, 40, 2), slot=12, revision=1)
    expect(row.locator(".detail")).to_contain_text("Corrected")
    expect(row.locator("tr").first).to_contain_text("+80")
    expect_stayed(phone.page)


def test_an_opened_round_is_updated_after_its_own_request_failed(phone: Phone):
    game = game_of([a_round(), a_round()])
    phone.open(f"/table/{game.pk}/")
    phone.tap(phone.page.locator("#open-1"))
    row = phone.page.locator("#round-1")
    expect(row.locator(".detail")).to_be_visible()
    phone.page.route("**/round/1/", lambda route: route.abort(), times=1)
    enter(game, a_round(bid=40), slot=1, revision=1)
    expect(phone.total("Ana")).to_have_text("120")
    wait_until(phone.page, "() => !live.dataset.version")  # it knows that it is not up to date
    phone.page.evaluate("connect()")  # as after every 45 seconds
    expect(row.locator("tr").first).to_contain_text("+80")


def test_the_history_and_an_opened_round_follow_the_game(phone: Phone, new_tab: NewTab):
    game = game_of([a_round()])
    look_at(phone.page, f"/table/{game.pk}/history/")
    tab = new_tab(f"/table/{game.pk}/round/1/")
    enter(game, a_round(bid=40), slot=1, revision=1)
    expect(phone.page.get_by_role("listitem").filter(has_text="Round 1 corrected")).to_be_visible()
    expect(tab.locator(".detail")).to_contain_text("Corrected")


# The form


def test_two_people_who_tap_at_once_lose_nothing(phone: Phone, ben: Phone, new_tab: NewTab):
    game = game_of()
    let_in(game)
    table = new_tab(f"/table/{game.pk}/")
    for one in (phone, ben):
        look_at(one.page, f"/table/{game.pk}/enter/")
    ben.choose("Bid", "40")
    expect(answer(phone, "Bid", "40")).to_be_checked()
    expect(said(phone)).to_have_text("Ben’s phone is entering round 1")
    expect(table.locator(".draft")).to_have_text("Ben’s phone is entering round 1: bid 40")
    phone.tick("Idle hunters", "Ben")
    idle = ben.question("Idle hunters").get_by_role("checkbox", name="Ben")
    expect(idle).to_be_checked()
    phone.tick("Idle hunters", "Ben")
    expect(idle).not_to_be_checked()
    for mine, theirs in (("Ana", "1"), ("Ben", "2"), ("Cho", "3")):
        phone.choose("Who was the Chimera?", mine)
        ben.choose("Traps", theirs)
    ben.choose("Bid", "30")
    for one in (phone, ben):
        for question, choice in (("Who was the Chimera?", "Cho"), ("Traps", "3"), ("Bid", "30")):
            expect(answer(one, question, choice)).to_be_checked()
    expect(table.locator(".draft")).to_contain_text("Chimera Cho · bid 30 · traps 3")
    expect_stayed(phone.page, ben.page)
    phone.page.wait_for_function("() => !unsent.size")  # or Ben is asked about it when he saves

    ben.choose("Who went out first?", "Cho")
    ben.press("Save")
    expect(total(table, "Cho")).to_have_text("135")
    expect(table.locator(".draft")).to_have_count(0)
    expect(said(phone)).to_contain_text("Round 1 entered: Ana 0 · Ben 0 · Cho +135")
    expect(phone.page.locator("#say-form")).to_contain_text(
        "Ben’s phone entered round 1. Save yours to compare the two."
    )
    expect(phone.page.get_by_role("heading", name="Enter round 1")).to_be_visible()
    expect(answer(phone, "Traps", "3")).to_be_checked()
    expect_stayed(phone.page, table)
    phone.choose("Who went out first?", "Ana")
    phone.refusals.add(409)
    phone.press("Save")
    expect(phone.page.get_by_role("alert")).to_contain_text(
        "saved another one before yours arrived."
    )


def test_what_another_phone_changed_is_marked_and_asked_about_once(phone: Phone, ben: Phone):
    game = game_of()
    let_in(game)
    for one in (phone, ben):
        look_at(one.page, f"/table/{game.pk}/enter/")
    phone.fill_round("Ana", 20, "Ana")
    expect(answer(ben, "Bid", "20")).to_be_checked()
    ben.choose("Bid", "40")
    mark = phone.page.locator("#say-bid .changed")
    expect(mark).to_contain_text("bid 20 → 40")
    expect(answer(phone, "Bid", "40")).to_be_checked()
    phone.tick("Chimera attack", "Chimera attack")
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
    expect(phone.total("Ana")).to_have_text("85")  # with the attack ticked on a refreshed form


def test_the_slower_person_reaches_the_next_round_with_one_tap(phone: Phone):
    game = game_of()
    look_at(phone.page, f"/table/{game.pk}/enter/")
    with phone.page.expect_response("**/draft/"):
        phone.choose("Bid", "40")
    enter(game, a_round(1, 20, 1))
    on = phone.page.get_by_role("link", name="Enter the next one")
    expect(on).to_be_visible()
    expect(phone.page.get_by_role("alert")).to_have_count(1)
    with phone.page.expect_response("**/draft/"):
        phone.choose("Traps", "2")
    expect(phone.page.get_by_role("alert")).to_have_count(0)  # it is announced once
    expect(on).to_have_count(1)
    phone.tap(on)
    expect(phone.page.get_by_role("heading", name="Enter round 2")).to_be_visible()
    expect(answer(phone, "Bid", "40")).not_to_be_checked()
    expect(phone.page.locator("#say-form")).to_be_hidden()

    def overtake(route: Route) -> None:
        enter(game, a_round(1, 20, 1))
        route.continue_()

    phone.page.route("**/draft/", overtake, times=1)
    phone.choose("Bid", "40")  # the answer to the tap says so, too
    expect(phone.page.get_by_role("alert")).to_contain_text(
        "Ana’s phone entered round 2. Save yours to compare the two."
    )
    expect(on).to_be_visible()


# A card


def test_a_card_nobody_is_filling_here_follows_the_others(phone: Phone, ben: Phone):
    game = card_game()
    let_in(game)
    for one in (phone, ben):
        look_at(one.page, f"/table/{game.pk}/")
    throw(ben, "33355")
    expect(die(phone, 0).get_by_role("radio", name="3")).to_be_checked()
    expect(offer(phone, "full_house")).to_contain_text("25")
    ben.tap(offer(ben, "full_house"))
    expect(card_total(phone, 0)).to_have_text("25")
    expect_turn(phone, "Ben")
    expect(die(phone, 0).get_by_role("radio", name="3")).not_to_be_checked()
    by_score(phone, "chance", "22")
    expect(card_total(phone, 1)).to_have_text("22")


def test_dice_and_an_open_sheet_stay_when_someone_else_was_faster_and_one_tap_leads_on(
    phone: Phone,
):
    game = card_game()
    look_at(phone.page, f"/table/{game.pk}/")
    tap_die(phone, 0, 3)
    expect(phone.page.locator("#noted")).to_have_value(re.compile("dice_0"))
    enter(game, noted(0, "fours", 12))
    expect(phone.page.locator(".last")).to_contain_text("Ana · Fours · 12")
    expect(phone.page.locator("#say-form")).to_contain_text("Save yours to compare the two.")
    expect(die(phone, 0).get_by_role("radio", name="3")).to_be_checked()
    expect_turn(phone, "Ana")
    expect_stayed(phone.page)
    phone.follow("Enter the next one")
    expect_turn(phone, "Ben")
    expect(phone.page.locator('[name="dice_0"][value="3"]')).not_to_be_checked()

    phone.tap(open_box(phone, "ones"))
    sheet = phone.page.locator(".pick[open] .picker")
    expect(sheet).to_be_visible()
    enter(game, noted(1, "fours", 12))
    expect(phone.page.locator("#say-form")).to_contain_text("Save yours to compare the two.")
    expect(phone.page.locator(".last")).to_contain_text("Ben · Fours · 12")
    expect(sheet).to_be_visible()
    phone.refusals.add(409)
    phone.tap(phone.page.locator('button[name="fill"][value="ones 3"]'))
    expect(phone.page.get_by_role("alert")).to_contain_text(
        "You saved another one before this arrived."
    )


# A device that loses its role


def test_a_removed_device_stops_listening_until_it_is_back(phone: Phone, new_phone: NewPhone):
    game, ben = game_of([a_round()]), new_phone(secret=BEN)
    member = let_in(game)
    ben.page.clock.install()
    for one in (ben, phone):
        look_at(one.page, f"/table/{game.pk}/")
    ben.refusals.add(404)
    remove_device(member)
    expect(ben.page.get_by_role("heading", level=1)).to_have_text(["This device was removed"])
    expect(said(ben)).to_contain_text("ask a host for a code")
    asked: list[str] = []
    ben.page.on("request", lambda request: asked.append(request.url))
    enter(game, a_round())
    expect(phone.total("Ana")).to_have_text("80")
    assert not asked
    expect(ben.page.locator(".total")).to_have_count(0)
    Member.objects.filter(pk=member.pk).update(role=Role.SCORER)
    ben.page.clock.fast_forward(91_000)
    expect(ben.total("Ana")).to_have_text("80")
    enter(game, a_round())
    expect(ben.total("Ana")).to_have_text("120")
    expect_stayed(ben.page)


def test_a_phone_made_a_viewer_leaves_the_form_and_a_deleted_game_every_screen(phone: Phone):
    game = game_of([a_round()])
    look_at(phone.page, f"/table/{game.pk}/enter/")
    phone.refusals.update({403, 404})
    game.group.members.create(device="another", role=Role.HOST, name="another")
    set_role(Member.objects.get(device=DEVICE), Role.VIEWER)
    expect(phone.page.get_by_role("heading", level=1)).to_have_text(["This device can’t do that"])
    phone.follow("Show the table")
    expect(phone.total("Ana")).to_have_text("40")
    share = phone.page.get_by_role("link", name="Share")
    expect(share).to_have_count(0)
    set_role(Member.objects.get(device=DEVICE), Role.SCORER)
    expect(share).to_be_visible()
    GameSession.objects.get().change(deleted_at=timezone.now())
    expect(phone.page.get_by_role("heading", name="Nothing here")).to_be_visible()


@pytest.mark.parametrize("page", ["", "enter/", "history/", "display/"])
def test_an_open_page_of_a_group_that_is_deleted_says_so(phone: Phone, page: str):
    game = game_of([a_round()])
    look_at(phone.page, f"/table/{game.pk}/{page}")
    phone.refusals.add(404)
    delete_group(game.group)
    expect(phone.page.get_by_role("heading", name="This group was deleted")).to_be_visible()
    restore_group(game.group)
    phone.page.reload()
    expect(phone.page.get_by_text("Ana").first).to_be_visible()


def test_a_page_of_a_proxy_leaves_an_open_form_alone(phone: Phone):
    game = game_of([a_round()])
    draft(game, 2, bid="40")
    look_at(phone.page, f"/table/{game.pk}/enter/")
    phone.refusals.add(404)
    phone.page.route(
        "**/enter/", lambda route: route.fulfill(status=404, content_type="text/html", body="Hm")
    )
    phone.page.evaluate("(etag = '', refreshPage())")
    expect(phone.page.locator("#blank")).to_be_attached()
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("Enter round 2")
