"""The pages of statistics, through the real client."""

import re

import pytest
from django.urls import reverse

from scorekeeper.models import GameSession, Group, Role
from scorekeeper.pages.statistics.player import tenths
from scorekeeper.pages.statistics.rates import percent
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
        shown(phone, "family", session.group_id, session.game),
    ):
        assert "games" not in page.ids
        assert "First played" not in page.said
    said = shown(phone, "player", player("Ana")).said
    assert "No games that count yet" in said
    assert "Wins" not in said


def test_a_list_says_which_games_were_ended_early(phone):
    end_early(phone, a_game(phone, rounds=1))
    assert "ended early" in shown(phone, "games").said
    assert "ended early" in shown(phone, "home").said


def test_a_player_of_solo_games_has_no_wins_to_show(phone):
    a_pad(phone, 60, names=("Ana",))
    said = shown(phone, "player", player("Ana")).said
    assert "Solo games 1" in said
    assert "Wins" not in said


def test_shares_of_few_games_say_from_when_on_they_are_shown(phone):
    a_pad(phone, 60, 20, 10)
    assert "Win share – from three games on" in shown(phone, "player", player("Ana")).said
    pk = Group.objects.get().pk
    assert "A share from three games on." in shown(phone, "statistics", pk).said
    for _ in range(2):
        a_pad(phone, 60, 20, 10)
    assert "A share from three games on." not in shown(phone, "statistics", pk).said


def test_the_last_total_of_a_game_is_that_of_its_last_play_whatever_its_options(phone):
    a_pad(phone, 60, 20, 10)
    a_pad(phone, 70, 20, 10)
    a_pad(phone, 90, 20, 10, target=80)
    said = shown(phone, "player", player("Ana")).said
    assert re.search("usually 65 last on .* · 90", said)


def test_the_list_of_players_counts_games_that_were_played_to_their_end(phone):
    a_pad(phone, 60, 20, 10)
    a_game(phone, rounds=1)
    end_early(phone, a_game(phone, rounds=1))
    phone.post(to("delete", a_pad(phone, 60, 20, 10)))
    assert "Ana 1 game" in shown(phone, "players").said


def test_the_worst_total_is_no_record_that_a_player_holds(phone):
    a_pad(phone, 60, 20, 10)
    pk = Group.objects.get().pk
    assert "Lowest total" in shown(phone, "family", pk, "score_pad", title="golf").said
    assert "Lowest total" not in shown(phone, "player", player("Cho")).said
    assert "Highest total" in shown(phone, "player", player("Ana")).said


def test_a_period_that_ends_before_it_begins_is_refused(phone):
    a_pad(phone, 60, 20, 10)
    pk = Group.objects.get().pk
    page = shown(phone, "statistics", pk, **{"from": "2026-03-31", "to": "2026-03-01"})
    assert "The last day is before the first." in page.said
    assert "was finished in this period" not in page.said


def test_an_evening_that_took_no_time_has_no_duration(phone):
    session = a_pad(phone, 60, 20, 10)
    a_pad(phone, 60, 20, 10)
    assert "Lasted –" in shown(phone, "evening", session.group_id, session.pk).said
    assert "0 min" not in shown(phone, "evenings", session.group_id).said


def test_halves_are_rounded_up_as_people_do():
    assert (percent(1 / 8), percent(29 / 200), percent(0.29)) == ("13%", "15%", "29%")
    assert [tenths(number) for number in (2.25, 0.35, -2.25, -0.04)] == ["2.3", "0.4", "−2.3", "0"]


def test_what_a_player_usually_reaches_has_no_decimals(phone):
    for points in (60, 218, 219, 500):
        a_pad(phone, points, 50, 0)
    assert "usually 219" in shown(phone, "player", player("Ana")).said
