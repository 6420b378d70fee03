"""Games of other apps that a team won, or that all lost together, on pages and in exports."""

import csv
import io
import json

import pytest
from django.urls import reverse

from scorekeeper.models import GameSession
from tests.app.support.factories import NAMES, a_group, a_hosted_group, a_phone
from tests.app.support.imports import bring_in
from tests.app.support.pages import Page
from tests.app.test_exchange import download
from tests.app.test_years import cards

GAMES = [
    {"id": 1, "name": "Pandemic", "cooperative": True},
    {"id": 2, "name": "Cascadia", "cooperative": False},
]
PANDEMIC, CASCADIA = 1, 2


def a_play(day, game, scores, *winners, minutes=30):
    return {
        "uuid": f"play {day}",
        "gameRefId": game,
        "playDate": f"2026-03-0{day} 20:00:00",
        "durationMin": minutes,
        "playerScores": [
            {"playerRefId": number, "score": str(score), "winner": name in winners}
            for number, (name, score) in enumerate(zip(NAMES, scores, strict=True))
        ],
    }


def group_with(*plays):
    phone, group = a_hosted_group(names=())
    people = [{"id": number, "name": name} for number, name in enumerate(NAMES)]
    content = {"games": GAMES, "players": people, "plays": plays}
    bring_in(group, json.dumps(content).encode())
    return phone, group


def family(phone, group, title):
    address = reverse("family", args=[group.pk, "score_pad"])
    return Page(phone.get(address, {"title": title})).said


def results_of(group):
    plays = group.sessions.order_by("played_at")
    return [(play.title, play.lowest_wins, play.result["winners"]) for play in plays]


def test_everyone_holds_the_records_of_a_game_that_all_lost():
    won = [a_play(day, PANDEMIC, (1, 1, 1), *NAMES) for day in (1, 2)]
    phone, group = group_with(*won, a_play(3, PANDEMIC, (0, 2, 2), minutes=90))
    records = family(phone, group, "pandemic")
    assert "Longest game Ana, Ben and Cho · 3 Mar 2026 1 h 30 min" in records
    assert "Highest total Ben and Cho · 3 Mar 2026 2" in records
    assert "Lowest total Ana · 3 Mar 2026 0" in records
    last = group.sessions.latest("played_at")
    evening = Page(phone.get(reverse("evening", args=[group.pk, last.pk]))).said
    assert "Nobody won" in evening
    assert "Ended early" not in evening


def test_a_team_has_the_best_total_of_its_players_and_no_clearest_win():
    team = a_play(1, CASCADIA, (40, 55, 30), "Ana", "Ben")
    others = [a_play(day, CASCADIA, (30 + day, 20, 10), "Ana") for day in (2, 3)]
    phone, group = group_with(team, *others)
    records = family(phone, group, "cascadia")
    assert "Highest total Ben · 1 Mar 2026 55" in records
    assert "Clearest win Ana · 3 Mar 2026 13" in records
    first = group.sessions.earliest("played_at")
    assert (first.best_total, first.margin) == (55, None)
    year = cards(phone.get(reverse("group_year", args=[group.pk, 2026])))
    assert year["Clearest win"].startswith("13")


@pytest.mark.parametrize("name", ["games.csv", "BGStatsExport.json"])
def test_who_won_is_the_same_after_an_export_was_read_again(name):
    lost = a_play(1, PANDEMIC, (10, 12, 10))
    phone, group = group_with(lost, a_play(2, CASCADIA, (30, 20, 50), "Ben"))
    again = a_group(a_phone(), names=())
    bring_in(again, download(phone, group, name))
    assert results_of(again) == results_of(group)
    assert results_of(group) == [("Pandemic", False, []), ("Cascadia", False, [1])]


def test_half_a_minute_counts_as_one_in_exports_as_on_pages():
    phone, group = group_with(a_play(1, CASCADIA, (3, 2, 1), "Ana", minutes=2))
    (play,) = GameSession.objects.all()
    seconds = play.finished_at - play.started_at
    GameSession.objects.update(started_at=play.finished_at - seconds * 1.25)  # 2 min 30 s
    rows = csv.DictReader(io.StringIO(download(phone, group, "games.csv").decode("utf-8-sig")))
    assert {row["minutes"] for row in rows} == {"3"}
    (kept,) = json.loads(download(phone, group, "BGStatsExport.json"))["plays"]
    assert kept["durationMin"] == 3
