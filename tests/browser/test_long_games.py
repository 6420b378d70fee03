"""A game with more rounds than its table shows: the others are one tap away."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from scorekeeper.models import GameSession, Revision
from tests.browser.support.games_played import SECRET, a_round, enter, game_of
from tests.browser.support.phone import Phone

pytestmark = pytest.mark.browser


def long_game(rounds: int) -> GameSession:
    """The last round is entered as by a phone, which stores the result."""
    session = game_of(target=10**6)
    first = session.revisions.get()
    Revision.objects.bulk_create(
        Revision(
            session=session,
            slot=slot,
            revision=1,
            position=slot,
            data=a_round(slot % 3, first_out=slot % 3),
            author_id=first.author_id,
            submission=f"00000000-0000-4000-8000-{slot:012}",
        )
        for slot in range(1, rounds)
    )
    enter(session, a_round(rounds % 3, first_out=rounds % 3))
    return session


def test_rounds_left_out_of_the_table_are_behind_a_link_and_open_there(phone: Phone):
    game = long_game(300)
    phone.open(f"/table/{game.pk}/")
    expect(phone.page.locator(".sheet tbody")).to_have_count(50)
    phone.follow("All 300 rounds")
    expect(phone.page.locator("#round-300")).to_be_attached()
    phone.follow("Older")
    row = phone.page.locator("#round-3")
    phone.tap(row.locator("a").first)
    expect(row.get_by_role("link", name="Correct")).to_be_visible()
    phone.tap(row.get_by_role("link", name="Close"))
    expect(row.get_by_role("link", name="Correct")).to_have_count(0)
    expect(row).to_be_visible()
    expect(phone.page.locator("#round-300")).to_have_count(0)


def test_the_page_of_all_rounds_follows_the_game(phone: Phone):
    game = long_game(60)
    phone.open(f"/table/{game.pk}/rounds/")
    row = phone.page.locator("#round-5")
    phone.tap(row.locator("a").first)
    expect(row.get_by_role("link", name="Close")).to_be_visible()
    enter(game, a_round(1, first_out=1))
    expect(phone.page.locator("#round-61")).to_be_attached()
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("All 61 rounds")
    expect(row.get_by_role("link", name="Close")).to_be_visible()


def test_the_oldest_row_leaves_the_table_when_a_round_is_added(phone: Phone):
    game = long_game(50)
    phone.open(f"/table/{game.pk}/")
    expect(phone.page.locator("#round-1")).to_be_attached()
    enter(game, a_round(1, first_out=1))
    expect(phone.page.locator("#round-51")).to_be_attached()
    expect(phone.page.locator("#round-1")).to_have_count(0)
    expect(phone.page.get_by_role("link", name="All 51 rounds")).to_be_visible()


def test_without_javascript_a_round_links_back_to_its_own_page(
    new_phone: Callable[..., Phone],
):
    game = long_game(300)
    phone = new_phone(secret=SECRET, javascript=False)
    phone.open(f"/table/{game.pk}/rounds/?page=2")
    phone.tap(phone.page.locator("#round-3 a").first)
    expect(phone.page.get_by_role("heading", name="Round 3")).to_be_visible()
    phone.follow("Back to the table")
    expect(phone.page.locator("#round-3")).to_be_visible()


def test_an_older_page_of_the_history_follows_the_game_and_restores_it(phone: Phone):
    game = long_game(150)
    phone.open(f"/table/{game.pk}/history/")
    phone.follow("Older")
    expect(phone.page.locator(".past li")).to_have_count(51)
    enter(game, a_round(1, first_out=1))
    expect(phone.page.locator(".past li")).to_have_count(52)
    then = phone.page.locator(".past li").filter(has_text="Round 2 entered")
    phone.tap(then.get_by_role("button", name="Restore this point"))
    expect(phone.page.locator(".sheet tbody")).to_have_count(2)
