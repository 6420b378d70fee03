"""A game whose form depends on the round, without a network: each round has its own choices."""

import pytest
from playwright.sync_api import expect

from tests.browser.support.games_played import NAMES
from tests.browser.support.kit_games import kit_game
from tests.browser.support.outbox import arrived, go_online, pending, saved
from tests.browser.support.phone import Phone

pytestmark = pytest.mark.browser


def expect_bids_up_to(phone: Phone, tricks: int) -> None:
    bids = phone.page.get_by_role("radiogroup", name="Bids: Ana").get_by_role("radio")
    expect(bids).to_have_count(tricks + 1)


def save_round(phone: Phone, *bids: int, waiting: int) -> None:
    """Save a round in which each player wins as many tricks as they bid."""
    for name, number in zip(NAMES, bids, strict=True):
        phone.count("Bids", name, number)
    closed = phone.page.locator("details:not([open]) > summary").filter(has_text="After the round")
    if closed.count():  # a form that the phone keeps is still open
        phone.tap(closed)
    for name, number in zip(NAMES, bids, strict=True):
        phone.count("Tricks", name, number)
    phone.press("Save")
    expect(pending(phone)).to_have_count(waiting)


def test_each_offline_round_has_the_choices_of_its_own(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("games.kit.forms.ROUNDS_AHEAD", 2)
    game = kit_game("wizard")
    phone.open(f"/table/{game.pk}/enter/")
    phone.context.set_offline(True)
    rounds = [(1, 0, 0), (2, 0, 0), (0, 3, 0), (3, 1, 0)]
    for number, bids in enumerate(rounds, 1):
        expect(phone.page.locator("h1")).to_contain_text(f"Enter round {number}")
        # Two blanks travel along. After them, the phone keeps what it has.
        expect_bids_up_to(phone, min(number, 3))
        save_round(phone, *bids, waiting=number)
    go_online(phone)
    arrived(phone)
    assert [tuple(entry["bids"].values()) for entry in saved(game)] == rounds


def test_the_table_of_such_a_game_opens_the_right_form_without_a_network(phone: Phone):
    game = kit_game("wizard")
    phone.open(f"/table/{game.pk}/")
    phone.page.wait_for_function("() => localStorage.form")
    phone.context.set_offline(True)
    for number in (1, 2, 3):
        phone.follow("Enter bids")
        expect_bids_up_to(phone, number)
        save_round(phone, number, 0, 0, waiting=number)
    go_online(phone)
    arrived(phone)
    assert [entry["bids"]["0"] for entry in saved(game)] == [1, 2, 3]
