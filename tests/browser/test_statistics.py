"""The pages of statistics under a thumb, and on a wide screen."""

from playwright.sync_api import expect

from tests.browser.support.phone import Phone
from tests.browser.support.statistics_pages import group_of_one_game


def test_a_tap_beside_a_figure_shows_the_games_behind_it(phone: Phone):
    group = group_of_one_game()
    player = group.players.get(name="Ana")
    for path, cell in (
        (f"/groups/{group.pk}/statistics/", ".figures td"),
        (f"/players/{player.pk}/", ".summary > div"),
    ):
        phone.open(path)
        phone.page.locator(cell).first.tap(position={"x": 3, "y": 3})
        expect(phone.page.get_by_role("heading", level=1)).to_have_text("All games")


PARTS_OF_TEN_ROWS = """() => {
  const row = document.querySelector("[aria-labelledby=games] tbody tr");
  for (let more = 9; more > 0; more--) row.after(row.cloneNode(true));
  return row.closest("section").getClientRects().length;
}"""


def test_a_wide_screen_has_the_games_beside_the_standings(phone: Phone):
    group = group_of_one_game()
    for width in (900, 1280, 1400):
        phone.page.set_viewport_size({"width": width, "height": 800})
        phone.open(f"/groups/{group.pk}/statistics/")
        standings, games = (
            phone.page.locator(f"#{name}").bounding_box() for name in ("standings", "games")
        )
        assert games["x"] > standings["x"] + 300
        assert games["y"] < standings["y"] + 200
    assert phone.page.evaluate(PARTS_OF_TEN_ROWS) == 1
