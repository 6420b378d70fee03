"""The site's scripts on pages of the site, without a server: a test says how requests end.

Such a test takes a quarter of the time of one with a server, whose part is tested in tests/app.
"""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.test import Client
from playwright.sync_api import Browser, Route

from scorekeeper.models import GameSession
from scorekeeper.site.bundles import bundle_text
from scorekeeper.views.files import HTMX
from tests.browser.support.games_played import SECRET, a_round, enter, game_of
from tests.browser.support.phone import Phone

SITE = "http://phone.test"  # plain http, as on a home network: without a service worker
NEW, PLAYED, DRAFTED = "/table/1/", "/table/2/", "/table/3/"
LATER = "the table of the one with a round, after the next round"
STAND_INS = Path(__file__).with_name("stand_ins.js").read_text("utf-8")
FILES = re.compile(r"<link\b[^>]*>|<script\b[^>]*></script>")
FILL = """fields => {
  for (const [name, value] of Object.entries(fields))
    document.querySelector(`main [name=${name}][value="${value}"]`).click();
  document.querySelector("main .bar .primary").click();
}"""
AT_REST = """() => left.length ||
  !document.querySelector('form[aria-busy]') && document.body.dataset.said !== 'sending'"""

PASS = """ms => {
  const before = { sent: sent.length };
  return pass(ms, send) && before;
}"""


def rendered_pages() -> dict[str, str]:
    """Pages of three games: of a new one, of one with a round, and of one with a draft."""
    games = {NEW: game_of(), PLAYED: game_of([a_round()]), DRAFTED: game_of()}
    games[DRAFTED].change(draft={"slot": 1, "fields": {"bid": ["40"], "idle_hunters": ["2"]}})
    pages = {"/": page("/", NEW, games[NEW])}
    for table, game in games.items():
        for path in ("", "enter/"):
            pages[table + path] = page(table + path, table, game)
    correction = f"{PLAYED}round/1/correct/"
    pages[correction] = page(correction, PLAYED, games[PLAYED])
    enter(games[PLAYED], a_round(1, 30, 1))
    return pages | {LATER: page(PLAYED, PLAYED, games[PLAYED])}


def page(path: str, table: str, game: GameSession) -> str:
    phone, own = Client(headers={"Cookie": f"device={SECRET}"}), f"/table/{game.pk}/"
    text = phone.get(path.replace(table, own) if table in path else path).content.decode()
    return FILES.sub("", text).replace(own, table)


@cache
def scripts() -> str:
    """Also the styles: they hide what does not apply."""
    texts = (STAND_INS, Path(str(finders.find(HTMX))).read_text("utf-8"), bundle_text("own.js"))
    styles = f"<style>{bundle_text('own.css')}</style>"
    return styles + "".join(f"<script>{text}</script>" for text in texts)


class Scripts:
    """A phone whose every page comes with stand-ins for what is beyond it: see stand_ins.js."""

    def __init__(self, browser: Browser, pages: dict[str, str]) -> None:
        self.phone, self.rendered = Phone(browser, SITE), pages
        self.page = self.phone.page
        self.answers: tuple[Any, ...] = ()
        self.phone.context.route(f"{SITE}/**", self.serve)

    def serve(self, route: Route) -> None:
        path = route.request.url.removeprefix(SITE).split("?")[0]
        if path.endswith("/draft/"):
            return route.fulfill(status=204)  # it was not stored
        if path not in self.pages and path.endswith(".js"):
            return route.fulfill(body="", content_type="text/javascript")  # what a page adds later
        begin = f"<script>const answers = {json.dumps(self.answers)}</script>"
        text = self.pages[path].replace("</body>", begin + scripts() + "</body>")
        return route.fulfill(body=text, content_type="text/html")

    def start(self) -> None:
        """Begin a test."""
        self.pages = self.rendered
        self.phone.wipe("")
        self.phone.context.add_cookies([{"name": "csrftoken", "value": "token", "url": SITE}])

    def open(self, path: str, *answers: Any) -> None:
        """Open a page whose entries meet with these; with the last, all further ones."""
        self.answers = answers or ("lost",)
        self.phone.leave()  # or another fragment would not load the page again
        self.page.goto(path)
        self.page.wait_for_function("() => listed > 1")

    def answer(self, *answers: Any) -> None:
        self.page.evaluate("list => answers.splice(0, answers.length, ...list)", list(answers))

    def fill_and_save(self, **fields: object) -> None:
        self.page.evaluate(FILL, fields)

    def save(self, **fields: object) -> None:
        """Save, and wait until the form is free again or left."""
        self.fill_and_save(**fields)
        self.page.wait_for_function(AT_REST)

    def press(self, name: str) -> None:
        self.phone.press(name)

    def wait(self, milliseconds: int) -> None:
        """Let a timer of this length end, as soon as it has begun."""
        self.page.wait_for_function("ms => pass(ms)", arg=milliseconds)

    def wait_for_retry(self, milliseconds: int) -> None:
        """Let the outbox's pause end, which must have this length, and its next attempt begin."""
        passed = self.page.wait_for_function(PASS, arg=milliseconds)
        self.page.wait_for_function("count => sent.length > count", arg=passed.json_value()["sent"])

    def update(self, text: str) -> None:
        """Let the server have another version of the page, and tell the page by its stream."""
        self.page.evaluate("text => current = text", text)
        self.tell("another")

    def tell(self, version: str) -> None:
        self.page.evaluate("data => void streams.at(-1).onmessage({ data })", version)

    def sent(self) -> list[dict[str, Any]]:
        """The entries that this page has sent."""
        return self.page.evaluate("sent")

    def leaves(self, path: str) -> None:
        """The page goes there."""
        self.page.wait_for_function("path => left.at(-1) === path", arg=path)

    def stays(self) -> bool:
        return not self.page.evaluate("left.length")
