"""The pages of statistics, with hard-to-fit names; each function goes to one."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from unittest.mock import patch

from django.utils import timezone
from django.utils.timezone import localdate
from playwright.sync_api import expect

from scorekeeper.models import GameSession, Group, Player
from scorekeeper.pages.game_filters import games_url
from scorekeeper.pages.statistics import limits
from tests.browser.support.evening_pages import a_season, an_evening, move, six_people
from tests.browser.support.games_played import a_round, game_of, group_of
from tests.browser.support.pages import NAMES
from tests.browser.support.phone import Phone
from tests.browser.support.score_pad_pages import LONG_TITLE
from tests.browser.support.states import golden_state, long_pages, long_state, pages_to_open, state

ROUNDS = [a_round(1, 30, traps=1), a_round(0, 40, 2, idle_hunters=[1])]


def group_of_six() -> Group:
    """Statistics of the evenings of six_people, and of enough games of Chimera for ratings."""
    group = six_people(evenings=2).group
    play_for_ratings(group, NAMES)
    return group


def play_for_ratings(group: Group, names: Sequence[str]) -> None:
    for number in range(6):
        last = a_round(number % 3, 40, number % 3, toads={"1": 2})
        move(game_of([*ROUNDS, last], names, 60, group), timedelta(days=30 * number))


def paths(group: Group, name: str) -> Iterator[str]:
    """All pages of statistics, those of one player of games of Chimera among them."""
    player, year = group.players.get(name=name), localdate().year
    season, last = a_season(group), group.sessions.latest("played_at")
    evening, games = f"evenings/{last.pk}/", ("chimera/", "score_pad/?title=golf")
    of_group = ("statistics/", "evenings/", evening, "seasons/", f"seasons/{season.pk}/")
    yield from (f"/groups/{group.pk}/{page}" for page in (*of_group, f"year/{year}/"))
    yield from (f"/groups/{group.pk}/games/{game}" for game in games)
    yield from (f"/players/{player.pk}/{page}" for page in ("", "games/chimera/", f"year/{year}/"))
    yield games_url(player=player.pk, group=group.pk, which="counted")


def group_of_one_game() -> Group:
    return an_evening(group_of(), ("Ana", "Ben", "Cho"), 1, 0).group


def someone(group: Group) -> Player:
    return group.players.get(name=NAMES[1][:40])


def open_folds(phone: Phone) -> None:
    phone.page.locator("details").evaluate_all("all => all.forEach(fold => (fold.open = true))")


@long_state
def statistics_of_six(phone: Phone) -> None:
    phone.open(f"/groups/{group_of_six().pk}/statistics/")
    open_folds(phone)
    expect(phone.page.get_by_role("link", name=LONG_TITLE)).to_be_visible()


@state
def statistics_of_more_than_a_page_lists(phone: Phone) -> None:
    group = group_of_six()
    few = {"MOST_GAMES": 1, "MOST_PLAYERS": 1, "MOST_KINDS": 0, "MOST_FIGURES": 1}
    with patch.multiple(limits, **few):
        phone.open(f"/groups/{group.pk}/games/chimera/")
        expect(phone.page.get_by_text("and 1 more combination of options")).to_be_visible()
        phone.open(f"/groups/{group.pk}/statistics/")
    expect(phone.page.get_by_text("and 5 more")).to_be_visible()
    expect(phone.page.get_by_role("link", name="more games")).to_be_visible()


@long_state
def statistics_between_two_days(phone: Phone) -> None:
    period = f"period=dates&from=2020-01-01&to={localdate()}"
    phone.open(f"/groups/{group_of_six().pk}/statistics/?{period}")
    expect(phone.page.get_by_label("From")).to_be_visible()


@state
def game_with_ratings(phone: Phone) -> None:
    phone.open(f"/groups/{group_of_six().pk}/games/chimera/")
    open_folds(phone)
    expect(phone.page.get_by_role("heading", name="Ratings")).to_be_visible()


@long_state
def game_without_ratings(phone: Phone) -> None:
    phone.open(f"/groups/{group_of_one_game().pk}/games/score_pad/?title=golf")
    expect(phone.page.get_by_text("Not enough games yet")).to_be_visible()


@long_state
def game_of_six_with_a_long_title(phone: Phone) -> None:
    phone.open(f"/groups/{group_of_six().pk}/statistics/")
    phone.follow(LONG_TITLE)
    expect(phone.page.get_by_role("heading", name="Records")).to_be_visible()


@long_state
def statistics_of_a_player(phone: Phone) -> None:
    phone.open(f"/players/{someone(group_of_six()).pk}/")
    open_folds(phone)
    expect(phone.page.get_by_role("heading", name="Head to head")).to_be_visible()


@golden_state
def game_of_a_player(phone: Phone) -> None:
    phone.open(f"/players/{someone(group_of_six()).pk}/games/chimera/")
    open_folds(phone)
    expect(phone.page.locator(".progress")).to_be_visible()


@long_state
def games_behind_a_figure(phone: Phone) -> None:
    group, today = group_of_six(), localdate()
    opponent = group.players.get(name=NAMES[2])
    asked = {"player": someone(group).pk, "opponent": opponent.pk, "group": group.pk}
    limits = {"game": "chimera", "first": "2020-01-01", "last": f"{today}", "which": "counted"}
    phone.open(games_url(**asked, **limits))
    expect(phone.page.get_by_role("link", name="Statistics of")).to_be_visible()


def several_finished_games() -> GameSession:
    """Statistics of one evening, after one of a year ago."""
    group = group_of(NAMES)
    games = [
        game_of([a_round(1, bid), a_round(0, 40), a_round(winner, 40)], NAMES, 60, group)
        for winner, bid in ((0, 20), (1, 30), (1, 40), (1, 40), (1, 20), (0, 40))
    ]
    a_year_ago = timezone.now() - timedelta(days=366)
    times = dict.fromkeys(("started_at", "played_at", "finished_at"), a_year_ago)
    GameSession.objects.filter(pk=games[0].pk).update(**times)
    return games[-1]


@long_state
def year_of_a_group(phone: Phone) -> None:
    game = several_finished_games()
    phone.open(f"/groups/{game.group_id}/year/{localdate().year}/")
    for fold in phone.page.locator("summary").all():
        phone.tap(fold)


@golden_state
def table_with_remarks(phone: Phone) -> None:
    phone.open(f"/table/{several_finished_games().pk}/")
    expect(phone.page.locator(".remarks li").first).to_be_visible()


@long_state
def large_screen_with_a_remark(phone: Phone) -> None:
    phone.open(f"/table/{several_finished_games().pk}/display/")
    expect(phone.page.locator(".draft")).to_contain_text("win")


@golden_state
def year_of_a_player(phone: Phone) -> None:
    player = several_finished_games().group.players.get(name=NAMES[1])
    phone.open(f"/players/{player.pk}/year/{localdate().year}/")


pages_to_open(
    statistics_of_a_player_of_one_game=lambda: (
        f"/players/{group_of_one_game().players.get(name='Ana').pk}/"
    )
)

long_pages(
    statistics_before_the_first_game=lambda: f"/groups/{group_of().pk}/statistics/",
    statistics_of_one_game=lambda: f"/groups/{group_of_one_game().pk}/statistics/",
)
