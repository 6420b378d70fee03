"""What the tests know of the outbox on a phone: what is on its disk, and how the page shows it."""

from typing import Any

from playwright.sync_api import Locator, expect

from scorekeeper.models import GameSession, Revision
from tests.browser.support.flaky import Network
from tests.browser.support.phone import Phone, wait_until

ON_DISK = """() => new Promise(done => {
  const asked = indexedDB.open("scorekeeper");
  asked.onsuccess = () => {
    asked.result.transaction("outbox").objectStore("outbox").getAll().onsuccess = event => done(event.target.result);
  };
})"""


def on_disk(phone: Phone) -> list[dict[str, Any]]:
    return phone.page.evaluate(ON_DISK)


def pending(phone: Phone) -> Locator:
    return phone.page.locator("#pending li")


def saved(game: GameSession) -> list[dict[str, Any]]:
    """What the server has of the rounds, every revision of each."""
    return [
        entry.data
        for entry in Revision.objects.filter(session=game, slot__gt=0).order_by("slot", "revision")
    ]


def bids(game: GameSession) -> list[int | None]:
    """Rounds are told apart by their bids."""
    return [data and data["bid"] for data in saved(game)]


def said(phone: Phone) -> Locator:
    return phone.page.locator(".kept p:visible")


def enter_offline(phone: Phone, bid: int, chimera: str = "Ana", first_out: str = "Ana") -> None:
    """A round on the form that is open, without a network."""
    before = pending(phone).count()
    phone.fill_round(chimera, bid, first_out)
    phone.press("Save")
    expect(pending(phone)).to_have_count(before + 1)
    expect(said(phone)).to_contain_text("Saved on this phone. No connection")


def go_online(phone: Phone) -> None:
    phone.context.set_offline(False)


def arrived(phone: Phone, patience: float = 20) -> None:
    """A page that has just loaded shows nothing either: the disk is asked first."""
    wait_until(phone.page, f"async () => !(await ({ON_DISK})()).length", patience)
    expect(phone.page.locator("#pending")).to_be_attached()
    expect(pending(phone)).to_have_count(0)


def cut(network: Network, *fates: str) -> None:
    """The fates of the next entries that are sent; those after them get through."""
    left = iter(fates)
    network.fate = lambda: next(left, "fine")
