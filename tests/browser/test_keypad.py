"""The number keys, on a page of their own: by thumb and by keyboard."""

from django.template.loader import render_to_string
from playwright.sync_api import Locator, expect

from tests.browser.support.phone import SIZE, Phone

PAGE = """<!doctype html><meta name="viewport" content="width=device-width">
<link rel="stylesheet" href="/own.test.css">
<script src="/static/js/app.js" defer></script>
<script src="/static/js/keypad.js" defer></script>
<main><form class="page" action="/saved/">
{parts}
<div class="bar">{keypad}<button class="button primary">Save</button></div></form></main>"""

FIELDS = """<p><label for="ana">Ana</label> <output></output>
  <input id="ana" data-keys="sum" inputmode="text"></p>
<p><label for="ben">Ben</label> <output></output>
  <input id="ben" data-keys="sum" inputmode="text" value="12"></p>
<p><label for="cho">Cho</label> <input id="cho" data-keys="list" inputmode="text"></p>"""

LISTEN = """() => {
  window.told = [];
  for (const kind of ['input', 'change'])
    document.addEventListener(kind, ({target}) =>
      told.push(`${kind} ${target.id} ${target.value}`));
}"""


def open_keypad(phone: Phone, parts: str = FIELDS) -> None:
    keypad = render_to_string("entry/_keypad.html", {"keys": "sum"})
    body = PAGE.replace("{keypad}", keypad).replace("{parts}", parts)
    phone.page.route(
        "**/keypad/",
        lambda route: route.fulfill(body=body, content_type="text/html; charset=utf-8"),
    )
    phone.open("/keypad/")


def field(phone: Phone, name: str) -> Locator:
    return phone.page.get_by_label(name, exact=True)


def press(phone: Phone, *keys: str) -> None:
    for key in keys:
        phone.tap(phone.page.locator(f'.keypad.on [value="{key}"]:visible'))


def go_on(phone: Phone) -> None:
    phone.press("Next")


def expect_result(phone: Phone, text: str) -> None:
    expect(phone.page.locator("output").first).to_have_text(text)


def test_sums_are_tapped_shown_and_corrected_in_the_first_field_on_keys_as_large_as_a_thumb(
    phone: Phone,
):
    """The phone's own keyboard stays closed."""
    open_keypad(phone)
    expect_own_keyboard_closed(phone)
    expect_large_keys(phone)
    expect_sums(phone)
    field(phone, "Ana").fill("")
    expect_backspace(phone)
    expect_no_result_for_what_is_no_sum(phone)
    expect_flipped_signs(phone)


def expect_own_keyboard_closed(phone: Phone) -> None:
    expect(field(phone, "Ana")).to_be_focused()
    for name in ("Ana", "Ben", "Cho"):
        expect(field(phone, name)).to_have_attribute("inputmode", "none")


def expect_large_keys(phone: Phone) -> None:
    for width in (360, 320):
        phone.page.set_viewport_size({"width": width, "height": 640})
        sizes = phone.page.locator(".keypad button:visible").evaluate_all(
            "keys => keys.map(key => key.getBoundingClientRect())"
            ".map(({width, height}) => Math.min(width, height))"
        )
        assert len(sizes) == 15
        assert min(sizes) >= 43.95
    phone.page.set_viewport_size(SIZE)


def expect_sums(phone: Phone) -> None:
    press(phone, "±", "8")
    expect(field(phone, "Ana")).to_have_value("−8")
    expect_result(phone, "")
    press(phone, "+", "5")
    expect_result(phone, "= −3")  # with a real minus sign
    press(phone, "−", "3", "+", "2", "0")
    expect(field(phone, "Ana")).to_have_value("−8+5−3+20")
    expect_result(phone, "= 14")
    expect(field(phone, "Ana")).to_be_focused()


def expect_no_result_for_what_is_no_sum(phone: Phone) -> None:
    for typed in ("2,5", "1.5", "-1.5", "2,5+1", "12+x", "1/2"):
        field(phone, "Ana").fill(typed)
        expect_result(phone, "")
    field(phone, "Ana").fill("−2+5 - 10")
    expect_result(phone, "= −7")


SIGNS = {
    "±": "−",
    "±±": "",
    "7±": "−7",
    "7±±": "7",
    "12+5±": "12−5",
    "12−5±": "12+5",
    "12+±5": "12−5",
}


def expect_flipped_signs(phone: Phone) -> None:
    flipped = {}
    for keys in SIGNS:
        field(phone, "Ana").fill("")
        press(phone, *keys)
        flipped[keys] = field(phone, "Ana").input_value()
    assert flipped == SIGNS


def expect_backspace(phone: Phone) -> None:
    press(phone, "1", "2", "⌫")
    expect(field(phone, "Ana")).to_have_value("1")
    press(phone, "⌫", "⌫")
    expect(field(phone, "Ana")).to_have_value("")


def test_a_number_replaces_the_value_of_a_filled_field_and_a_sign_continues_it(phone: Phone):
    open_keypad(phone)
    phone.tap(field(phone, "Ben"))
    press(phone, "+", "3")
    expect(field(phone, "Ben")).to_have_value("12+3")
    phone.tap(field(phone, "Ana"))
    press(phone, "1", "+")
    phone.tap(field(phone, "Ben"))
    press(phone, "7", "1")
    expect(field(phone, "Ben")).to_have_value("71")
    phone.tap(field(phone, "Ana"))
    press(phone, "5")
    expect(field(phone, "Ana")).to_have_value("1+5")  # it was left after a sign
    press(phone, "+", "+", "2", "−", "+", "3")
    expect(field(phone, "Ana")).to_have_value("1+5+2+3")  # a sign replaces the one before it


def test_a_list_has_a_key_for_the_next_number_and_keeps_its_values(phone: Phone):
    open_keypad(phone)
    phone.tap(field(phone, "Cho"))
    press(phone, "5", " ", "3", " ", "±", "4")
    expect(field(phone, "Cho")).to_have_value("5 3 −4")
    expect(phone.page.locator(".keypad").get_by_label("plus")).to_be_hidden()
    phone.tap(field(phone, "Ana"))
    phone.tap(field(phone, "Cho"))
    press(phone, "2", "±")
    expect(field(phone, "Cho")).to_have_value("5 3 −4 −2")


def test_the_page_hears_of_every_key_and_once_of_each_field_left_up_to_the_button(phone: Phone):
    open_keypad(phone)
    phone.page.evaluate(LISTEN)
    phone.page.keyboard.type("4-2")  # a keyboard, where Enter moves on
    expect_result(phone, "= 2")
    phone.page.keyboard.press("Enter")
    expect(field(phone, "Ben")).to_be_focused()
    assert phone.page.evaluate("told.splice(0).slice(-2)") == ["input ana 4-2", "change ana 4-2"]
    press(phone, "1", "2")
    assert phone.page.evaluate("told") == ["input ben 1", "input ben 12"]
    go_on(phone)
    expect(field(phone, "Cho")).to_be_focused()
    press(phone, "9")
    go_on(phone)
    expect(phone.page.get_by_role("button", name="Save")).to_be_focused()
    assert phone.page.evaluate("told.slice(2)") == ["change ben 12", "input cho 9", "change cho 9"]


PARTS = """<style>
form:has([value="one"]:checked) .two, form:has([value="two"]:checked) .one { display: none }
</style>
<label><input type="radio" name="part" value="one" checked> one</label>
<label><input type="radio" name="part" value="two"> two</label>
<p class="two"><input id="dan" data-keys="sum" inputmode="text" aria-label="Dan"></p>
<p class="one"><input id="eve" data-keys="sum" inputmode="text" aria-label="Eve"></p>
<p class="two"><input id="fay" data-keys="list" inputmode="text" aria-label="Fay"></p>"""


def test_a_field_in_a_hidden_part_of_the_form_is_skipped(phone: Phone):
    open_keypad(phone, parts=PARTS)
    expect(field(phone, "Eve")).to_be_focused()
    press(phone, "4")
    go_on(phone)
    expect(phone.page.get_by_role("button", name="Save")).to_be_focused()
    phone.tap(field(phone, "two"))
    expect(field(phone, "Dan")).to_be_focused()
    press(phone, "7")
    go_on(phone)
    expect(field(phone, "Fay")).to_be_focused()
    expect(field(phone, "Dan")).to_have_value("7")


def test_the_arrow_keys_choose_a_part_of_the_form_without_leaving_the_choice(phone: Phone):
    open_keypad(phone, parts=PARTS)
    field(phone, "one").focus()
    for part in ("two", "one"):
        phone.page.keyboard.press("ArrowDown")
        expect(field(phone, part)).to_be_focused()
        expect(phone.page.locator(".keypad")).to_be_visible()
    press(phone, "4")
    expect(field(phone, "Eve")).to_have_value("4")


FOLDED = """<p><label for="ana">Ana</label> <input id="ana" type="checkbox"></p>
<details><summary>Bonus</summary>
  <label for="ben">Ben</label> <input id="ben" data-keys="sum" inputmode="text"></details>"""


def test_the_keys_of_a_folded_field_open_and_close_with_it(phone: Phone):
    open_keypad(phone, parts=FOLDED)
    keys, bonus = phone.page.locator(".keypad"), phone.page.get_by_text("Bonus")
    expect(keys).to_be_hidden()
    phone.tap(bonus)
    expect(keys).to_be_visible()
    press(phone, "7")
    expect(field(phone, "Ben")).to_have_value("7")
    phone.tap(bonus)
    expect(keys).to_be_hidden()


UPDATE = """() => {
  for (const part of document.querySelectorAll("p")) part.remove();
  document.querySelector("form").insertAdjacentHTML("afterbegin",
    '<p><output></output><input id="dan" data-keys="sum"><input id="eva" data-keys="sum"></p>');
  trigger(document.querySelector("main"), "live:refreshed");
}"""


def test_the_keys_write_into_inputs_that_an_update_of_the_page_has_brought(phone: Phone):
    """As when another phone enters the bids, and the form asks for tricks."""
    open_keypad(phone)
    phone.page.evaluate(UPDATE)
    press(phone, *"12+3")
    expect(phone.page.locator("#dan")).to_have_value("12+3")
    expect(phone.page.locator("output")).to_have_text("= 15")
    phone.tap(phone.page.locator("#eva"))
    press(phone, "4")
    expect(phone.page.locator("#eva")).to_have_value("4")
