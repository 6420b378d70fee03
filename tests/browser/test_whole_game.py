"""Chimera by touch, with and without JavaScript: from a new phone to a winner and the next game."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from scorekeeper.models import GameSession
from tests.browser.support.games_played import (
    NAMES,
    a_round,
    enter_on_another_phone,
    game_of,
)
from tests.browser.support.phone import Phone

pytestmark = pytest.mark.browser

either_way = pytest.mark.parametrize(
    "javascript", [True, False], ids=["with JavaScript", "without"]
)


# The page may scroll to the next question meanwhile.
PLACE_ON_PAGE = "part => part.getBoundingClientRect().top + scrollY"


@pytest.mark.long
@either_way
def test_three_players_play_a_whole_game_on_a_new_phone(
    new_phone: Callable[..., Phone], javascript: bool
):
    phone = new_phone(javascript=javascript)
    seat_three_new_players(phone)
    play_one_round_with_every_bonus(phone)
    undo_it_and_bring_it_back(phone)
    play_two_more_rounds(phone)
    correct_the_third_round(phone)
    put_in_a_forgotten_round_and_remove_it(phone)
    tie_at_the_target_and_play_on(phone)
    win_and_start_the_next_game(phone)


def test_a_bonus_that_pays_nothing_is_announced_without_moving_the_buttons(phone: Phone):
    phone.open(f"/table/{game_of().pk}/enter/")
    one_trap = phone.question("Traps").get_by_role("radio", name="1", exact=True)
    place = one_trap.evaluate(PLACE_ON_PAGE)
    phone.fill_round("Ana", 30, "Ben")
    expect(
        phone.question("Traps").get_by_text("No bonus: a hunter went out first.")
    ).to_be_visible()
    assert one_trap.evaluate(PLACE_ON_PAGE) == place


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
    phone.follow("Enter round 1")
    phone.fill_round("Ana", 20, "Ana")
    phone.choose("Traps", "1")
    phone.tick("Chimera attack", "Chimera attack")
    phone.tick("Idle hunters", "Cho")
    phone.count("Toads", "Ben", 2)
    expect_preview(phone, "Ana +115", "Ben +20", "Cho 0")
    expect_reckoning(
        phone, "Ana", "2 × 20 + 1 trap (25) + Chimera attack (25) + idle hunter (25) = 115"
    )
    be_refused_a_toad_for_who_played_no_card(phone)
    phone.press("Save")
    expect_totals(phone, 115, 20, 0)
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
    phone.press("Save")
    refusal = phone.question("Toads").get_by_text("Cho was idle, so cannot have won toads.")
    expect(refusal).to_be_visible()
    expect(phone.question("Who was the Chimera?").get_by_role("radio", name="Ana")).to_be_checked()
    expect(phone.question("Traps").get_by_role("radio", name="1", exact=True)).to_be_checked()
    expect(phone.question("Idle hunters").get_by_role("checkbox", name="Cho")).to_be_checked()
    phone.count("Toads", "Cho", 0)
    expect_preview(phone, "Ana +115", "Ben +20", "Cho 0")
    expect(refusal).to_be_hidden()


def expect_totals(phone: Phone, ana: int, ben: int, cho: int) -> None:
    for name, total in zip(NAMES, (ana, ben, cho), strict=True):
        expect(phone.total(name)).to_have_text(str(total).replace("-", "−"))


def notice(phone: Phone) -> Locator:
    return phone.page.locator("#saved")


def undo_it_and_bring_it_back(phone: Phone) -> None:
    phone.press("Undo")
    expect(notice(phone)).to_contain_text("removed")
    expect_totals(phone, 0, 0, 0)
    phone.press("Undo")
    expect(notice(phone)).to_contain_text("Round 1 restored")
    expect_totals(phone, 115, 20, 0)


def play_two_more_rounds(phone: Phone) -> None:
    phone.follow("Enter round 2")
    phone.fill_round("Ben", 40, "Ben")
    phone.choose("Traps", "2")
    phone.count("Cats", "Cho", 3)
    expect_preview(phone, "Ana 0", "Ben +130", "Cho +15")
    phone.press("Save")
    expect_totals(phone, 115, 150, 15)

    phone.follow("Enter round 3")
    phone.fill_round("Ana", 30, "Ben")
    phone.choose("Traps", "1")
    expect_preview(phone, "Ana −30", "Ben +20", "Cho +20")
    expect(
        phone.question("Traps").get_by_text("No bonus: a hunter went out first.")
    ).to_be_visible()
    phone.press("Save")
    expect_totals(phone, 85, 170, 35)


def correct_the_third_round(phone: Phone) -> None:
    open_round(phone, 3)
    expect(phone.page.locator(".detail")).to_contain_text(
        "− lost bid (30) (no bonuses: a hunter went out first) = −30"
    )
    phone.follow("Correct")
    expect(phone.question("Bid").get_by_role("radio", name="30")).to_be_checked()
    phone.choose("Bid", "20")
    expect_preview(phone, "Ana −20")
    phone.press("Save")
    expect(notice(phone)).to_contain_text("Round 3 corrected")
    expect_totals(phone, 95, 170, 35)
    open_round(phone, 3)
    expect(phone.page.locator(".detail del")).to_contain_text("bid 30")
    close_round(phone, 3)


def open_round(phone: Phone, number: int) -> None:
    """The breakdown of a round opens on the sheet; without JavaScript it has its own page."""
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
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("before Round 2")
    phone.fill_round("Cho", 20, "Cho")
    expect_preview(phone, "Cho +40")
    phone.press("Save")
    expect_totals(phone, 95, 170, 75)
    expect(row(phone, 2)).to_contain_text("+40")
    expect(row(phone, 3)).to_contain_text("+130")
    open_round(phone, 2)
    phone.press("Remove")
    expect(notice(phone)).to_contain_text("removed")
    expect_totals(phone, 95, 170, 35)


def tie_at_the_target_and_play_on(phone: Phone) -> None:
    table = phone.page.url
    phone.leave()
    rounds = [a_round(seat, 40, seat, chimera_attack=True) for seat in (0, 1)]
    enter_on_another_phone(GameSession.objects.get(), rounds)
    phone.open(table)
    expect_totals(phone, 200, 275, 35)

    phone.follow("Enter round 6")
    phone.fill_round("Ana", 40, "Ana")
    phone.choose("Traps", "1")
    phone.count("Toads", "Ben", 3)
    phone.press("Save")
    expect_totals(phone, 305, 305, 35)
    expect(phone.page.get_by_text("Tied at 305 · play on")).to_be_visible()


def win_and_start_the_next_game(phone: Phone) -> None:
    phone.play("Ben", 20, "Cho")
    expect_totals(phone, 325, 285, 55)
    expect(phone.page.get_by_role("heading", name="Ana wins with 325")).to_be_visible()
    decisive = phone.page.get_by_role("region", name="Turning points")
    expect(decisive.get_by_role("listitem")).to_have_text(
        [re.compile("Round 2"), re.compile("Round 7")]
    )
    phone.press("Rematch")
    expect(phone.page.get_by_text("No rounds played yet")).to_be_visible()
    expect(phone.page.locator(".standings .name")).to_have_text(
        [re.compile(name) for name in NAMES]
    )
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("target 300")
    phone.follow("Home")
    expect(phone.page.get_by_role("listitem").filter(has_text="Ana won")).to_contain_text(
        "Ana 325 · Ben 285 · Cho 55"
    )


def test_five_taps_from_home_seat_three_known_players(phone: Phone):
    game_of()
    phone.open("/")
    phone.tap(
        phone.page.get_by_role("region", name="New game").get_by_role(
            "link", name="Chimera 3 players"
        )
    )
    for name in ("Cho", "Ana", "Ben"):
        phone.press(name)
    phone.press("Start")
    expect(phone.page.locator(".standings .name")).to_have_text(
        [re.compile(n) for n in ("Cho", "Ana", "Ben")]
    )
    assert phone.taps == 5


def test_two_taps_from_home_start_the_same_table_again(phone: Phone):
    game_of(target=500)
    phone.open("/")
    phone.tap(
        phone.page.get_by_role("region", name="New game").get_by_role(
            "link", name="Chimera 3 players"
        )
    )
    phone.press("Same again")
    expect(phone.page.locator(".standings .name")).to_have_text(
        [re.compile(name) for name in NAMES]
    )
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("target 500")
    assert phone.taps == 2


def test_one_tap_starts_a_rematch(phone: Phone):
    game = game_of([a_round(bid=40)] * 5)
    phone.open(f"/table/{game.pk}/")
    phone.press("Rematch")
    expect(phone.page.get_by_text("No rounds played yet")).to_be_visible()
    assert phone.taps == 1


def test_a_round_takes_five_taps_from_the_table_and_back_to_it(phone: Phone):
    phone.open(f"/table/{game_of().pk}/")
    phone.play("Ana", 40, "Ana")
    expect(phone.total("Ana")).to_have_text("80")
    expect(phone.page.get_by_text("begun:")).to_be_hidden()
    assert phone.taps == 5


def test_every_bonus_and_treasure_takes_one_more_tap(phone: Phone):
    phone.open(f"/table/{game_of().pk}/enter/")
    phone.fill_round("Ana", 40, "Ana")
    phone.choose("Traps", "2")
    phone.tick("Chimera attack", "Chimera attack")
    phone.tick("Idle hunters", "Cho")
    phone.count("Toads", "Ana", 3)
    phone.count("Cats", "Ben", 4)
    phone.press("Save")
    expect(phone.total("Ana")).to_have_text("210")
    expect(phone.total("Ben")).to_have_text("20")
    assert phone.taps == 4 + 5
