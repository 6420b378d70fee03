"""The score sheet by touch: rows made on the phone, rows and columns filled, and the card."""

import re

import pytest
from django.conf import settings
from playwright.sync_api import Locator, expect

from tests.browser.support.outbox import arrived, go_offline, go_online, pending, saved
from tests.browser.support.phone import Phone
from tests.browser.support.room import expect_all_in_sight
from tests.browser.support.score_pads import tap_keys
from tests.browser.support.score_sheets import TWELVE, sheet_game, sheet_row
from tests.support.entries import column

THREE = [{"name": "Military"}, {"name": "Coins", "divide": 3}, {"name": "Debts", "times": -1}]


def field(phone: Phone, name: str) -> Locator:
    return phone.page.get_by_role("textbox", name=name, exact=True)


def choose_column(phone: Phone, name: str) -> None:
    phone.tap(phone.page.locator(".whose label").filter(has_text=name))


def row_names(phone: Phone) -> list[str]:
    return [field.input_value() for field in phone.page.locator("[name=row_name]").all()]


def expect_cell(phone: Phone, row: int, seat: int, text: str) -> None:
    cells = phone.page.locator(".card tbody tr").nth(row).locator("td")
    expect(cells.nth(seat)).to_have_text(text)


def test_a_whole_game_row_by_row_by_touch(any_phone: Phone):
    phone = any_phone
    phone.be_new()
    phone.open("/")
    phone.follow("Score sheet")
    phone.seat("Ana", "Ben")
    phone.page.get_by_label("What are you playing?").fill("Wonders")
    phone.page.get_by_label("Further rows").fill("Military, Coins ÷ 3, Debts −1")
    phone.press("Start")
    expect(phone.page.get_by_text("Nothing filled in yet")).to_be_visible()
    phone.follow("Fill in the next row")
    for row, ana, ben in (("Military", "12", "5"), ("Coins", "7", "9"), ("Debts", "3", "0")):
        expect(phone.page.locator("#say-row")).to_contain_text(row)
        field(phone, "Ana").fill(ana)
        field(phone, "Ben").fill(ben)
        phone.press_until_answered("Save" if row == "Debts" else "Save and next")
    expect(phone.page.get_by_role("heading", name="Ana wins with 11")).to_be_visible()
    expect_cell(phone, 1, 0, "2")
    expect_cell(phone, 2, 0, "−3")
    phone.press_until_answered("Rematch")
    expect(phone.page.get_by_text("Nothing filled in yet")).to_be_visible()
    expect(phone.page.locator(".card tbody tr")).to_have_count(3)


def test_columns_one_player_after_the_other(any_phone: Phone):
    game, phone = sheet_game(names=("Ana", "Ben"), rows=THREE), any_phone
    phone.open(f"/table/{game.pk}/enter/")
    expect(phone.page.locator(".cells")).to_be_hidden()
    choose_column(phone, "Ben")
    expect(phone.page.locator(".scores")).to_be_hidden()
    field(phone, "Military").fill("5")
    field(phone, "Coins").fill("9")
    phone.press_until_answered("Save and next")
    expect(phone.page.locator(".whose input:checked + span")).to_contain_text("Ana")
    field(phone, "Debts").fill("4")
    phone.press_until_answered("Save")
    expect(phone.page.get_by_role("heading", name="Ben wins with 8")).to_be_visible()


def test_a_row_takes_the_keys_and_one_more_tap_and_the_preview_follows(phone: Phone):
    game = sheet_game(names=("Ana", "Ben", "Cho"), rows=THREE)
    phone.open(f"/table/{game.pk}/enter/")
    tap_keys(phone, "7")
    phone.press("Next")
    expect(phone.page.locator("#preview summary")).to_have_text("Ana +7 · Ben 0 · Cho 0")
    tap_keys(phone, "5+4")
    expect(phone.page.get_by_text("= 9")).to_be_visible()
    phone.press("Next")
    tap_keys(phone, "3±")
    phone.press("Save and next")
    expect(phone.page.locator("#say-row")).to_contain_text("Coins")
    assert phone.taps == 9
    assert saved(game) == [{"row": "Military", "counts": {"0": 7, "1": 9, "2": -3}}]
    tap_keys(phone, "7")
    phone.tap(phone.page.locator(".which-row summary"))
    phone.tap(phone.page.locator(".rows-left label").filter(has_text="Debts"))
    expect(phone.page.locator("#say-row")).to_contain_text("Debts × −1")
    expect(phone.page.locator("#preview summary")).to_have_text("Ana −7 · Ben 0 · Cho 0")


def test_twelve_rows_of_one_of_six_players_are_one_screen(phone: Phone):
    phone.open(f"/table/{sheet_game([column(0, Coins=7)]).pk}/enter/")
    choose_column(phone, "Ben")
    fields = phone.page.locator(".cells input")
    expect(fields).to_have_count(12)
    expect_all_in_sight(fields, 12)
    expect(phone.page.get_by_role("button", name="Save and next")).to_be_in_viewport(ratio=1)
    bar = phone.page.locator(".bar").bounding_box()["y"]
    for field in fields.all():
        box = field.bounding_box()
        assert box["y"] + box["height"] <= bar
        assert box["height"] >= 44
    expect(phone.page.get_by_role("button", name="Undo")).to_be_in_viewport(ratio=1)
    assert phone.page.evaluate("scrollY") == 0


def test_six_rows_are_above_the_keys_in_every_language(phone: Phone):
    game = sheet_game(names=("Ana", "Ben"), rows=TWELVE[:6])
    for code, _ in settings.LANGUAGES:
        phone.context.add_cookies([{"name": "language", "value": code, "url": phone.site}])
        phone.open(f"/table/{game.pk}/enter/")
        choose_column(phone, "Ben")
        last, bar = phone.page.locator(".cells input").last, phone.page.locator(".bar")
        box = last.bounding_box()
        assert box["y"] + box["height"] <= bar.bounding_box()["y"], code


def test_rows_are_rearranged_in_place(phone: Phone):
    phone.open("/new/score_sheet/")
    phone.page.get_by_label("Further rows").fill("A, B, C ÷ 3")
    phone.press("Add rows")
    expect(phone.page.locator("[name=row_name]")).to_have_count(3)
    expect(phone.page.get_by_label("Further rows")).to_have_value("")
    expect(phone.page.get_by_role("button", name="Add rows")).to_be_focused()
    phone.tap(phone.page.locator(".sheet-rows summary").nth(2))
    phone.page.locator("#id_row_most_2").fill("9")
    phone.press("Move C up")
    expect(phone.page.locator("#row-up-1")).to_be_focused()
    phone.press("Move C up")
    expect(phone.page.locator("#row-up-0")).to_be_focused()
    assert row_names(phone) == ["C", "A", "B"]
    expect(phone.page.locator("#id_row_most_0")).to_have_value("9")
    phone.press("Remove C")
    expect(phone.page.locator("[name=row_name]")).to_have_count(2)
    assert row_names(phone) == ["A", "B"]
    for left in (["A"], []):
        folded = phone.page.locator(".sheet-rows summary").last
        expect(phone.page.locator(":focus")).to_have_text(re.compile("What [AB] is worth"))
        phone.tap(folded)
        phone.press("Remove B" if left else "Remove A")
        expect(phone.page.locator("[name=row_name]")).to_have_count(len(left))
        assert row_names(phone) == left
    expect(phone.page.get_by_label("Further rows")).to_be_focused()
    assert phone.page.url.endswith("/new/score_sheet/")


def test_enter_in_the_name_of_a_row_saves_the_settings(phone: Phone):
    game = sheet_game(names=("Ana", "Ben"), rows=THREE)
    phone.open(f"/table/{game.pk}/options/")
    phone.page.locator("#row-name-1").fill("Gold")
    phone.page.locator("#row-name-1").press("Enter")
    expect(phone.page.locator(".card tbody .name")).to_have_text(["Military", "Gold", "Debts"])


def test_the_card_scrolls_sideways_by_whole_columns(phone: Phone):
    played = [sheet_row(row["name"], *range(6)) for row in TWELVE[:3]]
    phone.open(f"/table/{sheet_game(played).pk}/")
    card = phone.page.locator(".card")
    widths = card.locator("thead th").evaluate_all(
        "cells => cells.map(cell => cell.getBoundingClientRect().width)"
    )
    assert max(widths[1:]) - min(widths[1:]) < 1
    assert widths[0] + 4 * widths[1] == pytest.approx(360, abs=1)
    card.evaluate("card => card.scrollLeft = 999")
    expect(card.locator("thead th").nth(6)).to_be_in_viewport(ratio=0.99)
    expect(card.locator("tbody th").first).to_be_in_viewport(ratio=0.5)
    assert card.locator("tbody th").first.bounding_box()["x"] == 0
    assert phone.page.evaluate("document.documentElement.scrollWidth") == 360


def test_each_row_has_its_own_form_without_a_network(phone: Phone):
    game = sheet_game(names=("Ana", "Ben"), rows=THREE)
    phone.open(f"/table/{game.pk}/enter/")
    go_offline(phone)
    for number, row in enumerate(("Military", "Coins", "Debts"), 1):
        expect(phone.page.locator("#say-row")).to_contain_text(row)
        tap_keys(phone, str(number))
        phone.press("Save")
        expect(pending(phone)).to_have_count(number)
        expect(pending(phone).nth(number - 1)).to_contain_text(f"{row} · Ana {number}")
    go_online(phone)
    arrived(phone)
    assert saved(game) == [
        {"row": "Military", "counts": {"0": 1}},
        {"row": "Coins", "counts": {"0": 2}},
        {"row": "Debts", "counts": {"0": 3}},
    ]


def test_a_sheet_without_rows_is_refused_with_the_message_in_sight(phone: Phone):
    phone.open("/new/score_sheet/", refusal=422)
    phone.press_until_answered("Start")
    message = phone.page.locator("#rows-error")
    expect(message).to_be_visible()
    expect(message).to_be_in_viewport(ratio=1)
