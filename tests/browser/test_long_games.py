"""A game with more rounds than its table shows: the others are one tap away."""

import pytest
from playwright.sync_api import expect

from scorekeeper.models import GameSession, Revision
from tests.browser.support.games_played import a_round, enter, game_of
from tests.browser.support.phone import Phone


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


def test_rounds_left_out_of_the_table_are_behind_a_link(
    phone: Phone, plain_phone: Phone, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("scorekeeper.pages.game.sheet.CELLS", 600)  # a hundred rounds on a page
    game = long_game(120)
    phone.open(f"/table/{game.pk}/")
    rows = phone.page.locator(".sheet tbody")
    expect(rows).to_have_count(50)
    expect(phone.page.locator("#round-71")).to_be_attached()
    enter(game, a_round(1, first_out=1))
    expect(phone.page.locator("#round-121")).to_be_attached()
    expect(phone.page.locator("#round-71")).to_have_count(0)
    phone.follow("All 121 rounds")
    row = phone.page.locator("#round-118")
    phone.tap(row.locator("a").first)
    expect(row.get_by_role("link", name="Close")).to_be_visible()
    enter(game, a_round(1, first_out=1))
    expect(phone.page.locator("#round-122")).to_be_attached()
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("All 122 rounds")
    expect(row.get_by_role("link", name="Correct")).to_be_visible()
    phone.follow("Older")
    row = phone.page.locator("#round-3")
    phone.tap(row.locator("a").first)
    expect(row.get_by_role("link", name="Correct")).to_be_visible()
    phone.tap(row.get_by_role("link", name="Close"))
    expect(row.get_by_role("link", name="Correct")).to_have_count(0)
    expect(phone.page.locator("#round-122")).to_have_count(0)

    plain_phone.open(phone.page.url)
    plain_phone.tap(plain_phone.page.locator("#round-3 a").first)
    expect(plain_phone.page.get_by_role("heading", name="Round 3")).to_be_visible()
    plain_phone.follow("Back to the table")
    expect(plain_phone.page.locator("#round-3")).to_be_visible()


def test_an_older_page_of_the_history_follows_the_game_and_restores_it(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("scorekeeper.views.game.rounds.A_PAGE", 10)
    game = long_game(12)
    phone.open(f"/table/{game.pk}/history/")
    phone.follow("Older")
    changes = phone.page.locator(".past li")
    expect(changes).to_have_count(3)
    lines = "dates => dates.map(date => date.getClientRects().length)"
    assert phone.page.locator("time").evaluate_all(lines) == [1] * 3
    enter(game, a_round(1, first_out=1))
    expect(changes).to_have_count(4)
    then = changes.filter(has_text="Round 2 entered")
    phone.tap(then.get_by_role("button", name="Restore this point"))
    expect(phone.page.locator("#saved")).to_contain_text("Game restored to")
    expect(phone.page.locator(".sheet tbody")).to_have_count(2)
    phone.press("Undo")
    expect(phone.page.locator("#round-13")).to_be_attached()
