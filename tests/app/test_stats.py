"""The figures of a site for its operator."""

import json
import os
import re
from contextlib import contextmanager
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import StringIO
from threading import Thread

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.timezone import localdate

from scorekeeper.management.commands.stats import as_text
from scorekeeper.models import GameSession, Group, Revision, Role
from scorekeeper.operating.figures import figures, file_sizes, folder_sizes
from scorekeeper.operating.slow_pages import SlowPage
from scorekeeper.people.deletion import delete_group, delete_player
from scorekeeper.people.programs import make_token
from tests.app.support.factories import (
    a_game,
    a_group,
    a_hosted_group,
    a_member,
    a_phone,
    device,
    let_in,
)


def printed(*arguments):
    out = StringIO()
    call_command("stats", *arguments, stdout=out)
    return out.getvalue()


class AnotherSite(BaseHTTPRequestHandler):
    """It shows its start page at every address, as many sites with scripts do."""

    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"<!doctype html>\n<title>Elsewhere</title>")

    def log_message(self, *_line):
        pass


@contextmanager
def another_site():
    with HTTPServer(("127.0.0.1", 0), AnotherSite) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture
def group():
    phone, group = a_hosted_group("Friday")
    a_game(phone, group, target=40, rounds=1)
    a_game(phone, group, rounds=2)
    make_token(group, group.members.get(device=device(phone)).pk, "lamp", Role.VIEWER)
    return group


def test_it_counts_what_there_is(group):
    gone = a_group(a_phone(), "Gone")
    delete_group(gone)
    delete_player(group.players.get(name="Cho"))
    known = figures()
    assert (known.groups, known.deleted_groups) == (1, 1)
    assert known.players == Group.objects.count() * 3 - 1
    assert (known.games, known.games_under_way) == (2, 1)
    assert known.entries == Revision.objects.count() == 5
    assert known.programs == 1


def test_a_device_counts_once_and_as_active_for_30_days(group):
    phone = a_phone()
    game = group.sessions.first()
    let_in(phone, group, Role.VIEWER)
    let_in(phone, group, Role.SCORER, game)
    resting = a_member(group, Role.SCORER)
    old = timezone.now() - timedelta(days=31)
    group.members.filter(device=device(resting)).update(seen_at=old)
    known = figures()
    assert (known.devices, known.active_devices) == (3, 2)


def test_games_are_counted_by_the_day_they_were_started(group):
    day = timedelta(days=1)
    first, second = GameSession.objects.order_by("pk")
    GameSession.objects.filter(pk=first.pk).update(started_at=timezone.now() - 3 * day)
    by_day = figures().games_a_day
    assert len(by_day) == 30
    assert list(by_day)[-1] == localdate()
    played = {today: games for today, games in by_day.items() if games}
    assert played == {localdate() - 3 * day: 1, localdate(): 1}
    GameSession.objects.filter(pk=first.pk).update(started_at=timezone.now() - 40 * day)
    GameSession.objects.filter(pk=second.pk).update(deleted_at=timezone.now())
    assert sum(figures().games_a_day.values()) == 0


def test_sizes_are_those_of_the_database_and_of_the_data_folder(group, tmp_path):
    known = figures()
    assert known.database > 100_000
    assert all(size > 0 for size in known.tables.values())
    if connection.vendor == "postgresql":
        assert "scorekeeper_revision" in known.tables
    (tmp_path / "imports").mkdir()
    (tmp_path / "imports" / "1.upload").write_bytes(b"x" * 300)
    (tmp_path / "imports" / "2.upload").write_bytes(b"x" * 30)
    (tmp_path / "secret_key").write_bytes(b"x" * 50)
    (tmp_path / "elsewhere").symlink_to("/usr")
    assert folder_sizes(tmp_path) == {"imports": 330, "secret_key": 50, "elsewhere": 0}
    assert sum(file_sizes(tmp_path / "gone")) == 0


def test_files_that_vanish_meanwhile_are_left_out(tmp_path, monkeypatch):
    """A backup has a folder of its own in the data folder, and removes it at its end."""
    for name in ("stays", "gone"):
        (tmp_path / "data" / name).mkdir(parents=True)
        (tmp_path / "data" / name / "file").write_bytes(b"x" * 10)
    listed = os.scandir

    def list_folder(folder):
        if str(folder).endswith("gone"):
            raise FileNotFoundError(folder)
        return listed(folder)

    monkeypatch.setattr(os, "scandir", list_folder)
    assert folder_sizes(tmp_path) == {"data": 10}


def test_another_program_at_the_port_of_the_server_is_none(group, monkeypatch):
    with another_site() as port:
        monkeypatch.setenv("PORT", str(port))
        assert re.search(r"^Slowest pages +unknown: no server here", printed(), re.MULTILINE)


def test_it_prints_text_or_json_without_any_name(group, monkeypatch):
    monkeypatch.setenv("PORT", "9")  # where nobody listens
    text, known = printed(), json.loads(printed("--json"))
    assert re.search(r"^Games +2 \(1 under way\)$", text, re.MULTILINE)
    assert re.search(r"^Slowest pages +unknown: no server here", text, re.MULTILINE)
    assert known["games"] == 2
    assert known["slowest_pages"] == []
    assert known["games_a_day"][localdate().isoformat()] == 2
    for name in ("Friday", "Ana", "lamp", "a phone"):
        assert name not in text
        assert name not in json.dumps(known)


def test_it_asks_as_many_queries_whatever_there_is(group):
    with CaptureQueriesContext(connection) as few:
        figures()
    for _number in range(5):
        a_game(a_phone(), rounds=1)
    with CaptureQueriesContext(connection) as many:
        figures()
    assert len(many) == len(few) < 20


def test_a_server_that_has_shown_no_page_yet_is_not_taken_for_none():
    assert re.search("^Slowest pages +none so far$", as_text(figures(), []), re.MULTILINE)
    assert "  home" in (text := as_text(figures(), [SlowPage("home", 0.0124, 1)]))
    assert "12 ms of 1 request\n" in text + "\n"
