"""The score pad by touch: whole games with keys and without JavaScript, and a table of twenty."""

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import Route, expect

from scorekeeper.models import GameSession
from tests.browser.support.following import look_at
from tests.browser.support.games_played import enter, enter_on_another_phone
from tests.browser.support.outbox import expect_next_form, go_offline, said
from tests.browser.support.phone import Phone
from tests.browser.support.room import expect_all_in_sight
from tests.browser.support.score_pads import (
    TWENTY,
    expect_chosen,
    expect_preview,
    field,
    next_player,
    pad_game,
    tap_keys,
    tap_number,
)
from tests.support.entries import points


def begin(phone: Phone, rounds: str) -> None:
    phone.open("/")
    phone.follow("Score pad")
    phone.seat("Ana", "Ben", "Cho")
    phone.page.get_by_label("What are you playing?").fill("Mini golf")
    phone.choose("Who wins?", "The lowest total")
    phone.page.get_by_label("Rounds").fill(rounds)
    phone.press("Start")
    expect(phone.page.get_by_text("No rounds played yet")).to_be_visible()


def expect_standings(phone: Phone, *rows: str) -> None:
    """Name and total, the best first."""
    shown = phone.page.locator(".standings li")
    for row, wanted in zip(shown.all(), rows, strict=True):
        name, total = wanted.rsplit(" ", 1)
        expect(row.locator(".name")).to_contain_text(name)
        expect(row.locator(".total")).to_have_text(total)


def test_a_whole_lowest_wins_game_is_played_by_touch(phone: Phone):
    phone.be_new()
    begin(phone, rounds="2")
    phone.follow("Enter round 1")
    expect_chosen(phone, "Ana")
    tap_keys(phone, "12+5−3")
    expect(phone.page.get_by_text("= 14")).to_be_visible()
    next_player(phone)
    expect_preview(phone, "Ana +14")
    tap_keys(phone, "4±")
    expect(field(phone, "Ben")).to_have_value("−4")
    next_player(phone)
    expect_preview(phone, "Ana +14 · Ben −4")
    expect(field(phone, "Cho")).to_be_focused()
    phone.press("Save")
    expect(
        phone.page.get_by_role("heading", name="Ben leads with −4 · 1 round left")
    ).to_be_visible()
    expect_standings(phone, "Ben −4", "Cho 0", "Ana 14")
    expect(phone.page.locator("#round-1 td").nth(2)).to_have_text("0")

    enter_on_another_phone(GameSession.objects.get(), [points(0, None, 14)])
    expect(phone.page.get_by_role("heading", name="Ben wins with −4")).to_be_visible()
    correct_the_last_round(phone)

    phone.follow("Home")
    phone.follow("Mini golf Score pad")
    expect(phone.page.locator(".seating .name")).to_have_text(["Ana", "Ben", "Cho"])
    expect(phone.page.get_by_label("Rounds")).to_have_value("2")
    expect(
        phone.question("Who wins?").get_by_role("radio", name="The lowest total")
    ).to_be_checked()
    phone.press("Start")
    expect(phone.page.get_by_role("heading", name="Mini golf")).to_be_visible()


def correct_the_last_round(phone: Phone) -> None:
    """Enter a number for Ben, who was left out by mistake."""
    phone.tap(phone.page.locator("#round-2 th a"))
    phone.follow("Correct")
    expect(field(phone, "Ana")).to_have_value("0")
    expect_chosen(phone, "Ben")
    tap_keys(phone, "20")
    phone.press("Save")
    expect(
        phone.page.get_by_role("heading", name="Ana and Cho share the win with 14")
    ).to_be_visible()
    expect_standings(phone, "Ana 14", "Cho 14", "Ben 16")


def test_twenty_players_are_entered_one_after_another_with_each_in_view(phone: Phone):
    phone.open(f"/table/{pad_game(names=TWENTY).pk}/enter/")
    expect_chosen(phone, TWENTY[0])
    bar = phone.page.locator(".bar").bounding_box()["y"]
    fifth = field(phone, TWENTY[4]).bounding_box()
    assert fifth["y"] + fifth["height"] <= bar
    assert smallest(phone, ".scores input") >= 43.95
    tap_out_of_turn(phone, "Cho 1")
    phone.tap(field(phone, TWENTY[0]))
    expect_chosen_in_turn(phone, TWENTY[:7])
    for name in TWENTY[7:16]:  # as the key does, which takes longer to tap
        field(phone, name).focus()
        expect_chosen(phone, name)
    expect_chosen_in_turn(phone, TWENTY[15:-1])
    tap_number(phone, "5")
    expect(phone.page.get_by_role("button", name="Save")).to_be_focused()
    phone.press("Save")
    expect(phone.page.locator(".standings li")).to_have_count(20)
    expect(phone.total("Eve 4")).to_have_text("5")
    expect(phone.total("Ben 3")).to_have_text("0")


def expect_chosen_in_turn(phone: Phone, names: Sequence[str]) -> None:
    for name in names:
        expect_chosen(phone, name)
        next_player(phone)


def tap_out_of_turn(phone: Phone, name: str) -> None:
    """This selects a player, and nothing scrolls when a number is tapped."""
    phone.tap(field(phone, name))
    before = phone.page.evaluate("scrollY")
    x, y = (phone.page.locator('.keypad.on [value="7"]').bounding_box()[side] + 10 for side in "xy")
    phone.page.touchscreen.tap(x, y)
    expect(field(phone, name)).to_have_value("7")
    assert phone.page.evaluate("scrollY") == before


def test_the_keys_of_a_page_of_an_earlier_release_work_with_the_scripts_of_this_one(phone: Phone):
    """Such a page does not name the script of the keys, which was part of the one of all pages."""

    named = re.compile(r"<script src=.?/keypad[^>]*></script>|/keypad\S* (?=/hand_over)")

    def serve_old(route: Route) -> None:
        text = named.sub("", route.fetch().text())
        assert "/keypad" not in text
        route.fulfill(body=text, content_type="text/html")

    phone.page.route("**/enter/", serve_old)
    phone.open(f"/table/{pad_game([points(1, 2, 3)]).pk}/enter/")
    expect(phone.page.locator(".keypad.on")).to_be_visible()
    tap_keys(phone, "7")
    expect(field(phone, "Ana")).to_have_value("7")


def smallest(phone: Phone, parts: str) -> float:
    heights = "all => all.map(one => one.getBoundingClientRect().height)"
    return min(phone.page.locator(parts).evaluate_all(heights))


def test_all_of_six_players_are_visible_above_the_keys_while_they_are_entered(phone: Phone):
    names = ("Maximiliane", "Bartholomäus Konstantin", "김하늘", "Dan", "Eve", "Maximilian")
    phone.open(f"/table/{pad_game([points(40, -160, 0, 40, 346, -80)], names).pk}/enter/")
    rows = phone.page.locator(".scores > li")
    expect(rows).to_have_count(6)
    for name in names:
        expect_chosen(phone, name)
        bar = phone.page.locator(".bar").bounding_box()["y"]
        boxes = [row.bounding_box() for row in rows.all()]
        assert boxes[0]["y"] >= 0
        assert boxes[-1]["y"] + boxes[-1]["height"] <= bar
        phone.page.keyboard.type("-123")
        next_player(phone)
    assert smallest(phone, ".scores input") >= 43.95
    assert smallest(phone, ".keypad button:not(.lists)") >= 43.95
    phone.tap(phone.page.locator("#preview summary"))  # opened sums replace the keys
    expect(phone.page.locator(".keypad")).to_be_hidden()
    expect(phone.page.locator("#preview .breakdown li")).to_have_count(6)
    phone.tap(phone.page.locator("#preview summary"))
    expect(phone.page.locator(".keypad")).to_be_visible()


def test_on_a_phone_on_its_side_all_of_six_players_and_the_keys_are_visible_at_once(phone: Phone):
    names = ("Ana", "Ben", "Cho", "Dan", "Eve", "Maximilian")
    small, installed = {"width": 640, "height": 360}, {"width": 932, "height": 430}
    phone.open(f"/table/{pad_game(names=names).pk}/")
    enter = phone.page.get_by_role("link", name="Enter round 1")
    for size in (installed, small):
        phone.page.set_viewport_size(size)
        expect(enter).to_be_in_viewport(ratio=1)
    phone.tap(enter)
    rows, keys = phone.page.locator(".scores > li"), phone.page.locator(".keypad button:visible")
    save = phone.page.get_by_role("button", name="Save")
    expect(rows).to_have_count(6)
    phone.wait_for_styles()
    points = phone.page.locator("#preview summary b")
    places: dict[int, object] = {}  # the points above take more and more lines
    for entered, name in enumerate(names):
        expect(field(phone, name)).to_be_focused()
        expect(points).to_have_count(entered)
        for size in (installed, small):
            phone.page.set_viewport_size(size)
            expect_all_in_sight(rows.or_(keys).or_(save), 6 + 15 + 1)
            place = keys.first.bounding_box()
            assert places.setdefault(size["width"], place) == place
        phone.page.keyboard.type("-123")
        next_player(phone)
    phone.press("Save")
    expect(phone.total("Maximilian")).to_have_text("−123")


@pytest.mark.parametrize(("width", "height"), [(360, 640), (640, 360)])
def test_the_keys_are_in_their_places_before_their_script_has_arrived(
    phone: Phone, width: int, height: int
):
    phone.page.set_viewport_size({"width": width, "height": height})
    phone.page.route("**/keypad.*.js", lambda route: route.abort())
    phone.open(f"/table/{pad_game().pk}/enter/")
    keys, save = phone.page.locator(".keypad button:visible"), phone.page.locator(".bar .primary")
    phone.wait_for_styles()
    places = [part.bounding_box() for part in (keys.first, keys.last, save)]
    phone.page.unroute_all()
    phone.page.reload()
    expect(phone.page.locator(".keypad.on")).to_be_visible()
    assert [part.bounding_box() for part in (keys.first, keys.last, save)] == places


def test_on_a_phone_on_its_side_the_keys_stay_when_another_phone_saves_the_round(phone: Phone):
    phone.page.set_viewport_size({"width": 640, "height": 360})
    game = pad_game(names=TWENTY[:6])
    look_at(phone.page, f"/table/{game.pk}/enter/")
    for name in TWENTY[:4]:
        expect(field(phone, name)).to_be_focused()
        phone.page.keyboard.type("-123")
        next_player(phone)
    expect(phone.page.locator("#preview summary b")).to_have_count(4)
    keys, save = phone.page.locator(".keypad button:visible"), phone.page.locator(".bar .primary")
    places = [part.bounding_box() for part in (keys.first, keys.nth(-2), save)]
    enter(game, points(1, 2, 3, 4, 5, 6))
    expect(phone.page.get_by_role("link", name="Enter the next one")).to_be_in_viewport()
    assert [part.bounding_box() for part in (keys.first, keys.nth(-2), save)] == places
    expect_all_in_sight(keys.or_(save), 15 + 1)


@pytest.mark.parametrize("players", [6, 8])
def test_the_winners_column_is_in_sight_without_scrolling_even_if_it_is_the_last(
    phone: Phone, players: int
):
    win = points(*[-123] * (players - 1), 640)
    game = pad_game([win, win], TWENTY[:players], rounds=2)
    phone.open(f"/table/{game.pk}/")
    sheet = phone.page.locator(".sheet")
    sheet.scroll_into_view_if_needed()
    expect(sheet.locator(".won")).to_have_count(3)
    for cell in sheet.locator(".won").all():
        box = cell.bounding_box()
        assert box["x"] + box["width"] <= 360
    assert sheet.evaluate("sheet => sheet.scrollLeft") == 0
    if players == 6:
        assert sheet.evaluate("sheet => sheet.scrollWidth - sheet.clientWidth") <= 0


def test_an_invalid_number_is_reported_beside_its_field_and_tapped_numbers_are_drafted_on_the_way(
    phone: Phone,
):
    phone.open(f"/table/{pad_game().pk}/enter/")
    tap_keys(phone, "8+8+")
    next_player(phone)
    refusal = phone.page.locator("#say-points_0")
    expect(refusal).to_contain_text("Enter a whole number")
    phone.tap(field(phone, "Ana"))
    tap_keys(phone, "⌫")
    next_player(phone)
    expect(refusal).to_be_empty()
    expect_preview(phone, "Ana +16")
    phone.follow("Back to the table")
    expect(phone.page.get_by_text("begun:")).to_have_text("Round 1 begun: Ana 16")
    phone.follow("Continue")
    expect(field(phone, "Ana")).to_have_value("8+8")
    expect_chosen(phone, "Ben")


def test_a_correction_shows_the_new_points_before_its_field_is_left(phone: Phone):
    game = pad_game([points(10, 20)], names=("Ana", "Ben"))
    phone.open(f"/table/{game.pk}/round/1/correct/")
    shown = phone.page.locator("#preview summary")
    expect(shown).to_contain_text("Ana +10 · Ben +20")
    tap_keys(phone, "73")
    expect(shown).to_contain_text("Ana +73 · Ben +20")
    expect_chosen(phone, "Ana")
    expect(field(phone, "Ana")).to_have_value("73")


@pytest.mark.parametrize("players", [3, 6, 20])
def test_the_notice_of_unsent_entries_does_not_cover_the_last_player(phone: Phone, players: int):
    names = TWENTY[:players]
    phone.open(f"/table/{pad_game(names=names).pk}/enter/")
    go_offline(phone)
    tap_number(phone, "5")
    keys = phone.page.locator(".keypad").bounding_box()
    phone.press("Save")
    expect(said(phone)).to_contain_text("No connection: it is sent as soon as there is one")
    expect_next_form(phone)
    assert phone.page.locator(".keypad").bounding_box() == pytest.approx(keys, abs=0.5)
    field(phone, names[-1]).focus()
    row, over = (
        one.bounding_box()
        for one in (field(phone, names[-1]).locator(".."), phone.page.locator(".kept"))
    )
    assert row["y"] >= 0
    assert row["y"] + row["height"] <= over["y"] + 1
