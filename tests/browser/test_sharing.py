"""Sharing by code and link, and what a device that is removed still sees."""

import re

from playwright.sync_api import expect

from scorekeeper.models import GameSession, Link, Role
from scorekeeper.people import links
from tests.browser.support.games_played import a_round, game_of
from tests.browser.support.phone import NewPhone, Phone


def show_code(phone: Phone, game: GameSession, what: str = "Can watch") -> None:
    phone.open(f"/table/{game.pk}/")
    phone.follow("Share")
    phone.follow(what)
    expect(phone.page.get_by_role("link", name=what)).to_have_attribute("aria-current", "page")
    expect(phone.page.get_by_role("img", name="QR code of the link")).to_be_visible()


def link_on(phone: Phone) -> str:
    return phone.page.get_by_role("textbox", name="Link").input_value()


def type_in(phone: Phone, code: str) -> None:
    phone.open("/")
    phone.follow("Enter code")
    phone.page.get_by_label("type the code").fill(code)
    phone.press("Join")


def test_a_phone_that_scans_the_code_scores_and_keeps_no_secret(phone: Phone, new_phone: NewPhone):
    game, other = game_of([a_round()]), new_phone()
    show_code(phone, game, "Can score")
    link = link_on(phone)
    path = links.path(Link.to(game.group, Role.SCORER, game))
    assert link.endswith(path)
    asked: list[str] = []
    other.context.on("request", lambda request: asked.append(request.headers.get("referer", "")))
    other.open(re.sub("^http://[^/]*", "", link))
    expect(other.page).to_have_url(re.compile("/join/$"))
    other.page.reload()
    expect(
        other.page.get_by_text("Watch this game, enter rounds and correct them.")
    ).to_be_visible()
    other.page.get_by_label("Name of this device").fill("Ben’s phone")
    other.press("Join")
    other.play("Ben", 30, "Ben")
    expect(other.total("Ben")).to_have_text("60")
    for address in (re.compile("/enter/$"), re.compile(r"/table/\d+/$"), re.compile("/join/$")):
        other.page.go_back()
        expect(other.page).to_have_url(address)
    assert not any(path.split("/")[3] in referer for referer in asked)
    phone.open(f"/table/{game.pk}/")
    expect(phone.page.locator("#saved")).to_contain_text("Round 2 entered Ben’s phone")


def test_a_page_keeps_its_code_alive_until_it_is_renewed(phone: Phone, plain_phone: Phone):
    game, plain = game_of([a_round()]), plain_phone
    plain.be_new()
    phone.context.grant_permissions(["clipboard-read", "clipboard-write"])
    with phone.page.expect_response(lambda answer: "hx-request" in answer.request.headers) as beat:
        show_code(phone, game)
    assert beat.value.status == 200
    phone.press("Copy")
    expect(phone.page.get_by_role("button", name="Copied")).to_be_visible()
    assert phone.page.evaluate("navigator.clipboard.readText()") == link_on(phone)
    code = phone.page.locator("#code > [aria-hidden]").text_content()
    assert re.fullmatch(r"\w{6}", code)
    type_in(plain, code)
    plain.press("Join")
    expect(plain.total("Ana")).to_have_text("40")

    phone.tap(phone.page.locator("summary"))
    phone.press("Renew this link")
    expect(phone.page.locator("#code > [aria-hidden]")).not_to_have_text(code)
    plain.refusals.add(422)
    type_in(plain, code)
    expect(plain.page.get_by_role("alert")).to_contain_text("This code doesn’t work.")
    expect(plain.page.get_by_label("type the code")).to_have_value(code)
