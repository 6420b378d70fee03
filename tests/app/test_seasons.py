"""Seasons: a league table of some evenings, through the real client."""

import re

import pytest
from django.urls import reverse

from scorekeeper.models import Group, Role, Season
from scorekeeper.people.deletion import delete_player
from tests.app.support.factories import a_hosted_group, a_member
from tests.app.support.pads import a_pad
from tests.app.support.pages import Page, assert_refused

SPRING = {
    "name": "Spring",
    "first_day": "2026-03-13",
    "last_day": "2026-03-31",
    "scale": "places",
    "points": "5-3-2-1",
}


@pytest.fixture
def phone(clock, settings, phone):
    settings.TIME_ZONE = "UTC"
    return phone


def group():
    return Group.objects.get()


def address(name, *more):
    return reverse(name, args=[group().pk, *more])


def create(phone, **fields):
    response = phone.post(address("new_season"), {**SPRING, **fields})
    assert response.status_code == 302
    return Season.objects.latest("pk")


def shown(phone, season, **query):
    return Page(phone.get(address("season", season.pk), query))


def test_a_season_counts_points_by_place(phone):
    season = create(phone)
    a_pad(phone, 60, 20, 10)
    a_pad(phone, 60, 60, 10)
    said = shown(phone, season).said
    assert "1 A Ana 2 2 1 shared 9" in said
    assert "2 B Ben 2 1 1 shared 7" in said
    assert "3 C Cho 2 0 4" in said
    assert "Points by place: 5-3-2-1. Players who tie share" in said


def test_a_season_counts_wins(phone):
    season = create(phone, scale="wins", points="nonsense")
    a_pad(phone, 60, 20, 10)
    said = shown(phone, season).said
    assert "1 A Ana 1 1" in said
    assert "Points" not in said


def test_a_season_counts_a_rating_of_all_its_games(phone):
    season = create(phone, scale="rating")
    assert "No game of two players or more" in shown(phone, season).said
    for title in ("Golf", "Darts", "Golf", "Darts"):
        a_pad(phone, 60, 20, title=title)
    few = shown(phone, season).said
    assert "A Ana 4 4 –" in few
    assert "A player gets it after five games." in few
    a_pad(phone, 60, 20)
    a_pad(phone, 60, names=("Cho",))
    a_pad(phone, 60, 20, names=("Cho", "Ana"))
    said = shown(phone, season).said
    (ana,) = re.findall(r"Rating A Ana 6 5 ([0-9,]+) ± [0-9]+", said)
    (ben,) = re.findall(r" B Ben 5 0 ([0-9,]+) ± [0-9]+", said)
    assert ana > ben
    assert "C Cho 1 1 –" in said


def test_a_season_by_rating_has_a_leader_only_if_no_other_rating_may_be_higher(phone):
    create(phone, scale="rating")
    for points in ((60, 20), (20, 60)) * 3:
        a_pad(phone, *points)
    undecided = Page(phone.get(address("seasons"))).said
    assert "No clear leader: the ratings overlap" in undecided
    assert "Ana:" not in undecided
    for _ in range(9):
        a_pad(phone, 60, 20)
    assert re.search(r"Ana: 1[0-9]{3} ± [0-9]+", Page(phone.get(address("seasons"))).said)


def test_a_season_has_the_evenings_that_began_within_its_days(phone, clock):
    season = create(phone, last_day="2026-03-14")
    a_pad(phone, 60, 20)  # 13 March
    clock.pass_by(days=1, hours=1)
    a_pad(phone, 60, 20)  # 14 March
    clock.pass_by(hours=3)
    a_pad(phone, 60, 20)  # the same evening, after midnight
    clock.pass_by(hours=12)
    a_pad(phone, 60, 20)  # 15 March
    page = shown(phone, season)
    assert "Show 3 games" in page.said
    assert sum("/evenings/" in link for link in page.links()) == 2


def test_the_current_season_that_began_last_is_shown_until_it_is_over(phone, clock):
    season = create(phone)
    create(phone, name="First", first_day="2020-01-01", last_day="2020-12-31")
    create(phone, name="To come", first_day="2027-01-01", last_day="")
    a_pad(phone, 60, 20)
    statistics, seasons = address("statistics"), address("seasons")
    current = Page(phone.get(statistics)).said
    assert "Season Spring 13 Mar 2026 – 31 Mar 2026 · 1 game Ana: 5 points" in current
    assert "First" not in current
    said = Page(phone.get(seasons)).said
    assert said.index("To come from 1 Jan 2027 · still to come") < said.index("Spring")
    assert said.index("Spring") < said.index("First")
    assert said.count("over") == 1
    clock.pass_by(days=30)
    assert Page(phone.get(seasons)).said.count("over") == 2
    assert "Final table" in shown(phone, season).said
    assert "Spring" not in Page(phone.get(statistics)).said


def test_a_season_is_not_over_before_its_last_evening_is(phone, clock):
    season = create(phone, last_day="2026-03-13")
    create(phone, name="Summer", first_day="2026-03-14", last_day="")
    a_pad(phone, 60, 20)
    clock.pass_by(hours=4)
    a_pad(phone, 60, 20)  # the same evening, after midnight
    assert "Season Spring" in Page(phone.get(address("statistics"))).said
    assert "Final table" not in shown(phone, season).said
    etag = phone.get(address("statistics")).headers["ETag"]
    clock.pass_by(hours=6)
    response = phone.get(address("statistics"), headers={"If-None-Match": etag})
    assert "Season Summer" in Page(response).said
    assert "Final table" in shown(phone, season).said


def test_a_season_like_two_others_can_be_created(phone):
    create(phone)
    other = create(phone, name="Summer")
    assert phone.post(address("edit_season", other.pk), SPRING).status_code == 302
    create(phone)
    assert set(group().seasons.values_list("name", flat=True)) == {"Spring"}


INVALID = [
    ({"name": " "}, "Enter a name."),
    ({"name": "A" * 81}, "Use at most 80 characters."),
    ({"first_day": ""}, "Enter a date."),
    ({"first_day": "yesterday"}, "Enter a date."),
    ({"first_day": "0001-01-01"}, "Enter a day from 1900 to 2999."),
    ({"last_day": "3000-01-01"}, "Enter a day from 1900 to 2999."),
    ({"last_day": "2026-03-12"}, "The last day is before the first."),
    ({"scale": ""}, "Choose what counts."),
    ({"scale": "x"}, "Choose what counts."),
    ({"points": ""}, "Enter the points, such as 5-3-2-1."),
    ({"points": "5-x"}, "Enter whole numbers, the first place first"),
]


def test_what_is_wrong_is_said_and_what_was_typed_stays(phone):
    for fields, why in INVALID:
        page = assert_refused(phone.post(address("new_season"), {**SPRING, **fields}), why)
        kept = page.form(address("new_season")).fields
        ((name, typed),) = fields.items()
        assert kept.get(name, [""]) == [typed] or name == "scale"
    assert not Season.objects.exists()


def test_a_new_season_begins_today_with_the_points_of_the_group(phone):
    phone.post(address("group_points"), {"points": "3-1"})
    fields = Page(phone.get(address("new_season"))).form(address("new_season")).fields
    assert fields["first_day"] == ["2026-03-13"]
    assert fields["points"] == ["3-1"]
    assert fields["scale"] == ["places"]


def test_a_host_changes_a_season(phone):
    season = create(phone)
    a_pad(phone, 60, 20)
    shown(phone, season)
    edit = address("edit_season", season.pk)
    fields = Page(phone.get(edit)).form(edit).fields
    changed = {**fields, "name": "Summer", "points": "9", "last_day": ""}
    assert phone.post(edit, changed).url == address("season", season.pk)
    page = shown(phone, season)
    assert "Summer since 13 Mar 2026" in page.said
    assert "1 A Ana 1 1 9" in page.said
    assert phone.post(edit, {**fields, "name": ""}).status_code == 422


def test_a_host_deletes_a_season_after_confirming(phone):
    season = create(phone)
    session = a_pad(phone, 60, 20)
    delete = address("delete_season", season.pk)
    page = Page(phone.post(delete))
    assert "Spring and its table are deleted. Its games and evenings stay." in page.said
    assert Season.objects.exists()
    assert phone.post(delete, page.form(delete).fields).url == address("seasons")
    assert not Season.objects.exists()
    assert phone.get(address("evening", session.pk)).status_code == 200


def test_only_hosts_are_offered_to_change_seasons(phone):
    season = create(phone)
    scorer = a_member(group(), Role.SCORER)
    links = Page(scorer.get(address("seasons"))).links()
    assert address("season", season.pk) in links
    assert address("new_season") not in links
    assert address("edit_season", season.pk) not in shown(scorer, season).links()


def test_a_season_belongs_to_its_group(phone):
    season = create(phone)
    other, theirs = a_hosted_group("Office")
    for name in ("season", "edit_season"):
        assert other.get(reverse(name, args=[theirs.pk, season.pk])).status_code == 404
    season.group.delete()
    assert not Season.objects.exists()


def test_the_line_of_a_season_names_those_who_lead_and_are_still_in_the_group(phone):
    create(phone, points="1")
    create(phone, scale="wins")
    a_pad(phone, 60, 20, 10)
    first = Page(phone.get(address("seasons"))).said
    assert re.search("Ana: 1 point(?!s)", first)
    assert re.search("Ana: 1 win(?!s)", first)
    delete_player(group().players.get(name="Ana"))
    later = Page(phone.get(address("seasons"))).said
    assert ": 0 " not in later
    assert "No clear leader" not in later
    a_pad(phone, 60, 20, names=("Ben", "Cho"))
    assert "Ben: 1 point" in Page(phone.get(address("seasons"))).said


def test_pages_of_seasons_need_few_queries(phone, clock, django_assert_max_num_queries):
    season = create(phone)
    for _ in range(12):
        create(phone)
    for _ in range(3):
        a_pad(phone, 60, 20)
        clock.pass_by(days=1)
    for _ in ("first", "later"):
        for page in (address("season", season.pk), address("seasons"), address("statistics")):
            with django_assert_max_num_queries(8):
                assert phone.get(page).status_code == 200


def test_a_form_that_is_sent_twice_creates_one_season(phone):
    first, second = (phone.post(address("new_season"), SPRING) for _ in range(2))
    assert first.url == second.url
    assert Season.objects.count() == 1
