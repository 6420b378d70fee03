"""The code and the database belong to the same version, or pages say that they do not."""

import logging

import pytest
from django.core.management import CommandError
from django.db import OperationalError, ProgrammingError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from scorekeeper.operating.versions import MIGRATIONS, Mismatch, find_mismatch
from tests.app.support.factories import a_game, a_hosted_game, a_phone, a_round, stamp, to, typed
from tests.app.support.pages import Page
from tests.app.support.programs import a_program
from tests.app.test_database_commands import prepared


def forget_the_last_migration():
    MigrationRecorder.Migration.objects.filter(app="scorekeeper", name=max(MIGRATIONS)).delete()


def add_a_later_migration():
    MigrationRecorder(connection).record_applied("scorekeeper", "9999_of_a_later_version")


CHANGES = (forget_the_last_migration, add_a_later_migration)
ERRORS = OperationalError("no such column"), ProgrammingError("no such column")


def test_code_and_database_of_one_version_belong_together():
    assert find_mismatch() is None
    assert len(MIGRATIONS) >= 20


@pytest.mark.parametrize(("change", "kind"), list(zip(CHANGES, Mismatch, strict=True)))
def test_a_server_of_another_version_does_not_start_and_says_what_to_do(change, kind):
    change()
    with pytest.raises(CommandError) as refused:
        prepared()
    assert str(refused.value) == kind.value


@pytest.fixture
def failing(monkeypatch, request):
    """Every view that looks for games fails, as with a column that is missing."""

    def fail(*_arguments):
        raise getattr(request, "param", ERRORS[0])

    monkeypatch.setattr("scorekeeper.views.home.tiles", fail)
    monkeypatch.setattr("scorekeeper.access.note_use", fail)


@pytest.mark.parametrize(
    ("change", "kind", "failing"),
    list(zip(CHANGES, Mismatch, ERRORS, strict=True)),
    indirect=["failing"],
)
@pytest.mark.usefixtures("failing")
def test_a_page_that_fails_between_two_versions_asks_to_come_back(change, kind, caplog):
    change()
    with caplog.at_level(logging.WARNING):
        answer = a_phone().get("/")
    assert answer.status_code == 503
    assert answer.headers["Retry-After"]
    assert "The site is being updated" in Page(answer).said
    assert [record.getMessage() for record in caplog.records] == [kind.value]


@pytest.mark.usefixtures("failing")
def test_a_phone_keeps_an_entry_meanwhile():
    phone, game = a_hosted_game()
    add_a_later_migration()
    answer = phone.post(
        to("enter", game), {**stamp(1), **typed(a_round())}, headers={"Outbox": "1"}
    )
    assert answer.status_code == 503
    assert "Outbox" not in answer.headers
    assert "Nothing was saved" in Page(answer).said


@pytest.mark.parametrize("failing", ERRORS, indirect=True)
@pytest.mark.usefixtures("failing")
def test_a_program_is_asked_to_come_back():
    game = a_game(a_phone())
    program = a_program(game.group)
    add_a_later_migration()
    answer = program.get(f"games/{game.pk}")
    assert answer.status_code == 503
    assert answer.headers["Retry-After"]


@pytest.mark.usefixtures("failing")
def test_a_failure_within_one_version_is_a_bug():
    assert Client(raise_request_exception=False).get("/").status_code == 500


def test_pages_that_work_with_both_versions_go_on():
    add_a_later_migration()
    assert a_phone().get("/").status_code == 200
