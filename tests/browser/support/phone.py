"""A phone in someone's hand: it taps, and notices everything a browser complains about."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from time import monotonic

from django.utils.translation import gettext
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Locator,
    Page,
    Request,
    Response,
    expect,
)

from scorekeeper.formats import labels
from tests.support import waiting
from tests.support.long import LONG
from tests.support.waiting import PATIENCE

SIZE = {"width": 360, "height": 640}
BLANK = "about:blank"
MOTION = "no-preference" if LONG else "reduce"
"""Phones that many tests share prefer this: drawing motion takes a tenth of the time. New phones
have it, and a test of motion asks for it.
"""

# Ignore what watch_answer reports better, and Playwright's message about blocked workers.
KNOWN = re.compile("Failed to load resource:|Service Worker registration blocked")

REPORT_FAULTS = """
addEventListener('securitypolicyviolation', event =>
  console.error(`CSP: ${event.effectiveDirective} refused ${event.blockedURI} ${event.sample}`));
for (const kind of ['load', 'live:refreshed'])
  addEventListener(kind, () => document.querySelector('[hx-get], [hx-post]') && !self.htmx &&
    console.error('It has attributes for htmx, but not htmx'));
"""

# With LONG=1, what it stores and reads takes its time, as on a busy phone, and comes in another
# order.
SLOW_DISK = """{
  const open = IDBFactory.prototype.open;
  IDBFactory.prototype.open = function (...names) {
    const request = open.apply(this, names), delay = Math.random() * 400;
    return Object.defineProperty(request, "onsuccess", { configurable: true, set: act =>
      request.addEventListener("success", event => setTimeout(act, delay, event)) });
  };
}"""


class Phone:
    """360 × 640 unless told otherwise. `refusals` are statuses that a test provokes on purpose.
    A computer has a mouse instead of a touch screen. What it taps is named in English, and looked
    for in the language that is active.
    """

    def __init__(
        self,
        browser: Browser,
        site: str,
        secret: str = "",
        javascript: bool = True,
        scheme: str = "light",
        motion: str = "no-preference",
        workers: str = "block",
        computer: bool = False,
        locale: str | None = "en-US",
    ) -> None:
        self.site, self.javascript, self.taps, self.wiped = site, javascript, 0, 0
        self.refusals: set[int] = set()
        self.prepared: list[str] = []
        self.complaints: list[str] = []
        self.context: BrowserContext = browser.new_context(
            base_url=site,
            viewport=SIZE,
            device_scale_factor=2,
            has_touch=not computer,
            is_mobile=not computer,
            locale=locale,
            java_script_enabled=javascript,
            color_scheme=scheme,
            reduced_motion=motion,
            service_workers=workers,
        )
        self.context.set_default_timeout(PATIENCE * 1000)
        if secret:
            self.be_known(secret)
        self.context.add_init_script(REPORT_FAULTS)
        if LONG:
            self.context.add_init_script(SLOW_DISK)
        self.context.on("console", self.hear)
        self.context.on("weberror", lambda error: self.complaints.append(f"script: {error.error}"))
        self.context.on("request", self.watch_where)
        self.context.on("response", self.watch_answer)
        self.page: Page = self.context.new_page()
        self.devtools = self.context.new_cdp_session(self.page)

    def hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not KNOWN.match(message.text):
            self.complaints.append(f"{message.type} on {self.page.url}: {message.text}")

    def watch_where(self, request: Request) -> None:
        if not request.url.startswith(f"{self.site}/"):
            self.complaints.append(f"asked elsewhere: {request.url}")

    def watch_answer(self, response: Response) -> None:
        if response.status >= 400 and response.status not in self.refusals:
            self.complaints.append(f"{response.status}: {response.request.method} {response.url}")

    def put_away(self) -> None:
        self.context.close()
        self.have_no_complaints()

    def have_no_complaints(self) -> None:
        assert not self.complaints, "\n".join(self.complaints)

    def for_one_test(self, secret: str) -> Iterator["Phone"]:
        self.wipe(secret)
        yield self
        self.leave()  # before its games are deleted, which it would be told
        self.have_no_complaints()

    def wipe(self, secret: str) -> None:
        """Reset it. A new phone takes far longer, as Chromium opens a window for each."""
        if self.page.url != BLANK:  # the last test left it
            self.leave()
        self.context.set_offline(False)
        self.page.unroute_all()
        self.page.set_viewport_size(SIZE)
        self.page.emulate_media(
            media="null", color_scheme="light", reduced_motion=MOTION, forced_colors="none"
        )
        while self.prepared:
            script = {"identifier": self.prepared.pop()}
            self.devtools.send("Page.removeScriptToEvaluateOnNewDocument", script)
        everything = {"origin": self.site, "storageTypes": "all"}  # cookies, too
        self.devtools.send("Storage.clearDataForOrigin", everything)
        self.be_known(secret)
        self.refusals.clear()
        self.complaints.clear()
        self.taps = 0
        self.wiped += 1
        if self.wiped % 20 == 0:  # Chromium would keep a gigabyte of pages, and get slower
            self.devtools.send("HeapProfiler.collectGarbage")

    def leave(self) -> None:
        """First end what the page is loading, such as itself: it would come after this. Even then
        it may get in the way once, and what it interrupted may arrive while this is tried again.
        """
        self.devtools.send("Page.stopLoading")
        if self.page.url == BLANK:
            return
        for _ in range(2):
            with suppress(Error):
                self.page.goto(BLANK)
                return
        self.page.goto(BLANK)

    def be_new(self) -> None:
        """Nobody has used it."""
        self.context.clear_cookies()

    def be_known(self, secret: str) -> None:
        self.context.add_cookies([{"name": "device", "value": secret, "url": self.site}])

    def prepare(self, script: str) -> None:
        """Run it before those of each page, until the phone is wiped, unlike add_init_script."""
        self.devtools.send("Page.enable")
        added = self.devtools.send("Page.addScriptToEvaluateOnNewDocument", {"source": script})
        self.prepared.append(added["identifier"])

    def open(self, path: str, refusal: int | None = None) -> None:
        """Open a page. From now on the test provokes such a refusal."""
        if refusal:
            self.refusals.add(refusal)
        self.page.goto(path)

    def wait_for_styles(self) -> None:
        """Measure nothing before: without them, everything is elsewhere."""
        self.page.wait_for_load_state()

    def tap(self, place: Locator) -> None:
        self.taps += 1
        place.tap()

    def press(self, name: str) -> None:
        self.tap(self.page.get_by_role("button", name=gettext(name), exact=True))

    def press_until_answered(self, name: str) -> None:
        """Wait for the navigation: the answer may look much like this page."""
        with self.page.expect_navigation():
            self.press(name)

    def follow(self, name: str | re.Pattern[str]) -> None:
        self.tap(self.page.get_by_role("link", name=name).first)

    def question(self, legend: str) -> Locator:
        return self.page.get_by_role("group", name=gettext(legend))

    def choose(self, legend: str, answer: str) -> None:
        self.tap(card(self.question(legend).get_by_role("radio", name=answer, exact=True)))

    def tick(self, legend: str, answer: str) -> None:
        box = self.question(legend).get_by_role("checkbox", name=answer, exact=True)
        wanted = not box.is_checked()
        self.tap(card(box))
        expect(box).to_be_checked(checked=wanted)

    def count(self, treasure: str, name: str, number: int) -> None:
        row = self.page.get_by_role("radiogroup", name=labels(gettext(treasure), name))
        self.tap(card(row.get_by_role("radio", name=str(number), exact=True)))

    def fill_round(self, chimera: str, bid: int, first_out: str) -> None:
        """The three taps of every round."""
        self.choose("Who was the Chimera?", chimera)
        self.choose("Bid", str(bid))
        self.choose("Who went out first?", first_out)

    def play(self, chimera: str, bid: int, first_out: str) -> None:
        """Play a round without bonus or treasure, from the table and back to it."""
        self.follow("Enter round")
        self.fill_round(chimera, bid, first_out)
        self.press("Save")

    def seat(self, *names: str) -> None:
        """Type new names for the next game."""
        for name in names:
            self.tap(self.page.get_by_label("New name"))
            self.page.keyboard.type(f"{name}\n")
            expect(self.page.locator(".seating .name").filter(has_text=name)).to_be_visible()

    def total(self, name: str) -> Locator:
        return self.page.locator(".standings li").filter(has_text=name).locator(".total")

    def expect_totals(self, **totals: int) -> None:
        for name, total in totals.items():
            expect(self.total(name)).to_have_text(str(total).replace("-", "−"))

    @contextmanager
    def with_slow_animations(self) -> Iterator[None]:
        """A busy machine may be late with a tap, so animations wait for it."""
        self.devtools.send("Animation.enable")
        self.devtools.send("Animation.setPlaybackRate", {"playbackRate": 0.01})
        try:
            yield
        finally:
            self.devtools.send("Animation.setPlaybackRate", {"playbackRate": 1})
            self.devtools.send("Animation.disable")


NewPhone = Callable[..., Phone]


def middle(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def wait_until(page: Page, script: str, patience: float = PATIENCE) -> None:
    """Wait until an async function is truthy: `wait_for_function` takes any promise as truthy."""
    latest = monotonic() + patience
    while not said_by(page, script):
        assert monotonic() < latest, f"still not so: {script}"
        page.wait_for_timeout(50)


def wait_for_requests(page: Page, held: Sequence[object], count: int = 1) -> None:
    """Wait until a route holds back so many."""
    waiting.wait_until(lambda: page.wait_for_timeout(20) or len(held) >= count)


def said_by(page: Page, script: str) -> object:
    try:  # a promise of a page that is being left never resolves
        return page.evaluate(
            f"() => Promise.race([({script})(), new Promise(done => setTimeout(done, 1000))])"
        )
    except Error:
        return None


def card(choice: Locator) -> Locator:
    """The target that a person taps: the label around the radio or checkbox."""
    return choice.locator("..")
