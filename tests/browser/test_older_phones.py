"""On phones whose browser lacks newer functions, as on an iPhone with iOS 15.4, or storage."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Route, expect

from tests.browser.support.kit_games import kit_game
from tests.browser.support.outbox import saved
from tests.browser.support.phone import Phone
from tests.browser.support.score_cards import by_score, card_game
from tests.browser.support.score_pads import field, next_player, pad_game, tap_keys
from tests.support.waiting import wait_until

MISSING = """
delete Element.prototype.checkVisibility;
delete HTMLFormElement.prototype.requestSubmit;
delete AbortSignal.timeout;
FormData = class extends FormData {
  constructor(form) {
    super(form);
  }
};
"""

FORGETFUL = """
for (const kind of ["localStorage", "sessionStorage"])
  Object.defineProperty(self, kind, { get() { return null; } });
"""


@pytest.fixture
def phone(phone: Phone) -> Iterator[Phone]:
    phone.prepare(MISSING)
    phone.page.route("**/*.css", without_scripting)
    yield phone
    phone.page.unroute_all(behavior="wait")  # the page that a test led to may ask for its styles


def without_scripting(route: Route) -> None:
    """Answer with styles whose question for scripts no browser understands."""
    answer = route.fetch()
    route.fulfill(response=answer, body=answer.text().replace("(scripting:", "(unknown:"))


def test_numbers_are_entered_with_the_keypad(phone: Phone):
    game = pad_game(names=("Ana", "Ben"))
    phone.open(f"/table/{game.pk}/enter/")
    tap_keys(phone, "12")
    next_player(phone)
    tap_keys(phone, "7")
    expect(field(phone, "Ana")).to_have_value("12")
    phone.press("Save")
    expect(phone.total("Ana")).to_have_text("12")


def test_a_tap_on_a_number_saves_a_throw(phone: Phone):
    game = kit_game("molkky", names=("Ana", "Ben"))
    phone.open(f"/table/{game.pk}/enter/")
    phone.tap(phone.page.locator(".numbers label").filter(has_text="7"))
    expect(phone.question("Thrower")).to_contain_text("Ben")
    wait_until(lambda: saved(game))  # a slow server gets it after the next form is shown
    assert saved(game) == [{"player": 0, "throw": 7}]


@pytest.mark.parametrize("missing", ["", FORGETFUL], ids=["nothing more", "storage"])
def test_a_game_is_started(phone: Phone, missing: str):
    phone.prepare(missing)
    phone.open("/new/score_pad/")
    phone.seat("Ana", "Ben")
    phone.press("Start")
    phone.page.wait_for_url("**/table/*/**")


def test_a_turn_after_a_yahtzee_is_saved_by_a_browser_that_keeps_nothing(phone: Phone):
    phone.prepare(FORGETFUL)
    game = card_game([])
    phone.open(f"/table/{game.pk}/")
    by_score(phone, "yahtzee", "50 yahtzee")
    expect(phone.page.locator("#say-turn")).to_contain_text("Ben")
    by_score(phone, "ones", "3")
    wait_until(lambda: len(saved(game)) == 2)
