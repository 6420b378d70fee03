"""The table page, and its cost."""

import re
from datetime import timedelta
from itertools import pairwise

import pytest
from django.db.models import F
from django.urls import reverse

from games.contract import Line, Text
from scorekeeper.formats import short_names
from scorekeeper.models import GameSession, Role
from scorekeeper.pages.game.breakdown import sum_of
from scorekeeper.pages.game.chart import LETTERS, PAGE, SCREEN, Chart, briefly
from scorekeeper.pages.game.standings import standings
from tests.app.support.factories import (
    NAMES,
    a_game,
    a_hosted_game,
    a_hosted_group,
    a_member,
    a_round,
    add,
    correct,
    said,
    set_target,
    table_of,
    to,
    undo,
)
from tests.app.support.pages import Page
from tests.app.support.queries import queries_of

# A day, or a time with its zone, as HTML has them.
TIME = re.compile(r"\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d[+-]\d{4})?")


def test_a_new_game_shows_everyone_at_zero_and_what_each_needs():
    phone, session = a_hosted_game()
    page = said(phone, "table", session)
    assert all(name in page for name in NAMES)
    assert page.count("needs 400 more") == 3
    assert "Enter round 1" in page


def test_the_leader_and_the_newest_round_come_first():
    rounds = [a_round(2, 40), a_round(1, 30), a_round(0, 40, first_out=1)]
    phone, session = a_hosted_game(rounds=rounds)
    page = Page(phone.get(to("table", session)))
    places = [
        page.said.index(words)
        for words in ("Cho leads with 100 of 400", "1 Cho", "2 Ben", "3 Ana", "Enter round 4")
    ]
    assert places == sorted(places)
    for words in ("needs 300 more", "+60", "−40"):
        assert words in page.said
    assert [one for one in page.ids if one.startswith("round-")] == [
        "round-3",
        "round-2",
        "round-1",
    ]
    (chart,) = page.all(role="img")
    label = chart.get("aria-label").split("\n", 1)[1]
    assert label.split() == ["Ana", "−40,", "Ben", "80,", "Cho", "100"]


def test_every_cell_opens_its_breakdown():
    entry = a_round(0, 20, traps=1, idle_hunters=[1], toads={"2": 2})
    phone, session = a_hosted_game(rounds=[entry])
    page = said(phone, "round", session, 1)
    assert "2 × 20 + 1 trap (25) + idle hunter (25) = 90" in page
    assert "toads Cho 2" in page
    for never_entered in ("0", "2", "9" * 30):
        address = f"/table/{session.pk}/round/{never_entered}/"
        assert phone.get(address).status_code == 404
    correcting = phone.get(to("correct", session, 1)).content.decode()
    assert '<b class="seat-1"><span class="name">Ben</span>' in correcting  # whose points they are


def test_a_line_says_its_points_if_the_sum_does_not():
    table = table_of(a_hosted_game()[1])
    for how, *lines in (
        ("bid met", (30, "bid met")),
        ("bid met (no cards)", (30, "bid met"), (0, "no cards")),
        ("bid met (20) + 3 tricks (30)", (20, "bid met"), (30, "3 tricks")),
        ("2 × 5 + 10 − 3 off", (20, "2 × 5 + 10"), (-3, "3 off")),
        ("7 − bid 120 (20)", (7, ""), (-20, "bid 120")),
        ("− 7 + 8", (-7, ""), (8, "")),
        ("", (7, "")),
    ):
        assert sum_of(table, [Line(points, Text(text)) for points, text in lines]) == how


def test_the_pages_of_a_long_game_need_no_more_queries_than_those_of_a_new_one():
    phone, new = a_hosted_game(rounds=1)
    long = a_game(phone, target=99999, rounds=20)
    for name, *slot in (("table",), ("history",), ("options",), ("enter",), ("round", 1)):
        costs = [queries_of(phone, to(name, session, *slot)) for session in (new, long)]
        assert costs[0] == costs[1] <= 6, name


def test_home_needs_the_same_queries_for_eight_games_as_for_one():
    phone, first = a_hosted_game(rounds=2)
    a_game(phone, target=40, rounds=1)
    one = queries_of(phone, reverse("home"))
    for _ in range(7):
        a_game(phone, first.group, rounds=2)
        a_game(phone, first.group, target=40, rounds=1)
    more_than_shown_tonight = 3  # finished in two queries, and counted while under way
    assert queries_of(phone, reverse("home")) == one + more_than_shown_tonight
    GameSession.objects.update(played_at=F("played_at") - timedelta(days=1))
    assert queries_of(phone, reverse("home")) == one <= 8


def test_lists_need_the_same_queries_for_four_games_as_for_one():
    phone, first = a_hosted_game(rounds=2)
    a_game(phone, first.group, rounds=2).change(deleted_at=first.started_at)
    lists = [reverse(name) for name in ("games", "deleted", "players")]
    one = [queries_of(phone, address) for address in lists]
    for number in range(6):
        more = a_game(phone, first.group, names=("Ana", "Ben", f"Cho {number}"), rounds=2)
        more.change(deleted_at=more.started_at if number % 2 else None)
    assert [queries_of(phone, address) for address in lists] == one
    assert max(one) <= 6


def test_a_viewer_has_no_buttons_and_is_offered_no_rematch():
    phone, session = a_hosted_game(rounds=2)
    viewer = a_member(session.group, Role.VIEWER)
    sessions = session, a_game(phone, target=40, rounds=1)
    under_way, over = (Page(viewer.get(to("table", one))) for one in sessions)
    assert "Ana leads with 80 of 400" in under_way.said
    assert "Ana wins" in over.said
    assert "Rematch" not in over.said
    assert all(not form.buttons for page in (under_way, over) for form in page.forms)


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
    one, other, third = short_names([*names, "Bartholomäus"], LETTERS)
    assert one != other
    assert max(len(one), len(other)) <= LETTERS + 1
    assert third == "Bartholo…"


def test_names_with_wide_letters_have_fewer_on_the_chart():
    names = ["WOMBAT-MAMA", "Mwmwmwmwmwm", "Wilhelmine", "Iliana"]
    assert short_names(names, LETTERS) == ["WOMBAT…", "Mwmwmw…", "Wilhelmi…", "Iliana"]


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
    assert (some.has_names, many.has_names) == (True, False)
    assert many.right > some.right
    assert many.height == SCREEN.height


def test_a_large_screen_without_javascript_refreshes_itself():
    phone, session = a_hosted_game(rounds=1)
    again = '<noscript>\n<meta http-equiv="refresh" content="15">\n</noscript>'
    assert again in Page(phone.get(to("display", session))).text
    assert again not in Page(phone.get(to("table", session))).text


def test_programs_can_read_the_times_of_a_page():
    phone, session = a_hosted_game(target=60, rounds=[a_round(0, 30)])
    a_game(phone, session.group)
    correct(phone, session, 1, a_round(1, 40))
    evening = Page(phone.get("/")).tree.xpath("//*[contains(@class, 'tonight')]//a/@href")
    addresses = ["/", *evening, *(to(name, session) for name in ("table", "history"))]
    pages = [Page(phone.get(address)) for address in [*addresses, to("round", session, 1)]]
    for page in pages:
        times = [time.get("datetime") for time in page.all("time")]
        assert times, page.path
        assert [time for time in times if not TIME.fullmatch(time)] == []


def test_a_chart_of_few_players_is_not_made_taller():
    two, six = (Chart(["Ana"] * number, range(number), [], None, []) for number in (2, 6))
    assert two.height == six.height


def moved(session):
    return [standing.name for standing in standings(table_of(session)) if standing.has_moved]


def test_only_totals_changed_by_the_last_change_are_marked():
    phone, session = a_hosted_game()
    assert moved(session) == []
    add(session, a_round(0, 20))
    assert moved(session) == ["Ana"]
    add(session, a_round(1, 40))
    assert moved(session) == ["Ben"]
    assert phone.get(to("table", session)).content.decode().count("total moved") == 1
    correct(phone, session, 1, a_round(2, 20))
    assert moved(session) == ["Cho", "Ana"]
    undo(phone, session)
    assert moved(session) == ["Ana", "Cho"]
    set_target(phone, session, 500)
    assert moved(session) == []


def test_a_viewer_is_not_told_to_use_a_button_that_only_others_have():
    phone, group = a_hosted_group()
    watcher = a_member(group, Role.VIEWER)
    for game, options in {
        "chimera": {"target": 400},
        "big_fish": {"advanced": False},
        "score_pad": {"title": "Golf"},
    }.items():
        table = said(watcher, "table", a_game(phone, group, game=game, options=options))
        assert "Nothing entered yet: the score sheet grows here." in table
        assert not re.search(r"\b[Tt]ap\b|Enter each", table)
