"""Score pad pages in every state, with hard-to-fit names and numbers; each function goes to one."""

from playwright.sync_api import expect

from scorekeeper.models import GameSession, Group, Player
from tests.browser.support.games_played import group_of
from tests.browser.support.pages import NAMES
from tests.browser.support.phone import Phone
from tests.browser.support.score_pads import TWENTY, next_player, pad_game, tap_keys, tap_number
from tests.browser.support.states import (
    golden_pages,
    golden_state,
    long_pages,
    long_state,
    pages_to_open,
    state,
)
from tests.support.entries import points

LARGE = (*NAMES, *TWENTY[3:])
LONG_TITLE = "Donaudampfschifffahrtsgesellschaftsskat"


def twenty_after_some_rounds() -> GameSession:
    rounds = [
        points(*((n * seat) % 23 - 9 if (n + seat) % 7 else None for seat in range(20)))
        for n in range(12)
    ]
    return pad_game(rounds, LARGE, target=200, rounds=30, lowest_wins=True, title=LONG_TITLE)


@long_state
def new_pad_with_others_kept(phone: Phone) -> None:
    group = group_of(NAMES)
    for title in (LONG_TITLE, "Golf", "카드 게임"):
        pad_game(names=NAMES, group=group, title=title, lowest_wins=True, target=99999, rounds=99)
    phone.open("/new/score_pad/")


@state
def new_pad_refused(phone: Phone) -> None:
    phone.open("/new/score_pad/", refusal=422)
    phone.page.get_by_label("What are you playing?").fill("Golf")
    phone.page.get_by_label("Target").fill("many")
    phone.page.get_by_label("Rounds").fill("0")
    phone.press("Start")
    expect(phone.page.get_by_text("Enter a whole number.").first).to_be_visible()


@long_state
def home_with_kept_pads(phone: Phone) -> None:
    twenty_after_some_rounds()
    phone.open("/")
    expect(phone.page.get_by_role("link", name=LONG_TITLE).first).to_be_visible()


@long_state
def pad_with_an_opened_round(phone: Phone) -> None:
    phone.open(f"/table/{twenty_after_some_rounds().pk}/")
    phone.page.locator(".sheet tbody a").first.tap()
    expect(phone.page.locator(".detail")).to_be_visible()


@long_state
def pad_that_three_of_twenty_share(phone: Phone) -> None:
    game = pad_game([points(*[5] * 3, *[1] * 17)], LARGE, rounds=1)
    phone.open(f"/table/{game.pk}/")
    expect(phone.page.get_by_role("button", name="Rematch")).to_be_visible()


@long_state
def keys_with_some_rows_written(phone: Phone) -> None:
    phone.open(f"/table/{twenty_after_some_rounds().pk}/enter/")
    tap_keys(phone, "12+5−30")
    next_player(phone)
    tap_number(phone, "0")
    expect(phone.page.locator("#preview")).to_contain_text(f"{NAMES[0]} −13 · {NAMES[1]} 0")


@long_state
def keys_put_away_for_the_sums(phone: Phone) -> None:
    phone.open(f"/table/{twenty_after_some_rounds().pk}/round/3/correct/")
    phone.tap(phone.page.locator("#preview summary"))
    expect(phone.page.locator("#preview .breakdown")).to_be_visible()


@golden_state
def a_number_refused(phone: Phone) -> None:
    phone.open(f"/table/{pad_game(names=NAMES).pk}/enter/")
    tap_keys(phone, "12+")
    next_player(phone)
    expect(phone.page.locator("#say-points_0")).to_contain_text("Enter a whole number")
    expect(phone.page.locator("#id_points_0")).to_have_attribute("aria-invalid", "true")


def large_group() -> Group:
    group = group_of(NAMES)
    names = (f"Ana {number}" for number in range(40))
    Player.objects.bulk_create(Player(group=group, name=name, mark=0) for name in names)
    return group


@state
def new_game_in_a_large_group(phone: Phone) -> None:
    large_group()
    phone.open("/new/score_pad/")
    phone.tap(phone.page.locator(".fold:has([name=add]) > summary"))
    expect(phone.page.locator(".fold .chip").last).to_be_visible()


@state
def players_to_join_in_a_large_group(phone: Phone) -> None:
    session = pad_game([], NAMES, group=large_group())
    phone.open(f"/table/{session.pk}/seats/")
    phone.tap(phone.page.locator(".fold:has([name=known]) > summary"))
    expect(phone.page.locator(".fold .chip").last).to_be_visible()


@golden_state
def players_of_a_pad_with_who_deals(phone: Phone) -> None:
    session = pad_game([points(12, -340, 7)], NAMES)
    phone.open(f"/table/{session.pk}/seats/")
    phone.press("Draw by lot")
    expect(phone.page.get_by_text("drawn by lot")).to_be_visible()
    phone.open(f"/table/{session.pk}/seats/")
    phone.press_until_answered(NAMES[1])
    phone.open(f"/table/{session.pk}/seats/")


@state
def who_gets_what_in_a_swap(phone: Phone) -> None:
    session = pad_game([points(12, -340, 7)], NAMES)
    phone.open(f"/table/{session.pk}/seats/0/")
    phone.page.locator("[name=other]").first.tap()
    expect(phone.page.get_by_text("What was entered stays with the seat")).to_be_visible()


@golden_state
def table_with_who_deals_a_note_and_someone_who_left(phone: Phone) -> None:
    session = pad_game([points(12, -340, 7)], NAMES)
    phone.open(f"/table/{session.pk}/seats/2/")
    phone.page.locator("form[action$='leave/'] button").tap()
    expect(phone.page.locator("#saved")).to_contain_text("left")
    phone.open(f"/table/{session.pk}/seats/")
    phone.page.locator("[name=starter]").first.tap()
    expect(phone.page.locator("#saved")).to_contain_text("deals")
    phone.open(f"/table/{session.pk}/round/1/note/")
    phone.page.get_by_role("textbox").fill("Counted twice, and then once more: it is right.")
    phone.press("Save")
    phone.page.locator(".sheet tbody a").first.tap()
    expect(phone.page.locator(".note")).to_be_visible()


@state
def new_player_refused(phone: Phone) -> None:
    phone.open(f"/table/{pad_game([points(12, -340, 7)], NAMES).pk}/seats/2/", refusal=422)
    phone.page.get_by_label("New name").fill("A" * 41)
    phone.press("Replace")
    expect(phone.page.get_by_role("alert")).to_be_visible()


pages_to_open(pad_of_twenty=lambda: f"/table/{twenty_after_some_rounds().pk}/")

golden_pages(one_seat_of_twenty=lambda: f"/table/{twenty_after_some_rounds().pk}/seats/1/")

long_pages(
    new_pad_again_with_twenty=lambda: f"/new/score_pad/?again={twenty_after_some_rounds().pk}",
    pad_of_very_large_numbers=lambda: (
        f"/table/{pad_game([points(999_999_999, -999_999_999, 12)] * 2, NAMES).pk}/"
    ),
    keys_before_anything_is_tapped=lambda: f"/table/{pad_game(names=LARGE).pk}/enter/",
    settings_of_a_pad=lambda: f"/table/{twenty_after_some_rounds().pk}/options/",
)
