"""The pages of evenings and seasons, with hard-to-fit names; each function goes to one."""

from collections.abc import Sequence
from datetime import timedelta

from django.db.models import F
from playwright.sync_api import expect

from scorekeeper.models import GameSession, Group, Season
from tests.browser.support.games_played import group_of
from tests.browser.support.pages import NAMES
from tests.browser.support.phone import Phone
from tests.browser.support.score_pad_pages import LONG_TITLE
from tests.browser.support.score_pads import pad_game
from tests.browser.support.states import (
    golden_pages,
    golden_state,
    long_pages,
    long_state,
    pages_to_open,
    state,
)
from tests.support.entries import points

SIX = (*NAMES, "Ana", "Ben", "민수")
ORDERS = ((0, 1, 2, 3, 4, 5), (3, 0, 1, 4, 5, 2), (3, 4, 0, 1, 2, 5), (1, 1, 0, 5, 2, 3))


def an_evening(group: Group, names: Sequence[str], games: int, days_ago: int) -> GameSession:
    """The first of some games that were finished one after the other."""
    played = [a_game(group, names, number + days_ago) for number in range(games)]
    for number, session in enumerate(played):
        move(session, timedelta(days=days_ago) - timedelta(minutes=50 * (number - games)))
    return played[0]


def a_game(group: Group, names: Sequence[str], number: int) -> GameSession:
    order = ORDERS[number % len(ORDERS)][: len(names)]
    totals = [260 - 40 * place + 7 * number for place in order]
    title = ("Golf", LONG_TITLE, "카드 게임")[number % 3]
    return pad_game([points(*totals)], names, group, title=title, rounds=1)


def move(session: GameSession, back: timedelta) -> None:
    ended = {name: F(name) - back for name in ("played_at", "finished_at")}
    started = {"started_at": F("started_at") - back - timedelta(minutes=42)}
    GameSession.objects.filter(pk=session.pk).update(**started, **ended)


def six_people(evenings: int = 5) -> GameSession:
    """The first game of the last of some evenings."""
    group = group_of(SIX)
    Group.objects.filter(pk=group.pk).update(name=" ".join(NAMES)[:80], points="5-3-2-1")
    last = [an_evening(group, SIX, 4, 7 * ago) for ago in reversed(range(evenings))][-1]
    Group.objects.filter(pk=group.pk).note_change()
    return last


def a_season(group: Group, name: str = "Wintermeisterschaft 2026 / 27", **fields: str) -> Season:
    chosen = {"first_day": "2020-01-01", "scale": "places", "points": "5-3-2-1"}
    return group.seasons.create(name=name, **(chosen | fields))


def path_of(one: GameSession | Season, kind: str = "evenings") -> str:
    return f"/groups/{one.group_id}/{kind}/{one.pk}/"


@long_state
def home_on_an_evening(phone: Phone) -> None:
    six_people()
    phone.open("/")
    expect(phone.page.get_by_role("link", name="Tonight: 4 games")).to_be_visible()


@state
def all_seasons(phone: Phone) -> None:
    group = six_people().group
    a_season(group)
    a_season(group, "2019", first_day="2019-01-01", last_day="2019-12-31", scale="wins", points="")
    phone.open(f"/groups/{group.pk}/seasons/")


@golden_state
def season_refused(phone: Phone) -> None:
    phone.open(f"/groups/{group_of().pk}/seasons/new/", refusal=422)
    phone.page.get_by_label("First day").fill("2026-05-01")
    phone.page.get_by_label("Last day").fill("2026-04-01")
    phone.page.get_by_label("Points, the first place first").fill("many")
    phone.press("Create season")
    expect(phone.page.get_by_role("alert").first).to_be_visible()


@state
def season_to_delete(phone: Phone) -> None:
    season = a_season(group_of())
    phone.open(f"/groups/{season.group_id}/seasons/{season.pk}/edit/")
    phone.press("Delete this season")
    expect(phone.page.get_by_role("button", name="Delete")).to_be_visible()


@state
def points_refused(phone: Phone) -> None:
    phone.open(f"/groups/{group_of().pk}/", refusal=422)
    phone.page.get_by_label("Points by place").fill("many")
    phone.press("Save")
    expect(phone.page.get_by_role("alert")).to_be_visible()


pages_to_open(
    season_of_six=lambda: path_of(a_season(six_people().group), "seasons"),
    all_evenings=lambda: f"/groups/{six_people().group_id}/evenings/",
)

golden_pages(
    evening_of_six=lambda: path_of(six_people()),
    statistics_with_a_season=lambda: f"/groups/{a_season(six_people().group).group_id}/statistics/",
)


long_pages(
    season_to_change=lambda: path_of(a_season(group_of()), "seasons") + "edit/",
    evening_of_one_game=lambda: path_of(an_evening(group_of(), ("Ana", "Ben", "Cho"), 1, 0)),
)
