"""The table page, and its cost."""

import re
from datetime import timedelta
from itertools import pairwise

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.contract import Line, Text
from scorekeeper.models import GameSession, Role
from scorekeeper.pages.breakdown import sum_of
from scorekeeper.pages.chart import LETTERS, PAGE, SCREEN, Chart, briefly, labels
from scorekeeper.pages.standings import standings
from tests.app.support.factories import (
    NAMES,
    a_game,
    a_member,
    a_phone,
    a_round,
    add,
    correct,
    enter,
    set_target,
    table_of,
    to,
    undo,
)
from tests.app.support.pages import Page

pytestmark = pytest.mark.django_db


def queries_of(phone, address):
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert phone.get(address).status_code == 200
    return len(queries)


def test_a_new_game_shows_everyone_at_zero_and_what_each_needs():
    phone = a_phone()
    said = Page(phone.get(to("table", a_game(phone)))).said
    assert all(name in said for name in NAMES)
    assert said.count("needs 400 more") == 3
    assert "Enter round 1" in said


def test_the_leader_comes_first():
    phone = a_phone()
    session = a_game(phone, rounds=[a_round(2, 40), a_round(1, 30)])
    said = Page(phone.get(to("table", session))).said
    places = [
        said.index(words) for words in ("Cho leads with 80 of 400", "1 Cho", "2 Ben", "3 Ana")
    ]
    assert places == sorted(places)
    assert "needs 320 more" in said
    assert "+60" in said
    assert "Enter round 3" in said


def test_a_negative_total_has_a_minus_sign():
    phone = a_phone()
    session = a_game(phone, rounds=[a_round(0, 40, first_out=1)])
    assert "−40" in Page(phone.get(to("table", session))).said


def test_the_newest_round_comes_first_on_the_sheet():
    phone = a_phone()
    session = a_game(phone, rounds=3)
    ids = [one for one in Page(phone.get(to("table", session))).ids if one.startswith("round-")]
    assert ids == ["round-3", "round-2", "round-1"]


def test_the_chart_has_a_text_alternative():
    phone = a_phone()
    session = a_game(phone, rounds=[a_round(0, 20), a_round(1, 30)])
    (label,) = [
        a["aria-label"]
        for tag, a in Page(phone.get(to("table", session))).tags
        if a.get("role") == "img"
    ]
    assert label.split("\n", 1)[1].split() == ["Ana", "40,", "Ben", "60,", "Cho", "0"]


def test_every_cell_opens_its_breakdown():
    phone = a_phone()
    session = a_game(phone, rounds=[a_round(0, 20, traps=1, idle_hunters=[1], toads={"2": 2})])
    said = Page(phone.get(to("round", session, 1))).said
    assert "2 × 20 + 1 trap (25) + idle hunter (25) = 90" in said
    assert "toads Cho 2" in said


@pytest.mark.parametrize(
    ("lines", "how"),
    [
        ([Line(30, Text("bid met"))], "bid met"),
        ([Line(30, Text("bid met")), Line(0, Text("no cards"))], "bid met (no cards)"),
        ([Line(20, Text("bid met")), Line(30, Text("3 tricks"))], "bid met (20) + 3 tricks (30)"),
        ([Line(20, Text("2 × 5 + 10")), Line(-3, Text("3 off"))], "2 × 5 + 10 − 3 off"),
        ([Line(7, Text("")), Line(-20, Text("bid 120"))], "7 − bid 120 (20)"),
        ([Line(-7, Text("")), Line(8, Text(""))], "− 7 + 8"),
        ([Line(7, Text(""))], ""),
    ],
)
def test_a_line_says_its_points_if_the_sum_does_not(lines, how):
    assert sum_of(table_of(a_game(a_phone())), lines) == how


def test_a_round_that_was_never_entered_is_not_found():
    phone = a_phone()
    session = a_game(phone, rounds=1)
    for slot in ("0", "2", "9" * 30):
        assert phone.get(f"/table/{session.pk}/round/{slot}/").status_code == 404


def test_a_table_of_forty_rounds_needs_no_more_queries_than_a_new_one():
    phone = a_phone()
    new, long = a_game(phone), a_game(phone, target=99999, rounds=40)
    costs = [queries_of(phone, to("table", session)) for session in (new, long)]
    assert costs[0] == costs[1] <= 6


@pytest.mark.parametrize("name", ["history", "options", "enter"])
def test_the_pages_of_a_long_game_need_no_more_queries_than_those_of_a_new_one(name):
    phone = a_phone()
    new, long = a_game(phone, rounds=1), a_game(phone, target=99999, rounds=40)
    costs = [queries_of(phone, to(name, session)) for session in (new, long)]
    assert costs[0] == costs[1] <= 6


def test_a_round_of_a_long_game_needs_no_more_queries_than_that_of_a_new_one():
    phone = a_phone()
    new, long = a_game(phone, rounds=1), a_game(phone, target=99999, rounds=40)
    costs = [queries_of(phone, to("round", session, 1)) for session in (new, long)]
    assert costs[0] == costs[1] <= 6


def test_home_needs_the_same_queries_for_eight_games_as_for_one():
    phone = a_phone()
    sessions = [a_game(phone, rounds=2), a_game(phone, target=40, rounds=1)]
    one = queries_of(phone, reverse("home"))
    for _ in range(7):
        a_game(phone, sessions[0].group, rounds=2)
        a_game(phone, sessions[0].group, target=40, rounds=1)
    more_than_shown_tonight = 2
    assert queries_of(phone, reverse("home")) == one + more_than_shown_tonight
    GameSession.objects.update(played_at=F("played_at") - timedelta(days=1))
    assert queries_of(phone, reverse("home")) == one <= 8


@pytest.mark.parametrize("name", ["games", "deleted", "players"])
def test_a_list_needs_the_same_queries_for_eight_games_as_for_one(name):
    phone = a_phone()
    sessions = [a_game(phone, rounds=2)]
    sessions[0].change(deleted_at=sessions[0].started_at if name == "deleted" else None)
    one = queries_of(phone, reverse(name))
    for number in range(7):
        more = a_game(phone, sessions[0].group, names=("Ana", "Ben", f"Cho {number}"), rounds=2)
        more.change(deleted_at=more.started_at if name == "deleted" else None)
    assert queries_of(phone, reverse(name)) == one <= 6


def test_a_viewer_has_no_buttons():
    session = a_game(a_phone(), rounds=2)
    watcher = a_member(session.group, Role.VIEWER)
    page = Page(watcher.get(to("table", session)))
    assert "Ana leads with 80 of 400" in page.said
    assert page.forms == [] or all(not form.buttons for form in page.forms)
    assert to("enter", session) not in page.links()
    assert to("options", session) not in page.links()
    detail = Page(watcher.get(to("round", session, 1)))
    assert detail.forms == []
    assert to("correct", session, 1) not in detail.links()


def test_a_viewer_of_a_finished_game_has_no_rematch_button():
    session = a_game(a_phone(), target=40, rounds=1)
    page = Page(a_member(session.group, Role.VIEWER).get(to("table", session)))
    assert "Rematch" not in page.said
    assert all(not form.buttons for form in page.forms)


def test_a_round_can_be_added_to_the_page():
    phone = a_phone()
    session = a_game(phone)
    add(session, a_round(1, 40))
    assert "Ben leads with 80 of 400" in Page(phone.get(to("table", session))).said


@pytest.mark.parametrize(
    "names",
    [
        ("Maximilian", "Maximiliane"),
        ("Anna-Lena Müller", "Anna-Lisa Müller"),
        ("김수한무거북이와두루미", "김수한무거북이와두루"),
    ],
)
def test_the_chart_tells_names_with_the_same_beginning_apart(names):
    assert names[0][:4] == names[1][:4]
    one, other, third = labels([*names, "Bartholomäus"])
    assert one != other
    assert max(len(one), len(other)) <= LETTERS + 1
    assert third == "Bartholo…"


def test_the_preview_above_save_marks_whose_points_they_are():
    phone = a_phone()
    session = a_game(phone, rounds=1)
    answer = phone.get(reverse("correct", args=[session.pk, 1])).content.decode()
    assert '<b class="seat-1"><span class="name">Ben</span>' in answer


def test_the_names_of_twenty_players_are_stacked_within_the_chart():
    names = [f"Player {n}" for n in range(20)]
    chart = Chart(names, range(20), [[0] * 20, [5] * 19 + [-5]], None, ["1", "2"])
    places = sorted(curve.label_y for curve in chart.curves)
    assert min(below - above for above, below in pairwise(places)) >= 13
    assert places[0] > 0
    assert places[-1] < chart.height


def test_a_name_stands_beside_the_end_of_its_line_when_others_crowd_at_the_bottom():
    chart = Chart(["Ana", "Ben", "Cho", "Dora"], range(4), [[100, 0, 0, 0]], None, ["1"])
    ana, *others = chart.curves
    assert ana.label_y == chart.y(100)
    assert [curve.label_y for curve in others] == [chart.y(0) - 26, chart.y(0) - 13, chart.y(0)]


@pytest.mark.parametrize("paper", [PAGE, SCREEN])
@pytest.mark.parametrize("lowest", [-5, -2000, -90000])
def test_the_numbers_beside_the_chart_are_within_it(paper, lowest):
    chart = Chart(["Ana", "Ben"], range(2), [[0, lowest]], 400, ["1"], paper)
    longest = max(len(briefly(level.label)) for level in chart.levels)
    assert chart.left - 6 >= longest * paper.digit
    assert chart.x(0) == chart.left < chart.right == chart.x(1)


def test_lines_use_the_full_width_when_there_is_no_room_for_names():
    some, many = (Chart(["Ana"] * n, range(n), [[0] * n], None, ["1"], SCREEN) for n in (12, 13))
    assert (some.named, many.named) == (True, False)
    assert many.right > some.right
    assert many.height == SCREEN.height


def test_a_large_screen_without_javascript_refreshes_itself():
    phone = a_phone()
    session = a_game(phone, rounds=1)
    again = '<noscript>\n<meta http-equiv="refresh" content="15">\n</noscript>'
    assert again in Page(phone.get(to("display", session))).text
    assert again not in Page(phone.get(to("table", session))).text


def test_a_chart_of_few_players_is_not_made_taller():
    assert (
        Chart(["Ana", "Ben"], range(2), [], None, []).height
        == Chart(["Ana"] * 6, range(6), [], None, []).height
    )


def moved(session):
    return [standing.name for standing in standings(table_of(session)) if standing.moved]


def test_only_totals_changed_by_the_last_change_are_marked():
    phone = a_phone()
    session = a_game(phone)
    assert moved(session) == []
    enter(phone, session, a_round(0, 20))
    assert moved(session) == ["Ana"]
    enter(phone, session, a_round(1, 40))
    assert moved(session) == ["Ben"]
    assert phone.get(to("table", session)).content.decode().count("total moved") == 1
    correct(phone, session, 1, a_round(2, 20))
    assert moved(session) == ["Cho", "Ana"]
    undo(phone, session)
    assert moved(session) == ["Ana", "Cho"]
    set_target(phone, session, 500)
    assert moved(session) == []


@pytest.mark.parametrize("game", ["chimera", "big_fish", "score_pad"])
def test_a_viewer_is_not_told_to_use_a_button_that_only_others_have(game):
    phone = a_phone()
    names = ("Ana", "Ben", "Cho", "Dan") if game == "big_fish" else NAMES
    options = {"big_fish": {"advanced": False}, "score_pad": {"title": "Golf"}}.get(game)
    session = a_game(phone, names=names, game=game, options=options)
    said = Page(a_member(session.group, Role.VIEWER).get(to("table", session))).said
    assert "Nothing entered yet: the score sheet grows here." in said
    assert not re.search(r"\b[Tt]ap\b|Enter each", said)
