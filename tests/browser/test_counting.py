"""Everyone counts on their own phone, face down; the large screen makes an event of the result."""

import pytest
from playwright.sync_api import Locator, Route, expect

from scorekeeper.models import GameSession
from tests.browser.support import counting_pages
from tests.browser.support.following import let_in, look_at, total
from tests.browser.support.games_played import NAMES, game_with
from tests.browser.support.outbox import go_offline, go_online
from tests.browser.support.phone import Phone, wait_until
from tests.browser.support.score_pads import tap_keys

FALLING = "() => document.querySelector('.standings li').getAnimations().length > 0"
ENDS = """() => [...document.querySelectorAll('.standings li')].map(
  rank => rank.getAnimations()[0].effect.getComputedTiming().endTime)"""
OPACITY = "element => getComputedStyle(element.closest('.news')).opacity"


@pytest.fixture
def game() -> GameSession:
    game = game_with("hearts", [], NAMES, None, {"target": 20, "moon": "others"})
    let_in(game)
    return game


@pytest.fixture
def screen(other_phone: Phone) -> Phone:
    """The large screen, which the first phone has opened."""
    other_phone.page.emulate_media(reduced_motion="no-preference")
    other_phone.page.set_viewport_size({"width": 1280, "height": 720})
    return other_phone


def begin(phone: Phone, game: GameSession) -> None:
    phone.open(f"/table/{game.pk}/enter/")
    phone.press("Count on several phones")


def hand_in(phone: Phone, name: str, points: str) -> None:
    phone.follow(name)
    tap_keys(phone, points)
    phone.press_until_answered("Hand in")


def row(phone: Phone, name: str) -> Locator:
    return phone.page.locator("[aria-labelledby=counting] li").filter(has_text=name)


def test_two_phones_count_face_down_and_the_ranks_fall_on_the_large_screen(
    phone: Phone, ben: Phone, screen: Phone, game: GameSession
):
    look_at(ben.page, f"/table/{game.pk}/")
    look_at(screen.page, f"/table/{game.pk}/display/")
    begin(phone, game)
    hand_in(ben, "Ben", "24")
    for page in (phone, ben):
        expect(row(page, "Ben")).to_contain_text("has counted")
    expect(screen.page.locator(".draft")).to_have_text("Still counting: Ana, Cho")
    hand_in(phone, "Ana", "2")
    hand_in(phone, "Cho", "0")
    wait_until(screen.page, FALLING)
    first, *_others, last = screen.page.evaluate(ENDS)
    assert (last < first, first) == (True, 10_000)
    verdict = screen.page.locator("#verdict")
    assert verdict.evaluate(OPACITY) == "0"
    screen.tap(screen.page.locator("main"))
    wait_until(screen.page, "() => !document.querySelector('.news').getAnimations().length")
    expect(verdict).to_have_text("Cho wins with 0")
    assert verdict.evaluate(OPACITY) == "1"
    for page in (phone.page, ben.page, screen.page):
        expect(total(page, "Ben")).to_have_text("24")


def test_the_ranks_are_there_at_once_with_reduced_motion(
    phone: Phone, screen: Phone, game: GameSession
):
    screen.page.emulate_media(reduced_motion="reduce")
    look_at(screen.page, f"/table/{game.pk}/display/")
    counting_pages.begin(game, 1, points="24")
    counting_pages.begin(game, 2, points="0")
    phone.open(f"/table/{game.pk}/")
    hand_in(phone, "Ana", "2")
    expect(total(screen.page, "Ben")).to_have_text("24")
    assert not screen.page.evaluate(FALLING)
    assert screen.page.locator("#verdict").evaluate(OPACITY) == "1"


def test_a_count_stays_in_its_form_while_a_proxy_cannot_reach_the_server(
    phone: Phone, game: GameSession
):
    begin(phone, game)
    phone.follow("Ana")
    tap_keys(phone, "2")
    phone.page.route(phone.page.url, bad_gateway)
    phone.refusals.add(502)
    phone.press("Hand in")
    expect(phone.page.get_by_role("alert")).to_contain_text("needs the network")
    expect(phone.page.locator("[name=taken_0]")).to_have_value("2")
    phone.page.unroute_all()
    phone.press("Hand in")
    expect(row(phone, "Ana")).to_contain_text("has counted")


def bad_gateway(route: Route) -> None:
    route.fulfill(status=502, body="<h1>Bad Gateway</h1>", content_type="text/html")


def test_without_a_network_a_count_stays_in_its_form(phone: Phone, ben: Phone, game: GameSession):
    begin(phone, game)
    phone.follow("Ana")
    tap_keys(phone, "2")
    go_offline(phone)
    phone.press("Hand in")
    expect(phone.page.get_by_role("alert")).to_contain_text("needs the network")
    expect(phone.page.locator("[name=taken_0]")).to_have_value("2")
    go_online(phone)
    phone.press("Hand in")
    expect(row(phone, "Ana")).to_contain_text("has counted")
    go_offline(phone)
    phone.press("Reveal now")
    expect(row(phone, "Ana").get_by_text("has counted")).to_be_visible()
    expect(phone.page.get_by_role("alert")).to_contain_text("needs the network")
