"""Pages of the large screen and the caller, in every state."""

from playwright.sync_api import expect

from tests.browser.support.games_played import a_round, game_of
from tests.browser.support.pages import NAMES, finished_game
from tests.browser.support.phone import Phone
from tests.browser.support.score_pads import pad_game
from tests.browser.support.states import golden_state, long_state
from tests.support.entries import points


@golden_state
def the_large_screen_of_a_win_with_the_wins_of_the_evening(phone: Phone) -> None:
    game = finished_game()
    game = game_of([a_round(bid=40), a_round(0, 40)], NAMES, 160, game.group)
    phone.open(f"/table/{game.pk}/display/")
    expect(phone.page.get_by_text("wins in 2 games")).to_have_count(1)


@golden_state
def the_large_screen_of_a_device_without_a_voice(phone: Phone) -> None:
    phone.open(f"/table/{pad_game([points(-40, 12), points(5, 6)], NAMES[:2]).pk}/display/")
    phone.tap(phone.page.locator(".voice summary"))
    phone.press("Each player")
    expect(phone.page.get_by_text("This device has no voice for this language")).to_be_visible()


@long_state
def the_phone_as_the_caller(phone: Phone) -> None:
    game = game_of([a_round()], NAMES)
    phone.open(f"/table/{game.pk}/large-screen/")
    phone.press("The lead and the end")
    expect(phone.page.locator("[aria-pressed=true]")).to_have_text("The lead and the end")
    phone.open(f"/table/{game.pk}/")
    expect(phone.page.locator("#live[data-call]")).to_have_count(1)


@golden_state
def the_code_on_a_television_without_a_keyboard(phone: Phone) -> None:
    phone.open("/tv/")
    for letter in "BCD":
        phone.press(letter)
    phone.press("Delete the last letter")
    expect(phone.page.get_by_role("textbox")).to_have_value("BC")
