"""Databases of earlier releases, migrated to today: no entry, link or device is lost.

The fixtures are in tests/releases/, where record.py says how they were made, and makes new ones.
"""

import json
from importlib import import_module
from types import SimpleNamespace
from uuid import UUID, uuid4

import pytest
from django.apps import apps
from django.core.management.color import no_style
from django.db import connection
from django.db.migrations import (
    AddField,
    CreateModel,
    DeleteModel,
    RemoveField,
    RenameField,
    RenameModel,
)
from django.db.migrations.executor import MigrationExecutor
from django.urls import reverse
from django.utils.translation import override

from games.contract import format_number
from scorekeeper.models import GameSession, Member, Revision, Role, Seat
from scorekeeper.people.devices import COOKIE
from scorekeeper.tables.finished.recount import recount_all
from scorekeeper.tables.finished.results import (
    NO_RESULT,
    result_columns,
    seat_columns,
    setup_columns,
)
from scorekeeper.tables.table import Table
from tests.app.support.factories import Phone, a_game, a_phone, device, is_postgres
from tests.app.support.pages import Page
from tests.app.support.releases import ENDS, OURS, RELEASES, database_of, migrate, recorded
from tests.support.long import LONG


@pytest.fixture(params=RELEASES if LONG or not is_postgres() else ENDS)
def release(request, transactional_db, settings):
    """The data of a release, in a migrated database."""
    # A request of an earlier test may have left its language.
    with override("en"), database_of(request.param, settings) as fixture:
        migrate()
        recount_all()  # as `manage.py migrate` does
        reset_sequences()
        yield fixture


def reset_sequences():
    """The rows were stored with their keys; what is stored next needs higher ones."""
    models = list(apps.get_app_config(OURS).get_models())
    with connection.cursor() as cursor:
        for sql in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(sql)


def phone_of(fixture, name):
    phone = Phone()
    phone.cookies[COOKIE] = fixture["devices"][name]
    return phone


def host_of(fixture):
    return phone_of(fixture, "Ana’s phone")


def shown(phone, address):
    answer = phone.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def test_there_are_fixtures_of_early_and_later_releases():
    assert len(RELEASES) >= 8


def since_the_last_release():
    """The operations of migrations that the last release did not have."""
    last = recorded(RELEASES[-1])["migration"]
    loader = MigrationExecutor(connection).loader
    names = sorted(name for app, name in loader.disk_migrations if app == OURS and name > last)
    return [one for name in names for one in loader.disk_migrations[OURS, name].operations]


def test_the_last_release_can_write_while_this_one_starts(db):
    operations = since_the_last_release()
    new = {one.name_lower for one in operations if isinstance(one, CreateModel)}
    for one in operations:
        assert not isinstance(one, (DeleteModel, RemoveField, RenameField, RenameModel)), one
        if isinstance(one, AddField) and one.model_name_lower not in new:
            assert one.field.null or one.field.has_db_default(), one.name


def test_an_earlier_release_shows_the_same_totals_and_continues(release):
    every_game_stands_as_it_stood(release)
    # Pages are made of the same tables, whatever the database.
    if LONG or (release["name"] in ENDS and not is_postgres()):
        every_list_is_shown(release)
        every_table_is_shown(release)
        every_page_of_each_kind_of_game_is_shown(release)
    devices_are_known_with_what_they_may_do(release)
    links_that_were_given_out_still_open(release)
    entries_that_wait_on_a_phone_are_taken_once(release)


def every_game_stands_as_it_stood(release):
    for game in release["games"]:
        session = GameSession.objects.get(pk=game["pk"])
        table = Table.of(session)
        assert [list(table.names), list(table.board.totals)] == [game["names"], game["totals"]]
        assert [list(table.board.ranks), table.board.finished] == [game["ranks"], game["finished"]]
        assert list(table.winners) == (game["winners"] if game["played"] else [])
        rounds = [[one.entry.slot, one.title, list(one.result.totals)] for one in table.rounds]
        assert rounds == game["rounds"]
        # the stored result and the columns, which lists read
        columns = setup_columns(table.game, table.options) | result_columns(table)
        columns = json.loads(json.dumps(columns))
        assert {name: getattr(session, name) for name in columns} == columns
        stored = Seat.objects.filter(session=session).values(*NO_RESULT)
        assert list(stored) == json.loads(json.dumps(seat_columns(table)))


def every_table_is_shown(release):
    host = host_of(release)
    for game in release["games"]:
        if game["deleted"]:
            assert host.get(reverse("table", args=[game["pk"]])).status_code == 404
        else:
            shows_totals(host, "table", game)


def shows_totals(host, page, game):
    said = shown(host, reverse(page, args=[game["pk"]]))
    assert all(f">{format_number(total)}<" in said for total in game["totals"])


def every_page_of_each_kind_of_game_is_shown(release):
    """The longest session of each game that goes on, and the longest that is over."""
    host, kinds = host_of(release), {}
    for game in sorted(release["games"], key=lambda game: len(game["rounds"])):
        if not game["deleted"]:
            kinds[game["game"], game["finished"]] = game
    for game in kinds.values():
        shows_totals(host, "display", game)
        assert "Game started" in shown(host, reverse("history", args=[game["pk"]]))
        for slot, title, _totals in game["rounds"][-1:]:
            assert title in shown(host, reverse("round", args=[game["pk"], slot]))
        if not game["finished"]:
            every_page_of_a_game_that_goes_on_is_shown(host, game)


def every_page_of_a_game_that_goes_on_is_shown(host, game):
    for name in ("enter", "options", "share", "record"):
        shown(host, reverse(name, args=[game["pk"]]))
    for slot, title, _totals in game["rounds"]:
        assert title in shown(host, reverse("correct", args=[game["pk"], slot]))


def every_list_is_shown(release):
    host = host_of(release)
    home = shown(host, "/")
    finished = [game for game in release["games"] if game["finished"] and not game["deleted"]]
    assert all(reverse("table", args=[game["pk"]]) in home for game in finished[-3:])
    newest = host.get(reverse("games"))
    all_games, deleted = newest.content.decode(), shown(host, reverse("deleted"))
    if older := [link for link in Page(newest).links() if "older=" in link]:
        all_games += shown(host, reverse("games") + older[0])
    for game in release["games"]:
        assert f"/{game['pk']}/" in (deleted if game["deleted"] else all_games)
    for name in ("groups", "players"):
        assert "Ana" in shown(host, reverse(name))
    for group in {game["group"] for game in release["games"]}:
        shown(host, reverse("group", args=[group]))
        shown(host, reverse("invite", args=[group]))


def devices_are_known_with_what_they_may_do(release):
    games = [game for game in release["games"] if not game["deleted"] and not game["finished"]]
    one_a_group = {game["group"]: game for game in games}
    shared = {game["pk"]: game for game in games if game["pk"] == shared_game(release)}
    asked = {game["pk"]: game for game in one_a_group.values()} | shared
    for name in release["devices"]:
        phone = phone_of(release, name)
        roles = roles_of(release, phone)
        assert roles
        for game in asked.values():
            role = max(roles.get((game["group"], pk), 0) for pk in (None, game["pk"]))
            form = phone.get(reverse("enter", args=[game["pk"]]))
            assert form.status_code == (404 if not role else 200 if role >= Role.SCORER else 403)


def shared_game(release):
    """The game that a guest has access to."""
    (guest,) = [pk for _group, pk in roles_of(release, phone_of(release, "Guest"))]
    return guest


def roles_of(release, phone):
    """The roles this release gave the device, by group and game (None for all games)."""
    members = release["tables"]["scorekeeper_member"]
    rows = [dict(zip(members["columns"], row, strict=True)) for row in members["rows"]]
    mine = [row for row in rows if row["device"] == device(phone)]
    return {(row["group_id"], row["session_id"]): row["role"] for row in mine}


def links_that_were_given_out_still_open(release):
    revoked = set(release["revoked"].values())
    for path in set(release["links"].values()) - revoked:
        phone = a_phone()
        shown(phone, path)
        joined = phone.post(path, {"name": "New phone"})
        assert joined.status_code == 302
        assert Member.objects.filter(device=device(phone)).exists()
        shown(phone, joined.url)
    for path in revoked:
        assert a_phone().get(path).status_code == 404


def entries_that_wait_on_a_phone_are_taken_once(release):
    for waiting in release["outbox"]:
        phone, fields = phone_of(release, waiting["phone"]), {}
        for name, value in waiting["fields"]:
            fields.setdefault(name, []).append(value)
        before = Revision.objects.filter(session=waiting["session"]).count()
        for _ in range(2):
            answer = phone.post(waiting["url"], fields, headers={"Outbox": "send"})
            signed = answer.status_code, answer.headers.get("Outbox")
            assert signed == (204, "saved"), Page(answer).said
        entries = Revision.objects.filter(session=waiting["session"])
        assert entries.count() == before + 1
        assert entries.filter(submission=UUID(fields["submission"][0])).exists()


def test_all_results_of_the_first_releases_are_completed_however_many(db, monkeypatch):
    host = a_phone()
    played, unplayed = a_game(host, rounds=1), a_game(host)
    first = {"totals": [0, 0, 0], "ranks": [1, 1, 1], "winners": [0, 1, 2]}
    for session in [*(copy_of(played) for _ in range(7)), *(copy_of(unplayed) for _ in range(3))]:
        session.result = first
        session.save()
    migration = import_module("scorekeeper.migrations.0005_results_of_first_releases")
    monkeypatch.setattr(migration, "BATCH", 3)
    models = {"GameSession": GameSession, "Entry": Revision}  # as they were called then
    then = SimpleNamespace(get_model=lambda _app, name: models[name])
    migration.complete_results(then, SimpleNamespace(connection=connection))
    finished = GameSession.objects.filter(result__isnull=False).order_by("pk")
    results = list(finished.values_list("result", flat=True))
    known = {"options": {"target": 300}, "ended_early": True}
    assert results == [{**first, **known}] * 7 + [{**first, **known, "winners": []}] * 3


def copy_of(session):
    """A copy of this game, ended early with another target."""
    entries = [*session.revisions.order_by("pk")]
    copy = GameSession.objects.create(group=session.group, game=session.game)
    for entry in entries:
        entry.pk, entry.session = None, copy
        entry._state.adding = True
    setup = Revision(session=copy, slot=0, revision=2, position=0, submission=uuid4())
    setup.data = {"options": {"target": 300}, "ended_early": True}
    Revision.objects.bulk_create([*entries, setup])
    return copy
