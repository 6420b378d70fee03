"""What a thumb finds on the pages of statistics."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.support.phone import Phone
from tests.browser.support.statistics_pages import group_of_one_game

pytestmark = pytest.mark.browser


def test_a_tap_anywhere_in_a_cell_shows_the_games_behind_its_figure(phone: Phone):
    phone.open(f"/groups/{group_of_one_game().pk}/statistics/")
    tap_corner(phone.page.locator(".figures td").first)
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("All games")


def test_a_tap_beside_a_figure_of_a_player_shows_the_games_behind_it(phone: Phone):
    player = group_of_one_game().players.get(name="Ana")
    phone.open(f"/players/{player.pk}/")
    tap_corner(phone.page.locator(".summary > div").first)
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("All games")


def tap_corner(place: Locator) -> None:
    place.tap(position={"x": 3, "y": 3})
