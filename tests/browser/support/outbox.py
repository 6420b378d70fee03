"""The outbox on a phone: what is stored, and how the page shows it."""

from typing import Any

from playwright.sync_api import Locator, expect

from scorekeeper.models import GameSession, Revision
from tests.browser.support.phone import Phone, wait_until
from tests.support.waiting import PATIENCE

FETCH_THE_REST = """async () => {
  if (document.readyState !== "complete") return false; // the page's own script comes first
  for (const { dataset } of document.querySelectorAll("[data-scripts]"))
    await Promise.all(dataset.scripts.split(" ").map(url => import(url)));
  return true;
}"""
ON_DISK = """() => new Promise(done => {
  const asked = indexedDB.open("scorekeeper");
  asked.onsuccess = () => {
    const all = asked.result.transaction("outbox").objectStore("outbox").getAll();
    all.onsuccess = () => done(all.result);
  };
})"""


def on_disk(phone: Phone) -> list[dict[str, Any]]:
    return phone.page.evaluate(ON_DISK)


def pending(phone: Phone) -> Locator:
    return phone.page.locator("#pending li")


def saved(game: GameSession) -> list[dict[str, Any]]:
    """The rounds on the server, every revision of each."""
    return [
        entry.data
        for entry in Revision.objects.filter(session=game, slot__gt=0).order_by("slot", "revision")
    ]


def bids(game: GameSession) -> list[int | None]:
    """The bid of each round, which identifies it."""
    return [data and data["bid"] for data in saved(game)]


def said(phone: Phone) -> Locator:
    return phone.page.locator(".kept p:visible")


def go_offline(phone: Phone) -> None:
    """Lose the network once the page has the scripts for that, which it fetches last."""
    wait_until(phone.page, FETCH_THE_REST)
    phone.context.set_offline(True)


CLICK_ALL = """answers => {
  for (const [name, value] of answers)
    document.querySelector(`main [name=${name}][value="${value}"]`).click();
  document.querySelector("main .bar .primary").click();
}"""


def enter_offline(phone: Phone, bid: int, chimera: int = 0, first_out: int = 0) -> None:
    """Enter a round on the open form without a network, by clicks of the page itself, which take
    less time than taps. The players are named by their seats.
    """
    phone.page.wait_for_load_state("domcontentloaded")  # then its scripts have run
    expect_next_form(phone)  # one that is busy takes no round
    before = pending(phone).count()
    answers = [["chimera", chimera], ["bid", bid], ["first_out", first_out]]
    phone.page.evaluate(CLICK_ALL, answers)
    expect_offline(phone, before + 1)


def save_offline(phone: Phone, waiting: int, button: str = "Save") -> None:
    phone.press(button)
    expect_offline(phone, waiting)


def expect_offline(phone: Phone, waiting: int) -> None:
    """Expect so many entries to wait on the phone."""
    expect(pending(phone)).to_have_count(waiting)
    expect(said(phone)).to_contain_text("Saved on this phone. No connection")


def discard(phone: Phone, number: int = -1) -> None:
    """Discard an entry that waits, the newest unless told otherwise."""
    expect_next_form(phone)  # it scrolls up, which would move what is tapped
    entry = pending(phone).nth(number)
    phone.tap(entry.get_by_text("Discard", exact=True))
    phone.tap(entry.get_by_role("button", name="Yes, discard it", exact=True))


def expect_next_form(phone: Phone) -> None:
    """Wait until the form is ready for the next round: it scrolls up last."""
    wait_until(phone.page, "() => !document.querySelector('form[aria-busy]')")


def go_online(phone: Phone) -> None:
    phone.context.set_offline(False)


def arrived(phone: Phone, patience: float = PATIENCE) -> None:
    """Wait until the outbox is empty.

    Ask the disk first: a page that has just loaded shows nothing either.
    """
    wait_until(phone.page, f"async () => !(await ({ON_DISK})()).length", patience)
    expect(phone.page.locator("#pending")).to_be_attached()
    expect(pending(phone)).to_have_count(0)


def send(phone: Phone) -> None:
    """Let everything that waits arrive."""
    go_online(phone)
    arrived(phone)
