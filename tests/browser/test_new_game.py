"""Seats, by keyboard and thumb."""

import re

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.browser.support.games_played import NAMES, game_of
from tests.browser.support.outbox import go_offline, go_online
from tests.browser.support.phone import Phone, middle, wait_for_requests


def test_an_invalid_name_is_refused_beside_the_field_and_kept(phone: Phone):
    phone.open("/new/chimera/", refusal=422)
    phone.tap(name_box(phone))
    phone.page.keyboard.type("Ana\n")
    expect(seats(phone)).to_have_text("Ana")
    phone.page.keyboard.type("ana\n")
    expect(refusal(phone)).to_have_text("ana is already at the table.")
    expect(name_box(phone)).to_have_value("ana")
    expect(name_box(phone)).to_be_focused()


def test_seats_are_moved_by_keyboard_and_keep_the_focus(phone: Phone):
    phone.open(f"/new/chimera/?again={game_of().pk}")
    up = phone.page.get_by_role("button", name="Move Cho up")
    up.focus()
    for order in (["Ana", "Cho", "Ben"], ["Cho", "Ana", "Ben"]):
        phone.page.keyboard.press("Enter")
        expect(seats(phone)).to_have_text(order)
        expect(up).to_be_focused()
    phone.page.keyboard.press("Enter")
    expect(seats(phone)).to_have_text(["Cho", "Ana", "Ben"])


def test_removing_everyone_by_keyboard_moves_the_focus_to_the_next_seat(any_phone: Phone):
    page = any_phone.page
    any_phone.open(f"/new/chimera/?again={game_of().pk}")
    page.get_by_role("button", name="Remove Ben").focus()
    for left in (["Ana", "Cho"], ["Ana"]):
        page.keyboard.press("Enter")
        expect(seats(any_phone)).to_have_text(left)
        expect(page.get_by_role("button", name=f"Remove {left[-1]}")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("listitem").filter(has_text="Seat 1 is free")).to_be_focused()


def test_who_was_drawn_gets_the_focus_and_so_does_the_answer_about_a_head_start(phone: Phone):
    phone.open(f"/new/chimera/?again={game_of().pk}")
    phone.press("Draw by lot")
    starter = phone.page.locator("#starter")
    expect(starter).to_be_focused()
    assert starter.input_value() in NAMES
    phone.press("Propose a head start")
    expect(phone.page.get_by_text("No head start")).to_be_focused()


def test_the_field_for_a_custom_target_appears_when_it_is_chosen_and_an_error_leads_to_it(
    phone: Phone,
):
    phone.open(f"/new/chimera/?again={game_of().pk}", refusal=422)
    target, bar = phone.page.get_by_label("Target: other"), phone.page.locator(".bar")
    expect(target).to_be_hidden()
    phone.choose("Target", "Other")
    phone.press_until_answered("Start")
    expect(phone.page.get_by_role("alert")).to_be_focused()
    phone.follow("Enter a number.")
    expect(target).to_be_focused()
    box = target.bounding_box()
    assert box["y"] + box["height"] <= bar.bounding_box()["y"]
    phone.page.keyboard.type("350")
    phone.press("Start")
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("target 350")


def test_a_tapped_player_stays_in_place_and_is_shown_as_seated(any_phone: Phone):
    game_of()
    any_phone.open("/new/chimera/")
    chips = chips_of(any_phone)
    start = any_phone.page.locator(".bar").get_by_role("button", name="Start")
    parts = [*(chips.nth(number) for number in range(3)), name_box(any_phone)]
    places, place_of_start = list(map(laid_out, parts)), middle(start)
    for seated, number in enumerate((1, 2, 0), start=1):
        tap_middle(any_phone, chips.nth(number))
        expect(seats(any_phone)).to_have_count(seated)
        expect(chips.nth(number)).to_have_accessible_name(re.compile(f"Seat {seated}"))
        any_phone.wait_for_styles()
        assert (list(map(laid_out, parts)), middle(start)) == (places, place_of_start)


@pytest.mark.usefixtures("motion")
def test_taps_made_before_the_first_answer_are_handled_in_order_and_nothing_moves(phone: Phone):
    game_of()
    phone.open("/new/chimera/")
    chips, start = chips_of(phone), phone.page.locator(".bar").get_by_role("button", name="Start")
    places = [middle(chips.nth(number)) for number in range(3)] + [middle(start)]
    held = held_back(phone)
    for place in places:
        phone.page.touchscreen.tap(*place)
    let_go(phone, held, 3)
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("target 400")
    expect(phone.page.locator(".standings .name")).to_contain_text(NAMES)


def test_a_start_that_moved_is_not_pressed_by_the_next_tap(phone: Phone):
    phone.open(f"/new/chimera/?again={game_of().pk}")
    held = held_back(phone)
    phone.press("Move Cho up")
    phone.tap(phone.page.locator(".bar").get_by_role("button", name="Start"))
    wait_for_requests(phone.page, held)
    held[0].continue_()
    wait_for_requests(phone.page, held, 2)
    held[1].fulfill(status=204)
    phone.page.unroute_all()
    phone.press("Move Cho up")
    expect(seats(phone)).to_have_text(["Cho", "Ana", "Ben"])


def test_no_letter_is_lost_while_the_page_is_loading(phone: Phone):
    phone.open("/new/chimera/")
    held = held_back(phone)
    phone.tap(name_box(phone))
    phone.page.keyboard.type("Ana\nBarbara\nCho\nDo")
    let_go(phone, held, 3)
    expect(seats(phone)).to_have_text(["Ana", "Barbara", "Cho"])
    expect(name_box(phone)).to_have_value("Do")


def test_a_refused_name_returns_unless_another_is_being_typed(phone: Phone):
    phone.refusals.add(422)
    for typed, box in (("ana\n", "ana"), ("ana\nBen", "Ben"), ("A" * 41 + "\n", "A" * 41)):
        phone.open("/new/chimera/")
        held = held_back(phone)
        phone.tap(name_box(phone))
        phone.page.keyboard.type("Ana\n" + typed)
        let_go(phone, held, 2)
        expect(refusal(phone)).to_be_visible()
        expect(name_box(phone)).to_have_value(box)
        expect(seats(phone)).to_have_text(["Ana"])


def test_a_name_typed_offline_returns_and_the_page_says_why(phone: Phone):
    phone.open("/new/chimera/")
    go_offline(phone)
    phone.tap(name_box(phone))
    phone.page.keyboard.type("Ana\n")
    expect(name_box(phone)).to_have_value("Ana")
    note = phone.page.locator(".bar").get_by_role("alert")
    expect(note).to_contain_text("A new game needs the network.")
    expect(note).to_be_in_viewport(ratio=1)
    go_online(phone)
    phone.page.keyboard.press("Enter")
    expect(seats(phone)).to_have_text(["Ana"])
    expect(note).to_have_count(0)


def test_what_was_entered_outlasts_a_reload_and_a_look_at_the_rules(phone: Phone):
    phone.open("/new/chimera/")
    phone.tap(name_box(phone))
    phone.page.keyboard.type("Ana\nBarbara\n")
    expect(seats(phone)).to_have_text(["Ana", "Barbara"])
    phone.page.keyboard.type("Ch")
    phone.choose("Target", "Other")
    phone.page.get_by_label("Target: other").fill("350")
    phone.page.reload()
    expect(seats(phone)).to_have_text(["Ana", "Barbara"])
    expect(name_box(phone)).to_have_value("Ch")
    phone.press("Move Barbara up")
    expect(seats(phone)).to_have_text(["Barbara", "Ana"])
    phone.follow("Rules")
    phone.follow("New game")
    expect(seats(phone)).to_have_text(["Barbara", "Ana"])
    expect(phone.page.get_by_label("Target: other")).to_have_value("350")
    phone.tap(name_box(phone))
    phone.page.keyboard.type("o\n")
    expect(seats(phone)).to_have_text(["Barbara", "Ana", "Cho"])
    phone.press("Start")
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("target 350")


def test_what_is_put_back_late_does_not_replace_what_was_entered_meanwhile(phone: Phone):
    game_of()
    phone.open("/new/chimera/")
    phone.press("Ana")
    phone.press("Ben")
    expect(seats(phone)).to_have_text(["Ana", "Ben"])
    held = reloaded_slowly(phone)
    phone.tap(name_box(phone))
    phone.page.keyboard.type("Dana")
    put_back(phone, held)
    expect(name_box(phone)).to_have_value("Dana")
    held = reloaded_slowly(phone)
    phone.press("Cho")
    wait_for_requests(phone.page, held, 2)
    put_back(phone, held)
    held[1].continue_()
    expect(seats(phone)).to_have_text(["Cho"])
    phone.page.unroute_all()


def test_a_new_game_from_elsewhere_begins_anew(phone: Phone):
    phone.open("/new/chimera/")
    phone.tap(name_box(phone))
    phone.page.keyboard.type("Ana\n")
    expect(seats(phone)).to_have_text(["Ana"])
    phone.open("/")
    phone.open("/new/chimera/")
    expect(seats(phone)).to_have_count(0)


def seats(phone: Phone) -> Locator:
    return phone.page.locator(".seating .name")


def name_box(phone: Phone) -> Locator:
    return phone.page.get_by_label("New name")


def refusal(phone: Phone) -> Locator:
    return phone.question("Who’s playing?").get_by_role("alert")


def chips_of(phone: Phone) -> Locator:
    return phone.page.locator("#setup .chip")


def laid_out(place: Locator) -> list[int]:
    """Position and size; a button that is still animated from a press does not count as moving."""
    return place.evaluate(
        "e => [e.offsetLeft, e.offsetTop - scrollY, e.offsetWidth, e.offsetHeight]"
    )


def tap_middle(phone: Phone, place: Locator) -> None:
    """Playwright would scroll to it first."""
    phone.page.touchscreen.tap(*middle(place))


def held_back(phone: Phone) -> list[Route]:
    """Hold back every request from now on, in order, until the test releases it."""
    held: list[Route] = []
    phone.page.route(re.compile("/new/chimera/"), lambda route: held.append(route))
    return held


def reloaded_slowly(phone: Phone) -> list[Route]:
    """Load the page again, and hold back what it sends: first what was entered before."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.method == "POST":
            held.append(route)
        else:
            route.continue_()

    phone.page.route(re.compile("/new/chimera/"), hold)
    phone.page.reload()
    wait_for_requests(phone.page, held)
    return held


def put_back(phone: Phone, held: list[Route]) -> None:
    with phone.page.expect_response("**/new/chimera/"):
        held[0].continue_()
    phone.page.wait_for_timeout(200)  # for the page to show it


def let_go(phone: Phone, held: list[Route], times: int) -> None:
    for number in range(times):
        wait_for_requests(phone.page, held, number + 1)
        assert len(held) == number + 1, "one after the other"
        held[number].continue_()
    phone.page.unroute_all()
