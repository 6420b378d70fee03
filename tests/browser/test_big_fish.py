"""Big Fish by touch: a whole game row by row, taps per row, and piles counted at the end."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.browser.support.fish_games import (
    FOUR,
    catcher,
    err,
    fish_game,
    mistake,
    outcome,
    row_lies,
    slot_of,
    take_back,
    take_bonus,
    tap_card,
    tap_row,
    tick_bonus,
)
from tests.browser.support.following import go_on_elsewhere
from tests.browser.support.games_played import enter
from tests.browser.support.phone import SIZE, Phone, card, middle, wait_for_requests
from tests.support.entries import caught, erred

PRINTED, RUN, BELOW, LOW = "R5 Y6 G1 R2 Y3", "B1 B2 R3 R4 G4", "P1 P2 G1 P1 P2", "P1 P3 G2 G1 G3"
PLAIN = "R6 Y5 G4 R6 B6"
LONGEST = "Wolfeschlegelsteinhausenbergerdorffwelch"
# Who took which row, which bonus card they chose, and everyone's totals after it.
GAME = [
    ("Ana", PRINTED, "", (17, 0, 0, 0)),
    ("Ben", RUN, "", (17, 16, 0, 0)),
    ("Cho", BELOW, "E", (17, 16, 9, 0)),
    ("Dan", "B5 B4 B4 B2 B1", "", (17, 16, 9, 9)),
    ("Ana", PLAIN, "", (32, 16, 9, 9)),
    ("Ben", "R1 Y4 B5 G5 P6", "", (22, 47, 9, 9)),
    ("Cho", LOW, "G", (22, 47, 18, 9)),
    ("Dan", "R5 R5 Y4 Y4 B1", "", (22, 37, 18, 20)),
    ("Ana", "P6 G5 B3 B2 R6", "", (40, 37, 18, 20)),
    ("Ben", "R2 R2 Y2 Y2 G4", "", (40, 41, 18, 20)),
    ("Cho", "Y6 Y5 Y4 G3 G3", "", (40, 41, 22, 20)),
    ("Dan", "R6 G6 B6 P6 Y1", "", (40, 41, 22, 45)),
]


def start_an_advanced_game(phone: Phone) -> None:
    phone.open("/")
    phone.follow("Big Fish")
    phone.seat(*FOUR)
    phone.choose("Rules", "With bonus cards")
    phone.choose("Which of A, B and C?", "A: a 1 for the plus pile")
    phone.press("Start")
    expect(phone.page.get_by_text("No catches yet · 12 to go")).to_be_visible()


@pytest.mark.long
def test_four_players_play_an_advanced_game_with_seven_taps_from_catch_to_catch(any_phone: Phone):
    phone = any_phone
    phone.be_new()
    start_an_advanced_game(phone)
    go_on_elsewhere(phone, catches(GAME[:1]))
    phone.follow("Enter catch")
    expect_catch(phone, 2)
    phone.taps = 0
    name, row, *_ = GAME[1]
    catcher(phone, name)
    tap_row(phone, row)
    phone.press("Save and next")
    assert phone.taps == 7
    expect_catch(phone, 3)
    name, row, _, totals = GAME[-1]
    *lying, last = row.split()
    begun = {f"cards_{place}": one for place, one in enumerate(lying)}
    go_on_elsewhere(phone, catches(GAME[2:-1]), **begun)
    phone.follow("Continue")
    catcher(phone, name)
    tap_card(phone, 4, last)
    phone.press("Save")
    phone.expect_totals(**dict(zip(FOUR, totals, strict=True)))
    expect(phone.page.get_by_role("heading", name="Dan wins with 45")).to_be_visible()
    expect(phone.page.get_by_text("after 12 catches")).to_be_visible()
    phone.press("Rematch")
    expect(phone.page.get_by_text("No catches yet")).to_be_visible()


def expect_catch(phone: Phone, number: int) -> None:
    heading = phone.page.get_by_role("heading", level=1)
    expect(heading).to_contain_text(f"Enter catch {number}")


def catches(rows: list[tuple[str, str, str, tuple[int, ...]]]) -> list[dict[str, Any]]:
    return [caught(FOUR.index(name), row, bonus) for name, row, bonus, _totals in rows]


def test_a_on_top_is_offered_only_where_a_may_be_in_play(phone: Phone):
    fish_game()
    phone.open("/new/big_fish/")
    phone.choose("Rules", "With bonus cards")
    on_top = phone.page.get_by_role("checkbox", name="Card A is an extra")
    expect(on_top).to_be_visible()
    phone.choose("Which of A, B and C?", "B: the fewest plus cards at the end")
    expect(on_top).to_be_hidden()
    phone.choose("Which of A, B and C?", "A: a 1 for the plus pile")
    expect(on_top).to_be_visible()


# --- a row ---


def test_the_page_shows_plus_minus_and_what_the_row_earns_at_once(phone: Phone):
    game = fish_game([caught(1, RUN, "D"), caught(2, "R1 Y1 B5 G5 P5")])
    row_lies(game, "P1 P2 G1 P1", slot=3)
    phone.open(f"/table/{game.pk}/enter/")
    tap_card(phone, 4, "P2")
    expect(outcome(phone)).to_contain_text("3 plus, 4 minus")
    expect(outcome(phone).locator(".marks b")).to_have_text(["−1", "+2", "+1", "−1", "−2"])
    catcher(phone, "Ana")
    expect(outcome(phone).get_by_role("button")).to_have_count(4)
    expect(outcome(phone)).to_contain_text("from Cho")
    expect(phone.page.locator("#preview")).to_contain_text("Missing: the bonus card")
    take_bonus(phone, "A")
    expect(phone.page.get_by_role("heading", name="Enter catch 4")).to_be_visible()
    phone.follow("Back to the table")
    phone.expect_totals(Ana=9, Cho=17)


def test_undo_on_the_form_takes_the_catch_back_and_leads_to_entering_it(phone: Phone):
    game = fish_game([caught(1, PLAIN)], drawn="")
    row_lies(game, PRINTED, slot=2)
    phone.open(f"/table/{game.pk}/")
    phone.follow("Continue")
    catcher(phone, "Ana")
    phone.press("Save and next")
    expect(phone.page.get_by_role("heading", name="Enter catch 3")).to_be_visible()
    chosen = phone.page.locator('.by-row input:checked:not([value=""])')
    expect(chosen).to_have_count(0)
    phone.press("Undo")
    expect(phone.page.get_by_role("heading", name="Enter catch 2")).to_be_visible()
    phone.page.go_back()
    phone.expect_totals(Ana=0, Ben=15)


def test_a_second_tap_on_the_fifth_card_saves_nothing(phone: Phone):
    game = fish_game()
    row_lies(game, "P1 P2 G1 P1", player="0")
    phone.open(f"/table/{game.pk}/enter/")
    fifth = card(slot_of(phone, 4).get_by_role("radio", name="Purple 2", exact=True))
    with phone.with_slow_animations():
        fifth.tap()
        expect(outcome(phone).get_by_role("button")).to_have_count(4)
        for button in outcome(phone).get_by_role("button").all():
            phone.page.touchscreen.tap(*middle(button))
        expect(outcome(phone).get_by_role("button")).to_have_count(4)
        expect(phone.page.get_by_role("heading", name="Entry 1")).to_be_visible()
    take_bonus(phone, "E")
    expect(phone.page.get_by_role("heading", name="Enter catch 2")).to_be_visible()


@pytest.mark.usefixtures("motion")
def test_nothing_moves_while_a_row_is_tapped_and_checked(phone: Phone):
    game = fish_game([caught(1, RUN, "D"), caught(2, "R1 Y1 B5 G5 P5", "A")])
    phone.open(f"/table/{game.pk}/enter/")
    save = phone.page.get_by_role("button", name="Save", exact=True)
    row = phone.page.locator(".hand")
    before = save.bounding_box(), row.bounding_box()
    for name, steps in (("Ana", "P1 P2 G1"), ("Ben", ""), ("Ana", "")):
        catcher(phone, name)
        tap_row(phone, steps)
        assert (save.bounding_box(), row.bounding_box()) == before
    tap_card(phone, 3, "P1")
    tap_card(phone, 4, "P2")
    expect(outcome(phone).get_by_role("button")).to_have_count(4)
    assert (save.bounding_box(), row.bounding_box()) == before
    bar = phone.page.locator(".bar").bounding_box()
    last = outcome(phone).get_by_role("button").last.bounding_box()
    assert last["y"] + last["height"] <= bar["y"]


def test_everybody_is_in_sight_on_the_table_and_while_entering(phone: Phone):
    names = ("Maximiliane", "Bartholomäus Konstantin", "김하늘", "Dan", "Eve", LONGEST)
    rows = [caught(0, PRINTED, "A"), caught(1, RUN, "D"), erred(1), caught(3, PLAIN)]
    phone.open(f"/table/{fish_game(rows, names).pk}/")
    expect_in_sight(phone, phone.page.locator(".standings > li"), 6)
    phone.follow("Enter catch")
    who = phone.page.locator(".who-took .choice").locator("visible=true")
    expect_in_sight(phone, who, 6)
    lowest = card(slot_of(phone, 0).get_by_role("radio", name="Purple 6"))
    expect_in_sight(phone, lowest, 1, margin=4)
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= SIZE["width"]
    phone.open(f"/table/{fish_game(names=names, drawn='B').pk}/enter/?type=count")
    expect_in_sight(phone, who, 6)
    phone.page.get_by_label("Plus cards", exact=True).tap()
    phone.page.set_viewport_size({"width": 360, "height": 640 - 260})  # a phone's own keys
    for label in ("Plus", "Minus", "Plus cards"):
        expect(phone.page.get_by_label(label, exact=True)).to_be_in_viewport(ratio=1)


def expect_in_sight(phone: Phone, parts: Locator, count: int, margin: int = 0) -> None:
    """Expect so many parts on the first screen, none of them behind the bar."""
    expect(parts).to_have_count(count)
    phone.wait_for_styles()
    bar = phone.page.locator(".bar").bounding_box()
    for part in parts.all():
        box = part.bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= bar["y"] - margin


def test_a_row_can_be_entered_by_keyboard(phone: Phone):
    phone.open(f"/table/{fish_game([caught(0, PLAIN)], drawn='').pk}/enter/")
    slot_of(phone, 0).get_by_role("radio", name="no card").focus()
    for _ in range(5):
        for key in ("ArrowDown", "ArrowDown", "Tab"):
            phone.page.keyboard.press(key)
    expect(slot_of(phone, 4).get_by_role("radio", name="Red 2", exact=True)).to_be_checked()
    catcher(phone, "Ben")
    expect(phone.page.locator("#preview")).to_contain_text("Ben −2")


# --- the mistake card ---

NOTE_IF_OFFERED = """() => {
  const undo = document.querySelector(".last > .button");
  const look = () => {
    if (undo.checkVisibility({ visibilityProperty: true })) sessionStorage.offered = "yes";
    requestAnimationFrame(look);
  };
  look();
}"""


def test_the_mistake_card_moves_with_one_tap_and_returns_with_one(phone: Phone):
    phone.open(f"/table/{fish_game([caught(0, PLAIN)]).pk}/")
    phone.taps = 0
    err(phone, "Ben")
    phone.expect_totals(Ben=-5)
    err(phone, "Dan")
    phone.expect_totals(Ben=0, Dan=-5)
    expect(mistake(phone)).to_contain_text("Mistake card · Dan −5")
    expect(mistake(phone).get_by_role("button", name="Dan")).to_be_disabled()
    phone.press("Undo")
    phone.expect_totals(Ben=-5, Dan=0)
    assert phone.taps == 3


def test_no_older_change_is_undone_while_the_mistake_card_is_on_its_way(phone: Phone):
    held: list[Route] = []
    phone.open(f"/table/{fish_game([caught(0, PLAIN)]).pk}/")
    phone.page.route(re.compile(r"/table/\d+/(enter/\?save)?$"), lambda route: held.append(route))
    undo = phone.page.get_by_role("button", name="Undo", exact=True)
    expect(undo).to_be_visible()
    err(phone, "Ben")
    expect(undo).to_be_hidden()
    phone.page.evaluate(NOTE_IF_OFFERED)
    wait_for_requests(phone.page, held)
    held[0].continue_()  # the entry
    wait_for_requests(phone.page, held, 2)
    with phone.page.expect_navigation():
        held[1].continue_()  # the page that shows it
    phone.page.unroute_all()
    expect(phone.page.locator(".notice.last")).to_contain_text("Mistake card · Ben −5")
    assert phone.page.evaluate("sessionStorage.offered") is None
    phone.press("Undo")
    phone.expect_totals(Ben=0, Ana=15)


def test_the_mistake_card_takes_one_tap_without_scrolling_for_six_players(phone: Phone):
    names = (*FOUR, "Eve", LONGEST)
    game = fish_game([caught(seat, PLAIN) for seat in range(len(names))], names)
    phone.open(f"/table/{game.pk}/")
    phone.wait_for_styles()
    for name in names:
        box = mistake(phone).get_by_role("button", name=name).bounding_box()
        assert min(box["width"], box["height"]) >= 44
        assert box["y"] + box["height"] <= SIZE["height"]
        assert 0 <= box["x"] <= SIZE["width"] - box["width"]
    err(phone, LONGEST)
    phone.expect_totals(**{LONGEST: 10})
    phone.wait_for_styles()
    name, points = (mistake(phone).locator(f"#mistake > {part}") for part in (".name", "b"))
    assert name.evaluate("name => name.clientWidth") >= 150
    assert points.evaluate("points => points.getBoundingClientRect().right") <= SIZE["width"]


# --- counting at the end ---


def test_piles_are_counted_one_player_at_a_time(phone: Phone):
    phone.open(f"/table/{fish_game(names=FOUR[:2], drawn='B').pk}/")
    err(phone, "Ben")
    phone.expect_totals(Ben=-5)
    phone.follow("Count the piles instead")
    phone.page.wait_for_load_state("domcontentloaded")  # it is about the entry after this one
    fill_piles(phone, "33", "19", "8")
    tick_bonus(phone, "D")
    phone.press("Save")
    phone.expect_totals(Ana=24)
    phone.follow("Count the piles")
    expect(phone.question("Whose piles?").get_by_role("radio", name="Ben")).to_be_checked()
    expect(phone.question("Bonus cards held")).to_contain_text("Ana has it")
    fill_piles(phone, "30", "20", "10")
    phone.press("Save")
    expect(phone.page.get_by_role("heading", name="Ana wins with 34")).to_be_visible()
    expect(phone.page.get_by_text("At the end", exact=True)).to_be_visible()


def fill_piles(phone: Phone, plus: str, minus: str, cards: str) -> None:
    for label, number in (("Plus", plus), ("Minus", minus), ("Plus cards", cards)):
        phone.page.get_by_label(label, exact=True).fill(number)


# --- corrections ---


def test_a_row_to_fix_is_above_the_bar_with_all_its_choices(phone: Phone):
    game = fish_game([caught(1, RUN, "D"), caught(0, "R1 R2 Y3 Y3 R1", "G")], drawn="B")
    enter(game, caught(1, "R1 Y2 G3 B1 P2", "G"), slot=1, revision=1)
    phone.open(f"/table/{game.pk}/")
    notice = phone.page.get_by_text("Catch 2 doesn’t count.")
    assert (
        notice.bounding_box()["y"]
        < phone.page.locator(".standings").bounding_box()["y"]
        < SIZE["height"]
    )
    phone.follow("Fix")
    expect(outcome(phone)).to_contain_text("Ben already has card G. It could take F or I.")
    phone.wait_for_styles()
    bar = phone.page.locator(".bar").bounding_box()
    last = outcome(phone).get_by_role("radio").last.locator("..").bounding_box()
    assert last["y"] + last["height"] <= bar["y"]
    take_bonus(phone, "F")
    expect(phone.page.locator("#preview")).to_contain_text("Ana +7")
    phone.press("Save")
    phone.expect_totals(Ana=7)


def test_a_correction_warns_of_the_row_it_would_invalidate(phone: Phone):
    rows = [caught(1, "R1 Y2 G3 B1 P6", ""), caught(0, "R1 R2 Y3 Y3 R1", "G")]
    phone.open(f"/table/{fish_game(rows, drawn='B').pk}/round/1/correct/")
    take_back(phone, 4)
    expect(slot_of(phone, 4).get_by_role("radio", name="Red 2", exact=True)).to_be_visible()
    tap_card(phone, 4, "P2")
    expect(phone.page.locator("#preview")).to_contain_text(
        "Ben +16 · Catch 2 would no longer count."
    )


def test_a_forgotten_mistake_is_inserted_before_a_row(phone: Phone):
    game = fish_game([erred(1), caught(0, PLAIN), erred(2)], drawn="")
    phone.open(f"/table/{game.pk}/enter/?before=3")
    phone.choose("What to enter", "Mistake card")
    phone.choose("Who was it?", "Dan")
    phone.press("Save")
    phone.expect_totals(Ben=0, Cho=-5, Dan=0)
    expect(phone.page.locator(".sheet tbody")).to_have_count(4)
