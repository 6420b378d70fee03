"""Each kind of page as people set up their phones: small, turned, with large or spaced text,
forced colours, less motion, and with the keyboard. Each page is opened once.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page

from scorekeeper.models import GameSession
from tests.browser.support.evening_pages import an_evening
from tests.browser.support.fish_games import fish_game
from tests.browser.support.games_played import a_round, game_of, group_of
from tests.browser.support.kit_games import kit_game, taken, throws
from tests.browser.support.layout import CUT as CUT_OR_OUT
from tests.browser.support.layout import OVERLAPPING
from tests.browser.support.phone import SIZE, Phone
from tests.browser.support.room import WIDE, together, too_wide
from tests.browser.support.score_cards import card_game
from tests.browser.support.score_pads import pad_game
from tests.browser.support.score_sheets import sheet_game, sheet_row
from tests.browser.support.statistics_pages import paths, play_for_ratings
from tests.browser.support.trick_games import tricks_game, tricks_round
from tests.support.entries import caught, noted, points, wizard_round

NAMES = ("Maximilian", "Maximiliane", "Bartholomäus")
ROUNDS = [a_round(bid=40), a_round(1, 30, 2), a_round(2, 30, 2)]
SPACED = """* { line-height: 1.5 !important; letter-spacing: .12em !important;
  word-spacing: .16em !important } p { margin-bottom: 2em !important }"""

# Not those over the page, which show something for a moment.
OPEN_FOLDS = """() => {
  const folds = document.querySelectorAll('details:not(.bar details, .pick)');
  for (const fold of folds) fold.open = true;
}"""

# WCAG 1.4.12: the text spacing that a user's own style sheet may set.
SPACE = "css => { (spaced = new CSSStyleSheet()).replaceSync(css);" + (
    " document.adoptedStyleSheets.push(spaced) }"
)

# Text in less room than it takes, without an ellipsis. The pips of dice have no text.
CUT = """() => [...document.querySelectorAll('main *, h1')]
  .filter(part => [...part.childNodes].some(node => node.nodeType === 3 && node.data.trim()))
  .filter(part => part.checkVisibility({visibilityProperty: true, opacityProperty: true}))
  .filter(part => !part.closest('.hide, .icon, svg, .said, option, select, .token'))
  .filter(part => {
    const { overflow, textOverflow } = getComputedStyle(part);
    return overflow !== 'visible' && textOverflow !== 'ellipsis'
      && (part.scrollHeight > part.clientHeight + 3 || part.scrollWidth > part.clientWidth + 1);
  })
  .map(part => part.outerHTML.slice(0, 150))
"""

# Of what layout.py finds: other texts end in an ellipsis.
SOLID = re.compile(" in <(button|h1|a)")

LETTERS_A_LINE = """() => [...document.querySelectorAll('h1, .list strong')]
  .filter(text => {
    const range = document.createRange();
    range.selectNodeContents(text);
    const boxes = [...range.getClientRects()].filter(box => box.width > 5);
    const lines = new Set(boxes.map(box => box.top));
    const { length } = text.textContent.trim();
    return length > 8 && length / lines.size <= 3;
  })
  .map(text => text.outerHTML)
"""

# What has the focus and is covered where an eye looks for it. Of radios, the first of each name.
COVERED = """() => {
  const covered = [], names = new Set();
  const targets = 'a[href], button, input, select, textarea, summary';
  for (const part of document.querySelectorAll(targets)) {
    if (!part.checkVisibility({ visibilityProperty: true }) || part.tabIndex < 0) continue;
    if (part.type === 'radio' && names.has(part.name)) continue;
    names.add(part.name);
    part.focus();
    if (document.activeElement !== part) continue;
    const { left, top, width, height } = part.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    const over = hit?.closest('.bar, .top, .kept, .said, thead');
    if (!hit || over && !over.contains(part)) covered.push(part.outerHTML.slice(0, 150));
  }
  document.activeElement.blur();
  return covered;
}"""

# Entries of the menu of a table that cannot be scrolled into sight.
OUT_OF_REACH = """() => {
  const menu = document.querySelector(".menu");
  menu?.showPopover();
  const cut = [...menu?.querySelectorAll("li") ?? []].filter(entry => {
    if (!entry.checkVisibility()) return false;
    entry.scrollIntoView();
    const { top, bottom } = entry.getBoundingClientRect();
    return top < 0 || bottom > innerHeight;
  });
  menu?.hidePopover();
  return cut.map(entry => entry.textContent.trim());
}"""

# What forced colours hide: answers and views that are chosen, players' marks, lines of the chart.
HIDDEN = """() => {
  const style = part => getComputedStyle(part), paper = style(document.body).backgroundColor;
  const alike = [...document.querySelectorAll('.choice > :checked + span')].filter(chosen => {
    const question = chosen.closest('.choices, .ask');
    const other = question?.querySelector('.choice > :not(:checked) + span');
    return other && style(chosen).backgroundColor === style(other).backgroundColor
      && style(chosen).outlineStyle === style(other).outlineStyle;
  });
  const pressed = '[aria-pressed="true"], [aria-current]';
  const plain = document.querySelector(`.button:not(.primary, ${pressed})`);
  const unmarked = [...document.querySelectorAll(`.button:is(${pressed})`)]
    .filter(chosen => style(chosen).backgroundColor === style(plain).backgroundColor);
  const blank = [...document.querySelectorAll('.token:not(.free)')]
    .filter(token => style(token).backgroundColor === paper);
  const faint = [...document.querySelectorAll('.chart polyline')]
    .filter(line => style(line).stroke === paper);
  return [...alike, ...unmarked, ...blank, ...faint].map(part => part.outerHTML.slice(0, 150));
}"""

# Not what only ignores taps for a moment, until a text was read.
MOVING = """
document.getAnimations().filter(({ playState, effect }) => playState === 'running'
  && effect.getKeyframes().some(({ offset, computedOffset, easing, composite, pointerEvents,
    ...seen }) => Object.keys(seen).length)).length
"""


def chimera() -> GameSession:
    return game_of(ROUNDS, NAMES)


def at(game: Callable[[], GameSession], *pages: str) -> Callable[[], Iterator[str]]:
    def addresses() -> Iterator[str]:
        table = f"/table/{game().pk}/"
        yield from (table + page for page in pages)

    return addresses


def at_home() -> Iterator[str]:
    game = chimera()
    player = game.group.players.get(name=NAMES[1])
    yield from ("/", "/players/", f"/players/{player.pk}/edit/", "/games/", "/new/chimera/")
    yield from ("/groups/", f"/groups/{game.group_id}/", f"/new/chimera/?again={game.pk}")
    yield f"/groups/{game.group_id}/share/"


def at_statistics() -> Iterator[str]:
    group = an_evening(group_of(NAMES), NAMES, 4, 0).group
    play_for_ratings(group, NAMES)
    return paths(group, NAMES[1])


KINDS = {
    "home": at_home,
    "table": at(chimera, "", "history/", "share/", "options/", "enter/", "round/1/correct/"),
    "the end": at(lambda: game_of(ROUNDS, NAMES, target=60), ""),
    "yahtzee": at(lambda: card_game([noted(0, "ones", 3)], NAMES), "", "round/1/correct/"),
    "big fish": at(lambda: fish_game([caught(0, "R5 Y6 G1 R2 Y3", "A")], NAMES), "", "enter/"),
    "chimera tricks": at(
        lambda: tricks_game([tricks_round()], NAMES), "enter/", "round/1/correct/"
    ),
    "score pad": at(lambda: pad_game([points(3, -4, 10)], NAMES), "", "enter/"),
    "score sheet": at(lambda: sheet_game([sheet_row("Coins", 3, 5, 2)], NAMES), "", "enter/"),
    "wizard": at(
        lambda: kit_game("wizard", [wizard_round((1, 0, 0), (1, 0, 0))], NAMES),
        "enter/",
        "round/1/correct/",
    ),
    "mölkky": at(lambda: kit_game("molkky", throws(12, 3), NAMES), "", "enter/"),
    "hearts": at(lambda: kit_game("hearts", [taken(20, 6, 0)], NAMES), "enter/"),
    "statistics": at_statistics,
}


@pytest.fixture
def adjusted(phone: Phone) -> Iterator[Phone]:
    """A phone whose text is as large as before in the end."""
    yield phone
    enlarge(phone, 1)


@pytest.mark.parametrize("kind", KINDS)
def test_every_page_suits_every_setting(adjusted: Phone, kind: str, subtests: pytest.Subtests):
    for path in KINDS[kind]():
        adjusted.open(path)
        adjusted.page.wait_for_load_state()
        adjusted.page.evaluate(OPEN_FOLDS)
        for setting, problems in found(adjusted):
            with subtests.test(setting, path=path):
                assert not any(problems), problems


@pytest.mark.parametrize("count", [3, 4])
def test_a_score_card_has_room_for_text_half_as_large_again(adjusted: Phone, count: int):
    game = card_game([noted(0, "ones", 3)], (*NAMES, "Dan")[:count])
    adjusted.page.set_viewport_size({"width": 412, "height": 840})
    enlarge(adjusted, 1.5)
    adjusted.open(f"/table/{game.pk}/")
    adjusted.wait_for_styles()
    found = {script: adjusted.page.evaluate(script) for script in (CUT_OR_OUT, OVERLAPPING)}
    assert list(found.values()) == [[], []]
    assert too_wide(adjusted.page, 412) == []


def found(phone: Phone) -> Iterator[tuple[str, object]]:
    """The faults that each setting shows."""
    page = phone.page
    yield "the focus is not covered", page.evaluate(COVERED)
    with media(page, forced_colors="active", reduced_motion="reduce"):
        yield "forced colours", page.evaluate(HIDDEN)
        yield "less motion", [] if not page.evaluate(MOVING) else ["something moves"]
    for name, width, height in (("320 pixels", 320, 568), ("a turned phone", 640, 360)):
        page.set_viewport_size({"width": width, "height": height})
        yield name, without_room(page, width)
    yield "the focus on a turned phone", page.evaluate(COVERED)
    yield "the menu on a turned phone", page.evaluate(OUT_OF_REACH)
    for times, width in ((1.5, 320), (2, 320), (2, 360)):
        enlarge(phone, times)
        page.set_viewport_size({"width": width, "height": 640})
        more = LETTERS_A_LINE, OVERLAPPING, OUT_OF_REACH
        yield f"text × {times}, {width} pixels", without_room(page, width, *more)
    enlarge(phone, 1)
    page.set_viewport_size(SIZE)
    page.evaluate(SPACE, SPACED)
    yield "spaced text", page.evaluate(together(WIDE, CUT), 360)


def without_room(page: Page, width: int, *more: str) -> list[list[str]]:
    wide, texts, *others = page.evaluate(together(WIDE, CUT_OR_OUT, *more), width)
    return [wide, list(filter(SOLID.search, texts)), *others]


def enlarge(phone: Phone, times: float) -> None:
    """Enlarge the text as the browser's setting does, which affects media queries too."""
    sizes = {"standard": int(16 * times), "fixed": int(13 * times)}
    phone.devtools.send("Page.setFontSizes", {"fontSizes": sizes})


@contextmanager
def media(page: Page, **settings: str) -> Iterator[None]:
    page.emulate_media(**settings)
    yield
    page.emulate_media(forced_colors="none", reduced_motion="no-preference")
