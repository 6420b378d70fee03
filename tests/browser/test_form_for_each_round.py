"""A game whose form depends on the round, without a network: each round has its own choices."""

import pytest
from playwright.sync_api import expect

from games import registry
from games.score_pad import forms as pad_forms
from tests.browser.support.outbox import arrived, go_online, pending, saved
from tests.browser.support.phone import Phone
from tests.browser.support.score_pads import pad_game

pytestmark = pytest.mark.browser


class EntryForm(pad_forms.EntryForm):
    """In round n each player wins 0 to n tricks."""

    def chips(self) -> list[str]:
        cards = len(self.context.entries) + self.context.ahead + 1
        return [str(tricks) for tricks in range(cards + 1)]


@pytest.fixture(autouse=True)
def a_game_with_one_more_card_each_round(monkeypatch: pytest.MonkeyPatch) -> None:
    forms = registry.forms("score_pad")
    monkeypatch.setattr(forms, "EntryForm", EntryForm)
    monkeypatch.setattr(forms, "blanks_ahead", lambda context: 2, raising=False)


def expect_choices(phone: Phone, *choices: str) -> None:
    expect(phone.page.locator(".chip")).to_have_text(choices)


def choose(phone: Phone, choice: str) -> None:
    phone.tap(phone.page.get_by_role("button", name=choice, exact=True).first)


def test_each_offline_round_has_the_choices_of_its_own(phone: Phone):
    game = pad_game(names=("Ana", "Ben"))
    phone.open(f"/table/{game.pk}/enter/")
    expect_choices(phone, "0", "1")
    phone.context.set_offline(True)
    rounds = [("1", "0"), ("2", "0"), ("0", "3"), ("2", "1")]
    for number, tricks in enumerate(rounds, 1):
        expect(phone.page.locator("h1")).to_contain_text(f"Enter round {number}")
        # Two blanks travel along. After them, the phone keeps what it has.
        expect_choices(phone, *map(str, range(min(number, 3) + 1)))
        for choice in tricks:
            choose(phone, choice)
        phone.press("Save")
        expect(pending(phone)).to_have_count(number)
    go_online(phone)
    arrived(phone)
    assert [tuple(map(str, entry["points"].values())) for entry in saved(game)] == rounds


def test_the_table_of_such_a_game_opens_the_right_form_without_a_network(phone: Phone):
    game = pad_game(names=("Ana", "Ben"))
    phone.open(f"/table/{game.pk}/")
    phone.page.wait_for_function("() => localStorage.form")
    phone.context.set_offline(True)
    for number in (1, 2, 3):
        phone.follow(f"Enter round {number}")
        expect_choices(phone, *map(str, range(number + 1)))
        choose(phone, str(number))
        phone.press("Save")
        expect(phone.page.locator("dialog")).to_be_hidden()
    go_online(phone)
    arrived(phone)
    assert [entry["points"] for entry in saved(game)] == [{"0": 1}, {"0": 2}, {"0": 3}]
