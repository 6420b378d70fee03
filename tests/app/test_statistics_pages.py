"""The pages of statistics, through the real client."""

import pytest
from django.urls import reverse

from scorekeeper.models import GameSession, Group, Role
from tests.app.support.factories import a_game, a_group, a_member, a_phone, end_early, to
from tests.app.support.pages import Page

pytestmark = pytest.mark.django_db

GOLF = {"title": "Golf", "lowest_wins": False, "target": 50, "rounds": None}


@pytest.fixture
def phone():
    phone = a_phone()
    a_group(phone)
    return phone


def a_pad(phone, *points, names=("Ana", "Ben", "Cho"), **options):
    entry = {"points": {str(seat): number for seat, number in enumerate(points)}}
    chosen = {**GOLF, **options}
    return a_game(phone, game="score_pad", names=names, options=chosen, rounds=[entry])


def player(name):
    return Group.objects.get().players.get(name=name).pk


def shown(phone, name, *arguments, **query):
    answer = phone.get(reverse(name, args=arguments), query)
    assert answer.status_code == 200
    return Page(answer)


def test_a_group_without_games_says_what_to_do(phone):
    pk = Group.objects.get().pk
    page = shown(phone, "statistics", pk)
    assert "No finished games yet" in page.said
    assert reverse("seasons", args=[pk]) in page.links()


def test_the_standings_of_a_group_show_games_wins_and_shares(phone):
    for _ in range(3):
        a_pad(phone, 60, 20, 10)
    said = shown(phone, "statistics", Group.objects.get().pk).said
    assert "A Ana 3 3 100% 33%" in said
    assert "Golf 3" in said


def test_a_player_has_a_page(phone):
    for points in ((60, 20, 10), (60, 60, 10), (10, 60, 20)):
        a_pad(phone, *points)
    said = shown(phone, "player", player("Ana")).said
    assert "Wins 2 1 shared" in said


def test_a_game_has_a_page_in_the_group_and_for_each_player(phone):
    session = a_pad(phone, 60, 20, 10)
    pk = Group.objects.get().pk
    page = shown(phone, "family", pk, "score_pad", title="GOLF")
    assert to("table", session) in page.links()
    page = shown(phone, "player_family", player("Ana"), "score_pad", title="golf")
    assert "Best 60" in page.said


def test_a_game_that_only_another_group_played_has_no_page(phone):
    session = a_pad(phone, 60, 20, 10)
    GameSession.objects.update(game="liars_dice")
    other = a_phone()
    elsewhere = a_group(other, names=("Dan", "Eve"))
    assert phone.get(reverse("family", args=[session.group_id, "liars_dice"])).status_code == 200
    pages = [("family", elsewhere.pk), ("player_family", elsewhere.players.first().pk)]
    for name, pk in pages:
        assert other.get(reverse(name, args=[pk, "liars_dice"])).status_code == 404


def test_filters_tell_nothing_about_a_group_of_others(phone):
    session = a_pad(phone, 60, 20, 10, title="Secret")
    group = session.group
    ana, ben = (group.players.get(name=name) for name in ("Ana", "Ben"))
    guest = a_phone()
    elsewhere = a_group(guest, name="Elsewhere", names=("Dan", "Eve"))
    own = a_game(guest, elsewhere, names=("Dan", "Eve"), target=40, rounds=1)
    seen_by_guests = a_member(elsewhere, Role.VIEWER, own)
    asked = {"player": ana.pk, "opponent": ben.pk, "group": group.pk, "game": "score_pad"}
    for visitor in (guest, seen_by_guests):
        for more in ({}, {"title": "secret"}, {"kind": session.kind}, {"text": "Ben"}):
            said = Page(visitor.get(reverse("games"), {**asked, **more})).said
            assert "No game matches" in said
            assert not [name for name in ("Ana", "Ben", "Friday", "Secret") if name in said]


def test_games_that_were_all_ended_early_leave_no_empty_section(phone):
    session = a_game(phone, rounds=1)
    end_early(phone, session)
    for page in (
        shown(phone, "player", player("Ana")),
        shown(phone, "statistics", session.group_id),
    ):
        assert "games" not in page.ids


def test_an_evening_that_took_no_time_has_no_duration(phone):
    session = a_pad(phone, 60, 20, 10)
    a_pad(phone, 60, 20, 10)
    assert "Lasted –" in shown(phone, "evening", session.group_id, session.pk).said
    assert "0 min" not in shown(phone, "evenings", session.group_id).said
