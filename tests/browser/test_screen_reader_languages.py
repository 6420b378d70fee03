"""What a screen reader says in each language: the pages of every game, a round and what can happen
to it. See test_screen_reader.py.
"""

from collections.abc import Callable, Iterator

import pytest
from django.conf import settings
from django.utils.translation import gettext, override
from playwright.sync_api import expect

from scorekeeper.models import GameSession
from tests.browser.support import fish_games, kit_games, score_cards, score_pads, trick_games
from tests.browser.support.games_played import NAMES, a_round, enter, game_of
from tests.browser.support.phone import Phone, card
from tests.browser.support.score_sheets import sheet_game, sheet_row
from tests.browser.support.screen_reader import ScreenReader

pytestmark = pytest.mark.browser

GAMES: dict[str, Callable[[], GameSession]] = {
    "yahtzee": lambda: score_cards.card_game([score_cards.noted(0, "ones", 3)]),
    "big_fish": lambda: fish_games.fish_game([fish_games.caught(0, "R5 Y6 G1 R2 Y3", "A")]),
    "chimera_tricks": lambda: trick_games.tricks_game([trick_games.tricks_round()]),
    "score_pad": lambda: score_pads.pad_game([score_pads.points(3, -4, 10)]),
    "score_sheet": lambda: sheet_game(
        [sheet_row("Military", 3, 5, 2)],
        NAMES,
        rows=[{"name": "Military"}, {"name": "Debts", "times": -1}],
    ),
    "wizard": lambda: kit_games.kit_game("wizard", kit_games.wizard_rounds(1, 3)),
    "molkky": lambda: kit_games.kit_game("molkky", kit_games.throws(12, 3, 7)),
    "hearts": lambda: kit_games.kit_game("hearts", [kit_games.taken(20, 6, 0)]),
}


@pytest.fixture(params=[code for code, _ in settings.LANGUAGES if code != "en"])
def language(request: pytest.FixtureRequest, phone: Phone) -> Iterator[str]:
    """Of the phone, and of this test."""
    phone.context.add_cookies([{"name": "language", "value": request.param, "url": phone.site}])
    with override(request.param):
        yield request.param


@pytest.fixture
def reader(phone: Phone) -> ScreenReader:
    return ScreenReader(phone)


def answer(phone: Phone, field: str, value: int) -> None:
    phone.tap(card(phone.page.locator(f"[name={field}][value='{value}']")))


def fill_in(phone: Phone) -> None:
    answer(phone, "chimera", 1)
    answer(phone, "bid", 20)
    answer(phone, "first_out", 1)


def save(phone: Phone) -> None:
    phone.tap(phone.page.locator(".bar button.primary"))


@pytest.mark.parametrize("slug", GAMES)
def test_the_pages_of_a_game(reader: ScreenReader, language: str, slug: str):
    game = GAMES[slug]()
    reader.open(f"/table/{game.pk}/", "The table")
    if slug != "yahtzee":  # it has the form on its table
        reader.open(f"/table/{game.pk}/enter/", "The form")
    reader.expect(slug, language)


def test_a_round(phone: Phone, reader: ScreenReader, language: str):
    game = game_of([a_round(bid=40)])
    reader.open(f"/table/{game.pk}/", "The table")
    reader.open(f"/table/{game.pk}/enter/", "The form")
    fill_in(phone)
    reader.hear("The last tap", lambda: answer(phone, "toads_2", 2))
    with phone.page.expect_navigation():
        save(phone)
    reader.read("Saved")
    reader.expect("chimera", language)


def test_a_round_that_another_phone_saved_first(phone: Phone, reader: ScreenReader, language: str):
    game = game_of(names=NAMES)
    phone.refusals.add(409)
    with phone.page.expect_request("**/live/*/"):
        phone.open(f"/table/{game.pk}/enter/")
    fill_in(phone)
    reader.hear("Another phone saves this round", lambda: be_overtaken(phone, game))
    save(phone)
    expect(phone.page.get_by_role("link", name=gettext("Keep the saved one"))).to_be_visible()
    reader.read("Both versions")
    reader.expect("conflict", language)


def be_overtaken(phone: Phone, game: GameSession) -> None:
    enter(game, a_round(1, 30, 2))
    expect(phone.page.locator("#say-form")).not_to_be_empty()


def test_a_round_that_the_rules_refuse(phone: Phone, reader: ScreenReader, language: str):
    phone.refusals.add(422)
    phone.open(f"/table/{game_of().pk}/enter/")
    answer(phone, "idle_hunters", 2)
    reader.hear("Toads for an idle hunter", lambda: answer(phone, "toads_2", 4))
    with phone.page.expect_navigation():
        save(phone)
    reader.read("Refused")
    reader.expect("refusal", language)


def test_a_round_that_arrives_while_the_table_is_open(
    phone: Phone, reader: ScreenReader, language: str
):
    game = game_of([a_round(bid=40)])
    with phone.page.expect_request("**/live/*/"):
        phone.open(f"/table/{game.pk}/")
    reader.hear("Another phone saves a round", lambda: arrive(phone, game))
    reader.expect("live_change", language)


def arrive(phone: Phone, game: GameSession) -> None:
    enter(game, a_round(1, 30, 1))
    expect(phone.total("Ben")).to_have_text("60")


def test_the_end_of_a_game(reader: ScreenReader, language: str):
    reader.open(f"/table/{game_of([a_round(bid=40)] * 5).pk}/", "The end")
    reader.expect("end", language)
