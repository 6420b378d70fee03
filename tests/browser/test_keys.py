"""A round of every game, entered on a computer with as few keys as possible."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Route, expect

from scorekeeper.models import GameSession
from tests.browser.support.fish_games import fish_game
from tests.browser.support.games_played import game_of
from tests.browser.support.kit_games import kit_game
from tests.browser.support.phone import Phone, wait_for_requests
from tests.browser.support.score_cards import card_game, die, offer, total
from tests.browser.support.score_pads import field, pad_game
from tests.browser.support.score_sheets import sheet_game
from tests.browser.support.trick_games import tricks_game


def type_keys(computer: Phone, keys: str) -> None:
    for key in re.findall(r"[A-Z][a-z]+(?:\+\w)?|\S", keys):
        computer.page.keyboard.press(key)


def open_form(computer: Phone, game: GameSession) -> None:
    place = "" if game.game == "yahtzee" else "enter/"
    computer.open(f"/table/{game.pk}/{place}")


def expect_first(computer: Phone, place: Locator) -> None:
    expect(place).to_be_focused()
    expect(place).to_be_in_viewport()


# The game, the keys from opening its form to saving, and what the table says then.
GAMES = {
    "chimera": (game_of, "b Tab 3 Tab c Enter", "Tied at 20"),
    "chimera tricks": (
        tricks_game,
        "7 Space -5 Space 3 Space -1 Enter 6 Space 2 Space -4 Enter"
        "5 Space 4 Space 1 Space -2 Space -3 Tab 1 Enter",
        "Ana leads",
    ),
    "big fish": (lambda: fish_game(drawn=""), "c Tab B1 B2 B3 Y1 Y2 Enter", "Catch 1 · Cho +"),
    "score pad": (pad_game, "12 Enter 5 Enter -3 Enter Enter", "Ana leads with 12"),
    "score sheet": (
        sheet_game,
        "1 Enter 2 Enter 3 Enter 4 Enter 5 Enter 6 Enter Enter",
        "Military entered",
    ),
    "wizard": (lambda: kit_game("wizard"), "1 Tab 0 Tab 1 Enter", "begun:"),
    "mölkky": (lambda: kit_game("molkky"), "12 Enter", "Ana · 12"),
    "hearts": (lambda: kit_game("hearts"), "13 Enter 13 Enter 0 Enter Enter", "Cho leads with 0"),
}


@pytest.mark.parametrize(("start", "keys", "outcome"), GAMES.values(), ids=GAMES)
def test_a_round_takes_few_keys(
    computer: Phone, start: Callable[[], GameSession], keys: str, outcome: str
):
    """The first question has the focus, and Enter saves from the last."""
    open_form(computer, start())
    type_keys(computer, keys)
    expect(computer.page.locator("body")).to_contain_text(outcome)


def test_a_turn_of_yahtzee_is_five_digits_and_enter(computer: Phone):
    """Enter takes the best box; the next turn begins at the dice."""
    open_form(computer, card_game())
    expect_first(computer, die(computer, 0).get_by_role("radio", name="none"))
    type_keys(computer, "5 5 2 5")
    expect_first(computer, die(computer, 4).get_by_role("radio", name="none"))
    type_keys(computer, "2 Enter")  # too early: it does nothing
    expect_first(computer, offer(computer, "full_house"))
    type_keys(computer, "Enter")
    expect(total(computer, 0)).to_have_text("25")
    expect_first(computer, die(computer, 0).get_by_role("radio", name="none"))


def test_the_list_of_keys_opens_from_an_answer_and_not_from_a_text_field(computer: Phone):
    open_form(computer, game_of())
    expect(computer.page.get_by_role("link", name="Keyboard shortcuts")).to_be_visible()
    answer = computer.question("Who was the Chimera?").get_by_role("radio", name="Ana")
    expect_first(computer, answer)
    type_keys(computer, "?")
    keys = computer.page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(keys).to_contain_text("the best box")
    type_keys(computer, "Escape")
    expect(keys).to_have_count(0)
    expect(answer).to_be_focused()
    type_keys(computer, "Control+b Alt+b")  # not ours
    expect(computer.page.locator("[name=chimera]:checked")).to_have_count(0)
    open_form(computer, pad_game())
    type_keys(computer, "? b")
    expect(field(computer, "Ana")).to_have_value("?b")
    expect(keys).to_have_count(0)


def test_the_list_of_keys_opens_once_although_its_key_is_pressed_again_before_it_comes(
    computer: Phone,
):
    open_form(computer, game_of())
    held: list[Route] = []
    computer.page.route("**/keys/", lambda route: held.append(route))
    type_keys(computer, "? ?")
    wait_for_requests(computer.page, held, 2)
    for route in held:
        with computer.page.expect_response("**/keys/"):
            route.continue_()
    computer.page.unroute_all()
    keys = computer.page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(keys).to_be_visible()
    type_keys(computer, "Escape")
    expect(keys).to_have_count(0)
    type_keys(computer, "?")
    expect(keys).to_be_visible()


def test_the_link_to_the_keys_is_beside_the_bar_of_a_low_window(computer: Phone):
    computer.page.set_viewport_size({"width": 640, "height": 360})
    open_form(computer, pad_game())
    computer.wait_for_styles()
    link = computer.page.get_by_role("link", name="Keyboard shortcuts").bounding_box()
    bar = computer.page.locator(".bar").bounding_box()
    assert link["x"] + link["width"] <= bar["x"]
