"""Sharing by code and link, what viewers see, and one tap to restore any point."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from scorekeeper.models import GameSession, Link, Member, Role
from scorekeeper.people import links
from tests.browser.support.games_played import a_round, game_of
from tests.browser.support.phone import Phone

pytestmark = pytest.mark.browser


@pytest.fixture
def other(new_phone: Callable[..., Phone]) -> Phone:
    return new_phone()


def show_code(phone: Phone, game: GameSession, what: str = "Can watch") -> None:
    phone.open(f"/table/{game.pk}/")
    phone.follow("Share")
    phone.follow(what)
    expect(phone.page.get_by_role("link", name=what)).to_have_attribute("aria-current", "page")
    expect(phone.page.get_by_role("img", name="QR code of the link")).to_be_visible()


def code_on(phone: Phone) -> str:
    return phone.page.locator("#code > [aria-hidden]").text_content()


def link_on(phone: Phone) -> str:
    return phone.page.get_by_role("textbox", name="Link").input_value()


def type_in(phone: Phone, code: str) -> None:
    phone.open("/")
    phone.follow("Enter code")
    phone.page.get_by_label("type the code").fill(code)
    phone.press("Join")


def test_a_phone_that_scans_the_code_can_score(phone: Phone, other: Phone):
    game = game_of([a_round()])
    show_code(phone, game, "Can score")
    link = link_on(phone)
    assert link.endswith(links.path(Link.to(game.group, Role.SCORER, game)))
    other.open(re.sub("^http://[^/]*", "", link))
    expect(
        other.page.get_by_text("Watch this game, enter rounds and correct them.")
    ).to_be_visible()
    other.page.get_by_label("Name of this device").fill("Ben’s phone")
    other.press("Join")
    other.play("Ben", 30, "Ben")
    expect(other.total("Ben")).to_have_text("60")
    phone.open(f"/table/{game.pk}/")
    expect(phone.page.locator("#saved")).to_contain_text("Round 2 entered Ben’s phone")


def test_a_phone_that_types_the_six_letters_can_watch(phone: Phone, other: Phone):
    game = game_of([a_round()])
    show_code(phone, game)
    type_in(other, code_on(phone).lower())
    expect(other.page.get_by_text("Watch this game: standings")).to_be_visible()
    other.press("Join")
    expect(other.total("Ana")).to_have_text("40")


def test_a_code_stops_working_once_its_link_is_renewed(phone: Phone, other: Phone):
    show_code(phone, game_of())
    code = code_on(phone)
    phone.tap(phone.page.locator("summary"))
    phone.press("Renew this link")
    expect(phone.page.locator("#code > [aria-hidden]")).not_to_have_text(code)
    other.refusals.add(422)
    type_in(other, code)
    expect(other.page.get_by_role("alert")).to_contain_text("This code doesn’t work.")
    expect(other.page.get_by_label("type the code")).to_have_value(code)


def test_a_page_that_shows_a_code_keeps_it_alive(phone: Phone):
    game = game_of()
    phone.open(f"/table/{game.pk}/")
    with phone.page.expect_response(lambda answer: "hx-request" in answer.request.headers) as beat:
        phone.follow("Share")
    assert beat.value.status == 200
    expect(phone.page.locator("#code > [aria-hidden]")).to_have_text(re.compile(r"^\w{6}$"))


def test_a_viewer_has_nothing_to_press(phone: Phone):
    game = game_of([a_round(), a_round(1)])
    Member.objects.update(role=Role.VIEWER)
    for path in ("", "history/", "round/1/"):
        phone.open(f"/table/{game.pk}/{path}")
        expect(phone.page.get_by_role("heading", level=1)).to_be_visible()
        menus = int(path == "")  # “⋯”, which is on the table page
        expect(phone.page.get_by_role("button")).to_have_count(menus)
    phone.open(f"/table/{game.pk}/")
    for offered in ("Enter round", "Share", "Target", "Fix"):
        expect(phone.page.get_by_role("link", name=offered)).to_have_count(0)


def test_the_secret_of_a_link_is_removed_from_the_address_and_the_history(
    phone: Phone, other: Phone
):
    path = links.path(Link.to_host(game_of().group))
    asked: list[str] = []
    other.context.on("request", lambda request: asked.append(request.headers.get("referer", "")))
    other.open(path)
    expect(other.page).to_have_url(re.compile("/join/$"))
    other.press("Join")
    expect(other.page.get_by_role("heading", name="New game")).to_be_visible()
    other.page.go_back()
    expect(other.page).to_have_url(re.compile("/join/$"))
    assert not any(path.split("/")[3] in referer for referer in asked)


def test_a_reloaded_link_still_admits_the_device(other: Phone):
    game = game_of([a_round()])
    other.open(links.path(Link.to(game.group, Role.VIEWER, game)))
    expect(other.page).to_have_url(re.compile("/join/$"))
    other.page.reload()
    other.press("Join")
    expect(other.total("Ana")).to_have_text("40")


def test_without_javascript_a_code_can_still_be_shown_and_typed(
    new_phone: Callable[..., Phone], phone: Phone
):
    game = game_of([a_round()])
    show_code(phone, game)
    plain = new_phone(javascript=False)
    type_in(plain, code_on(phone))
    plain.press("Join")
    expect(plain.total("Ana")).to_have_text("40")


def test_a_link_can_be_copied_where_the_browser_allows_it(phone: Phone):
    phone.context.grant_permissions(["clipboard-read", "clipboard-write"])
    show_code(phone, game_of())
    phone.press("Copy")
    expect(phone.page.get_by_role("button", name="Copied")).to_be_visible()
    assert phone.page.evaluate("navigator.clipboard.readText()") == link_on(phone)


def test_a_removed_device_loses_access_immediately(phone: Phone, other: Phone):
    game = game_of([a_round()])
    show_code(phone, game)
    type_in(other, code_on(phone))
    other.page.get_by_label("Name of this device").fill("Zoe’s phone")
    other.press("Join")
    expect(other.total("Ana")).to_have_text("40")
    phone.open(f"/groups/{game.group_id}/")
    phone.follow("Zoe’s phone")
    other.refusals.add(404)
    phone.press("Remove Zoe’s phone")
    expect(phone.page.get_by_text("Zoe’s phone")).to_have_count(0)
    expect(other.page.get_by_role("heading", name="This device was removed")).to_be_visible()


def test_one_tap_restores_a_point_and_one_more_undoes_it(phone: Phone):
    game = game_of([a_round(), a_round(1), a_round(2)])
    phone.open(f"/table/{game.pk}/history/")
    first = phone.page.get_by_role("listitem").filter(has_text="Round 1 entered")
    expect(first).to_contain_text("Removes Round 2, Round 3")
    phone.tap(first.get_by_role("button", name="Restore this point"))
    expect(phone.page.locator("#saved")).to_contain_text("Game restored to")
    expect(phone.page.locator(".sheet tbody")).to_have_count(1)
    phone.press("Undo")
    expect(phone.page.locator(".sheet tbody")).to_have_count(3)


def test_a_date_in_the_history_fits_on_one_line(phone: Phone):
    phone.open(f"/table/{game_of([a_round(), a_round(1)]).pk}/history/")
    lines = phone.page.locator("time").evaluate_all(
        "dates => dates.map(date => date.getClientRects().length)"
    )
    assert lines == [1, 1, 1]


def test_a_device_switches_between_two_groups(phone: Phone):
    first, second = game_of().group, game_of(names=("Dan", "Eve", "Fay")).group
    phone.open("/")
    expect(phone.page.get_by_role("heading", name="New game")).to_contain_text(
        f"with {second.name}"
    )
    phone.press(first.name)
    expect(phone.page.get_by_role("heading", name="New game")).to_contain_text(f"with {first.name}")
