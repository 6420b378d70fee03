"""Showing a result around from a phone: its picture, its text and a link that others open."""

import re

from playwright.sync_api import expect

from tests.browser.support.phone import Phone, wait_until
from tests.browser.support.showing_pages import finished_game

SHARE_SHEET = """
navigator.canShare = () => true;
navigator.share = async data => {
  const files = await Promise.all((data.files ?? []).map(async file =>
    [file.name, file.type, new Uint8Array(await file.arrayBuffer()).length]));
  window.shared = { ...data, files };
};
"""
NAMES = ("Ana", "Ben", "Cho")


def field(phone: Phone, name: str) -> str:
    return phone.page.get_by_role("textbox", name=name).input_value()


def test_a_phone_sends_the_picture_copies_the_text_and_passes_on_a_link(phone: Phone, ben: Phone):
    game, other = finished_game(NAMES), ben
    other.be_new()
    page = phone.page
    phone.context.grant_permissions(["clipboard-read", "clipboard-write"])
    phone.prepare(SHARE_SHEET)
    phone.open(f"/table/{game.pk}/")
    expect(page.get_by_role("button", name="Rematch")).to_be_in_viewport()
    phone.press("More about this game")
    phone.follow("Share the result")
    phone.press("Send")
    wait_until(page, "async () => Boolean(window.shared)")
    shared = page.evaluate("window.shared")
    [[name, kind, length]] = shared["files"]
    assert re.fullmatch(r"chimera-\d{4}-\d\d-\d\d\.png", name)
    assert kind == "image/png"
    assert length > 10_000
    assert "Ana wins with 80." in shared["text"]
    phone.press("Copy text")
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == field(phone, "Text to paste")
    phone.press("Make a link")
    link = field(phone, "Link to the picture")
    other.open(re.sub("^http://[^/]*", "", link))
    assert other.page.evaluate("document.images[0].naturalWidth") == 1200
    phone.tap(page.locator("summary"))
    phone.press("Revoke this link")
    expect(page.get_by_role("button", name="Make a link")).to_be_visible()
    other.refusals.add(404)
    other.page.reload()
    expect(other.page.get_by_text("Nothing here")).to_be_visible()


def test_without_scripts_there_is_a_link_to_the_picture_and_a_field_to_copy_from(
    plain_phone: Phone,
):
    game = finished_game(NAMES)
    plain_phone.open(f"/table/{game.pk}/share/result/")
    page = plain_phone.page
    assert "Ana wins with 80." in field(plain_phone, "Text to paste")
    with page.expect_download() as download:
        plain_phone.follow("Save picture")
    assert download.value.suggested_filename.startswith("chimera-")
    for button in ("Send", "Copy text"):
        expect(page.get_by_role("button", name=button)).to_have_count(0)
    plain_phone.follow("Tall")
    expect(page.get_by_role("link", name="Tall")).to_have_attribute("aria-current", "page")
    expect(page.get_by_role("img")).to_have_attribute("height", "1350")
