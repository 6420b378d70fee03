"""Pages that say what to play next and with whom, with hard-to-fit names."""

from collections.abc import Sequence
from datetime import timedelta

from django.db.models import F
from playwright.sync_api import expect

from scorekeeper.models import GameSession, Group
from tests.browser.support.games_played import a_round, game_of, group_of
from tests.browser.support.pages import NAMES
from tests.browser.support.phone import Phone
from tests.browser.support.score_pad_pages import LONG_TITLE
from tests.browser.support.score_pads import pad_game
from tests.browser.support.states import golden_pages, golden_state, long_pages, long_state
from tests.support.entries import points

FIVE = (*NAMES, "Ana", "민수")


def timed(session: GameSession, minutes: int, days_ago: int = 0) -> GameSession:
    ended = F("finished_at") - timedelta(days=days_ago)
    times = {"played_at": ended, "finished_at": ended}
    began = {"started_at": ended - timedelta(minutes=minutes)}
    GameSession.objects.filter(pk=session.pk).update(**times, **began)
    Group.objects.filter(pk=session.group_id).note_change()
    return session


def timed_pads(
    group: Group, title: str, minutes: int, days_ago: int, names: Sequence[str] = FIVE
) -> GameSession:
    """The last of three games of a pad."""
    for _game in range(3):
        numbers = points(*range(60, 60 - len(names), -1))
        pad = pad_game([numbers], names, group, title=title, rounds=1)
        last = timed(pad, minutes, days_ago)
    return last


def timed_games() -> GameSession:
    """The last of some games of five."""
    group = group_of(FIVE)
    timed_pads(group, LONG_TITLE, 27, 60)
    timed_pads(group, "카드 게임", 24, 9)
    for _game in range(3):
        timed(game_of([a_round(bid=40)], NAMES, 40, group), 25, 5)
    return timed_pads(group, "Golf", 100, 0)


def open_line(phone: Phone) -> None:
    phone.tap(phone.page.locator("#suggestions summary"))
    expect(phone.page.get_by_role("combobox", name="Time")).to_be_visible()


@golden_state
def home_with_suggestions(phone: Phone) -> None:
    timed_games()
    phone.open("/")
    open_line(phone)


@long_state
def suggestions_without_a_game_that_fits(phone: Phone) -> None:
    phone.open(f"{address_of(timed_games())}?players=5&minutes=15")
    expect(phone.page.get_by_text("None of your games fits in this time.")).to_be_visible()


def address_of(session: GameSession) -> str:
    return f"/groups/{session.group_id}/suggestions/"


long_pages(
    suggestions_for_other_players=lambda: f"{address_of(timed_games())}?players=2",
    suggestions_before_the_first_game=lambda: f"/groups/{group_of().pk}/suggestions/",
)


@golden_state
def new_game_with_a_player_too_many(phone: Phone) -> None:
    group = group_of(FIVE)
    for ago, names in ((3, NAMES), (2, (*NAMES[:2], "Ana")), (1, (NAMES[0], NAMES[2], "민수"))):
        timed(game_of([a_round(bid=40)], names, 40, group), 12, ago)
    phone.open("/new/chimera/")
    chips, names = phone.page.locator("[name=add]"), phone.page.locator("#seated input")
    for number in range(len(FIVE)):
        phone.tap(chips.nth(number))
        expect(names).to_have_count(number + 1)


@long_state
def new_game_with_three_line_ups(phone: Phone) -> None:
    group = group_of(FIVE)
    for names in (NAMES, (*NAMES[:2], "Ana"), (NAMES[0], "Ana", "민수")):
        game_of((), names, 40, group)
    phone.open("/new/chimera/")
    expect(phone.page.locator("#line-ups button")).to_have_count(2)


golden_pages(suggestions_for_five=lambda: address_of(timed_games()))
