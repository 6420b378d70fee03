"""The speech of a screen reader on a page, as text that golden files hold.

It is a virtual one: it computes names, roles and live regions in the page, from the standards.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from playwright.sync_api import Route

from tests.browser.support.phone import Phone

VENDOR = Path(__file__).parent / "vendor"

# It does not know that a closed `details` hides its content.
START = """async () => {
  const closed = new CSSStyleSheet();
  closed.replaceSync("details:not([open]) > :not(summary) { display: none }");
  document.adoptedStyleSheets.push(closed);
  ({ virtual: window.reader } = await import("/virtual-screen-reader.js"));
  await reader.start({ container: document.body });
}"""

# Each phrase with the text in it: of what has no role, the phrase is the text.
# It does not know what a `summary` is, and takes for checked what was so when the page arrived.
READ = """async () => {
  for (const choice of document.querySelectorAll("[type=radio], [type=checkbox]"))
    choice.toggleAttribute("checked", choice.checked);
  const summaries = document.querySelectorAll("summary");
  for (const summary of summaries) {
    summary.role = "button";
    summary.ariaExpanded = summary.parentElement.open;
  }
  do await reader.next();
  while (await reader.lastSpokenPhrase() !== "end of document");
  for (const summary of summaries) summary.role = summary.ariaExpanded = null;
  const texts = await reader.itemTextLog(), phrases = await reader.spokenPhraseLog();
  return phrases.filter(phrase => !/^(polite|assertive): /.test(phrase))
    .map((phrase, n) => [phrase, texts[n]]);
}"""

# Wait until the page has been still for a while, with no request under way.
HEAR = """async () => {
  let latest = performance.now();
  const observer = new MutationObserver(() => latest = performance.now());
  observer.observe(document.body, {
    subtree: true, childList: true, characterData: true, attributes: true });
  while (performance.now() - latest < 250 || document.querySelector(".htmx-request, [aria-busy]"))
    await new Promise(done => setTimeout(done, 50));
  observer.disconnect();
  return reader.spokenPhraseLog();
}"""

# Roles that are not worth a line: never, and without a name.
SILENT = {"document", "paragraph", "rowgroup", "row", "cell", "time", "strong", "emphasis"}
UNNAMED = {"form", "group", "status", "image"}
PLACE = re.compile(r"(?:, level \d+)?, position (\d+), set size (\d+)")
CHOICE = re.compile(r"(radio|checkbox), (.*), (not checked|checked)(?:, position .*)?$")


class ScreenReader:
    def __init__(self, phone: Phone) -> None:
        self.phone, self.page = phone, phone.page
        self.lines: list[str] = []
        self.page.route("**/virtual-screen-reader.js", serve_script)

    def open(self, path: str, title: str) -> None:
        self.phone.open(path)
        self.read(title)

    def read(self, title: str) -> None:
        """Everything on the page, from the top."""
        self.page.wait_for_load_state()
        self.page.evaluate(START)
        spoken = self.page.evaluate(READ)
        self.page.evaluate("reader.stop()")
        self.write(title, [f"title, {self.page.title()}", *folded(shortened(spoken))])

    def hear(self, title: str, act: Callable[[], object]) -> None:
        """Its announcements while this is done, and where the focus goes."""
        self.page.evaluate(START)
        self.page.evaluate(HEAR)
        self.page.evaluate("reader.clearSpokenPhraseLog()")
        act()
        self.write(title, folded(announced(self.page.evaluate(HEAR))))
        self.page.evaluate("reader.stop()")

    def write(self, title: str, phrases: Iterable[str]) -> None:
        self.lines += ["", f"# {title}", *(re.sub(r"\b\d\d:\d\d\b", "21:14", p) for p in phrases)]

    def text(self) -> str:
        return "\n".join(self.lines).strip() + "\n"


def roles(text: str) -> list[str]:
    """Return the role of each line, or nothing if it is only text: the same in all languages,
    except for the link to the page in the language of the browser.
    """
    text = re.sub(r"^navigation, (.+)\nlink, \1\n", "", text, flags=re.MULTILINE)
    words = (re.match(r"#.*|[a-z]+(?=, |: )", line) for line in text.splitlines())
    return [word[0] if word else "" for word in words]


def serve_script(route: Route) -> None:
    route.fulfill(path=VENDOR / "virtual-screen-reader.js", content_type="text/javascript")


def shortened(spoken: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Without ends, what is in an image, and the text of an element whose name was just said."""
    name, in_image = "", False
    for phrase, text in ((one_line(phrase), one_line(text)) for phrase, text in spoken):
        role = phrase.split(",")[0]
        if in_image:
            in_image = role != "end of image"
        elif phrase == text:
            if text not in name:
                yield text
                name = ""
        elif not role.startswith("end") and role not in SILENT and phrase not in UNNAMED:
            name, in_image = "" if role == "listitem" else phrase, role == "image"
            yield without_value(phrase, text) if role == "button" else phrase


def without_value(phrase: str, text: str) -> str:
    """It reads the value of a button, which no screen reader does."""
    return phrase.replace(text, text.rpartition(", ")[0] or text)


def announced(phrases: Iterable[str]) -> Iterator[str]:
    """Without what says nothing, and once: it repeats a live region when an attribute changes."""
    latest = ""
    for phrase in map(one_line, phrases):
        if phrase != latest and not phrase.endswith(":"):
            yield phrase
            latest = phrase


def folded(phrases: Iterable[str]) -> Iterator[str]:
    """Choices that follow one another in one line."""
    run: list[str] = []
    for phrase in [*phrases, ""]:
        choice = CHOICE.match(phrase)
        if run and (not choice or choice[1] != run[0]):
            yield f"{run[0]}: {' · '.join(run[1:])}"
            run = []
        if choice:
            answer = choice[2] + ("" if choice[3] == "not checked" else " (checked)")
            run = [*(run or [choice[1]]), answer]
        elif phrase:
            yield PLACE.sub(r", \1 of \2", phrase)


def one_line(text: str) -> str:
    return " ".join(text.split())
