"""The points that a phone works out without a network are those of the rules."""

import json
from collections.abc import Iterator
from itertools import count
from math import inf
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from games.chimera_tricks.rules import Round
from games.contract import AnyGame, EntryContext, Position, Setup, Text, in_english
from games.contract.sample import Sample
from games.kit.sums import evaluate_sum
from games.kit.worth import worth_for_phones
from games.record import encode_options
from games.registry import games, sample
from scorekeeper.pages.game.standings import SCRIPT, need_of_total
from scorekeeper.site.bundles import GAME, bundles
from tests.browser.support.filling import Fields, entered
from tests.support.further_games import games_in
from tests.support.long import LONG

ENTRIES = 10_000 if LONG else 400
COUNTED = [slug for slug, game in games().items() if game.provisional]
SCORE = """sent => JSON.parse(sent).map(([fields, before]) => {
  const seats = before.names.map((_, seat) => seat), game = { ...before, seats, sum: readSum };
  const points = roundPoints(new URLSearchParams(fields), game);
  if (!points) return null;
  game.totals = game.totals.map((total, seat) => total + points[seat]);
  game.left--;
  const textOf = self.needText ?? (game.need && needOf);
  return [points, game.totals, textOf ? seats.map(seat => textOf(game, seat)) : []];
})"""
NOTHING = Text("")
NAMES = ("A$$a", "Ben", "Cho", "Dan", "Eva", "Fay", "Gus", "Hal")  # a script may read $$ as $

Entered = tuple[Fields, dict[str, Any]]


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    yield page
    page.close()


def use_scripts_of(page: Page, slug: str) -> None:
    page.goto("about:blank")
    for file in bundles()["provisional.js"][:2]:  # those that read sums, and say what is needed
        page.add_script_tag(path=file)
    files = [*bundles()["worth.js"], *bundles().get(f"{GAME}{slug}.js", ())]
    for file in files:
        if file.name in (SCRIPT, "worth.js"):
            page.add_script_tag(path=file)


def played(sample: Sample, chance: Random) -> Iterator[tuple[Entered, list[Any]]]:
    """Yield each entry of a whole game as its form sends it, with the game so far, and what it
    brings: the points, with None for a player who has no part in it, the totals, and the needs
    where the phone gives them.
    """
    game = sample.game
    seats = chance.choice([n for n in game.players[:8] if n <= len(NAMES)])
    names, setup = NAMES[:seats], Setup(seats, sample.options(chance, seats))
    entries: list[Any] = []
    board, lowest = game.score(setup, entries), game.lowest_wins(setup.options)
    for entry in sample.play(setup, chance):
        so_far = {
            "names": names,
            "options": encode_options(game, setup.options),
            "totals": board.totals,
            "lowest": lowest,
            "number": len(entries) + 1,
            "left": board.left,
            "state": state_for_script(game, setup, entries),
            "worth": worth_for_phones(game),
            **need_of_total(game, board, game.target(setup.options), lowest),
        }
        fields = entered(game, entry, EntryContext(names, setup, list(entries)))
        entries.append(entry)
        board = game.score(setup, entries)
        result, needs = (
            board.results[-1],
            [in_english(text or NOTHING, names) for text in board.needs],
        )
        points = [
            number if lines or not game.partial_entries else None
            for number, lines in zip(result.points, result.lines, strict=True)
        ]
        if max(board.totals) >= so_far.get("target", inf):  # a phone says nothing then
            needs = [""] * seats
        gives_needs = "need" in so_far or "texts" in (so_far["state"] or {})
        yield (fields, so_far), [points, list(board.totals), needs if gives_needs else []]


def state_for_script(game: AnyGame, setup: Setup[Any], entries: list[Any]) -> Any:
    state = game.points_state(setup, entries) if game.points_state else None
    if not state or "texts" not in state:
        return state
    return {**state, "texts": {name: in_english(text) for name, text in state["texts"].items()}}


@pytest.mark.parametrize("slug", COUNTED)
def test_the_script_of_a_game_gives_the_points_of_its_rules(page: Page, slug: str):
    use_scripts_of(page, slug)
    of_game = sample(slug)
    if not of_game:
        pytest.skip("points.js is not tried: it needs a sample.py")
    sent: list[Entered] = []
    expected: list[list[Any]] = []
    for seed in count():
        for fields, brings in played(of_game, Random(seed)):  # noqa: S311
            sent.append(fields)
            expected.append(brings)
        if len(sent) >= ENTRIES:
            break
    scored = page.evaluate(SCORE, json.dumps(sent))
    for (fields, *_), brings, found in zip(sent, expected, scored, strict=True):
        if brings != found:
            pytest.fail(f"{dict(fields)} brings {brings}; points.js says {found}")


def test_a_phone_reads_sums_as_the_server_does(page: Page):
    use_scripts_of(page, "score_pad")
    typed = Random(0).choices("012+-−ー　１ ", k=8 * ENTRIES)  # noqa: S311
    texts = ["".join(typed[at : at + 8]) for at in range(0, len(typed), 8)]
    read = page.evaluate("texts => texts.map(readSum).map(sum => isNaN(sum) ? null : sum)", texts)
    assert dict(zip(texts, read, strict=True)) == {text: evaluate_sum(text) for text in texts}


def test_a_round_of_chimera_tricks_of_which_only_the_totals_are_noted_has_its_points(page: Page):
    use_scripts_of(page, "chimera_tricks")
    game = games()["chimera_tricks"]
    totals_only = Sample(game, only_totals, lambda chance, seats: game.options())
    rounds = list(played(totals_only, Random(0)))  # noqa: S311
    sent, expected = [one for one, _brings in rounds], [brings for _one, brings in rounds]
    assert dict(sent[0][0])["way"] == "sums"
    assert page.evaluate(SCORE, json.dumps(sent)) == expected


def only_totals(position: Position) -> Round:
    return Round(points={seat: 12 - 5 * seat for seat in position.seats})


WORTH = """\"\"\"Every kind of question, each with a worth.\"\"\"

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from games.contract import Game, Seat
from games.contract import gettext as _
from games.kit.questions import choice, count_each, number, player, players, yes_no
from games.kit.rounds import ByRounds
from games.kit.worth import worth_lines


@dataclass(frozen=True, slots=True)
class Options:
    pass


@dataclass(frozen=True, slots=True)
class Round:
    leader: Seat | None = player(_("Leader"), worth=3, needed=False, default=None)
    tricks: Mapping[Seat, int] = count_each(_("Tricks"), most=9, worth=2, needed=False)
    cards: Mapping[Seat, int] = count_each(_("Cards"), least=-3, worth={1: 5, 2: 11, -1: -4})
    helpers: tuple[Seat, ...] = players(_("Helpers"), worth=-7)
    extra: int | None = number(_("Extra"), least=-5, worth=1, needed=False, default=None)
    sign: Literal["sun", "moon"] = choice(
        _("Sign"), {"sun": _("Sun"), "moon": _("Moon")}, worth={"moon": 20}
    )
    slam: bool = yes_no(_("Slam"), worth=50)


game = Game(
    slug="worth",
    title="Worth",
    credit="a game of a test",
    players=range(2, 5),
    options=Options,
    entry=Round,
    score=ByRounds(worth_lines, rounds=lambda setup: 9),
)
"""


def test_the_kit_derives_the_points_from_what_each_answer_is_worth(page: Page, tmp_path: Path):
    (tmp_path / "worth").mkdir()
    (tmp_path / "worth" / "rules.py").write_text(WORTH)
    (tmp_path / "worth" / "__init__.py").touch()
    with games_in(tmp_path):
        test_the_script_of_a_game_gives_the_points_of_its_rules(page, "worth")
