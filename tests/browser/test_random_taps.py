"""Two phones in hands that tap at random, with networks that fail: nothing is lost or made up.

The numbers of each entry are its own, so they show what has become of it.
"""

import random
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Error

from scorekeeper.models import GameSession
from tests.browser.support.flaky import FINE, TROUBLES, Network
from tests.browser.support.games_played import NAMES, SECRET
from tests.browser.support.outbox import on_disk, saved
from tests.browser.support.phone import NewPhone, Phone, wait_until
from tests.browser.support.score_pads import pad_game
from tests.support import waiting
from tests.support.long import LONG
from tests.support.serving import Serving

SEEDS, STEPS = (6, 40) if LONG else (2, 25)
SEATS = range(len(NAMES))
ACTS = {"save": 6, "type": 2, "tap": 5, "table": 2, "home": 1, "back": 1, "forward": 1, "reload": 1}
NETWORKS = {"fine": 2, "down": 1, "failing": 1}
Points = tuple[int, ...]

FORM = 'document.querySelector("dialog[open] form[data-outbox], form[data-outbox][hx-post]")'
# A person is not faster than the scripts.
TYPE = f"""async values => {{
  await adopted;
  const form = {FORM};
  if (!form || form.ariaBusy || form.dataset.replaces) return null;
  values.forEach((value, seat) => {{
    const field = form.elements[`points_${{seat}}`];
    field.focus();
    field.value = value;
    for (const type of ["input", "change"])
      field.dispatchEvent(new Event(type, {{ bubbles: true }}));
  }});
  return form.elements.submission.value;
}}"""
SAVE = f"() => void {FORM}?.querySelector('.bar .row button:not([name], [formaction])').click()"
# Tells what a person saves, as the page has it before its scripts see the tap.
TELL = """addEventListener("submit", ({ target }) =>
  target.ariaBusy || target.elements.points_0 && saving([...new FormData(target)]), true);"""
# Until it is on the disk, an entry is only in its form.
KEPT = """async () => !document.querySelector("form[aria-busy]") ||
  (await readEntries()).some(({ submission }) => submission === "%s")"""
# Not what a person decides, such as that something does not count.
TAP = r"""chance => {
  const decides = /^save|theirs|mine|back to the form|discard|keep|delete|remove|end game|share/i;
  const away = /rules|statistics|share|display|players|seats|export|paper|new|people|games/;
  const things = [...document.querySelectorAll("main :is(a[href], button:not(.keypad *), summary)")]
    .filter(one => one.checkVisibility() && !decides.test(one.textContent.trim()))
    .filter(one => !away.test(one.getAttribute("href")));
  things[Math.floor(chance * things.length)]?.click();
}"""
# What comes first has arrived, or was refused: then the others of its table wait.
ARRIVED = "async () => (await readEntries())[0]?.state !== 'waiting'"


class Hand:
    """`entered` has the points that this hand saved, by their submission."""

    def __init__(self, phone: Phone, network: Network, chance: random.Random) -> None:
        self.phone, self.network, self.chance, self.fails = phone, network, chance, False
        self.entered: dict[str, Points] = {}
        network.fate = lambda: chance.choice([FINE, *TROUBLES]) if self.fails else FINE
        phone.refusals |= {404, 409, 422}
        phone.context.expose_binding("saving", lambda _, fields: self.note(dict(fields)))
        phone.context.add_init_script(TELL)

    def note(self, fields: dict[str, str]) -> None:
        self.entered[fields["submission"]] = points_of(fields)

    def choose(self, weights: dict[str, int]) -> str:
        return self.chance.choices([*weights], [*weights.values()])[0]

    def run(self, script: str, value: Any = None) -> Any:
        """Run a script, unless the page is being left."""
        with suppress(Error):
            return self.phone.page.evaluate(script, value)

    def go(self, path: str) -> None:
        with suppress(Error):
            self.phone.page.goto(path, wait_until="commit")
            self.phone.page.wait_for_load_state("domcontentloaded")

    def reaches(self, path: str) -> bool:
        """Open a page, unless an earlier tap leads elsewhere."""
        self.go(path)
        return urlsplit(self.phone.page.url).path == path

    def act(self, table: str, values: list[str]) -> None:
        if self.chance.random() < 0.2:
            self.change_network(self.choose(NETWORKS))
        act = self.choose(ACTS)
        if act in ("save", "type"):
            self.enter(table, values, act == "save")
        elif act == "tap":
            self.run(TAP, self.chance.random())
        elif act in ("table", "home"):
            self.go(table if act == "table" else "/")
        else:
            self.run(f"() => {'location' if act == 'reload' else 'history'}.{act}()")
        self.phone.page.wait_for_timeout(self.chance.choice([0, 0, 30, 100, 300]))

    def enter(self, table: str, values: list[str], saves: bool) -> None:
        submission = self.run(TYPE, values)
        if not submission:
            self.go(f"{table}enter/")
            submission = self.run(TYPE, values)
        if submission and saves:
            self.run(SAVE)
            wait_until(self.phone.page, KEPT % submission)

    def change_network(self, state: str) -> None:
        self.fails, self.network.down = state == "failing", state == "down"
        self.phone.context.set_offline(state == "down" and self.chance.random() < 0.5)

    def keeps(self, table: str) -> set[Points]:
        """Let everything arrive, and return what stays on the phone for its owner to decide."""
        self.change_network("fine")
        waiting.wait_until(lambda: self.reaches(table))
        wait_until(self.phone.page, ARRIVED)
        return {points_of(dict(entry["fields"])) for entry in on_disk(self.phone)}

    def table(self, path: str) -> str:
        self.phone.open(path)
        return self.phone.page.locator("main").inner_text()


def points_of(fields: dict[str, str]) -> Points:
    return tuple(int(fields[f"points_{seat}"]) for seat in SEATS)


def stored(game: GameSession) -> set[Points]:
    rounds = [data["points"] for data in saved(game) if data]
    return {tuple(one[str(seat)] for seat in SEATS) for one in rounds}


@pytest.fixture(params=range(SEEDS))
def hands(
    request: pytest.FixtureRequest, new_phone: NewPhone, live_server: Serving
) -> Iterator[list[Hand]]:
    chance = random.Random(request.param)  # noqa: S311 - the same taps in every run
    networks = [Network(urlsplit(live_server.url).port) for _ in range(2)]
    workers = "allow" if request.param % 2 else "block"
    phones = [new_phone(secret=SECRET, site=one.url, workers=workers) for one in networks]
    yield [Hand(phone, one, chance) for phone, one in zip(phones, networks, strict=True)]
    for phone, network in zip(phones, networks, strict=True):
        phone.leave()
        of_network = re.compile("script: Failed to register|(error|warning) on ")
        phone.complaints[:] = [one for one in phone.complaints if not of_network.match(one)]
        network.close()


def test_what_two_phones_save_is_all_there_and_nothing_else(hands: list[Hand]):
    game = pad_game()
    table = f"/table/{game.pk}/"
    for hand in hands:
        hand.phone.open(table)
    for step in range(STEPS):
        numbers = [str(100 + len(SEATS) * step + seat) for seat in SEATS]
        hands[0].chance.choice(hands).act(table, numbers)
    kept = {points for hand in hands for points in hand.keeps(table)}
    entered = {points for hand in hands for points in hand.entered.values()}
    assert entered <= stored(game) | kept
    assert stored(game) <= entered
    if not kept:
        mine, theirs = (hand.table(table) for hand in hands)
        assert mine == theirs
