"""A draft keeps the bids of a round, whenever its page is updated, left or opened again."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from scorekeeper.models import GameSession
from tests.browser.support.games_played import SECRET
from tests.browser.support.kit_games import bid, kit_game, play_round, win_tricks
from tests.browser.support.phone import Phone, wait_until

pytestmark = pytest.mark.browser

BIDS = {"bids_0": ["1"], "bids_1": ["0"], "bids_2": ["1"]}


def drafted(game: GameSession) -> dict[str, list[str]]:
    game.refresh_from_db()
    return game.draft["fields"]


def test_a_page_that_is_updated_while_it_waits_to_play_the_round_keeps_the_bids(phone: Phone):
    game = kit_game("wizard")
    phone.open(f"/table/{game.pk}/enter/")
    wait_until(phone.page, "() => document.body.dataset.lost === 'false'")
    bid(phone, 1, 0, 1)

    def answer_late(route: Route) -> None:
        # Meanwhile the page learns of its own change, and gets what is asked after the round.
        with phone.page.expect_response(phone.page.url):
            answer = route.fetch(max_redirects=0)
        route.fulfill(response=answer)

    phone.page.route("**/draft/", answer_late, times=1)
    play_round(phone)
    assert drafted(game) == {**BIDS, "play": ["1"]}


def test_going_back_to_a_form_that_was_left_blank_shows_the_draft(
    new_phone: Callable[..., Phone],
):
    game, phone = kit_game("wizard"), new_phone(secret=SECRET)
    # Loaded again; otherwise it may be shown from the cache.
    phone.page.route("**/*", lambda route: route.continue_())
    phone.open(f"/table/{game.pk}/")
    phone.follow("Enter bids")
    expect(phone.page.get_by_role("button", name="Play the round")).to_be_visible()
    phone.follow("Back to the table")
    phone.follow("Enter bids")
    bid(phone, 1, 0, 1)
    play_round(phone)
    for page in ("Before the round", "Ana", "Before the round"):
        phone.page.go_back()
        expect(phone.page.get_by_text(page).first).to_be_visible()
    with phone.page.expect_response("**/draft/"):
        win_tricks(phone, 1)
    phone.open("/")
    assert drafted(game) == {**BIDS, "play": ["1"], "tricks_0": ["1"]}
