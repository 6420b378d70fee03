"""Pages of a game that everyone counts on their own phone; each function goes to one."""

from uuid import uuid4

from playwright.sync_api import expect

from scorekeeper.models import GameSession, Member, SealedCount
from tests.browser.support.following import let_in
from tests.browser.support.games_played import game_with
from tests.browser.support.pages import NAMES
from tests.browser.support.phone import Phone
from tests.browser.support.states import golden_state, long_pages, long_state
from tests.browser.support.trick_games import tricks_game

HEARTS = {"target": 100, "moon": "others"}


def hearts_game() -> GameSession:
    return game_with("hearts", [], NAMES, None, HEARTS)


def begin(game: GameSession, *done: int, points: str = "0") -> GameSession:
    """Count on a phone each; these seats have counted so many points of Hearts."""
    GameSession.objects.filter(pk=game.pk).update(counting=1)
    author = Member.objects.filter(group=game.group).first()
    for seat in done:
        SealedCount.objects.create(
            session=game,
            seat=seat,
            fields={f"taken_{seat}": [points]},
            submission=uuid4(),
            author=author,
        )
    return game


@golden_state
def form_that_several_phones_may_count_for(phone: Phone) -> None:
    game = hearts_game()
    let_in(game)
    phone.open(f"/table/{game.pk}/enter/")
    expect(phone.page.get_by_role("button", name="Count on several phones")).to_be_visible()


@golden_state
def table_on_which_everyone_counts(phone: Phone) -> None:
    game = begin(hearts_game(), 1)
    phone.open(f"/table/{game.pk}/")
    expect(phone.page.get_by_role("button", name="Reveal now")).to_be_visible()


@long_state
def table_on_which_nobody_has_counted(phone: Phone) -> None:
    phone.open(f"/table/{begin(hearts_game()).pk}/")
    expect(phone.page.get_by_role("button", name="Count on one phone")).to_be_visible()


@golden_state
def count_of_a_player_who_has_counted(phone: Phone) -> None:
    phone.open(f"/table/{begin(hearts_game(), 1).pk}/count/1/")
    expect(phone.page.get_by_text("replaces that")).to_be_visible()


@golden_state
def count_that_came_too_late(phone: Phone) -> None:
    game = begin(hearts_game())
    phone.open(f"/table/{game.pk}/count/0/")
    GameSession.objects.filter(pk=game.pk).update(counting=None)
    phone.refusals.add(409)
    phone.press_until_answered("Hand in")
    expect(phone.page.get_by_role("alert")).to_be_visible()


long_pages(
    large_screen_while_everyone_counts=lambda: f"/table/{begin(hearts_game(), 1).pk}/display/",
    count_of_grimoires=lambda: f"/table/{begin(tricks_game()).pk}/count/0/",
)
