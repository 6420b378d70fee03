"""The faults that axe-core finds on a page."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.support.serving import SCRIPTS

SCRIPT = Axe().axe_script
PATH = "/axe.js"
SCRIPTS[PATH] = SCRIPT.encode()
# Half as long as in a message, as it has half a million characters.
LOAD = """path => new Promise(done => {
  const script = document.createElement("script");
  script.onload = script.onerror = () => done(script.remove());
  script.src = path;
  document.head.append(script);
}).then(() => "axe" in window)"""
# Collecting the passes takes twice as long, and so does loading the style sheets again. The HTML of
# an element says where it is, and a selector takes long to find.
ALL = {"resultTypes": ["violations"], "preload": False, "iframes": False, "selectors": False}
COLOURS = ALL | {"runOnly": ["color-contrast"]}  # nothing else depends on the theme
NAMES = ALL | {"rules": {"color-contrast": {"enabled": False}}}  # the rest, for other languages

# Return only the violations: the whole report is twenty times as large. Of many rows that look
# alike, the first ones are enough: comparing all colours takes most of the time.
RUN = """async ([rules, exclude]) =>
  (await axe.run({include: ["html"], exclude}, rules)).violations
"""
ROWS = ["tbody:nth-of-type(n + 7)"]
ALIKE = [f"{row}:nth-of-type(n + 5)" for row in ("tbody", "tbody > tr", "li")]


def violations(page: Page, rules: dict[str, Any] = ALL) -> list[dict[str, Any]]:
    if not page.evaluate("'axe' in window") and not page.evaluate(LOAD, PATH):
        page.evaluate(SCRIPT)  # there is no network
    exclude = ALIKE if rules is COLOURS else ROWS
    found: list[dict[str, Any]] = page.evaluate(RUN, [rules, exclude])
    return found
