"""A thumb that slips on the score card: double taps, and where the page is after a save."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.support.games_played import enter
from tests.browser.support.phone import Phone, middle, wait_until
from tests.browser.support.score_cards import (
    SIX,
    by_score,
    card_game,
    die,
    offer,
    open_box,
    rounds,
    show,
    take_back,
    tap_die,
    throw,
    total,
)
from tests.support.entries import fifty, noted
from tests.support.long import LONG

# --- double taps ---


def test_a_double_tap_on_the_fifth_die_changes_and_saves_nothing(phone: Phone):
    for dice in ("66544", "12345", *(("33351", "11111") if LONG else ())):
        phone.open(f"/table/{card_game(dice=dice[:4]).pk}/")
        double_tap(phone, middle(die(phone, 4).locator(f".face-{dice[4]}")))
        best = phone.page.locator(".best .button")
        expect(best.first).to_be_visible()
        expect(phone.page.locator(".roll .face :checked")).to_have_count(5)
        expect(phone.page.locator(".tray")).to_have_attribute("open", "")
        phone.tap(best.first)  # this tap saves
        expect(phone.page.locator(".last")).to_contain_text("Ana ·")
        expect(phone.page.get_by_role("radio", name="Ben")).to_be_checked()
        assert phone.page.locator(".roll .face :checked").count() == 0


def test_save_buttons_are_never_where_a_die_was_and_keep_their_height(phone: Phone):
    phone.open(f"/table/{card_game(dice='6654').pk}/")
    phone.wait_for_styles()
    faces = phone.page.locator(".faces").last.bounding_box()
    tray = phone.page.locator(".dicebar").bounding_box()
    tap_die(phone, 4, 4)
    best = phone.page.locator(".best .button")
    expect(best).to_have_count(3)
    boxes = [label.bounding_box() for label in best.all()]
    assert {box["height"] for box in boxes} == {boxes[0]["height"]}
    for box in boxes:
        assert box["y"] + box["height"] <= faces["y"]
        assert box["y"] >= tray["y"]
        assert box["height"] >= 44
    assert phone.page.locator(".dicebar").bounding_box() == tray


def test_a_double_tap_on_a_box_selects_no_score_and_one_on_scratch_does_not_confirm_it(
    phone: Phone,
):
    phone.open(f"/table/{card_game([noted(0, 'chance', 20), noted(1, 'chance', 20)]).pk}/")
    phone.tap(open_box(phone, "sixes"))
    scratch = phone.page.locator("details[open] .scratch > summary")
    expect(scratch).to_be_visible()
    spot = middle(scratch)
    phone.tap(scratch)
    expect(phone.page.get_by_role("button", name="Yes, scratch it")).to_be_visible()
    phone.page.touchscreen.tap(*spot)
    phone.tap(phone.page.locator('button[value="sixes 12"]'))
    expect(total(phone, 0)).to_have_text("32")
    for player, box in (("Ben", "sixes"), ("Ana", "ones")):
        phone.wait_for_styles()
        double_tap(phone, middle(open_box(phone, box)))
        picker = phone.page.locator(".pick[open] .picker")
        expect(picker).to_be_visible()
        phone.tap(picker.locator("button").first)
        expect(phone.page.locator(".last")).to_contain_text(f"{player} · {box.capitalize()} ·")


def double_tap(phone: Phone, spot: tuple[float, float]) -> None:
    with phone.with_slow_animations():
        for _tap in range(2):
            phone.page.touchscreen.tap(*spot)


# --- after a save ---


def test_every_save_shows_the_saved_turn_and_whose_turn_is_next(any_phone: Phone):
    phone = any_phone
    phone.open(f"/table/{card_game(names=SIX).pk}/")
    for player, box, title, following in [
        ("Ana", "chance", "Chance", "Ben"),
        ("Ben", "chance", "Chance", "Cho"),
        ("Cho", "four_of_a_kind", "Four of a kind", "Dan"),
    ]:
        by_score(phone, box, "22")
        expect(phone.page.locator(".last")).to_contain_text(f"{player} · {title} · 22")
        expect(phone.page.get_by_role("button", name="Undo")).to_be_in_viewport(ratio=1)
        active = phone.page.locator("#preview thead .active")
        expect(active).to_contain_text(following)
        written = phone.page.locator("#preview .saved")
        expect(written).to_have_text("22")
        for part in (active, written):
            expect(part).to_be_in_viewport(ratio=1)
        assert covered(phone, written) == []


def covered(phone: Phone, part: Locator) -> list[str]:
    """The element over the middle of a part of the page, such as the bar."""
    return part.evaluate("""part => {
      const {x, y, width, height} = part.getBoundingClientRect()
      const top = document.elementFromPoint(x + width / 2, y + height / 2)
      return part.contains(top) ? [] : [top.outerHTML.slice(0, 80)]
    }""")


def test_the_tray_names_the_chosen_player_at_every_scroll_position(phone: Phone):
    phone.open(f"/table/{card_game(dice='333').pk}/")
    tray = phone.page.locator(".dicebar")
    phone.tap(phone.page.locator("#preview thead label").nth(1))
    expect(tray.get_by_text("Ben")).to_be_visible()
    expect(tray.get_by_text("Ana")).to_be_hidden()
    for place in (3, 4):
        tap_die(phone, place, 5)
        if place == 4:
            expect(offer(phone, "full_house")).to_be_visible()
        for top in ("document.documentElement.scrollHeight", "0"):
            phone.page.evaluate(f"scrollTo(0, {top})")
            expect(tray.get_by_text("Ben").locator("visible=true").first).to_be_in_viewport()


# --- jokers that score nothing ---


def test_a_free_joker_that_scores_nothing_says_why(phone: Phone):
    turns = [fifty(0), noted(1, "ones", 3)]
    phone.open(f"/table/{card_game(turns, joker='free', dice='4444').pk}/")
    tap_die(phone, 4, 4)
    why = "While Ana’s Fours box is open, a joker scores 0 as a full house or straight."
    expect(phone.page.locator(".dicebar").get_by_text(why)).to_be_in_viewport()
    phone.tap(open_box(phone, "full_house"))
    expect(phone.page.locator(".pick[open] .picker").get_by_text(why)).to_be_visible()


# --- many columns ---


@pytest.mark.parametrize("players", [3, 4, 10])
def test_columns_are_whole_and_show_whose_turn_it_is(phone: Phone, players: int):
    names = ["Maximiliane", "Bartholomäus Konstantin", "김하늘", "Dan", *"EFGHIJ"][:players]
    game = card_game([*rounds(players, "ones"), *rounds(players, "chance")[:-1]], names)
    phone.open(f"/table/{game.pk}/")
    for width in (320, 360, 412):
        phone.page.set_viewport_size({"width": width, "height": 640})
        phone.page.reload()
        expect(phone.page.locator("thead .active")).to_contain_text(names[-1])
        columns = phone.page.evaluate(COLUMNS)
        shown = [column for column in columns if column["shown"] > 0.02]
        assert len(shown) == min(players, 4), (width, columns)
        assert all(column["shown"] > 0.98 for column in shown), (width, columns)
        assert columns[-1] in shown
        assert len({round(column["width"]) for column in columns}) == 1
    enter(game, rounds(players, "chance")[-1])  # on another phone
    expect(phone.page.locator("thead .active")).to_contain_text(names[0])
    wait_until(phone.page, f"() => ({COLUMNS})()[0].shown > .98")


# How much of each player's column is visible beside the names of the boxes.
COLUMNS = """() => {
  const [names, ...heads] = document.querySelectorAll('#preview thead th')
  const start = names.getBoundingClientRect().right
  return heads.map(head => {
    const {left, right, width} = head.getBoundingClientRect()
    return {width, shown: Math.max(0, Math.min(right, innerWidth) - Math.max(left, start)) / width}
  })
}"""


# The boxes between the names and the bar, of which nothing is covered.
BOXES_IN_SIGHT = """() => {
  const top = document.querySelector('.card thead th').getBoundingClientRect().bottom
  const bar = document.querySelector('.bar').getBoundingClientRect().top
  return [...document.querySelectorAll('.card tbody:not(.sums) tr')].filter(row => {
    const box = row.getBoundingClientRect()
    return box.height >= 44 && box.top >= top - .5 && box.bottom <= bar + .5
  }).length
}"""


@pytest.mark.parametrize("players", [2, 6])
def test_eight_boxes_are_in_sight_and_the_names_stay_while_dice_are_entered(
    phone: Phone, players: int
):
    names = ["Maximiliane", "Bartholomäus Konstantin", "Cho", "Dan", "Eve", "Fay"][:players]
    turns = [*rounds(players, "ones"), noted(0, "twos", 6)]
    phone.open(f"/table/{card_game(turns, names, dice='3335').pk}/")
    phone.wait_for_styles()
    assert phone.page.evaluate(BOXES_IN_SIGHT) >= 8
    tap_die(phone, 4, 5)
    expect(phone.page.locator(".best .button")).to_have_count(3)
    assert phone.page.evaluate(BOXES_IN_SIGHT) >= 8
    total(phone, 0).scroll_into_view_if_needed()
    expect(phone.page.locator("thead .active")).to_be_in_viewport(ratio=1)
    assert covered(phone, phone.page.locator("thead .active")) == []
    expect(phone.page.get_by_role("button", name="Undo")).to_be_in_viewport(ratio=1)


def test_a_box_tapped_with_a_die_missing_is_not_saved_and_announced_to_screen_readers(
    plain_phone: Phone,
):
    phone = plain_phone
    phone.open(f"/table/{card_game().pk}/", refusal=422)
    throw(phone, "66654")
    show(phone)
    take_back(phone, 4)
    phone.tap(offer(phone, "sixes"))
    expect(phone.page).to_have_title(re.compile("^Error: Enter turn 1 · "))
    expect(phone.page.get_by_role("alert")).to_contain_text("Tap all five dice first")
