"""What depends on styles without JavaScript; forms are sent by Django’s client in tests/app."""

from collections.abc import Callable

import pytest
from django.conf import settings
from playwright.sync_api import expect

from tests.browser.support.fish_games import fish_game
from tests.browser.support.games_played import SECRET, a_round, game_of
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


def test_the_buttons_of_a_form_are_whole(plain: Phone):
    game = fish_game()
    for language, _ in settings.LANGUAGES:
        plain.context.add_cookies([{"name": "language", "value": language, "url": plain.site}])
        plain.open(f"/table/{game.pk}/enter/")
        buttons = plain.page.locator(".bar > .row .button")
        expect(buttons).to_have_count(4)
        for button in buttons.all():
            expect(button).to_be_in_viewport(ratio=1)
            assert button.evaluate("button => button.scrollWidth <= button.clientWidth"), language


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
