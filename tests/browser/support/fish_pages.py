"""Big Fish pages in every state, with hard-to-fit names; each function goes to one."""

import re

from playwright.sync_api import expect

from scorekeeper.models import GameSession, Member, Role
from tests.browser.support.fish_games import catcher, fish_game, outcome, tap_row, tick_bonus
from tests.browser.support.games_played import enter
from tests.browser.support.pages import NAMES
from tests.browser.support.phone import Phone
from tests.browser.support.states import (
    golden_pages,
    golden_state,
    long_pages,
    long_state,
    pages_to_open,
    state,
)
from tests.support.entries import caught, counted, erred

SIX = (*NAMES, "Dan", "Eve", "Fay")
PRINTED, RUN, BELOW, LOW = "R5 Y6 G1 R2 Y3", "B1 B2 R3 R4 G4", "P1 P2 G1 P1 P2", "P1 P3 G2 G1 G3"
PLAIN, COSTLY = "R6 Y5 G4 R6 B6", "R6 R6 R6 Y5 Y5"
ROWS = [
    *(
        caught(0, PRINTED, "A"),
        caught(1, RUN, "D"),
        caught(2, "B5 B4 B4 B2 B1", "H"),
        erred(1),
        caught(3, PLAIN),
    ),
    *(caught(4, COSTLY, "I"), erred(2), caught(0, LOW, "G"), caught(1, "R1 Y4 B5 G5 P6", "A")),
]


def six_in_the_middle() -> GameSession:
    return fish_game(ROWS, SIX)


@long_state
def new_game_of_big_fish(phone: Phone) -> None:
    fish_game(names=SIX)
    phone.open("/new/big_fish/")
    phone.choose("Rules", "With bonus cards")
    expect(phone.question("Which of A, B and C?")).to_be_visible()


@long_state
def sea_for_who_may_only_watch(phone: Phone) -> None:
    game = six_in_the_middle()
    Member.objects.update(role=Role.VIEWER)
    phone.open(f"/table/{game.pk}/")


@long_state
def sea_with_a_row_that_cannot_stand(phone: Phone) -> None:
    game = fish_game([caught(0, PLAIN), caught(1, LOW, "G")], SIX)
    enter(game, caught(0, "R1 R2 R3 Y2 B3", "G"), slot=1, revision=1)
    phone.open(f"/table/{game.pk}/")
    expect(phone.page.get_by_text("Catch 2 doesn’t count.")).to_be_visible()


@golden_state
def sea_at_the_end(phone: Phone) -> None:
    rows = [PRINTED, PLAIN, "R6 R5 Y5 G2 G1", "P6 G5 B3 B2 R6", PLAIN, PLAIN]
    catches = [caught(n % 2, row) for n, row in enumerate(rows)]
    phone.open(f"/table/{fish_game(catches, NAMES[:2], drawn='B').pk}/")
    expect(phone.page.get_by_role("button", name="Rematch")).to_be_visible()


@long_state
def row_half_tapped(phone: Phone) -> None:
    phone.open(f"/table/{six_in_the_middle().pk}/enter/")
    catcher(phone, "Fay")
    tap_row(phone, "P1 P2 G1")
    expect(phone.page.locator("#noted")).to_have_value(re.compile("cards_2"))


@state
def row_with_a_choice_of_bonus_cards(phone: Phone) -> None:
    phone.open(f"/table/{fish_game([*ROWS[:2], caught(2, 'R1 Y1 B5 G5 P5', 'A')], SIX).pk}/enter/")
    catcher(phone, "Fay")
    tap_row(phone, BELOW)
    expect(outcome(phone).get_by_role("button")).to_have_count(4)


@long_state
def row_that_earns_what_is_gone(phone: Phone) -> None:
    phone.open(f"/table/{six_in_the_middle().pk}/enter/")
    catcher(phone, "Dan")
    tap_row(phone, "R1 R1 R2 R3 R4")
    expect(outcome(phone)).to_contain_text("taken:")


@long_state
def row_refused(phone: Phone) -> None:
    phone.open(f"/table/{six_in_the_middle().pk}/enter/", refusal=422)
    tap_row(phone, "R1 R2")
    phone.press_until_answered("Save")
    expect(phone.page.get_by_text("Choose who took the row.").first).to_be_visible()


@state
def row_on_its_own(phone: Phone) -> None:
    game = six_in_the_middle()
    enter(game, caught(0, COSTLY, "I"), slot=1, revision=1)
    phone.open(f"/table/{game.pk}/round/1/")


@long_state
def correction_of_a_row(phone: Phone) -> None:
    phone.open(f"/table/{six_in_the_middle().pk}/round/8/correct/")
    expect(outcome(phone)).to_be_visible()


@long_state
def correction_of_the_mistake_card(phone: Phone) -> None:
    phone.open(f"/table/{six_in_the_middle().pk}/round/4/correct/")
    expect(phone.question("Who takes the mistake card?")).to_be_visible()


@long_state
def piles_before_any_is_counted(phone: Phone) -> None:
    phone.open(f"/table/{fish_game(names=SIX, drawn='C').pk}/enter/")
    phone.choose("What to enter", "Count at the end")
    expect(phone.page.get_by_text("Missing: plus")).to_be_visible()


@golden_state
def piles_that_cannot_be(phone: Phone) -> None:
    piles = counted(0, 33, 19, plus_cards=8, bonuses=["D"])
    phone.open(f"/table/{fish_game([piles], SIX, drawn='B').pk}/enter/")
    tick_bonus(phone, "D")
    for label in ("Plus", "Minus", "Plus cards"):
        phone.page.get_by_label(label, exact=True).fill("30")
    phone.page.keyboard.press("Tab")
    expect(phone.page.locator("#say-bonuses .error")).to_be_visible()


@long_state
def sea_of_counted_piles(phone: Phone) -> None:
    counts = [
        counted(0, 33, 19, plus_cards=8, bonuses=["D"]),
        erred(1),
        counted(2, 30, 20, plus_cards=10),
    ]
    phone.open(f"/table/{fish_game(counts, NAMES, drawn='B').pk}/")


@long_state
def two_versions_of_a_row(phone: Phone) -> None:
    phone.refusals.add(409)
    game = fish_game(names=NAMES, drawn="B")
    phone.open(f"/table/{game.pk}/enter/")
    enter(game, caught(1, PLAIN))
    catcher(phone, NAMES[0])
    tap_row(phone, RUN)
    phone.press("Save")
    expect(phone.page.get_by_role("link", name="Keep the saved one")).to_be_visible()


@long_state
def history_of_rows(phone: Phone) -> None:
    game = six_in_the_middle()
    enter(game, caught(0, COSTLY, "I"), slot=1, revision=1)
    phone.open(f"/table/{game.pk}/history/")


pages_to_open(row_before_anything_is_tapped=lambda: f"/table/{fish_game(names=SIX).pk}/enter/")

golden_pages(options_of_big_fish=lambda: f"/table/{six_in_the_middle().pk}/options/")

long_pages(
    sea_of_six=lambda: f"/table/{six_in_the_middle().pk}/",
    sea_before_the_first_row=lambda: f"/table/{fish_game(names=SIX, drawn='C').pk}/",
    forgotten_row=lambda: f"/table/{six_in_the_middle().pk}/enter/?before=3",
)
