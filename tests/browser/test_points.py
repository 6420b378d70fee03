"""The points that a phone works out without a network are those of the rules."""

import json
from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from games.contract import AnyGame, EntryContext, Setup, Text, in_english
from games.contract.sample import Sample
from games.record import encode_options
from games.registry import folders, sample
from scorekeeper.pages.standings import SCRIPT, has_script
from scorekeeper.site.bundles import GAME, bundles
from tests.browser.support.filling import Fields, entered
from tests.support.long import LONG

pytestmark = pytest.mark.browser
ENTRIES = 10_000 if LONG else 400
OUR_GAMES = [slug for slug, folder in folders().items() if folder.parent.name == "games"]
SCORE = """entries => entries.map(([fields, before]) => {
  const seats = before.names.map((_, seat) => seat), game = { ...before, seats, sum: readSum };
  const points = roundPoints(new URLSearchParams(fields), game);
  if (!points) return null;
  game.totals = game.totals.map((total, seat) => total + points[seat]);
  return [points, game.totals, self.needText ? seats.map(seat => needText(game, seat)) : []];
})"""
NOTHING = Text("")
NAMES = ("Ana", "Ben", "Cho", "Dan", "Eva", "Fay", "Gus", "Hal")

Entered = tuple[Fields, dict[str, Any]]


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    yield page
    page.close()


def use_scripts_of(page: Page, slug: str) -> None:
    page.goto("about:blank")
    page.add_script_tag(path=bundles()["provisional.js"][0])  # the one that reads sums
    for file in bundles()[f"{GAME}{slug}.js"]:
        if file.name == SCRIPT:
            page.add_script_tag(path=file)


def played(sample: Sample, chance: Random) -> Iterator[tuple[Entered, list[Any]]]:
    """Yield each entry of a whole game as its form sends it, with the game so far, and what it
    brings: the points, with None for a player who has no part in it, the totals, and the needs
    where the script gives them.
    """
    game = sample.game
    seats = chance.choice([n for n in game.players[:8] if n <= len(NAMES)])
    names, setup = NAMES[:seats], Setup(seats, sample.options(chance, seats))
    entries: list[Any] = []
    for entry in sample.play(setup, chance):
        board = game.score(setup, entries)
        so_far = {
            "names": names,
            "options": encode_options(game, setup.options),
            "totals": board.totals,
            "number": len(entries) + 1,
            "state": state_for_script(game, setup, entries),
        }
        fields = entered(game, entry, EntryContext(names, setup, list(entries)))
        entries.append(entry)
        board = game.score(setup, entries)
        result, needs = board.results[-1], [in_english(text or NOTHING, names) for text in board.needs]
        points = [
            number if lines or not game.partial_entries else None
            for number, lines in zip(result.points, result.lines, strict=True)
        ]
        gives_needs = "texts" in (so_far["state"] or {})
        yield (fields, so_far), [points, list(board.totals), needs if gives_needs else []]


def state_for_script(game: AnyGame, setup: Setup[Any], entries: list[Any]) -> Any:
    state = game.points_state(setup, entries) if game.points_state else None
    if not state or "texts" not in state:
        return state
    return {**state, "texts": {name: in_english(text) for name, text in state["texts"].items()}}


@pytest.mark.parametrize("slug", OUR_GAMES)
def test_the_script_of_a_game_gives_the_points_of_its_rules(page: Page, slug: str):
    assert has_script(slug)
    use_scripts_of(page, slug)
    of_game = sample(slug)
    assert of_game
    sent: list[Entered] = []
    expected: list[list[Any]] = []
    for seed in count():
        for fields, brings in played(of_game, Random(seed)):  # noqa: S311
            sent.append(fields)
            expected.append(brings)
        if len(sent) >= ENTRIES:
            break
    scored = page.evaluate(SCORE, json.loads(json.dumps(sent)))
    wrong = [
        (one, brings, found)
        for one, brings, found in zip(sent, expected, scored, strict=True)
        if brings != found
    ]
    assert wrong[:3] == []
