"""A phone without a network shows what waits in it as QR codes, and another phone saves it."""

import hashlib
import re
from pathlib import Path
from typing import Any

import pytest
import segno
from django.conf import settings
from playwright.sync_api import expect

from scorekeeper.models import Revision
from scorekeeper.site.bundles import bundle_text
from scorekeeper.tables.entering.handing_over import read_code
from tests.browser.support.following import let_in
from tests.browser.support.games_played import a_round, game_of
from tests.browser.support.outbox import (
    FETCH_THE_REST,
    arrived,
    bids,
    enter_offline,
    go_offline,
    go_online,
    pending,
)
from tests.browser.support.phone import Phone, wait_until
from tests.browser.support.scripts import NEW, PLAYED, Scripts

HAND_OVER = "Save it through another phone"
# The dark modules of the code, read from the picture that the page draws.
DARK = re.compile(r"M(\d+) (\d+)")


def link_of(phone: Phone, before: str = "") -> str:
    """The link of the code that is shown, after the one of `before`."""
    image = phone.page.locator("dialog[open] [role=img]")
    expect(image).not_to_have_attribute("data-link", before)
    link = image.get_attribute("data-link")
    assert link
    return link


def cut_off(phone: Phone, game: Any) -> None:
    phone.open(f"/table/{game.pk}/enter/")
    go_offline(phone)


def test_what_waits_is_drawn_as_codes_that_another_phone_scans_and_saves_once(
    phone: Phone, ben: Phone
):
    game = game_of([a_round()])
    let_in(game)
    cut_off(ben, game)
    enter_offline(ben, 30, 1, 1)
    enter_offline(ben, 40, 2, 2)
    ben.press(HAND_OVER)
    dialog = ben.page.locator("dialog")
    expect(dialog).to_contain_text("1 of 2")
    expect(dialog.get_by_role("heading")).to_have_text("Round 2 · Chimera")
    link = link_of(ben)
    expect_drawn(ben, link)
    phone.open(link)
    expect(phone.page.locator("h1")).to_contain_text("Round 2 for Ben’s phone")
    assert "#" not in phone.page.url
    phone.press("Save")
    phone.page.wait_for_url(f"**/table/{game.pk}/#saved")
    assert bids(game) == [20, 30]
    phone.open(link)
    expect(phone.page.get_by_role("status").first).to_contain_text("saved already")
    ben.press("Next")
    expect(dialog).to_contain_text("2 of 2")
    phone.open(link_of(ben, before=link))
    phone.press("Save")
    phone.page.wait_for_url(f"**/table/{game.pk}/#saved")
    ben.press("Close")
    go_online(ben)
    arrived(ben)
    assert bids(game) == [20, 30, 40]
    assert Revision.objects.filter(session=game, sender__name="Ben’s phone").count() == 2
    expect(ben.page.get_by_role("button", name=HAND_OVER)).to_be_hidden()
    phone.open(f"/table/{game.pk}/history/")
    expect(phone.page.locator(".past li").first).to_contain_text("Ana’s phone for Ben’s phone")


def test_a_round_that_another_phone_saved_is_not_said_to_be_gone_when_it_is_discarded(
    phone: Phone, ben: Phone
):
    game = game_of()
    let_in(game)
    cut_off(ben, game)
    enter_offline(ben, 30, 1, 1)
    ben.press(HAND_OVER)
    phone.open(link_of(ben))
    phone.press("Save")
    phone.page.wait_for_url(f"**/table/{game.pk}/#saved")
    ben.press("Close")
    ben.tap(pending(ben).get_by_text("Discard", exact=True))
    expect(pending(ben)).to_contain_text("What that phone saves stays in the game.")
    ben.press("Yes, discard it")
    expect(pending(ben)).to_have_count(0)
    go_online(ben)
    ben.open(f"/table/{game.pk}/")
    ben.expect_totals(Ben=60)
    assert bids(game) == [30]


def expect_drawn(phone: Phone, link: str) -> None:
    image = phone.page.locator("dialog[open] [role=img]")
    path = image.locator("path").get_attribute("d")
    dark = {tuple(map(int, place)) for place in DARK.findall(path)}
    assert dark in [modules(link, mask) for mask in range(8)]
    assert len(link) < 330
    assert image.bounding_box()["width"] > 300


def modules(text: str, mask: int) -> set[tuple[int, int]]:
    """The dark modules of the code that the server's library draws."""
    how = {"mode": "byte", "encoding": "utf-8", "eci": True, "boost_error": False}
    code = segno.make_qr(text, error="l", mask=mask, **how)
    return {(x, y) for y, row in enumerate(code.matrix) for x, dark in enumerate(row) if dark}


# Without a server

SHA256 = Path(settings.BASE_DIR, "static/js/outbox/sha256.js")
DIGESTS = (
    f"texts => {{ {SHA256.read_text('utf-8')}; return texts.map(text => [...sha256(text)]); }}"
)
ROUND = {"chimera": 0, "bid": 30, "first_out": 0}


@pytest.mark.django_db
@pytest.mark.parametrize("compresses", [True, False])
def test_a_code_has_the_fields_that_the_other_phone_needs(scripts: Scripts, compresses: bool):
    open_with_codes(scripts, f"{NEW}enter/")
    if not compresses:
        scripts.page.evaluate("() => { delete globalThis.CompressionStream; }")
    scripts.save(**ROUND)
    scripts.press(HAND_OVER)
    code = link_of(scripts.phone).partition("#")[2]
    handed_over = read_code(code)
    assert handed_over
    assert code[0] == str(int(compresses))
    fields = handed_over.fields
    assert (fields["bid"], fields["slot"], fields["revision"]) == ("30", "1", "0")
    assert {"submission", "chimera", "first_out"} < set(fields)
    assert not {"noted", "since", "csrfmiddlewaretoken"} & set(fields)
    dialog = scripts.page.locator("dialog")
    expect(dialog.get_by_role("button", name="Next")).to_be_hidden()  # there is only one
    expect(dialog.locator(".facts")).to_contain_text("Bid 30")
    scripts.press("Close")
    expect(dialog).to_be_hidden()


@pytest.mark.django_db
def test_codes_are_offered_only_without_a_network_and_for_entries(scripts: Scripts):
    offer = scripts.page.get_by_role("button", name=HAND_OVER)
    open_with_codes(scripts, f"{NEW}enter/", "silent")
    scripts.fill_and_save(**ROUND)
    scripts.page.wait_for_function("() => sent.length")
    expect(offer).to_be_hidden()  # it is on its way
    scripts.wait(20_000)
    expect(offer).to_be_visible()
    open_with_codes(scripts, PLAYED)
    scripts.press("Undo")
    expect(pending(scripts.phone)).to_have_count(1)
    scripts.page.wait_for_function("() => failures")
    expect(offer).to_be_hidden()


MAKE_IT_LONG = """async () => {
  const [entry] = await readEntries();
  const letters = Array.from({ length: 2000 }, (_, n) => (n * n * 7919 % 99991).toString(36));
  await storeEntry({ ...entry, fields: [...entry.fields, ["long", letters.join("")]] });
  await showEntries();
}"""


@pytest.mark.django_db
def test_an_entry_that_no_code_can_hold_says_so(scripts: Scripts):
    open_with_codes(scripts, f"{NEW}enter/")
    scripts.save(**ROUND)
    scripts.page.evaluate(MAKE_IT_LONG)
    scripts.press(HAND_OVER)
    dialog = scripts.page.locator("dialog")
    expect(dialog.locator(".error")).to_contain_text("This is too much for one code.")
    expect(dialog.get_by_role("img", name="QR code")).to_be_hidden()


COMPRESS_SLOWLY_ONCE = """() => {
  const compress = CompressionStream;
  globalThis.slow = new Promise(done => {
    globalThis.CompressionStream = class {
      constructor(...how) {
        globalThis.CompressionStream = compress;
        const { readable, writable } = new compress(...how);
        const late = new TransformStream({
          flush: async () => {
            await new Promise(resolve => setTimeout(resolve, 400));
            setTimeout(done, 50, true);
          },
        });
        return { writable, readable: readable.pipeThrough(late) };
      }
    };
  });
}"""


@pytest.mark.django_db
def test_a_code_that_is_ready_late_does_not_replace_that_of_the_next_round(scripts: Scripts):
    open_with_codes(scripts, f"{NEW}enter/")
    for bid in (20, 30, 40):
        scripts.save(**ROUND | {"bid": bid})
    scripts.press(HAND_OVER)
    expect(scripts.page.locator("dialog")).to_contain_text("1 of 3")
    scripts.page.evaluate(COMPRESS_SLOWLY_ONCE)
    scripts.press("Next")
    scripts.press("Next")
    expect(scripts.page.locator("dialog")).to_contain_text("3 of 3")
    scripts.page.wait_for_function("slow")
    handed_over = read_code(link_of(scripts.phone).partition("#")[2])
    assert handed_over
    assert handed_over.fields["bid"] == "40"


def test_the_digest_is_that_of_the_server(scripts: Scripts):
    texts = [bytes(range(length)) for length in (0, 1, 55, 56, 63, 64, 65, 119, 120, 250)]
    scripts.open(NEW)
    digests = scripts.page.evaluate(DIGESTS, [list(text) for text in texts])
    assert list(map(bytes, digests)) == [hashlib.sha256(text).digest() for text in texts]


def open_with_codes(scripts: Scripts, path: str, *answers: str) -> None:
    """Open a page that has loaded what hands its entries over."""
    for name in ("hand_over.js", "lean-qr.js"):
        stem = name.partition(".")[0]
        serve_script(scripts, f"**/{stem}.*.js", bundle_text(name))
    scripts.open(path, *answers)
    wait_until(scripts.page, FETCH_THE_REST)


def serve_script(scripts: Scripts, place: str, text: str) -> None:
    scripts.page.route(
        place, lambda route: route.fulfill(body=text, content_type="text/javascript")
    )
