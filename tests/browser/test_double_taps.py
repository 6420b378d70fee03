"""An impatient thumb: two taps on a button do the thing once, also while the server is late."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest
from playwright.sync_api import Error, Locator, expect

from scorekeeper.models import GameSession, Player, Revision
from tests.browser.support.games_played import a_round, game_of
from tests.browser.support.outbox import arrived, go_offline, go_online, on_disk, pending
from tests.browser.support.phone import Phone
from tests.browser.support.score_pads import pad_game

# The second tap is on what is there then. It never comes late, when the next page may be there.
TAP_TWICE = """async place => {
  const { x, y, width, height } = place.getBoundingClientRect();
  place.click();
  await new Promise(resolve => setTimeout(resolve, 150));
  document.elementFromPoint(x + width / 2, y + height / 2).click();
}"""

# Taps are ignored for a moment: let it last, however slow the test is.
HOLD_ON = "onanimationstart = () => document.getAnimations().forEach(one => one.pause())"


def double_tap(place: Locator) -> None:
    place.tap(trial=True)  # it is in sight, and nothing covers it
    with suppress(Error):  # the page was left between the taps
        place.evaluate(TAP_TWICE)


def press_twice(phone: Phone, name: str) -> None:
    double_tap(phone.page.get_by_role("button", name=name, exact=True))


@contextmanager
def late_answers(phone: Phone, milliseconds: int) -> Iterator[None]:
    network = {"offline": False, "downloadThroughput": -1, "uploadThroughput": -1}
    phone.devtools.send("Network.enable")
    phone.devtools.send("Network.emulateNetworkConditions", network | {"latency": milliseconds})
    try:
        yield
    finally:
        phone.devtools.send("Network.disable")


def revisions(game: GameSession) -> list[tuple[int, int]]:
    found = Revision.objects.filter(session=game).order_by("slot", "revision")
    return list(found.values_list("slot", "revision"))


@pytest.mark.parametrize("milliseconds", [0, 500])
def test_a_game_is_played_by_double_taps(phone: Phone, milliseconds: int):
    first = pad_game(names=("Ana", "Ben"))
    phone.open("/new/score_pad/")
    with late_answers(phone, milliseconds):
        for name in ("Ana", "Ben"):
            press_twice(phone, name)
            expect(seats(phone).filter(has_text=name)).to_be_visible()
        phone.page.get_by_label("New name").fill("Cho")
        press_twice(phone, "Add")
        expect(seats(phone)).to_have_text(["Ana", "Ben", "Cho"])
        press_twice(phone, "Start")
        phone.page.wait_for_url("**/table/*/")
        game = GameSession.objects.exclude(pk=first.pk).get()
        phone.follow("Enter round 1")
        save_twice(phone, "8")
        expect(phone.total("Ana")).to_have_text("8")
        phone.open(f"/table/{game.pk}/round/1/correct/")
        save_twice(phone, "9")
        expect(phone.total("Ana")).to_have_text("9")
        press_twice(phone, "Undo")
        expect(phone.total("Ana")).to_have_text("8")
        phone.open(f"/table/{game.pk}/seats/")
        phone.page.get_by_label("New name").fill("Dan")
        press_twice(phone, "Add")
        expect(phone.total("Dan")).to_have_text("0")
        press_twice(phone, "End game")
        press_twice(phone, "Rematch")
        phone.page.wait_for_url(f"**/table/{game.pk + 1}/")
    assert revisions(game) == [(0, 1), (0, 2), (0, 3), (1, 1), (1, 2), (1, 3)]
    assert GameSession.objects.count() == 3
    assert Player.objects.count() == 4


def seats(phone: Phone) -> Locator:
    return phone.page.locator(".seating li .name")


def save_twice(phone: Phone, points: str) -> None:
    phone.page.get_by_label("Ana", exact=True).fill(points)
    press_twice(phone, "Save")


def test_the_second_tap_on_undo_does_not_meet_the_redo_of_the_next_page(phone: Phone):
    game = pad_game([{"points": {"0": 5}}], names=("Ana", "Ben"))
    phone.prepare(HOLD_ON)
    phone.open(f"/table/{game.pk}/round/1/correct/")
    save_twice(phone, "9")
    for name, total in (("Undo", "5"), ("Redo", "9")):
        button = phone.page.get_by_role("button", name=name, exact=True)
        x, y, width, height = button.bounding_box().values()
        with phone.page.expect_navigation():  # this page may show the total before the next one
            button.dispatch_event("click")
        expect(phone.total("Ana")).to_have_text(total)
        phone.page.touchscreen.tap(x + width / 2, y + height / 2)
    phone.page.evaluate("document.getAnimations().forEach(one => one.finish())")
    phone.press("Undo")
    expect(phone.total("Ana")).to_have_text("5")
    assert revisions(game) == [(0, 1), (1, 1), (1, 2), (1, 3), (1, 4), (1, 5)]


def test_double_taps_without_a_network_save_and_discard_one_round(phone: Phone):
    game = pad_game([{"points": {"0": 5}}], names=("Ana", "Ben"))
    phone.open(f"/table/{game.pk}/")
    phone.page.wait_for_function("() => localStorage.forms")
    go_offline(phone)
    for count, points in enumerate(("6", "7", "8"), 1):
        phone.follow("Enter round")
        save_twice(phone, points)  # the table is below, with its own buttons
        expect(phone.page.locator("dialog")).to_be_hidden()
        expect(pending(phone)).to_have_count(count)
    for count in (2, 1):
        phone.tap(pending(phone).first.get_by_text("Discard", exact=True))
        double_tap(pending(phone).first.get_by_role("button", name="Yes, discard it"))
        expect(pending(phone)).to_have_count(count)
    assert len(on_disk(phone)) == 1
    go_online(phone)
    arrived(phone)
    assert revisions(game) == [(0, 1), (1, 1), (2, 1)]


LET_THE_SERVER_FAIL = """async () => {
  const [entry] = await readEntries();
  await settleEntry(entry, { state: "failed" });
  await showEntries();
}"""


def test_a_double_tap_sends_an_entry_again_once(phone: Phone):
    game = game_of([a_round()])
    phone.open(f"/table/{game.pk}/round/1/correct/")
    go_offline(phone)
    phone.choose("Bid", "30")
    press_twice(phone, "Save")
    expect(pending(phone)).to_have_count(1)
    phone.page.evaluate(LET_THE_SERVER_FAIL)
    go_online(phone)
    with late_answers(phone, 1000):
        press_twice(phone, "Try again")
        arrived(phone)
    assert revisions(game) == [(0, 1), (1, 1), (1, 2)]
