"""Who sits where, by keyboard and thumb."""

import pytest
from playwright.sync_api import expect

from tests.browser.games_played import NAMES, game_of
from tests.browser.phone import Phone

pytestmark = pytest.mark.browser


def test_three_names_are_typed_in_a_row_without_touching_the_field_again(phone: Phone):
    phone.open("/new/chimera/")
    phone.tap(phone.page.get_by_label("A new name"))
    for seated in range(1, 4):
        phone.page.keyboard.type(NAMES[seated - 1])
        phone.page.keyboard.press("Enter")
        expect(phone.page.locator(".seating .name")).to_have_count(seated)
        expect(phone.page.get_by_label("A new name")).to_be_focused()
    expect(phone.page.locator(".seating .name")).to_have_text(NAMES)


def test_a_name_that_cannot_be_is_refused_beside_the_field_and_kept(phone: Phone):
    phone.refusals.add(422)
    phone.open("/new/chimera/")
    phone.tap(phone.page.get_by_label("A new name"))
    phone.page.keyboard.type("Ana\n")
    expect(phone.page.locator(".seating .name")).to_have_text("Ana")
    phone.page.keyboard.type("ana\n")
    expect(phone.question("Who plays?").get_by_role("alert")).to_have_text("ana sits at the table already.")
    expect(phone.page.get_by_label("A new name")).to_have_value("ana")
    expect(phone.page.get_by_label("A new name")).to_be_focused()


def test_seats_are_moved_by_keyboard_and_the_focus_stays_with_who_moves(phone: Phone):
    phone.open(f"/new/chimera/?again={game_of().pk}")
    phone.page.get_by_role("button", name="Move Cho up").focus()
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator(".seating .name")).to_have_text(["Ana", "Cho", "Ben"])
    expect(phone.page.get_by_role("button", name="Move Cho up")).to_be_focused()
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator(".seating .name")).to_have_text(["Cho", "Ana", "Ben"])


def test_a_target_of_ones_own_is_asked_for_when_it_is_chosen(phone: Phone):
    phone.refusals.add(422)
    phone.open(f"/new/chimera/?again={game_of().pk}")
    expect(phone.page.get_by_label("Own target")).to_be_hidden()
    phone.choose("To how many points?", "own")
    phone.press("Start")
    expect(phone.page.get_by_role("alert")).to_have_text("Say which target you play to.")
    phone.tap(phone.page.get_by_label("Own target"))
    phone.page.keyboard.type("350")
    phone.press("Start")
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("target 350")


def test_a_tap_that_comes_before_the_last_one_is_answered_does_nothing_and_loses_nobody(phone: Phone):
    game_of()
    phone.open("/new/chimera/")
    held = []
    phone.page.route("**/new/chimera/", lambda route: held.append(route))
    phone.page.get_by_role("button", name=NAMES[0]).last.dispatch_event("click")
    start = phone.page.get_by_role("button", name="Start").last
    middle = start.evaluate(
        "(b) => { const r = b.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2] }"
    )
    phone.page.touchscreen.tap(*middle)
    assert len(held) == 1
    held[0].continue_()
    expect(phone.page.locator(".seating .name")).to_have_text(NAMES[:1])
