"""Chimera Tricks pages in every state, with hard-to-fit names; each function goes to one."""

from playwright.sync_api import expect

from scorekeeper.models import GameSession
from tests.browser.support.games_played import enter
from tests.browser.support.pages import NAMES
from tests.browser.support.phone import Phone
from tests.browser.support.states import golden_state, long_pages, long_state, state
from tests.browser.support.trick_games import (
    WON_BY_FOUR,
    counted,
    field,
    gains,
    give,
    so_far,
    summed,
    tricks_game,
    tricks_round,
    type_cards,
    way,
)

FOUR = (*NAMES, "Dan")


def second_round(**options: bool) -> GameSession:
    return tricks_game([tricks_round(WON_BY_FOUR, _0=1, _3=2)], FOUR, **options)


@state
def new_game_of_chimera_tricks(phone: Phone) -> None:
    tricks_game(names=FOUR)
    phone.open("/new/chimera_tricks/")


@long_state
def first_round_with_its_crystals(phone: Phone) -> None:
    phone.open(f"/table/{tricks_game(names=FOUR, crystal_scarcity=True).pk}/enter/")
    type_cards(phone, WON_BY_FOUR, FOUR)
    gains(phone, NAMES[0], 1)
    gains(phone, "Dan", 2)
    expect(so_far(phone, 3)).to_contain_text("−3, −2 count as +3, +2")
    expect(phone.page.locator("#preview")).to_contain_text("+15")


@long_state
def first_round_with_many_crystals(phone: Phone) -> None:
    phone.open(f"/table/{tricks_game(names=NAMES).pk}/enter/")
    phone.tap(phone.page.locator("summary", has_text="More than 4"))
    expect(phone.page.get_by_role("radiogroup", name="More Crystals").first).to_be_visible()


@golden_state
def first_round_refused(phone: Phone) -> None:
    phone.open(f"/table/{tricks_game(names=NAMES).pk}/enter/", refusal=422)
    field(phone, NAMES[0]).fill("7 x")
    field(phone, NAMES[1]).fill("5 4")
    phone.press_until_answered("Save")
    expect(phone.page.get_by_text("Enter values like this: 5 3 −4").first).to_be_visible()


@long_state
def only_the_points(phone: Phone) -> None:
    phone.open(f"/table/{tricks_game([summed(3, -14, 120)], NAMES).pk}/enter/")
    field(phone, NAMES[0]).fill("12+5-3")
    field(phone, NAMES[0]).blur()
    expect(phone.page.locator("#preview")).to_contain_text("Missing:")


@long_state
def second_round_with_a_card_left_over(phone: Phone) -> None:
    phone.open(f"/table/{second_round().pk}/enter/")
    for name, cards in zip(FOUR, WON_BY_FOUR, strict=True):
        give(phone, name, *(card for card in cards if card != -5))
    expect(phone.page.locator("#preview")).to_contain_text("1 of 10 cards, −5 is left over")


@long_state
def second_round_with_other_cards(phone: Phone) -> None:
    phone.open(f"/table/{second_round().pk}/enter/")
    way(phone, "Card by card")
    type_cards(phone, ((7, -5, 3), (66, 2), (4, 1), (-2, -3, 9)), FOUR)
    expect(counted(phone)).to_contain_text("round 1 has 6 where round 2 has 66.")


@state
def round_with_a_card_that_is_none_any_more(phone: Phone) -> None:
    game = second_round()
    enter(game, tricks_round(((7, -5, 33), (66, 2), (4, 1), (-2, -3, 9))))
    phone.open(f"/table/{game.pk}/round/2/correct/")
    expect(phone.page.locator(".strange")).to_have_count(2)


@long_state
def round_with_a_card_that_was_corrected(phone: Phone) -> None:
    game = second_round()
    enter(game, tricks_round(((7, -5, 3), (66, 2), (4, 1), (-2, -3, 9))))
    phone.open(f"/table/{game.pk}/round/2/correct/")
    expect(counted(phone)).to_contain_text("this round has 6 instead of 66.")


@long_state
def table_with_a_round_whose_cards_differ(phone: Phone) -> None:
    game = second_round()
    enter(game, tricks_round(((7, -5, 33), (66, 2), (4, 1), (-2, -3, 9))))
    phone.open(f"/table/{game.pk}/")
    expect(phone.page.get_by_text("Round 2 doesn’t count.")).to_be_visible()


@long_state
def table_with_an_opened_round_of_tricks(phone: Phone) -> None:
    game = second_round()
    enter(game, summed(-13, 0, 8, 120))
    phone.open(f"/table/{game.pk}/")
    phone.tap(phone.page.locator(".sheet tbody a").last)
    expect(phone.page.locator(".detail")).to_contain_text("count as +")


@state
def table_of_a_shared_victory(phone: Phone) -> None:
    phone.open(f"/table/{tricks_game([summed(5, 5, 5, 5)], FOUR, short_match=True).pk}/")
    expect(phone.page.get_by_role("button", name="Rematch")).to_be_visible()


@golden_state
def history_of_tricks(phone: Phone) -> None:
    game = second_round(crystal_scarcity=True)
    enter(game, tricks_round(WON_BY_FOUR, _1=1), slot=1, revision=1)
    phone.open(f"/table/{game.pk}/history/")


long_pages(
    first_round_before_anything_is_typed=lambda: f"/table/{tricks_game(names=FOUR).pk}/enter/",
    second_round_before_anything_is_tapped=lambda: f"/table/{second_round().pk}/enter/",
)
