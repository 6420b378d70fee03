"""Pages that depend on styles without JavaScript; tests/app sends forms by Django’s client."""

from playwright.sync_api import expect

from tests.browser.support.fish_games import fish_game
from tests.browser.support.games_played import game_of
from tests.browser.support.phone import Phone
from tests.browser.support.score_pads import field, pad_game


def test_a_draft_is_shown_at_the_table_buttons_are_whole_and_numbers_typed_without_keys(
    plain_phone: Phone,
):
    phone, game = plain_phone, game_of()
    phone.open(f"/table/{game.pk}/")
    phone.follow("Enter round 1")
    phone.choose("Bid", "40")
    phone.choose("Traps", "1")
    phone.press("Save for later")
    expect(phone.page.get_by_text("begun:")).to_have_text("Round 1 begun: bid 40 · traps 1")
    phone.follow("Continue")
    expect(phone.question("Bid").get_by_role("radio", name="40")).to_be_checked()
    phone.choose("Who was the Chimera?", "Ana")
    phone.choose("Who went out first?", "Ana")
    phone.press("Save")
    expect(phone.total("Ana")).to_have_text("105")
    expect(phone.page.get_by_text("begun:")).to_be_hidden()
    phone.press("More about this game")
    phone.follow("Target, comment, end or delete")
    expect(phone.question("Target").get_by_role("radio", name="400")).to_be_checked()

    phone.open(f"/table/{pad_game(group=game.group).pk}/enter/")
    expect(phone.page.locator(".keypad")).to_be_hidden()
    expect(field(phone, "Ana")).to_have_attribute("inputmode", "text")

    longest = fish_game(group=game.group)
    for language in ("en", "de"):
        phone.context.add_cookies([{"name": "language", "value": language, "url": phone.site}])
        phone.open(f"/table/{longest.pk}/enter/")
        buttons = phone.page.locator(".bar > .row .button")
        expect(buttons).to_have_count(4)
        for button in buttons.all():
            expect(button).to_be_in_viewport(ratio=1)
            assert button.evaluate("button => button.scrollWidth <= button.clientWidth"), language
