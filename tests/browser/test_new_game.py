"""Seats, by keyboard and thumb."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.browser.support.games_played import NAMES, SECRET, game_of
from tests.browser.support.phone import Phone

pytestmark = pytest.mark.browser


def test_three_names_are_typed_in_a_row_without_tapping_the_field_again(phone: Phone):
    phone.open("/new/chimera/")
    phone.tap(phone.page.get_by_label("New name"))
    for seated in range(1, 4):
        phone.page.keyboard.type(NAMES[seated - 1])
        phone.page.keyboard.press("Enter")
        expect(phone.page.locator(".seating .name")).to_have_count(seated)
        expect(phone.page.get_by_label("New name")).to_be_focused()
    expect(phone.page.locator(".seating .name")).to_have_text(NAMES)


def test_an_invalid_name_is_refused_beside_the_field_and_kept(phone: Phone):
    phone.refusals.add(422)
    phone.open("/new/chimera/")
    phone.tap(phone.page.get_by_label("New name"))
    phone.page.keyboard.type("Ana\n")
    expect(phone.page.locator(".seating .name")).to_have_text("Ana")
    phone.page.keyboard.type("ana\n")
    expect(phone.question("Who’s playing?").get_by_role("alert")).to_have_text(
        "ana is already at the table."
    )
    expect(phone.page.get_by_label("New name")).to_have_value("ana")
    expect(phone.page.get_by_label("New name")).to_be_focused()


def test_seats_are_moved_by_keyboard_and_keep_the_focus(phone: Phone):
    phone.open(f"/new/chimera/?again={game_of().pk}")
    phone.page.get_by_role("button", name="Move Cho up").focus()
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator(".seating .name")).to_have_text(["Ana", "Cho", "Ben"])
    expect(phone.page.get_by_role("button", name="Move Cho up")).to_be_focused()
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator(".seating .name")).to_have_text(["Cho", "Ana", "Ben"])
    expect(phone.page.get_by_role("button", name="Move Cho up")).to_be_focused()
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator(".seating .name")).to_have_text(["Cho", "Ana", "Ben"])


@pytest.mark.parametrize("javascript", [True, False])
def test_removing_everyone_by_keyboard_moves_the_focus_to_the_next_seat(
    new_phone: Callable[..., Phone], javascript: bool
):
    phone = new_phone(secret=SECRET, javascript=javascript)
    phone.open(f"/new/chimera/?again={game_of().pk}")
    phone.page.get_by_role("button", name="Remove Ben").focus()
    for left in (["Ana", "Cho"], ["Ana"]):
        phone.page.keyboard.press("Enter")
        expect(phone.page.locator(".seating .name")).to_have_text(left)
        expect(phone.page.get_by_role("button", name=f"Remove {left[-1]}")).to_be_focused()
    phone.page.keyboard.press("Enter")
    expect(phone.page.get_by_role("listitem").filter(has_text="Seat 1 is free")).to_be_focused()


def test_the_field_for_a_custom_target_appears_when_it_is_chosen(phone: Phone):
    phone.refusals.add(422)
    phone.open(f"/new/chimera/?again={game_of().pk}")
    expect(phone.page.get_by_label("Target: other")).to_be_hidden()
    phone.choose("Target", "Other")
    phone.press("Start")
    expect(phone.page.get_by_role("alert")).to_have_text("Enter a number.")
    phone.tap(phone.page.get_by_label("Target: other"))
    phone.page.keyboard.type("350")
    phone.press("Start")
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("target 350")


def test_an_error_about_the_target_leads_to_its_field(phone: Phone):
    phone.refusals.add(422)
    phone.open(f"/new/chimera/?again={game_of().pk}")
    phone.choose("Target", "Other")
    phone.press_until_answered("Start")
    target, bar = phone.page.get_by_label("Target: other"), phone.page.locator(".bar")
    expect(phone.page.get_by_role("alert")).to_be_focused()
    phone.follow("Enter a number.")
    expect(target).to_be_focused()
    assert bottom(target) <= bar.bounding_box()["y"]


def test_nothing_moves_under_quick_taps_on_players_and_start(phone: Phone):
    game_of()
    phone.open("/new/chimera/")
    chips, start = chips_of(phone), phone.page.locator(".bar").get_by_role("button", name="Start")
    places = [middle(chips.nth(number)) for number in range(3)] + [middle(start)]
    for place in places:
        phone.page.touchscreen.tap(*place)
        phone.page.wait_for_timeout(90)  # the pace of the thumb, not of the page
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("target 400")
    expect(phone.page.locator(".standings .name")).to_contain_text(NAMES)


@pytest.mark.parametrize("javascript", [True, False])
def test_a_tapped_player_stays_in_place_and_is_shown_as_seated(
    new_phone: Callable[..., Phone], javascript: bool
):
    phone = new_phone(secret=SECRET, javascript=javascript)
    game_of()
    phone.open("/new/chimera/")
    chips, box = chips_of(phone), phone.page.get_by_label("New name")
    parts = [*(chips.nth(number) for number in range(3)), box]
    places = list(map(laid_out, parts))
    for seated, number in enumerate((1, 2, 0), start=1):
        phone.page.touchscreen.tap(*middle(chips.nth(number)))
        expect(phone.page.locator(".seating .name")).to_have_count(seated)
        expect(chips.nth(number)).to_have_accessible_name(re.compile(f"Seat {seated}"))
        assert list(map(laid_out, parts)) == places


def test_taps_made_before_the_first_answer_are_handled_in_order(phone: Phone):
    game_of()
    phone.open("/new/chimera/")
    held = held_back(phone)
    for number in range(3):
        phone.page.touchscreen.tap(*middle(chips_of(phone).nth(number)))
    phone.tap(phone.page.locator(".bar").get_by_role("button", name="Start"))
    let_go(phone, held, 3)
    expect(phone.page.locator(".standings .name")).to_contain_text(NAMES)


def test_a_start_that_moved_is_not_pressed_by_the_next_tap(phone: Phone):
    game_of()
    phone.open("/new/chimera/")
    for seated in range(3):
        phone.tap(chips_of(phone).nth(seated))
        expect(phone.page.locator(".seating .name")).to_have_count(seated + 1)
    expect(phone.page.locator(".seating .name")).to_have_text(["Ana", "Ben", "Cho"])
    held = held_back(phone)
    phone.press("Move Cho up")
    phone.tap(phone.page.locator(".bar").get_by_role("button", name="Start"))
    wait_for(phone, held, 1)
    held[0].continue_()
    wait_for(phone, held, 2)
    held[1].fulfill(status=204)
    phone.page.unroute_all()
    phone.press("Move Cho up")
    expect(phone.page.locator(".seating .name")).to_have_text(["Cho", "Ana", "Ben"])


def test_no_letter_is_lost_while_the_page_is_loading(phone: Phone):
    phone.open("/new/chimera/")
    held = held_back(phone)
    phone.tap(phone.page.get_by_label("New name"))
    phone.page.keyboard.type("Ana\nBarbara\nCho\nDo")
    let_go(phone, held, 3)
    expect(phone.page.locator(".seating .name")).to_have_text(["Ana", "Barbara", "Cho"])
    expect(phone.page.get_by_label("New name")).to_have_value("Do")


@pytest.mark.parametrize(
    ("typed", "box"), [("ana\n", "ana"), ("ana\nBen", "Ben"), ("A" * 41 + "\n", "A" * 41)]
)
def test_a_refused_name_returns_unless_another_is_being_typed(phone: Phone, typed: str, box: str):
    phone.refusals.add(422)
    phone.open("/new/chimera/")
    held = held_back(phone)
    phone.tap(phone.page.get_by_label("New name"))
    phone.page.keyboard.type("Ana\n" + typed)
    let_go(phone, held, 2)
    expect(phone.question("Who’s playing?").get_by_role("alert")).to_be_visible()
    expect(phone.page.get_by_label("New name")).to_have_value(box)
    expect(phone.page.locator(".seating .name")).to_have_text(["Ana"])


def test_a_name_typed_offline_returns_and_the_page_says_why(phone: Phone):
    phone.open("/new/chimera/")
    phone.context.set_offline(True)
    phone.tap(phone.page.get_by_label("New name"))
    phone.page.keyboard.type("Ana\n")
    expect(phone.page.get_by_label("New name")).to_have_value("Ana")
    note = phone.page.locator(".bar").get_by_role("alert")
    expect(note).to_contain_text("A new game needs the network.")
    expect(note).to_be_in_viewport(ratio=1)
    phone.context.set_offline(False)
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator(".seating .name")).to_have_text(["Ana"])
    expect(note).to_have_count(0)


def chips_of(phone: Phone) -> Locator:
    return phone.page.locator("#setup .chip")


def middle(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def laid_out(place: Locator) -> list[int]:
    """Position and size; a button that is still animated from a press does not count as moving."""
    return place.evaluate(
        "e => [e.offsetLeft, e.offsetTop - scrollY, e.offsetWidth, e.offsetHeight]"
    )


def bottom(place: Locator) -> float:
    box = place.bounding_box()
    return box["y"] + box["height"]


def held_back(phone: Phone) -> list[Route]:
    """Hold back every request from now on, in order, until the test releases it."""
    held: list[Route] = []
    phone.page.route("**/new/chimera/", lambda route: held.append(route))
    return held


def wait_for(phone: Phone, held: list[Route], many: int) -> None:
    while len(held) < many:
        phone.page.wait_for_timeout(20)


def let_go(phone: Phone, held: list[Route], times: int) -> None:
    for number in range(times):
        wait_for(phone, held, number + 1)
        assert len(held) == number + 1, "one after the other"
        held[number].continue_()
    phone.page.unroute_all()
