"""Many rounds over a failing network to a server that is killed: none lost or doubled."""

import json
import random
import re
from collections.abc import Callable, Iterator
from threading import Lock, Thread

import pytest
from playwright.sync_api import Error, Page, expect

from tests.attacks.support.server import Ground, Server
from tests.browser.support.flaky import FINE, TROUBLES, Network
from tests.browser.support.outbox import arrived
from tests.browser.support.phone import Phone
from tests.browser.support.scripts import FILL
from tests.support.long import LONG

ROUNDS = 100 if LONG else 10
KILLED_AT = {10, 30, 50, 70, 90} if LONG else {5, 9}  # counted in entries sent

START = """async () => {
  const token = document.cookie.match(/csrftoken=([^;]+)/)[1];
  const fields = [
    ["seat", "Ana"], ["seat", "Ben"], ["seat", "Cho"], ["target", "own"], ["own_target", "99999"],
    ["submission", crypto.randomUUID()], ["start", "1"], ["csrfmiddlewaretoken", token],
  ];
  return (await fetch("/new/chimera/", { method: "POST", body: new URLSearchParams(fields) })).url;
}"""
# The answer came, or the form is ready for the next round: what was entered waits, or has arrived.
DONE = """() => location.protocol === "chrome-error:" || location.hash === "#saved"
  || document.querySelector("form[data-outbox]:not([aria-busy]):not(:has([name=bid]:checked))")"""


@pytest.fixture
def server(prepared: Ground) -> Iterator[Server]:
    with prepared.serving() as server:
        yield server


@pytest.fixture
def network(server: Server) -> Iterator[Network]:
    network = Network(server.port)
    yield network
    network.close()


def seeded() -> random.Random:
    return random.Random(7)  # noqa: S311 - the same trouble in every run


class Trouble:
    """A third of the entries get through; now and then the server is killed while handling one."""

    def __init__(self, server: Server) -> None:
        self.server, self.chance = server, seeded()
        self.sent = self.killed = 0
        self.met: set[int] = set()
        self.restart, self.restarting = Thread(), Lock()

    def fate(self) -> int:
        self.sent += 1
        if self.sent in KILLED_AT:
            self.killed += 1
            self.restart = Thread(target=self.kill)
            self.restart.start()
        fate = self.chance.choice([FINE, FINE, *TROUBLES])
        self.met.add(fate)
        return fate

    def kill(self) -> None:
        with self.restarting:
            self.server.kill()
            self.server.start()


def rounds() -> list[dict[str, int]]:
    chance = seeded()
    numbers = {"chimera": range(3), "first_out": range(3), "bid": (20, 30, 40), "traps": range(7)}
    return [
        {name: chance.choice(values) for name, values in numbers.items()} for _ in range(ROUNDS)
    ]


def insist(page: Page, path: str, shows: str) -> None:
    """Load a page, retrying as a person would."""
    for _ in range(100):
        try:
            page.goto(path)
        except Error:
            page.wait_for_timeout(100)
        else:
            return expect(page.locator(shows)).to_be_attached()
    raise AssertionError(f"{path} never came")


def enter(page: Page, table: str, fields: dict[str, int]) -> None:
    if not re.search(r"/enter/$", page.url):
        insist(page, f"{table}enter/", "[data-counted]")
    page.evaluate(FILL, fields)
    page.wait_for_function(DONE)


@pytest.mark.long
def test_many_rounds_arrive_once_and_in_order(
    new_phone: Callable[..., Phone], server: Server, network: Network
):
    phone, played = new_phone(site=network.url), rounds()
    phone.open("/new/chimera/")
    table = phone.page.evaluate(START)
    trouble = Trouble(server)
    network.fate = trouble.fate
    for fields in played:
        enter(phone.page, table, fields)
    network.fate = lambda: FINE
    trouble.restart.join()
    insist(phone.page, table, "#pending")
    arrived(phone, patience=120)  # half of the rounds, one after another
    stored = "SELECT data FROM scorekeeper_revision WHERE slot > 0 ORDER BY position, revision"
    saved = [json.loads(data) for (data,) in server.database.rows(stored)]
    assert [{name: data[name] for name in played[0]} for data in saved] == played
    assert trouble.killed == len(KILLED_AT)
    assert trouble.met == {FINE, *TROUBLES}
    phone.complaints.clear()  # about answers that never came
