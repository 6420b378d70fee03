"""Score sheet pages in every state, with hard-to-fit names; each function goes to one."""

from playwright.sync_api import expect

from scorekeeper.models import GameSession
from tests.browser.support.games_played import group_of
from tests.browser.support.pages import NAMES
from tests.browser.support.phone import Phone
from tests.browser.support.score_pad_pages import LONG_TITLE
from tests.browser.support.score_pads import TWENTY, tap_keys
from tests.browser.support.score_sheets import TWELVE, sheet_game, sheet_row
from tests.browser.support.states import golden_state, long_pages, long_state, pages_to_open, state
from tests.support.entries import column

LARGE = (*NAMES, *TWENTY[3:])
HARD_ROWS = [
    {"name": "Donaudampfschifffahrtsgesellschaftskapit", "times": -9999, "divide": 9999},
    {"name": "김수한무거북이와두루미삼천갑자동방삭", "least": -999_999_999, "most": 999_999_999},
    *TWELVE,
]


def hard_sheet(names: tuple[str, ...] = LARGE, filled: int = 9) -> GameSession:
    rows = [
        sheet_row(row["name"], *((n * seat) % 19 for seat in range(len(names))))
        for n, row in enumerate(HARD_ROWS[:filled])
    ]
    return sheet_game(rows, names, rows=HARD_ROWS, title=LONG_TITLE, lowest_wins=True)


@long_state
def new_sheet_with_one_kept(phone: Phone) -> None:
    sheet_game(names=NAMES, group=group_of(NAMES), title=LONG_TITLE, rows=HARD_ROWS)
    phone.open("/new/score_sheet/")


@long_state
def new_sheet_with_a_row_opened(phone: Phone) -> None:
    phone.open(f"/new/score_sheet/?again={hard_sheet(NAMES).pk}")
    phone.tap(phone.page.locator(".sheet-rows summary").first)
    phone.tap(phone.page.locator("#row-down-0"))
    expect(phone.page.locator("#row-name-1")).to_have_value(HARD_ROWS[0]["name"])
    expect(phone.page.locator("#row-down-1")).to_be_visible()


@state
def new_sheet_refused(phone: Phone) -> None:
    phone.open("/new/score_sheet/", refusal=422)
    phone.page.get_by_label("Further rows").fill("Coins ÷ 0, Coins, Wonder × 0")
    phone.press("Start")
    expect(phone.page.get_by_text("Another row has this name.")).to_be_visible()


@long_state
def finished_sheet(phone: Phone) -> None:
    phone.open(f"/table/{hard_sheet(NAMES, len(HARD_ROWS)).pk}/")
    expect(phone.page.get_by_role("button", name="Rematch")).to_be_visible()


@long_state
def row_for_six_with_a_sum(phone: Phone) -> None:
    phone.open(f"/table/{sheet_game([sheet_row('Military', 18, -6, 12)]).pk}/enter/")
    tap_keys(phone, "12+5−3")
    phone.press("Next")
    expect(phone.page.locator("#preview")).to_contain_text("Ana +4")


@long_state
def choice_of_the_row(phone: Phone) -> None:
    phone.open(f"/table/{sheet_game(names=NAMES, rows=HARD_ROWS).pk}/enter/")
    phone.tap(phone.page.locator(".which-row summary"))


@long_state
def column_of_twelve_rows(phone: Phone) -> None:
    phone.open(f"/table/{sheet_game([column(0, Coins=7)]).pk}/enter/")
    tap_keys(phone, "12+5")
    phone.press("Next")
    expect(phone.page.locator("#preview")).to_contain_text("Ben +17")


@long_state
def column_with_hard_names(phone: Phone) -> None:
    phone.open(f"/table/{hard_sheet(LARGE, 0).pk}/enter/")
    phone.tap(phone.page.locator(".whose label").nth(2))
    expect(phone.page.locator("#preview")).to_contain_text("Missing")


@golden_state
def count_refused(phone: Phone) -> None:
    phone.open(f"/table/{sheet_game(names=NAMES).pk}/enter/", refusal=422)
    tap_keys(phone, "19")
    phone.press("Save")
    expect(phone.page.locator("#say-counts_0")).to_contain_text("at most 18")


@long_state
def column_to_correct(phone: Phone) -> None:
    phone.open(f"/table/{sheet_game([column(0, Coins=7)]).pk}/round/1/correct/")
    phone.tap(phone.page.locator("#preview summary"))
    expect(phone.page.locator("#preview .breakdown")).to_be_visible()


@long_state
def second_sheet_of_a_group(phone: Phone) -> None:
    group = group_of(NAMES)
    for most in (12, 18):
        rows = [sheet_row(row["name"], most, 3, 5) for row in TWELVE]
        game = sheet_game(rows, NAMES, group, title=LONG_TITLE)
    phone.open(f"/table/{game.pk}/")
    expect(phone.page.get_by_role("heading", name="Best in each row")).to_be_visible()


pages_to_open(
    sheet_with_a_row_that_is_gone=lambda: (
        f"/table/{sheet_game([sheet_row('Gone', 1, 2, 3)], NAMES).pk}/"
    )
)

long_pages(
    new_sheet_of_nobody=lambda: "/new/score_sheet/",
    settings_of_a_sheet=lambda: f"/table/{hard_sheet().pk}/options/",
    sheet_before_the_first_row=lambda: f"/table/{sheet_game(rows=HARD_ROWS).pk}/",
    sheet_of_twenty=lambda: f"/table/{hard_sheet().pk}/",
    row_for_twenty=lambda: f"/table/{hard_sheet().pk}/enter/",
)
