"""Chimera by touch, with and without JavaScript: from a new phone to a winner and the next game."""

import re

import pytest
from playwright.sync_api import Locator, expect

from scorekeeper.models import GameSession
from tests.browser.support.following import go_on_elsewhere
from tests.browser.support.games_played import NAMES, a_round, enter, game_of
from tests.browser.support.phone import Phone


@pytest.mark.long
def test_three_players_play_a_whole_game_on_a_new_phone(any_phone: Phone):
    any_phone.be_new()
    seat_three_new_players(any_phone)
    play_one_round_with_every_bonus(any_phone)
    undo_it_and_bring_it_back(any_phone)
    correct_the_third_round(any_phone)
    put_in_a_forgotten_round_and_remove_it(any_phone)
    tie_at_the_target(any_phone)
    win_and_start_the_next_game(any_phone)


def seat_three_new_players(phone: Phone) -> None:
    phone.open("/")
    phone.follow("Chimera")
    phone.tap(phone.page.get_by_label("New name"))
    for name in ("Ben", "Ana", "Cho"):
        type_name(phone, name)
    phone.press("Move Ana up")
    expect_seats(phone, *NAMES)
    phone.press("Move Cho up")
    phone.press("Move Ben up")
    expect_seats(phone, *NAMES)
    phone.choose("Target", "300")
    phone.press("Start")
    expect(phone.page.get_by_text("No rounds played yet")).to_be_visible()


def type_name(phone: Phone, name: str) -> None:
    """Press Enter to add the name.

    Without JavaScript that reloads the page, and the next name takes a tap.
    """
    if not phone.javascript:
        phone.tap(phone.page.get_by_label("New name"))
    phone.page.keyboard.type(name)
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator(".seating .name").filter(has_text=name)).to_be_visible()


def expect_seats(phone: Phone, *names: str) -> None:
    expect(phone.page.locator(".seating .name")).to_have_text(names)


def play_one_round_with_every_bonus(phone: Phone) -> None:
    """A round takes five taps, one of them to save it, and every bonus or treasure one more."""
    phone.taps = 0
    phone.follow("Enter round 1")
    phone.fill_round("Ana", 20, "Ana")
    phone.choose("Traps", "1")
    phone.tick("Chimera attack", "Chimera attack")
    phone.tick("Idle hunters", "Cho")
    phone.count("Cats", "Ben", 4)
    assert phone.taps == 4 + 4
    expect_preview(phone, "Ana +115", "Ben +20", "Cho 0")
    expect_reckoning(
        phone, "Ana", "2 × 20 + 1 trap (25) + Chimera attack (25) + idle hunter (25) = 115"
    )
    be_refused_a_toad_for_who_played_no_card(phone)
    phone.press("Save")
    phone.expect_totals(Ana=115, Ben=20, Cho=0)
    expect(notice(phone)).to_contain_text("Round 1 entered")


def expect_preview(phone: Phone, *parts: str) -> None:
    """Everyone's points: while the form is filled in, or on pressing Check."""
    if not phone.javascript:
        phone.press("Check")
    for part in parts:
        expect(phone.page.locator("#preview")).to_contain_text(part)


def expect_reckoning(phone: Phone, name: str, sum_of_it: str) -> None:
    """The sums are in sight without JavaScript, one tap away with it."""
    line = phone.page.locator("#preview .breakdown li").filter(has_text=name)
    if phone.javascript:
        phone.tap(phone.page.locator("#preview summary"))
    expect(line).to_contain_text(sum_of_it)
    phone.tap(phone.page.locator("#preview summary"))
    expect(line).to_be_hidden()


def be_refused_a_toad_for_who_played_no_card(phone: Phone) -> None:
    phone.count("Toads", "Cho", 1)
    phone.refusals.add(422)
    phone.press_until_answered("Save")
    refusal = phone.question("Toads").get_by_text("Cho was idle, so cannot have won toads.")
    expect(refusal).to_be_visible()
    expect(phone.question("Who was the Chimera?").get_by_role("radio", name="Ana")).to_be_checked()
    expect(phone.question("Traps").get_by_role("radio", name="1", exact=True)).to_be_checked()
    expect(phone.question("Idle hunters").get_by_role("checkbox", name="Cho")).to_be_checked()
    phone.count("Toads", "Cho", 0)
    expect_preview(phone, "Ana +115", "Ben +20", "Cho 0")
    expect(refusal).to_be_hidden()


def notice(phone: Phone) -> Locator:
    return phone.page.locator("#saved")


def undo_it_and_bring_it_back(phone: Phone) -> None:
    phone.press("Undo")
    expect(notice(phone)).to_contain_text("removed")
    phone.expect_totals(Ana=0, Ben=0, Cho=0)
    phone.press("Undo")
    expect(notice(phone)).to_contain_text("Round 1 restored")
    phone.expect_totals(Ana=115, Ben=20, Cho=0)


def correct_the_third_round(phone: Phone) -> None:
    rounds = [a_round(1, 40, 1, traps=2, cats={"2": 3}), a_round(0, 30, 1, traps=1)]
    go_on_elsewhere(phone, rounds)
    phone.expect_totals(Ana=85, Ben=170, Cho=35)
    open_round(phone, 3)
    expect(phone.page.locator(".detail")).to_contain_text(
        "− lost bid (30) (no bonuses: a hunter went out first) = −30"
    )
    phone.follow("Correct")
    expect(phone.question("Bid").get_by_role("radio", name="30")).to_be_checked()
    phone.choose("Bid", "20")
    expect_preview(phone, "Ana −20", "Ben +20", "Cho +20")
    phone.press("Save")
    expect(notice(phone)).to_contain_text("Round 3 corrected")
    phone.expect_totals(Ana=95, Ben=170, Cho=35)
    open_round(phone, 3)
    expect(phone.page.locator(".detail del")).to_contain_text("bid 30")
    close_round(phone, 3)


def open_round(phone: Phone, number: int) -> None:
    """The breakdown of a round opens on the sheet; without JavaScript it has its own page."""
    phone.page.wait_for_load_state()  # before its scripts have come, a link leads to that page
    table = phone.page.url
    phone.tap(row(phone, number).locator("td a").first)
    expect(phone.page.locator(".detail")).to_be_visible()
    if phone.javascript:
        assert phone.page.url == table


def row(phone: Phone, number: int) -> Locator:
    """A round of the sheet by its number, which may have the word "corrected" behind it."""
    here = phone.page.locator("th a", has_text=re.compile(rf"^\s*{number}(?!\d)"))
    return phone.page.locator(".sheet tbody").filter(has=here)


def close_round(phone: Phone, number: int) -> None:
    """Close it with another tap."""
    phone.tap(row(phone, number).locator("td a").first)
    expect(phone.page.locator(".detail")).to_be_hidden()
    expect(row(phone, number)).to_be_visible()


def put_in_a_forgotten_round_and_remove_it(phone: Phone) -> None:
    open_round(phone, 2)
    phone.follow("Insert before")
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("Insert before round 2")
    phone.fill_round("Cho", 20, "Cho")
    expect_preview(phone, "Cho +40")
    phone.press("Save")
    phone.expect_totals(Ana=95, Ben=170, Cho=75)
    expect(row(phone, 2)).to_contain_text("+40")
    expect(row(phone, 3)).to_contain_text("+130")
    open_round(phone, 2)
    phone.press("Remove")
    expect(notice(phone)).to_contain_text("removed")
    phone.expect_totals(Ana=95, Ben=170, Cho=35)


def tie_at_the_target(phone: Phone) -> None:
    table, game = phone.page.url, GameSession.objects.get()
    phone.leave()
    for tied in (
        a_round(0, 40, 0, chimera_attack=True),
        a_round(1, 40, 1, chimera_attack=True),
        a_round(0, 40, 0, traps=1, toads={"1": 3}),
    ):
        enter(game, tied)
    phone.open(table)
    phone.expect_totals(Ana=305, Ben=305, Cho=35)
    expect(phone.page.get_by_text("Tied at 305 · play on")).to_be_visible()


def win_and_start_the_next_game(phone: Phone) -> None:
    phone.taps = 0
    phone.play("Ben", 20, "Cho")
    phone.expect_totals(Ana=325, Ben=285, Cho=55)
    expect(phone.page.get_by_text("begun:")).to_be_hidden()
    assert phone.taps == 5
    expect(phone.page.get_by_role("heading", name="Ana wins with 325")).to_be_visible()
    decisive = phone.page.get_by_role("region", name="Turning points")
    expect(decisive.get_by_role("listitem")).to_have_text(
        [re.compile("Round 2"), re.compile("Round 7")]
    )
    phone.press("Rematch")
    expect(phone.page.get_by_text("No rounds played yet")).to_be_visible()
    expect_at_table(phone, *NAMES)
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("target 300")
    phone.follow("Home")
    expect(phone.page.get_by_role("listitem").filter(has_text="Ana won")).to_contain_text(
        "Ana 325 · Ben 285 · Cho 55"
    )


def test_the_same_table_starts_with_two_taps_from_home_and_another_with_five(phone: Phone):
    game_of(target=500)
    choose_chimera(phone)
    phone.press("Same again")
    expect_at_table(phone, *NAMES)
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("target 500")
    assert phone.taps == 2
    choose_chimera(phone)
    for name in ("Cho", "Ana", "Ben"):
        phone.press(name)
    phone.press("Start")
    expect_at_table(phone, "Cho", "Ana", "Ben")
    assert phone.taps == 2 + 5


def choose_chimera(phone: Phone) -> None:
    phone.open("/")
    games = phone.page.get_by_role("region", name="New game")
    phone.tap(games.get_by_role("link", name="Chimera 3 players"))


def expect_at_table(phone: Phone, *names: str) -> None:
    standings = phone.page.locator(".standings .name")
    expect(standings).to_have_text([re.compile(name) for name in names])
