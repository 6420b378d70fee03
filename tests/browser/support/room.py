"""Scripts that return the parts of an open page that have no room."""

import json

from playwright.sync_api import Locator, Page, expect

from tests.browser.support.kit_games import LONG_SIX
from tests.support.waiting import wait_until

# Only a score sheet (also a blank one), a card or source code may be wider than the phone: it
# scrolls by itself. Not what is inline in a block that ends in an ellipsis.
STICKS_OUT = """width => [...document.querySelectorAll('body, body *')]
  .filter(part => part.checkVisibility())
  .filter(part => !part.closest('.sheet table, .card table, .paper table, .source > *, .hide, svg'))
  .filter(part => {
    let block = part.parentElement;
    while (getComputedStyle(block).display === 'inline') block = block.parentElement;
    const { overflowX, textOverflow } = getComputedStyle(block);
    const cut = overflowX === 'hidden' && textOverflow === 'ellipsis';
    return getComputedStyle(part).display !== 'inline' || !cut;
  })
  .filter(part => {
    const {left, right} = part.getBoundingClientRect();
    return left < -.5 || right > width + .5;
  })
  .map(part => part.outerHTML.slice(0, 150))
"""

# Words on two lines, and words that are wider than their block without an ellipsis. But the
# sentences that refuse something or give a hint may break a name of 40 letters.
BROKEN = """words => {
  const others = ".hide, .said, option, [name=keep]";
  const broken = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode());) {
    const part = node.parentElement;
    for (const word of part.closest(others) ? [] : words) {
      for (let at = -1; (at = node.data.indexOf(word, at + 1)) >= 0;) {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + word.length);
        const boxes = [...range.getClientRects()].filter(box => box.width > 1);
        let block = part;
        while (getComputedStyle(block).display === "inline") block = block.parentElement;
        const { display, textOverflow } = getComputedStyle(block);
        const wide = boxes.some(box => box.right > block.getBoundingClientRect().right + 1);
        const lines = part.closest(".refusal, .error, .hint")
          ? 1 : new Set(boxes.map(box => Math.round(box.top))).size;
        if (lines > 1
          || wide && (textOverflow !== "ellipsis" || /flex|grid/.test(display))) {
          broken.push(`${word} in ${part.outerHTML}`);
        }
      }
    }
  }
  return broken;
}"""
# Those of the names and titles that are hard to fit.
LONG_WORDS = [
    *(word for name in LONG_SIX for word in name.split() if word.isascii() and len(word) > 7),
    *("Wolfeschlegelsteinhausenbergerdorffwelch", "Bartholomäus", "Magdalena", "Hohenlohe"),
    *("Donaudampfschifffahrtsgesellschaftsskat", "Donaudampfschifffahrtsgesellschaftskapit"),
    "Wintermeisterschaft",
]
BROKEN_WORDS = f"() => ({BROKEN})({json.dumps(LONG_WORDS)})"


def together(*scripts: str) -> str:
    """Return what each of these scripts returns: each message to the browser takes time."""
    return f"given => [{', '.join(f'({one.strip()})(given)' for one in scripts)}]"


# As Playwright measures it for one part, but in one message for all of them.
OUT_OF_SIGHT = """parts => new Promise(done => {
  const sight = new IntersectionObserver(seen => done(seen
    .filter(one => !(one.intersectionRatio > 1 - 1e-9))
    .map(one => one.target.outerHTML.slice(0, 150))));
  for (const part of parts) sight.observe(part);
})"""


def expect_all_in_sight(parts: Locator, count: int) -> None:
    """So many parts are wholly in sight at once, without scrolling."""

    def out_of_sight() -> list[str]:
        hidden: list[str] = parts.evaluate_all(OUT_OF_SIGHT)
        return hidden

    expect(parts).to_have_count(count)
    wait_until(lambda: out_of_sight() == [], out_of_sight)


WIDE = f"""width => [
  ...({STICKS_OUT.strip()})(width),
  ...(document.documentElement.scrollWidth > width ? ["the page"] : []),
]"""


def too_wide(page: Page, width: int) -> list[str]:
    parts: list[str] = page.evaluate(WIDE, width)
    return parts
