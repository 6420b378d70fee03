"""The pages that show results around, and blank score sheets; each function goes to one."""

from playwright.sync_api import expect

from scorekeeper.models import GameSession, PictureLink, Subject
from tests.browser.support.evening_pages import six_people
from tests.browser.support.games_played import a_round, game_of
from tests.browser.support.pages import NAMES
from tests.browser.support.phone import Phone
from tests.browser.support.states import golden_state, long_pages, long_state, pages_to_open


def finished_game(names: tuple[str, ...] = NAMES) -> GameSession:
    return game_of([a_round(0, 40), a_round(1, 20, 1)], names, 40)


@golden_state
def result_to_show_around(phone: Phone) -> None:
    phone.open(f"/table/{finished_game().pk}/share/result/")
    expect(phone.page.get_by_role("img")).to_be_visible()


@long_state
def result_with_a_link(phone: Phone) -> None:
    game = finished_game()
    maker = game.group.members.get()
    maker.name = NAMES[1][:40]
    maker.save()
    PictureLink.objects.create(
        group=game.group, session=game, subject=Subject.GAME, maker=maker, language="en"
    )
    phone.open(f"/table/{game.pk}/share/result/?size=tall")
    phone.tap(phone.page.locator("summary"))
    expect(phone.page.get_by_role("button", name="Revoke this link")).to_be_visible()


@golden_state
def result_without_a_picture(phone: Phone) -> None:
    game = finished_game(("Ana \U0001f9ff", "Ben", "Cho"))  # a sign that few fonts have
    phone.open(f"/table/{game.pk}/share/result/")
    expect(phone.page.get_by_text("No picture")).to_be_visible()


def path_of_evening() -> str:
    game = six_people(evenings=1)
    return f"/groups/{game.group_id}/evenings/{game.pk}/share/"


pages_to_open(
    blank_sheet_of_bids=lambda: "/rules/wizard/paper/?players=6",
    blank_sheet_of_boxes=lambda: "/rules/yahtzee/paper/",
)

long_pages(
    evening_to_show_around=path_of_evening,
    blank_sheet_for_these_players=lambda: f"/table/{finished_game().pk}/paper/",
)
