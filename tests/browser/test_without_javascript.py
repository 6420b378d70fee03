"""Everything that the whole game does not cover, without JavaScript."""

import re
from collections.abc import Callable

import pytest
from django.conf import settings
from playwright.sync_api import Locator, expect

from tests.browser.support.fish_games import fish_game
from tests.browser.support.games_played import SECRET, a_round, game_of, group_of
from tests.browser.support.phone import Phone

pytestmark = pytest.mark.browser


@pytest.fixture
def plain(new_phone: Callable[..., Phone]) -> Phone:
    return new_phone(secret=SECRET, javascript=False)


def test_a_draft_is_shown_at_the_table_and_when_the_form_is_opened_again(plain: Phone):
    plain.open(f"/table/{game_of().pk}/")
    plain.follow("Enter round 1")
    plain.choose("Bid", "40")
    plain.choose("Traps", "1")
    plain.press("Save for later")
    expect(plain.page.get_by_text("begun:")).to_have_text("Round 1 begun: bid 40 · traps 1")
    plain.follow("Continue")
    expect(plain.question("Bid").get_by_role("radio", name="40")).to_be_checked()
    plain.choose("Who was the Chimera?", "Ana")
    plain.choose("Who went out first?", "Ana")
    plain.press("Save")
    expect(plain.total("Ana")).to_have_text("105")
    expect(plain.page.get_by_text("begun:")).to_be_hidden()


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_the_buttons_of_a_form_are_whole(plain: Phone, language: str):
    plain.context.add_cookies([{"name": "language", "value": language, "url": plain.site}])
    plain.open(f"/table/{fish_game().pk}/enter/")
    buttons = plain.page.locator(".bar > .row .button")
    expect(buttons).to_have_count(4)
    for button in buttons.all():
        expect(button).to_be_in_viewport(ratio=1)
        assert button.evaluate("button => button.scrollWidth <= button.clientWidth")


def test_checking_an_incomplete_round_says_what_is_missing_and_saves_nothing(plain: Phone):
    plain.open(f"/table/{game_of().pk}/enter/")
    plain.choose("Bid", "40")
    plain.press("Check")
    expect(plain.page.locator("#preview")).to_contain_text(
        re.compile("Missing:.*Chimera,.*out first", re.IGNORECASE)
    )
    expect(plain.question("Bid").get_by_role("radio", name="40")).to_be_checked()
    plain.follow("Back to the table")
    expect(plain.page.get_by_text("No rounds played yet")).to_be_visible()


def test_the_chosen_theme_stays(plain: Phone):
    game = game_of()
    plain.open("/")
    plain.press("Dark")
    expect(plain.page.get_by_role("button", name="Dark")).to_have_attribute("aria-pressed", "true")
    plain.open(f"/table/{game.pk}/")
    expect(plain.page.locator("html")).to_have_attribute("data-theme", "dark")
    plain.open("/")
    plain.press("Auto")
    expect(plain.page.locator("html")).not_to_have_attribute("data-theme", "dark")


def test_changing_the_target_during_the_game_appears_in_the_history(plain: Phone):
    plain.open(f"/table/{game_of([a_round(bid=40)] * 4).pk}/")
    expect(plain.page.get_by_text("Ana leads with 320 of 400")).to_be_visible()
    plain.press("More about this game")
    plain.follow("Target, comment, end or delete")
    plain.choose("Target", "300")
    plain.press("Save")
    expect(plain.page.get_by_role("heading", name="Ana wins with 320")).to_be_visible()
    plain.press("More about this game")
    plain.follow("History")
    newest = plain.page.get_by_role("listitem").first
    expect(newest).to_contain_text("Target now 300")
    expect(newest).to_contain_text("300")


def test_a_game_is_ended_early_and_reopened(plain: Phone):
    game = game_of([a_round()])
    plain.open(f"/table/{game.pk}/options/")
    plain.press("End the game early")
    expect(plain.page.get_by_role("heading", name="Ended early: Ana wins with 40")).to_be_visible()
    plain.press("More about this game")
    plain.follow("Target, comment, reopen or delete")
    plain.press("Reopen the game")
    expect(plain.page.get_by_text("Ana leads with 40 of 400")).to_be_visible()


def test_a_game_can_have_a_comment(plain: Phone):
    plain.open(f"/table/{game_of().pk}/options/")
    plain.page.get_by_label("Comment").fill("On the night train.")
    plain.press("Save")
    expect(plain.page.get_by_text("On the night train.")).to_be_visible()


def test_a_deleted_game_is_restored(plain: Phone):
    game = game_of([a_round()])
    plain.open(f"/table/{game.pk}/options/")
    plain.press("Delete this game")
    expect(plain.page.get_by_role("heading", name="Deleted games")).to_be_visible()
    plain.follow("Home")
    expect(plain.page.get_by_text("Ana leads with 40 of 400")).to_be_hidden()
    plain.open("/deleted/")
    plain.press("Restore")
    expect(plain.page.get_by_text("Ana leads with 40 of 400")).to_be_visible()


def test_a_player_is_renamed_and_gets_another_token(plain: Phone):
    game = game_of()
    plain.open("/players/")
    plain.tap(player(plain, "Ben"))
    plain.tap(plain.page.get_by_role("link", name="Change name and colour"))
    plain.page.get_by_label("Name", exact=True).fill("Benjamin")
    plain.page.get_by_label("leaf, gold").check()
    plain.press("Save")
    expect(plain.page.get_by_role("heading", name="Benjamin")).to_be_visible()
    plain.open(f"/table/{game.pk}/")
    expect(plain.total("Benjamin")).to_be_visible()
    expect(plain.page.locator(".standings .seat-28 .token")).to_have_text("B")


def test_two_players_who_are_the_same_person_are_merged(plain: Phone):
    group, rounds = group_of(), [a_round(bid=40)] * 5
    game_of(rounds, group=group)
    mistyped = game_of(rounds, group=group, names=("Dan", "Eve", "Anna"))
    plain.open("/players/")
    plain.tap(player(plain, "Anna"))
    plain.tap(plain.page.get_by_role("link", name="Change name and colour"))
    plain.tap(plain.page.locator("summary"))
    plain.page.get_by_label("Anna is the same person as").select_option("Ana")
    plain.press("Merge")
    plain.press("Merge")
    expect(player(plain, "Anna")).to_be_hidden()
    expect(player(plain, "Ana")).to_contain_text("2 games")
    plain.open(f"/table/{mistyped.pk}/")
    expect(plain.total("Ana")).to_be_visible()


def player(phone: Phone, name: str) -> Locator:
    return phone.page.locator(".list a").filter(has_text=re.compile(rf"\b{name}\b"))


def test_three_players_are_chosen_and_seated_with_buttons(plain: Phone):
    game_of()
    plain.open("/new/chimera/")
    for name in ("Cho", "Ana", "Ben"):
        plain.press(name)
    plain.press("Remove Ana")
    plain.press("Ana")
    plain.press("Move Ana up")
    expect(plain.page.locator(".seating .name")).to_have_text(["Cho", "Ana", "Ben"])
    plain.press("Start")
    expect(plain.page.get_by_text("No rounds played yet")).to_be_visible()
