"""Every open page of a game shows what any device does: two and three phones at one table."""

import hashlib
import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, Route, expect

from scorekeeper.live import endpoint
from scorekeeper.models import GameSession, Group, Link, Member, Role
from scorekeeper.pages.presence import FADES
from scorekeeper.people import links
from scorekeeper.people.groups import remove_device, set_role
from tests.browser.support.games_played import SECRET, a_round, enter, game_of
from tests.browser.support.phone import Phone
from tests.browser.support.score_cards import (
    by_score,
    card_game,
    die,
    expect_turn,
    noted,
    offer,
    open_box,
    tap_die,
    total,
)
from tests.browser.support.score_pads import pad_game, points
from tests.support.serving import serving

pytestmark = pytest.mark.browser

BEN, CHO = "ben".ljust(43, "-"), "cho".ljust(43, "-")


@pytest.fixture
def ben(new_phone: Callable[..., Phone]) -> Phone:
    return new_phone(secret=BEN)


@pytest.fixture
def cho(new_phone: Callable[..., Phone]) -> Phone:
    return new_phone(secret=CHO)


def let_in(secret: str, game: GameSession, role: Role = Role.SCORER) -> Member:
    device = hashlib.sha256(secret.encode()).hexdigest()
    name = {BEN: "Ben’s phone", CHO: "Cho’s phone"}[secret]
    return Member.objects.create(group=game.group, device=device, role=role, name=name)


def said(phone: Phone) -> Locator:
    return phone.page.locator("#live")


def look_at(phone: Phone, path: str) -> None:
    """Open a page and mark it, so that a reload would show; wait until it is live."""
    with phone.page.expect_request("**/live/*/"):
        phone.open(path)
    phone.page.evaluate("window.stayed = true")


def expect_stayed(page: Page) -> None:
    assert page.evaluate("window.stayed"), "the page was loaded again"


def bid(phone: Phone, answer: str) -> Locator:
    return phone.question("Bid").get_by_role("radio", name=answer)


def test_an_open_table_keeps_updating_while_another_tab_joins_a_group(phone: Phone, cho: Phone):
    """A new role changes the device's secret: the stream of the table still has the old one."""
    game, other = game_of([a_round()]), Group.objects.create(name="Office")
    let_in(CHO, game)
    look_at(phone, f"/table/{game.pk}/")
    tab = phone.context.new_page()
    tab.goto(links.path(Link.to(other, Role.SCORER)))
    tab.get_by_role("button", name="Join").tap()
    expect(tab.get_by_role("heading", name="New game")).to_contain_text("with Office")
    assert not Member.objects.filter(device=hashlib.sha256(SECRET.encode()).hexdigest()).exists()
    phone.page.bring_to_front()
    cho.open(f"/table/{game.pk}/")
    for sum_so_far in ("60", "120"):
        cho.play("Ben", 30, "Ben")
        expect(phone.total("Ben")).to_have_text(sum_so_far)
    expect_stayed(phone.page)
    phone.play("Ana", 20, "Ana")
    expect(phone.total("Ana")).to_have_text("80")
    tab.close()


def test_a_saved_round_appears_on_every_open_table(phone: Phone, ben: Phone, cho: Phone):
    game = game_of([a_round()])
    let_in(BEN, game, Role.VIEWER)
    let_in(CHO, game)
    for one in (phone, ben):
        look_at(one, f"/table/{game.pk}/")
    cho.open(f"/table/{game.pk}/")
    cho.play("Ben", 30, "Ben")
    for one in (phone, ben):
        expect(said(one)).to_have_text(
            "Round 2 entered: Ana 0 · Ben +60 · Cho 0 · Cho’s phone · Totals: Ben 60"
        )
        expect(one.total("Ben")).to_have_text("60")
        expect(one.page.locator(".sheet tbody")).to_have_count(2)
        expect(one.page.locator("#saved")).to_contain_text("Round 2 entered Cho’s phone")
        expect(one.page.get_by_role("img", name="Totals: Ana 40, Ben 60")).to_be_visible()
        expect_stayed(one.page)
    expect(phone.page.get_by_role("link", name="Enter round 3")).to_be_visible()
    expect(ben.page.get_by_role("link", name="Enter round")).to_have_count(0)
    expect(ben.page.get_by_role("button")).to_have_count(1)  # “⋯”


def test_a_correction_and_an_undo_appear_too(phone: Phone, ben: Phone):
    game = game_of([a_round(), a_round(1, 20, 1)])
    let_in(BEN, game)
    look_at(phone, f"/table/{game.pk}/")
    ben.open(f"/table/{game.pk}/round/1/correct/")
    ben.choose("Bid", "40")
    ben.press("Save")
    expect(phone.total("Ana")).to_have_text("80")
    expect(phone.page.locator("#round-1")).to_have_class(re.compile("corrected"))
    ben.press("Undo")
    expect(phone.total("Ana")).to_have_text("40")
    expect(said(phone)).to_have_text(
        "Round 1: correction undone: Ana +40 · Ben 0 · Cho 0 · Ben’s phone · Totals: Ana 40"
    )
    expect_stayed(phone.page)


def test_the_undo_button_that_arrives_with_a_change_works(phone: Phone):
    game = game_of([a_round()])
    look_at(phone, f"/table/{game.pk}/")
    enter(game, a_round(1, 30, 1))
    expect(phone.total("Ben")).to_have_text("60")
    phone.press("Undo")
    expect(phone.total("Ben")).to_have_text("0")


def test_a_finished_game_shows_the_winner(phone: Phone):
    game = game_of([a_round()], target=90)
    look_at(phone, f"/table/{game.pk}/")
    enter(game, a_round(traps=1))
    expect(phone.page.get_by_role("heading", name="Ana wins")).to_be_visible()
    expect(phone.page.get_by_role("button", name="Rematch")).to_be_visible()
    expect_stayed(phone.page)


def test_the_person_entering_is_named_with_the_draft(phone: Phone, ben: Phone):
    game = game_of([a_round()])
    let_in(BEN, game)
    look_at(phone, f"/table/{game.pk}/")
    ben.open(f"/table/{game.pk}/enter/")
    ben.choose("Bid", "40")
    expect(phone.page.locator(".draft")).to_have_text("Ben’s phone is entering round 2: bid 40")
    ben.choose("Traps", "2")
    expect(phone.page.locator(".draft")).to_have_text(
        "Ben’s phone is entering round 2: bid 40 · traps 2"
    )
    ben.open(f"/table/{game.pk}/")
    expect(ben.page.locator(".draft")).to_have_text("Round 2 begun: bid 40 · traps 2")


def test_a_person_who_drafts_nothing_for_long_is_no_longer_shown_as_entering(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(endpoint, "HEARTBEAT", 1)
    game = game_of([a_round()])
    member = let_in(BEN, game)
    at = timezone.now() - FADES + timedelta(seconds=2)
    draft = {"slot": 2, "fields": {"bid": ["40"]}, "by": member.pk, "at": at.isoformat()}
    game.change(draft=draft)
    look_at(phone, f"/table/{game.pk}/")
    expect(phone.page.locator(".draft")).to_have_text("Round 2 begun: bid 40")
    expect_stayed(phone.page)


def test_an_opened_round_stays_open_and_is_updated(phone: Phone):
    game = game_of([a_round(), a_round(1, 20, 1)])
    look_at(phone, f"/table/{game.pk}/")
    phone.tap(phone.page.locator("#cell-1-0"))
    expect(phone.page.locator("#round-1 .detail")).to_contain_text("Ana’s phone")
    enter(game, a_round(bid=40), slot=1, revision=1)
    expect(phone.page.locator("#round-1 .detail")).to_contain_text("Corrected")
    expect(phone.page.locator("#round-1 tr").first).to_contain_text("+80")
    enter(game, a_round(2))
    expect(phone.page.locator(".sheet tbody")).to_have_count(3)
    expect(phone.page.locator("#round-1 .detail")).to_be_visible()
    expect_stayed(phone.page)


def test_the_scroll_position_stays(phone: Phone):
    game = game_of([a_round(n % 3) for n in range(20)], target=9999)
    look_at(phone, f"/table/{game.pk}/")
    row = phone.page.locator("#round-12")
    row.evaluate("row => scrollTo(0, row.getBoundingClientRect().top - 100)")
    before = row.bounding_box()
    enter(game, a_round())
    expect(phone.page.locator(".sheet tbody")).to_have_count(21)
    after = row.bounding_box()
    assert before
    assert after
    assert abs(before["y"] - after["y"]) < 2


def test_taps_on_one_phone_appear_on_the_form_of_another(phone: Phone, ben: Phone):
    game = game_of()
    let_in(BEN, game)
    for one in (phone, ben):
        look_at(one, f"/table/{game.pk}/enter/")
    ben.choose("Bid", "40")
    expect(bid(phone, "40")).to_be_checked()
    expect(said(phone)).to_have_text("Ben’s phone is entering round 1")
    phone.choose("Who was the Chimera?", "Cho")
    expect(ben.question("Who was the Chimera?").get_by_role("radio", name="Cho")).to_be_checked()
    ben.choose("Bid", "30")
    expect(bid(phone, "30")).to_be_checked()
    phone.tick("Idle hunters", "Ben")
    idle = ben.question("Idle hunters").get_by_role("checkbox", name="Ben")
    expect(idle).to_be_checked()
    phone.tick("Idle hunters", "Ben")
    expect(idle).not_to_be_checked()
    for one in (phone, ben):
        expect(bid(one, "30")).to_be_checked()
        expect_stayed(one.page)


def test_a_box_ticked_after_the_form_was_refreshed_counts(phone: Phone, ben: Phone):
    game = game_of()
    let_in(BEN, game)
    look_at(phone, f"/table/{game.pk}/enter/")
    ben.open(f"/table/{game.pk}/enter/")
    ben.fill_round("Ana", 40, "Ana")
    expect(phone.question("Who went out first?").get_by_role("radio", name="Ana")).to_be_checked()
    phone.tick("Chimera attack", "Chimera attack")
    phone.press("Save")
    expect(phone.total("Ana")).to_have_text("105")


def test_a_half_filled_form_stays_when_someone_else_saves_that_round(phone: Phone, ben: Phone):
    game = game_of()
    let_in(BEN, game)
    look_at(phone, f"/table/{game.pk}/enter/")
    phone.choose("Bid", "40")
    phone.choose("Traps", "2")
    phone.page.wait_for_function("() => !unsent.size")  # or Ben is asked about it when he saves
    ben.open(f"/table/{game.pk}/enter/")
    ben.fill_round("Ben", 20, "Ben")
    ben.press("Save")
    expect(said(phone)).to_contain_text("Round 1 entered: Ana 0 · Ben +")
    expect(phone.page.locator("#say-form")).to_contain_text(
        "Ben’s phone entered Round 1. Save yours to compare the two."
    )
    expect(phone.page.get_by_role("heading", name="Enter round 1")).to_be_visible()
    expect(phone.question("Traps").get_by_role("radio", name="2", exact=True)).to_be_checked()
    expect_stayed(phone.page)
    phone.refusals.add(409)
    phone.fill_round("Ben", 30, "Ben")
    phone.press("Save")
    expect(phone.page.get_by_role("alert")).to_contain_text(
        "saved another one before yours arrived."
    )


def test_the_slower_person_reaches_the_next_round_with_one_tap_even_after_more_taps(
    phone: Phone,
):
    game = game_of()
    look_at(phone, f"/table/{game.pk}/enter/")
    with phone.page.expect_response("**/draft/"):
        phone.choose("Bid", "40")
    enter(game, a_round(1, 20, 1))
    on = phone.page.get_by_role("link", name="Enter the next one")
    expect(on).to_be_visible()
    expect(phone.page.get_by_role("alert")).to_have_count(1)
    for traps in "234":
        with phone.page.expect_response("**/draft/"):
            phone.choose("Traps", traps)
        expect(phone.page.get_by_role("alert")).to_have_count(
            0
        )  # it announced that once, and does not with every tap
        expect(on).to_have_count(1)
    phone.tap(on)
    expect(phone.page.get_by_role("heading", name="Enter round 2")).to_be_visible()
    expect(bid(phone, "40")).not_to_be_checked()
    expect(phone.page.locator("#say-form")).to_be_hidden()


def test_the_answer_to_a_tap_also_announces_that_someone_was_faster(phone: Phone):
    game = game_of()
    look_at(phone, f"/table/{game.pk}/enter/")

    def overtake(route: Route) -> None:
        enter(game, a_round(1, 20, 1))
        route.continue_()

    phone.page.route("**/draft/", overtake, times=1)
    phone.choose("Bid", "40")
    expect(phone.page.get_by_role("alert")).to_contain_text(
        "Ana’s phone entered Round 1. Save yours to compare the two."
    )
    phone.choose("Traps", "2")
    expect(phone.page.get_by_role("alert")).to_have_count(0)
    expect(phone.page.get_by_role("link", name="Enter the next one")).to_be_visible()


def test_a_card_nobody_is_filling_here_follows_the_others(phone: Phone, ben: Phone):
    game = card_game()
    let_in(BEN, game)
    look_at(phone, f"/table/{game.pk}/")
    ben.open(f"/table/{game.pk}/")
    tap_die(ben, 0, 3)
    expect(die(phone, 0).get_by_role("radio", name="3")).to_be_checked()
    throw_rest(ben)
    expect(offer(phone, "full_house")).to_contain_text("25")
    ben.tap(offer(ben, "full_house"))
    expect(total(phone, 0)).to_have_text("25")
    expect_turn(phone, "Ben")
    expect(die(phone, 0).get_by_role("radio", name="3")).not_to_be_checked()
    by_score(phone, "chance", "22")
    expect(total(phone, 1)).to_have_text("22")


def throw_rest(phone: Phone) -> None:
    for place, face in enumerate((3, 3, 5, 5), 1):
        tap_die(phone, place, face)


def test_dice_on_the_card_stay_when_someone_else_saves_that_turn(phone: Phone):
    game = card_game()
    look_at(phone, f"/table/{game.pk}/")
    tap_die(phone, 0, 3)
    expect(phone.page.locator("#noted")).to_have_value(re.compile("dice_0"))
    enter(game, noted(0, "fours", 12))
    expect(phone.page.locator(".last")).to_contain_text("Ana · Fours · 12")
    expect(phone.page.locator("#say-form")).to_contain_text("Save yours to compare the two.")
    expect(die(phone, 0).get_by_role("radio", name="3")).to_be_checked()
    expect_turn(phone, "Ana")
    expect_stayed(phone.page)


def test_the_current_card_is_one_tap_away_when_someone_else_was_faster(
    phone: Phone,
):
    game = card_game()
    look_at(phone, f"/table/{game.pk}/")
    tap_die(phone, 0, 3)
    expect(phone.page.locator("#noted")).to_have_value(re.compile("dice_0"))
    enter(game, noted(0, "fours", 12))
    expect(phone.page.locator("#say-form")).to_contain_text("Save yours to compare the two.")
    phone.follow("Enter the next one")
    expect_turn(phone, "Ben")
    expect(phone.page.locator('[name="dice_0"][value="3"]')).not_to_be_checked()


def test_an_open_sheet_of_scores_stays_in_place(phone: Phone):
    game = card_game()
    look_at(phone, f"/table/{game.pk}/")
    phone.tap(open_box(phone, "ones"))
    sheet = phone.page.locator(".pick[open] .picker")
    expect(sheet).to_be_visible()
    enter(game, noted(0, "fours", 12))
    expect(phone.page.locator("#say-form")).to_contain_text("Save yours to compare the two.")
    expect(phone.page.locator(".last")).to_contain_text("Ana · Fours · 12")
    expect(sheet).to_be_visible()
    phone.refusals.add(409)
    phone.tap(phone.page.locator('button[name="fill"][value="ones 3"]'))
    expect(phone.page.get_by_role("alert")).to_contain_text(
        "You saved another one before this arrived."
    )


def test_two_people_who_tap_at_the_same_time_lose_nothing(phone: Phone, ben: Phone, cho: Phone):
    game = game_of()
    let_in(BEN, game)
    let_in(CHO, game, Role.VIEWER)
    look_at(cho, f"/table/{game.pk}/")
    for one in (phone, ben):
        look_at(one, f"/table/{game.pk}/enter/")
    for mine, theirs in (("Ana", "1"), ("Ben", "2"), ("Cho", "3")):
        phone.choose("Who was the Chimera?", mine)
        ben.choose("Traps", theirs)
    phone.choose("Bid", "30")
    ben.choose("Who went out first?", "Cho")
    for one in (phone, ben):
        expect(
            one.question("Who was the Chimera?").get_by_role("radio", name="Cho")
        ).to_be_checked()
        expect(one.question("Traps").get_by_role("radio", name="3", exact=True)).to_be_checked()
        expect(bid(one, "30")).to_be_checked()
        expect(one.question("Who went out first?").get_by_role("radio", name="Cho")).to_be_checked()
    expect(cho.page.locator(".draft")).to_contain_text(
        "is entering round 1: Chimera Cho · bid 30 · out first Cho"
    )
    ben.press("Save")
    expect(cho.total("Cho")).to_have_text("135")
    expect(cho.page.locator(".draft")).to_have_count(0)


def test_the_page_of_a_removed_device_says_so_at_once_and_stops_listening(phone: Phone, ben: Phone):
    game = game_of([a_round()])
    member = let_in(BEN, game)
    look_at(ben, f"/table/{game.pk}/")
    look_at(phone, f"/table/{game.pk}/")
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


def test_a_page_that_temporarily_loses_access_recovers_by_itself(ben: Phone):
    game = game_of([a_round()])
    member = let_in(BEN, game)
    ben.page.clock.install()
    look_at(ben, f"/table/{game.pk}/")
    ben.refusals.add(404)
    remove_device(member)
    expect(ben.page.get_by_role("heading", level=1)).to_have_text(["This device was removed"])
    Member.objects.filter(pk=member.pk).update(role=Role.SCORER)
    ben.page.clock.fast_forward(91_000)
    expect(ben.total("Ana")).to_have_text("40")
    enter(game, a_round())
    expect(ben.total("Ana")).to_have_text("80")
    expect_stayed(ben.page)


def test_a_phone_made_a_viewer_is_led_from_the_form_to_the_table(phone: Phone, ben: Phone):
    game = game_of([a_round()])
    member = let_in(BEN, game)
    look_at(ben, f"/table/{game.pk}/enter/")
    ben.refusals.add(403)
    set_role(member, Role.VIEWER)
    expect(ben.page.get_by_role("heading", level=1)).to_have_text(["This device can’t do that"])
    ben.follow("Show the table")
    expect(ben.total("Ana")).to_have_text("40")


def test_a_deleted_game_leaves_every_screen(phone: Phone):
    game = game_of([a_round()])
    phone.refusals.add(404)
    look_at(phone, f"/table/{game.pk}/")
    game.change(deleted_at=timezone.now())
    expect(phone.page.get_by_role("heading", name="Nothing here")).to_be_visible()


def test_the_history_and_an_opened_round_follow_the_game(phone: Phone, ben: Phone):
    game = game_of([a_round()])
    let_in(BEN, game, Role.VIEWER)
    look_at(phone, f"/table/{game.pk}/history/")
    look_at(ben, f"/table/{game.pk}/round/1/")
    enter(game, a_round(bid=40), slot=1, revision=1)
    expect(phone.page.get_by_role("listitem").filter(has_text="Round 1 corrected")).to_be_visible()
    expect(ben.page.locator(".detail")).to_contain_text("Corrected")


def test_a_large_screen_shows_standings_and_chart_and_follows_the_game(phone: Phone):
    game = game_of([a_round()])
    phone.open(f"/table/{game.pk}/")
    phone.press("More about this game")
    phone.follow("Show on a large screen")
    phone.follow("Show it on this device")
    expect(phone.page.locator("main.display, .display main")).to_be_visible()
    phone.page.evaluate("window.stayed = true")
    enter(game, a_round(1, 30, 1))
    expect(phone.total("Ben")).to_have_text("60")
    expect_stayed(phone.page)
    phone.page.set_viewport_size({"width": 1280, "height": 720})
    assert phone.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert (
        phone.page.locator(".standings .total").first.evaluate(
            "e => parseFloat(getComputedStyle(e).fontSize)"
        )
        > 60
    )


# The height of each word in pixels, and what leaves the screen or overlaps the standings.
WORDS = """() => [...document.querySelectorAll('.chart text')]
    .map(word => word.getBoundingClientRect().height)"""
AMISS = """() => [...document.querySelectorAll('.chart text')].filter(word => {
    const {left, right, top, bottom} = word.getBoundingClientRect();
    const list = document.querySelector('.standings').getBoundingClientRect();
    return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight
      || left < list.right && top < list.bottom;
  }).map(word => word.textContent)"""


@pytest.mark.parametrize("count", [2, 6, 20])
def test_the_chart_on_a_large_screen_is_legible_from_across_the_room(phone: Phone, count: int):
    names = [f"Wolfeschlegelsteinhausenbergerdorff {n}" for n in range(count)]
    game = pad_game([points(*range(-600 * n, -600 * n + count)) for n in range(6)], names)
    phone.open(f"/table/{game.pk}/display/")
    for width, height in ((1280, 720), (1920, 1080), (800, 1280)):
        phone.page.set_viewport_size({"width": width, "height": height})
        assert phone.page.evaluate(AMISS) == []
        assert min(phone.page.evaluate(WORDS)) > 20


def test_the_large_screen_goes_full_screen_at_a_tap_and_keeps_following_the_game(phone: Phone):
    game = game_of([a_round()])
    look_at(phone, f"/table/{game.pk}/display/")
    larger = phone.page.get_by_role("button", name="Full screen")
    phone.tap(larger)
    phone.page.wait_for_function("() => document.fullscreenElement")
    expect(larger).to_be_hidden()
    enter(game, a_round(1, 30, 1))
    expect(phone.total("Ben")).to_have_text("60")
    phone.page.evaluate("document.exitFullscreen()")
    expect(larger).to_be_visible()


def test_full_screen_is_not_offered_where_the_browser_cannot_do_it(phone: Phone):
    phone.page.add_init_script(
        "Object.defineProperty(document, 'fullscreenEnabled', {value: false})"
    )
    look_at(phone, f"/table/{game_of([a_round()]).pk}/display/")
    expect(phone.page.get_by_role("link", name="Back to the table")).to_be_visible()
    expect(phone.page.locator("[data-full]")).to_be_hidden()


def test_a_large_screen_without_a_connection_says_so_in_large_letters(
    new_phone: Callable[..., Phone],
):
    game = game_of([a_round()])
    with serving() as site:
        phone = new_phone(secret=SECRET, site=site.url)
        phone.page.set_viewport_size({"width": 1280, "height": 720})
        look_at(phone, f"/table/{game.pk}/display/")
        before = phone.page.locator(".standings").bounding_box()
        said = phone.page.get_by_text("Offline: may be out of date")
        expect(said).to_be_hidden()
    expect(said).to_be_in_viewport(ratio=1)
    assert said.evaluate("said => parseFloat(getComputedStyle(said).fontSize)") > 24
    assert phone.page.locator(".standings").bounding_box() == before
    enter(game, a_round())
    with serving(site.port):
        expect(phone.total("Ana")).to_have_text("80")
        expect(said).to_be_hidden()
        phone.page.goto("about:blank")


def test_a_rematch_is_announced_and_the_large_screen_follows_to_it(phone, ben, cho):
    game = game_of([a_round(bid=30)], target=60)
    for secret in (BEN, CHO):
        let_in(secret, game)
    look_at(ben, f"/table/{game.pk}/")
    look_at(cho, f"/table/{game.pk}/display/")
    phone.open(f"/table/{game.pk}/")
    phone.page.get_by_role("button", name="Rematch").tap()
    expect(phone.page.locator("#verdict")).to_have_text("No rounds played yet")
    expect(ben.page.get_by_role("link", name="Go to the rematch")).to_be_visible()
    expect(cho.page).to_have_url(f"{phone.page.url}display/")
    expect(cho.page.locator("#verdict")).to_have_text("No rounds played yet")
    rematch = GameSession.objects.exclude(pk=game.pk).get()
    enter(rematch, a_round())
    expect(cho.total("Ana")).to_have_text("40")
    ben.page.get_by_role("link", name="Go to the rematch").tap()
    expect(ben.page).to_have_url(phone.page.url)
