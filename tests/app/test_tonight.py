"""The line on home about the evening that goes on."""

import pytest
from django.urls import reverse

from scorekeeper.models import Group, Role
from tests.app.support.factories import a_game, a_group, a_member, end_early
from tests.app.support.pads import a_pad
from tests.app.support.pages import Page
from tests.app.support.queries import queries_of


@pytest.fixture
def phone(clock, settings, phone):
    settings.TIME_ZONE = "UTC"
    return phone


def home(phone):
    return Page(phone.get("/"))


def test_home_names_the_games_of_the_evening_and_who_won_most(phone):
    first = a_pad(phone, 60, 20)
    a_pad(phone, 20, 60)
    a_pad(phone, 60, 20)
    page = home(phone)
    assert "Tonight: 3 games Ana 2 wins" in page.said
    assert reverse("evening", args=[first.group_id, first.pk]) in page.links()


def test_who_won_most_is_named_also_if_those_games_are_not_on_home(phone):
    for _ in range(4):
        a_pad(phone, 60, 20, names=("Zoe", "Eve"))
    for first, second in ((60, 20), (20, 60)) * 3:
        a_pad(phone, first, second, names=("Ana", "Ben"))
    assert "Tonight: 10 games Zoe 4 wins" in home(phone).said


def test_two_who_won_as_often_are_both_named_and_three_are_not(phone):
    a_pad(phone, 60, 60, 10)
    assert "Tonight: 1 game Ana and Ben 1 win each" in home(phone).said
    a_pad(phone, 10, 10, 60)
    assert "Tonight: 2 games New game" in home(phone).said


def test_the_line_stays_for_six_hours(phone, clock):
    a_pad(phone, 60, 20)
    clock.pass_by(hours=5, minutes=59)
    assert "1 game Ana 1 win" in home(phone).said
    clock.pass_by(minutes=1)
    assert "1 game Ana 1 win" not in home(phone).said


def test_the_game_under_way_counts_if_it_fits(phone, clock):
    a_pad(phone, 60, 20)
    clock.pass_by(hours=4)
    a_pad(phone, 10, 20)
    assert "Tonight: 1 game · 1 on the table Ana 1 win" in home(phone).said
    clock.pass_by(hours=5)
    assert "1 game · 1 on the table" in home(phone).said


def test_all_games_under_way_are_counted_also_if_they_are_not_on_home(phone):
    a_pad(phone, 60, 20)
    for _ in range(9):
        a_game(phone, rounds=1)
    assert "Tonight: 1 game · 9 on the table" in home(phone).said


def test_a_game_that_was_left_open_days_ago_does_not_belong_to_the_evening(phone, clock):
    a_pad(phone, 10, 20)
    assert "Tonight" not in home(phone).said  # without a finished game there is no line
    clock.pass_by(days=2)
    a_pad(phone, 60, 20)
    assert "Tonight: 1 game Ana 1 win" in home(phone).said


def test_an_evening_without_a_winner_shows_its_games_only(phone):
    end_early(phone, a_pad(phone, 10, 20))
    a_pad(phone, 60, names=("Ana",))
    assert "Tonight: 2 games New game" in home(phone).said


@pytest.mark.parametrize(
    ("passed", "title"),
    [((1,), "Tonight"), ((5,), "Tonight"), ((5, 4), "Last night"), ((17, 1), "Today")],
)
def test_the_line_says_when_it_was(phone, clock, passed, title):
    a_pad(phone, 60, 20)  # at 21:14
    *played, looked = passed
    for hours in played:
        clock.pass_by(hours=hours)
        a_pad(phone, 60, 20)
    clock.pass_by(hours=looked)
    assert f"{title}: " in home(phone).said


def test_only_the_group_that_the_device_used_last_is_shown(phone, clock):
    a_pad(phone, 60, 20)
    clock.pass_by(minutes=1)
    a_group(phone, "Office")
    assert "Tonight" not in home(phone).said


def test_who_was_let_into_one_game_sees_nothing_of_the_evening(phone):
    session = a_pad(phone, 60, 20)
    assert "Tonight" not in home(a_member(session.group, Role.SCORER, session)).said
    assert "Tonight" in home(a_member(session.group, Role.VIEWER)).said


def test_home_reads_a_bounded_number_of_games(phone, clock):
    a_game(phone, rounds=1)
    a_pad(phone, 60, 20)
    few = queries_of(phone, "/")
    for _ in range(5):
        a_pad(phone, 60, 20)
    many = queries_of(phone, "/")
    assert many <= few + 3
    assert "Tonight: 6 games" in home(phone).said
    for _ in range(5):
        a_pad(phone, 60, 20)
    assert queries_of(phone, "/") == many
    assert "Tonight: 11 games" in home(phone).said
    clock.pass_by(days=1)
    home(phone)  # which notes that the group is used
    assert queries_of(phone, "/") == few
    assert Group.objects.count() == 1
