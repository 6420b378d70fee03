"""The evenings of a group, through the real client."""

import pytest
from django.urls import reverse

from scorekeeper.models import Group, Role
from scorekeeper.pages.statistics import limits
from tests.app.support.factories import NAMES, a_game, a_member, end_early, to
from tests.app.support.pads import GOLF, a_pad
from tests.app.support.pages import Page, assert_refused, text_of

pytestmark = pytest.mark.usefixtures("clock")


def group():
    return Group.objects.get()


def evening_of(phone, session, answer=200):
    response = phone.get(reverse("evening", args=[group().pk, session.pk]))
    assert response.status_code == answer
    return Page(response) if answer == 200 else response


def evenings(phone, **query):
    return Page(phone.get(reverse("evenings", args=[group().pk]), query))


def set_points(phone, points):
    return phone.post(reverse("group_points", args=[group().pk]), {"points": points})


def test_games_less_than_six_hours_apart_are_one_evening(phone, clock):
    first = a_pad(phone, 60, 20, 10)
    clock.pass_by(hours=5, minutes=59)
    second = a_pad(phone, 20, 60, 10)
    clock.pass_by(hours=6)
    third = a_pad(phone, 10, 20, 60)
    assert "Games 2" in evening_of(phone, first).said
    assert evening_of(phone, second, 302).url == reverse("evening", args=[group().pk, first.pk])
    assert "Games 1" in evening_of(phone, third).said
    links = [link for link in evenings(phone).links() if "/evenings/" in link]
    assert links == [reverse("evening", args=[group().pk, first.pk]) for first in (third, first)]


def test_an_evening_shows_its_games_in_order_and_who_won_how_often(phone, clock):
    first = a_pad(phone, 60, 20, -10)
    assert "Lasted –" in evening_of(phone, first).said  # of a single game nobody knows
    clock.pass_by(hours=1, minutes=10)
    a_pad(phone, 20, 55, 55, title="Skat")
    page = evening_of(phone, first)
    assert "Ana won Golf · Ana 60 · Ben 20 · Cho −10" in page.said
    assert "Ben and Cho won Skat · Ben 55 · Cho 55 · Ana 20" in page.said
    assert page.said.index("Ana won") < page.said.index("Ben and Cho won")
    assert "Lasted 1 h 10 min" in page.said
    a_pad(phone, 60, 60, 10)
    said = evening_of(phone, first).said
    assert "1 A Ana 3 2 1 shared" in said
    assert "B Ben 3 2 2 shared" in said
    assert "3 C Cho 3 1 1 shared" in said


def test_games_that_do_not_count_are_listed_too(phone):
    first = a_pad(phone, 60, 20)
    a_pad(phone, 60, names=("Cho",))
    end_early(phone, a_pad(phone, 10, 20))
    end_early(phone, a_game(phone, options=GOLF, game="score_pad"))
    said = evening_of(phone, first).said
    assert "Players 3" in said
    assert "– C Cho no game that counts" in said
    assert "Games 4" in said
    assert "Ended early Golf · Ben 20 · Ana 10" in said
    assert "Ended early Golf · Ana · Ben · Cho" in said  # before its first round
    assert "1 A Ana 1 1" in said


def test_only_finished_games_that_are_not_deleted_have_an_evening(phone, clock):
    evening_of(phone, a_pad(phone, 10, 20, 30), answer=404)
    first, second = a_pad(phone, 60, 20), a_pad(phone, 60, 20)
    phone.post(to("delete", first))
    evening_of(phone, first, answer=404)
    assert "Games 1" in evening_of(phone, second).said


def test_points_by_place_are_shown_if_the_group_wants_them(phone, clock):
    first = a_pad(phone, 60, 20, 10)
    assert "Points" not in evening_of(phone, first).said
    assert set_points(phone, " 5, 3, 1 ").status_code == 302
    a_pad(phone, 30, 60, 30)
    said = evening_of(phone, first).said
    assert "Points by place: 5-3-1." in said
    assert "1 B Ben 2 1 8" in said
    assert "2 A Ana 2 1 7" in said  # two players share 3 and 1
    assert "3 C Cho 2 0 3" in said


def test_points_are_written_as_people_write_them_in_whole_numbers(phone):
    for points, stored in [
        ("5-3-2-1", "5-3-2-1"),
        ("10 6 4", "10-6-4"),
        ("3 – 0", "3-0"),
        ("7", "7"),
        ("", ""),
    ]:
        assert set_points(phone, points).status_code == 302
        assert group().points == stored
    for points in ("5,-3", "-5", "5.5", "x", "1-" * 20 + "1", "12345", "٣"):
        response = set_points(phone, points)
        page = assert_refused(
            response, "Enter whole numbers, the first place first, such as 5-3-2-1"
        )
        assert page.form(reverse("group_points", args=[group().pk])).fields["points"] == [points]
    assert group().points == ""


def test_only_hosts_are_offered_to_change_the_points(phone):
    address = reverse("group", args=[group().pk])
    assert "Points by place" in Page(phone.get(address)).said
    assert "Points by place" not in Page(a_member(group(), Role.SCORER).get(address)).said


def test_records_that_were_set_are_remarkable(phone, clock):
    for best in (52, 51, 50):
        a_pad(phone, best, 20, 10)
    clock.pass_by(days=1)
    first = a_pad(phone, 54, 20, 10)
    a_pad(phone, 20, 70, 10)
    said = evening_of(phone, first).said
    assert "Highest total ever Golf · Ben 70" in said
    assert "Highest total ever Golf · Ana" not in said
    clock.pass_by(days=1)
    a_pad(phone, 80, 20, 10)
    assert "Highest total until then Golf · Ben 70" in evening_of(phone, first).said


def test_what_was_remarkable_is_said(phone, clock):
    for _ in range(3):
        a_pad(phone, 60, 20, 10)
    said = evening_of(phone, group().sessions.order_by("pk").first()).said
    assert "Highest total" not in said  # the first games of a kind set no records
    clock.pass_by(days=1)
    first = a_pad(phone, 20, 60, 10)
    a_pad(phone, 90, 20, 10)
    said = evening_of(phone, first).said
    assert "Ana’s streak of 3 wins ends Golf" in said
    assert "Biggest swing Golf 80" in said
    assert "Biggest comeback" not in said
    behind, ahead = ({"points": {"0": own, "1": other}} for own, other in ((0, 5), (60, 5)))
    a_game(phone, group(), NAMES[:2], game="score_pad", options=GOLF, rounds=[behind, ahead])
    assert "Biggest comeback Golf · Ana 5" in evening_of(phone, first).said


def test_the_list_of_evenings_has_pages(phone, clock, monkeypatch):
    assert "No evenings yet" in evenings(phone).said
    monkeypatch.setattr("scorekeeper.pages.statistics.evenings.A_PAGE", 2)
    for _ in range(3):
        a_pad(phone, 60, 20)
        clock.pass_by(days=1)
    assert evenings(phone).said.count("1 game") == 2
    assert "?page=2" in evenings(phone).links()
    assert evenings(phone, page=2).said.count("1 game") == 1
    assert "Ana 1 win" in evenings(phone, page=2).said


def test_an_evening_leads_to_those_before_and_after_it(phone, clock):
    sessions = []
    for _ in range(3):
        sessions.append(a_pad(phone, 60, 20))
        clock.pass_by(days=1)
    links = evening_of(phone, sessions[1]).links()
    addresses = [reverse("evening", args=[group().pk, session.pk]) for session in sessions]
    assert [address in links for address in addresses] == [True, False, True]


def test_the_statistics_of_a_group_lead_to_its_evenings_and_seasons(phone):
    a_pad(phone, 60, 20)
    links = Page(phone.get(reverse("statistics", args=[group().pk]))).links()
    assert {reverse(name, args=[group().pk]) for name in ("evenings", "seasons")} <= set(links)


def test_pages_of_evenings_need_few_queries(phone, clock, django_assert_max_num_queries):
    set_points(phone, "5-3")
    for _ in range(3):
        first = a_pad(phone, 60, 20, 10)
        a_pad(phone, 20, 60, 10)
        clock.pass_by(days=1)
    for _ in ("first", "later"):
        with django_assert_max_num_queries(8):
            evening_of(phone, first)
        with django_assert_max_num_queries(8):
            evenings(phone)


def test_a_long_evening_counts_all_its_games_and_lists_the_first(phone, clock, monkeypatch):
    monkeypatch.setattr(limits, "MOST_GAMES", 2)
    monkeypatch.setattr(limits, "MOST_PLAYERS", 2)
    first = a_pad(phone, 60, 20, 10)
    for title in ("Skat", "Darts", "Boule"):
        a_pad(phone, 60, 20, 10, title=title)
    page = evening_of(phone, first)
    assert "Games 4 Players 3" in page.said
    assert "Skat" in page.said
    assert "Darts" not in page.said
    assert page.said.count("and 1 more") == 1
    (more,) = [link for link in page.tree.iter("a") if "2 more games" in text_of(link)]
    assert "Boule" in Page(phone.get(more.get("href"))).said
    shared = Page(phone.get(reverse("show_evening", args=[group().pk, first.pk])))
    assert "4 games: Ana won 4 of 4 games." in shared.text


def test_the_highlights_of_a_long_evening_are_the_first_ones(phone, clock, monkeypatch):
    first = a_pad(phone, 60, 20)
    for points in (60, 60, 70, 80):
        a_pad(phone, points, 20)
    assert evening_of(phone, first).said.count(" ever ") > 1
    monkeypatch.setattr(limits, "MOST_RECORDS", 1)
    Group.objects.note_change()
    assert evening_of(phone, first).said.count(" ever ") == 1
