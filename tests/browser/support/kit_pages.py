"""Pages of Wizard, Mölkky and Hearts in every state, with hard-to-fit names and numbers."""

from playwright.sync_api import expect

from scorekeeper.models import GameSession
from tests.browser.support.kit_games import (
    LONG_SIX,
    LONG_TWENTY,
    bid,
    kit_game,
    play_round,
    taken,
    throws,
    wizard_rounds,
)
from tests.browser.support.pages import NAMES
from tests.browser.support.phone import Phone
from tests.browser.support.score_pads import tap_keys
from tests.browser.support.states import (
    golden_pages,
    golden_state,
    long_pages,
    long_state,
    pages_to_open,
)


def wizard_of_six(rounds: int) -> GameSession:
    return kit_game("wizard", wizard_rounds(rounds, 6), LONG_SIX, forbid_even_bids=True)


def molkky_game_of_twenty(count: int) -> GameSession:
    return kit_game("molkky", throws(*[n % 13 for n in range(count)], seats=20), LONG_TWENTY)


@long_state
def new_game_of_molkky_refused(phone: Phone) -> None:
    phone.open("/new/molkky/", refusal=422)
    phone.choose("Over the target: back to", "Other")
    phone.press_until_answered("Start")
    expect(phone.page.get_by_text("Enter a number.").first).to_be_visible()


@long_state
def bids_of_round_six_with_a_barred_one(phone: Phone) -> None:
    phone.open(f"/table/{wizard_of_six(5).pk}/enter/")
    bid(phone, 1, 0, 2, 0, 0, names=LONG_SIX)
    expect(phone.page.get_by_text("3 is not allowed")).to_be_visible()


@long_state
def tricks_of_round_six(phone: Phone) -> None:
    phone.open(f"/table/{wizard_of_six(5).pk}/enter/")
    bid(phone, 1, 0, 2, 0, 0, 1, names=LONG_SIX)
    play_round(phone)
    phone.follow("Enter tricks")
    expect(phone.page.get_by_text("6 of 6 left")).to_be_visible()


@golden_state
def bids_that_are_typed(phone: Phone) -> None:
    phone.open(f"/table/{wizard_of_six(8).pk}/enter/")
    tap_keys(phone, "10")
    phone.page.locator(":focus").blur()  # the site answers once the field is left
    expect(phone.page.get_by_text("Enter 9 or less.").first).to_be_visible()
    expect(phone.page.locator("[aria-invalid=true]")).to_have_count(1)  # a moment later


@long_state
def a_round_of_wizard_refused(phone: Phone) -> None:
    phone.open(f"/table/{wizard_of_six(2).pk}/enter/", refusal=422)
    phone.press_until_answered("Play the round")
    expect(phone.page.get_by_text("Enter a number for everyone").first).to_be_visible()


@long_state
def table_of_hearts_below_zero(phone: Phone) -> None:
    rounds = [taken(26, 0, 0, 0, 0, 0), taken(0, 20, 0, 6, 0, 0), taken(26, 0, 0, 0, 0, 0)]
    phone.open(f"/table/{kit_game('hearts', rounds, LONG_SIX, moon='self').pk}/")


@long_state
def points_of_hearts(phone: Phone) -> None:
    phone.open(f"/table/{kit_game('hearts', names=LONG_SIX).pk}/enter/")
    tap_keys(phone, "13")
    phone.page.locator(":focus").blur()  # the site answers once the field is left
    expect(phone.page.get_by_text("13 of 26 left")).to_be_visible()


pages_to_open(new_game_of_wizard=lambda: "/new/wizard/", new_game_of_hearts=lambda: "/new/hearts/")

long_pages(
    a_throw_corrected=lambda: f"/table/{molkky_game_of_twenty(30).pk}/round/3/correct/",
    molkky_of_twenty=lambda: f"/table/{molkky_game_of_twenty(50).pk}/",
    bids_of_the_first_round=lambda: f"/table/{wizard_of_six(0).pk}/enter/",
    table_of_wizard=lambda: f"/table/{wizard_of_six(8).pk}/",
    a_round_of_wizard_corrected=lambda: f"/table/{wizard_of_six(8).pk}/round/3/correct/",
    settings_of_wizard=lambda: f"/table/{wizard_of_six(2).pk}/options/",
    settings_of_molkky=lambda: (
        f"/table/{kit_game('molkky', throws(12, 3), target=77, back_to=30).pk}/options/"
    ),
)


golden_pages(a_throw=lambda: f"/table/{kit_game('molkky', throws(12, 3, 7), NAMES).pk}/enter/")
