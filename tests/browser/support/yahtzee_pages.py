"""Yahtzee pages in every state, with hard-to-fit names; each function goes to one."""

from playwright.sync_api import expect

from scorekeeper.models import GameSession, Member, Role
from tests.browser.support.games_played import enter, group_of
from tests.browser.support.outbox import go_offline
from tests.browser.support.pages import NAMES, alone
from tests.browser.support.phone import Phone
from tests.browser.support.score_cards import (
    by_score,
    card_game,
    offer,
    open_box,
    out_with_the_dice,
    rounds,
    throw,
)
from tests.browser.support.states import golden_state, long_pages, long_state, pages_to_open, state
from tests.support.entries import BOXES, fifty, noted, thrown

SIX = (*NAMES, "Dan", "Eve", "Fay")


def six_in_the_middle() -> GameSession:
    return card_game(rounds(6, *BOXES[:3], *BOXES[8:12])[:40], SIX, starter=0)


@state
def new_game_of_yahtzee(phone: Phone) -> None:
    card_game(names=SIX)
    phone.open("/new/yahtzee/")


@long_state
def card_with_the_scores_of_a_box(phone: Phone) -> None:
    phone.open(f"/table/{card_game([fifty(0), noted(1, 'ones', 3)], NAMES[:2]).pk}/")
    phone.tap(open_box(phone, "chance"))
    expect(phone.page.locator(".pick[open] .picker")).to_be_visible()


@long_state
def card_that_asks_whether_to_scratch(phone: Phone) -> None:
    phone.open(f"/table/{card_game(names=NAMES[:2]).pk}/")
    phone.tap(open_box(phone, "sixes"))
    phone.tap(phone.page.locator("details[open] .scratch > summary"))
    expect(phone.page.get_by_role("button", name="Yes, scratch it")).to_be_visible()


@state
def card_with_what_the_dice_give(phone: Phone) -> None:
    phone.open(f"/table/{card_game(names=NAMES).pk}/")
    throw(phone, "33355")
    expect(offer(phone, "full_house")).to_be_visible()


@long_state
def card_with_a_joker(phone: Phone) -> None:
    turns = [fifty(0), noted(1, "ones", 3), noted(0, "fours", 12), noted(1, "twos", 4)]
    phone.open(f"/table/{card_game(turns, NAMES[:2]).pk}/")
    out_with_the_dice(phone)
    throw(phone, "44444")
    expect(offer(phone, "full_house")).to_be_visible()


@long_state
def card_with_a_turn_that_cannot_stand(phone: Phone) -> None:
    game = card_game([noted(0, "fours", 12), noted(1, "ones", 3), noted(0, "fives", 15)], NAMES[:2])
    enter(game, noted(0, "fives", 20), slot=1, revision=1)
    phone.open(f"/table/{game.pk}/")
    expect(phone.page.get_by_text("Turn 3 doesn’t count.")).to_be_visible()


@long_state
def card_for_who_may_only_watch(phone: Phone) -> None:
    game = six_in_the_middle()
    game.change(draft={"slot": 41, "fields": {"player": ["4"], "dice_0": ["3"], "dice_1": ["5"]}})
    Member.objects.update(role=Role.VIEWER)
    phone.open(f"/table/{game.pk}/")
    expect(phone.page.get_by_text("begun:")).to_be_visible()


@long_state
def full_cards_of_six(phone: Phone) -> None:
    phone.open(f"/table/{card_game(rounds(6, *BOXES), SIX).pk}/")
    expect(phone.page.get_by_role("button", name="Rematch")).to_be_visible()


@state
def full_card_of_one_who_played_before(phone: Phone) -> None:
    group = group_of(NAMES[:1])
    for _game in range(2):
        game = card_game(rounds(1, *BOXES), NAMES[:1], group=group)
    phone.open(f"/table/{game.pk}/")
    expect(phone.page.get_by_role("heading", name="Your record")).to_be_visible()


@long_state
def turn_on_its_own(phone: Phone) -> None:
    game = card_game([fifty(0), noted(1, "ones", 3), thrown(0, "fours", "44444")], NAMES)
    enter(game, thrown(1, "chance", "44444"), slot=3, revision=1)
    enter(game, thrown(0, "fours", "44444"), slot=3, revision=2)
    phone.open(f"/table/{game.pk}/round/3/")
    expect(phone.page.get_by_text("20 in fours as joker + 100 Yahtzee bonus")).to_be_visible()


@long_state
def correction_of_a_turn(phone: Phone) -> None:
    game = card_game([fifty(0), noted(1, "ones", 3), thrown(0, "fours", "44444")], NAMES)
    phone.open(f"/table/{game.pk}/round/3/correct/")
    expect(phone.page.locator(".pick[open] .picker")).to_be_visible()


@state
def turn_refused(phone: Phone) -> None:
    """A turn from a phone on which the joker was still free."""
    alone(phone)
    phone.refusals.add(422)
    game = card_game([fifty(0)], NAMES[:1], joker="free")
    phone.open(f"/table/{game.pk}/")
    out_with_the_dice(phone)
    throw(phone, "44444")
    expect(offer(phone, "chance")).to_be_visible()
    enter(game, {"options": {"joker": "forced"}, "ended_early": False}, slot=0, revision=1)
    with phone.page.expect_navigation():
        phone.tap(offer(phone, "chance"))
    expect(phone.page.get_by_role("alert")).to_be_visible()


@long_state
def two_versions_of_a_turn(phone: Phone) -> None:
    alone(phone)
    phone.refusals.add(409)
    game = card_game(names=NAMES[:2])
    phone.open(f"/table/{game.pk}/")
    enter(game, thrown(0, "full_house", "33355"))
    by_score(phone, "fours", "12")
    expect(phone.page.get_by_role("link", name="Keep the saved one")).to_be_visible()


@long_state
def history_of_turns(phone: Phone) -> None:
    game = card_game([fifty(0), noted(1, "ones", 3), thrown(0, "fours", "44444")], NAMES)
    enter(game, thrown(0, "chance", "44446"), slot=3, revision=1)
    phone.open(f"/table/{game.pk}/history/")


@golden_state
def card_whose_turn_waits_on_the_phone(phone: Phone) -> None:
    alone(phone)
    phone.open(f"/table/{card_game([fifty(0), noted(1, 'ones', 3)], NAMES[:2]).pk}/")
    go_offline(phone)
    by_score(phone, "fours", "12")
    expect(phone.page.locator(".waiting")).to_be_visible()
    expect(phone.page.get_by_role("button", name="Save it through another phone")).to_be_visible()
    expect(phone.page.get_by_role("link", name="1 turn waits on this phone")).to_be_visible()
    expect(phone.page.get_by_role("radio", name=NAMES[1])).to_be_checked()


@state
def card_with_a_bonus_and_no_box_that_scores(phone: Phone) -> None:
    boxes = [box for box in BOXES if box not in ("sixes", "large_straight")]
    game = card_game(rounds(1, "yahtzee", *(box for box in boxes if box != "yahtzee")), NAMES[:1])
    enter(game, thrown(0, "chance", "44444"), slot=11, revision=1)
    phone.open(f"/table/{game.pk}/")
    out_with_the_dice(phone)
    throw(phone, "11122")
    expect(phone.page.get_by_text("No open box scores.")).to_be_visible()


pages_to_open(card_of_six=lambda: f"/table/{six_in_the_middle().pk}/")

long_pages(
    card_before_the_first_turn=lambda: f"/table/{card_game(names=NAMES[:2]).pk}/",
    card_of_one_alone=lambda: f"/table/{card_game(rounds(1, *BOXES[:9]), NAMES[1:2]).pk}/",
)


@state
def cards_of_eight(phone: Phone) -> None:
    names = ("Ana", "Ben", "Cho", "Dan", "Eve", "Fay", *NAMES[:2])
    phone.open(f"/table/{card_game(names=names).pk}/")
