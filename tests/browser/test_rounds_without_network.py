"""Several rounds of each game entered offline in a row: each is saved as it was tapped."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from scorekeeper.models import GameSession
from tests.browser.support.fish_games import catcher, caught, fish_game, tap_row
from tests.browser.support.games_played import game_of
from tests.browser.support.outbox import (
    arrived,
    enter_offline,
    go_online,
    on_disk,
    pending,
    said,
    saved,
)
from tests.browser.support.phone import Phone, card
from tests.browser.support.score_cards import by_score, card_game
from tests.browser.support.score_pads import expect_chosen, next_player, pad_game, tap_keys
from tests.browser.support.trick_games import key_in, summed, tricks_game, way

pytestmark = pytest.mark.browser


@pytest.fixture
def cut_off(phone: Phone) -> Callable[..., Phone]:
    """The form for the next entry on a phone that has lost its network since."""

    def at(game: GameSession, page: str = "enter/") -> Phone:
        phone.open(f"/table/{game.pk}/{page}")
        phone.context.set_offline(True)
        return phone

    return at


def save(phone: Phone, waiting: int) -> None:
    phone.press("Save")
    expect_kept(phone, waiting)


def expect_kept(phone: Phone, waiting: int) -> None:
    expect(pending(phone)).to_have_count(waiting)
    expect(said(phone)).to_contain_text("Saved on this phone. No connection")


def send(phone: Phone) -> None:
    go_online(phone)
    arrived(phone)


def test_an_offline_pad_starts_each_round_with_the_first_player(cut_off: Callable[..., Phone]):
    game = pad_game(names=("Ana", "Ben"))
    phone = cut_off(game)
    for waiting, (ana, ben) in enumerate([("12", "7"), ("40", "56")], 1):
        expect_chosen(phone, "Ana")
        tap_keys(phone, ana)
        next_player(phone)
        tap_keys(phone, ben)
        save(phone, waiting)
    send(phone)
    assert saved(game) == [{"points": {"0": 12, "1": 7}}, {"points": {"0": 40, "1": 56}}]


def test_offline_values_and_points_are_keyed_in_from_the_first_player_on(
    cut_off: Callable[..., Phone],
):
    game = tricks_game()
    phone = cut_off(game)
    way(phone, "Points")
    for waiting, points in enumerate([(10, 4, 16), (7, 8, 9)], 1):
        for number in points:
            key_in(phone, [number])
            phone.press("next player")
        save(phone, waiting)
    send(phone)
    assert saved(game) == [summed(10, 4, 16), summed(7, 8, 9)]


def test_offline_yahtzee_turns_rotate_around_the_table(cut_off: Callable[..., Phone]):
    game = card_game(names=("Ana", "Ben", "Cho"))
    phone = cut_off(game, "")
    expect(phone.page.locator(".tray summary")).to_contain_text("Ana")
    for waiting, box in enumerate(("chance", "chance", "chance", "fives"), 1):
        by_score(phone, box, "15")
        expect_kept(phone, waiting)
        expect(phone.page.get_by_role("radio", name="Ana")).not_to_be_checked()
        expect(phone.page.locator(".tray summary")).to_contain_text(
            "Next player", use_inner_text=True
        )
        expect(phone.page.locator(".tray summary")).not_to_contain_text("Ana", use_inner_text=True)
    send(phone)
    turns = [(turn["player"], turn["box"]) for turn in saved(game)]
    assert turns == [(0, "chance"), (1, "chance"), (2, "chance"), (0, "fives")]


def test_an_offline_yahtzee_turn_goes_to_the_tapped_player(cut_off: Callable[..., Phone]):
    game = card_game(names=("Ana", "Ben"))
    phone = cut_off(game, "")
    by_score(phone, "chance", "15")
    expect_kept(phone, 1)
    phone.tap(card(phone.page.get_by_role("radio", name="Ben")))
    by_score(phone, "fives", "15")
    expect_kept(phone, 2)
    send(phone)
    assert [turn["player"] for turn in saved(game)] == [0, 1]


def test_offline_piles_are_counted_player_by_player(cut_off: Callable[..., Phone]):
    game = fish_game([], ("Ana", "Ben", "Cho"), drawn="")
    phone = cut_off(game)
    phone.choose("What to enter", "Count at the end")
    piles = [(33, 19), (30, 20), (28, 18)]
    for waiting, (plus, minus) in enumerate(piles, 1):
        expect(phone.question("Whose piles?").get_by_role("radio", checked=True)).to_have_count(
            int(waiting == 1)
        )
        phone.page.get_by_label("Plus", exact=True).fill(str(plus))
        phone.page.get_by_label("Minus", exact=True).fill(str(minus))
        save(phone, waiting)
    send(phone)
    assert [(piles["player"], piles["plus"]) for piles in saved(game)] == [
        (0, 33),
        (1, 30),
        (2, 28),
    ]


def test_the_next_offline_row_asks_again_whose_it_is(cut_off: Callable[..., Phone]):
    game = fish_game([], ("Ana", "Ben", "Cho"), drawn="")
    phone = cut_off(game)
    for waiting, (name, row) in enumerate(
        [("Ben", "R5 Y6 G1 R2 Y3"), ("Ana", "R6 Y5 G4 R6 B6")], 1
    ):
        expect(
            phone.question("Who took the row?").get_by_role("radio", checked=True)
        ).to_have_count(0)
        tap_row(phone, row)
        catcher(phone, name)
        save(phone, waiting)
    send(phone)
    assert saved(game) == [caught(1, "R5 Y6 G1 R2 Y3"), caught(0, "R6 Y5 G4 R6 B6")]


FIELDS = """<p><label>Away goals <input name="away_goals"></label></p>
<p><label>Type of slot <input name="slot_type"></label></p>
<p data-sticky><label>Pitch <input name="pitch"></label></p>
<div class="bar">"""


def with_more_fields(route: Route) -> None:
    """The form of a game that had these fields."""
    route.fulfill(
        body=route.fetch().text().replace('<div class="bar">', FIELDS, 1), content_type="text/html"
    )


def test_every_field_is_cleared_unless_the_form_marks_it_as_sticky(phone: Phone):
    phone.page.route("**/enter/", with_more_fields)
    phone.open(f"/table/{game_of().pk}/enter/")
    for name, text in (("Away goals", "2"), ("Type of slot", "b"), ("Pitch", "grass")):
        phone.page.get_by_label(name).fill(text)
    phone.context.set_offline(True)
    enter_offline(phone, 30)
    (entry,) = on_disk(phone)
    assert dict(entry["fields"])["away_goals"] == "2"
    expect(phone.page.get_by_label("Away goals")).to_have_value("")
    expect(phone.page.get_by_label("Type of slot")).to_have_value("")
    expect(phone.page.get_by_label("Pitch")).to_have_value("grass")
