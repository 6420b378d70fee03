"""The demo: games of a group that does not exist, played by the real rules."""

from datetime import date
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse
from django.utils.timezone import localdate

from scorekeeper.demo import group as demo
from scorekeeper.models import GameSession, Group, Role
from tests.app.support.factories import a_group, a_phone, let_in, table_of
from tests.app.support.pages import Page
from tests.support.further_games import create_game
from tests.support.shipped_games import SHIPPED

LAST, DAYS = date(2026, 3, 13), 35


def a_demo():
    return demo.create_demo(LAST, DAYS)


def newest_of_each_game(group):
    games = {(one.game, one.title): one for one in group.sessions.finished().reverse()}
    return games.values()


def columns(group):
    names = ("game", "title", "started_at", "played_at", "result", "rounds", "margin", "swing")
    return list(group.sessions.order_by("pk").values_list(*names))


def test_every_game_is_played_up_to_the_last_day_with_the_results_of_the_rules_and_shown():
    group = a_demo()
    assert {session.game for session in group.sessions.finished()} >= set(SHIPPED)
    newest = group.sessions.get(finished_at=None)  # it is still going on
    assert localdate(newest.started_at) == LAST
    assert table_of(newest).rounds
    for session in group.sessions.all():
        at = [revision.at for revision in session.revisions.all()]
        assert (min(at), max(at)) == (session.started_at, session.played_at)
        assert session.played_at <= newest.played_at
        if session != newest:
            board, seats = table_of(session).board, session.seats.all()
            assert not board.problem
            assert session.result["totals"] == [seat.total for seat in seats] == list(board.totals)
            assert None not in [seat.figures for seat in seats]
    open_tables_and_statistics(group)
    assert columns(a_demo()) == columns(group)  # the same every time


def open_tables_and_statistics(group):
    phone = a_phone()
    let_in(phone, group, Role.VIEWER)
    opened, players = Page(phone.get(reverse("statistics", args=[group.pk]))), group.players.all()
    addresses = {
        *opened.links(),
        *(reverse("player", args=[player.pk]) for player in players),
        *(reverse("table", args=[session.pk]) for session in newest_of_each_game(group)),
    }
    assert len(addresses) > 20
    for address in addresses:
        assert phone.get(address).status_code == 200, address


def test_games_of_an_author_are_played_unless_their_sample_is_broken(further_folder):
    for slug, sample in {
        "coin": None,
        "dime": "import nothing_of_this_name",
        "euro": "def next_entry(position): return position.nothing",
        "rand": "from games.rand.rules import Round\n\n"
        "def next_entry(position): return Round(0, 55.5)",
    }.items():
        create_game(slug)
        if sample:
            (further_folder / slug / "sample.py").write_text(sample)
    said = StringIO()
    for _twice in range(2):
        call_command("demo", days=DAYS, stdout=said)
    assert GameSession.objects.filter(game="coin").exists()
    assert "Not played: dime, euro, rand.\n" in said.getvalue()
    assert said.getvalue().count("Played") == 1
    assert Group.objects.get().name == demo.NAME


@pytest.mark.parametrize("days", [1, 2])
def test_a_few_days_are_enough(days):
    call_command("demo", days=days, stdout=StringIO())
    assert GameSession.objects.exists()


def test_the_command_refuses_a_time_without_days():
    with pytest.raises(CommandError, match="must be 1 or more"):
        call_command("demo", days=0)


def test_the_command_refuses_a_database_in_use():
    a_group(a_phone())
    with pytest.raises(CommandError, match="needs an empty one"):
        call_command("demo")
    assert Group.objects.get().name == "Friday"
