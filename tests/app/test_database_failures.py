"""The database cannot write, or is gone: a plain message, and pages are still shown."""

from contextlib import contextmanager
from datetime import timedelta
from time import monotonic

import pytest
from django.db import Error, connection
from django.urls import reverse
from django.utils import timezone

from scorekeeper.models import Link, Member, Role
from scorekeeper.people import links
from scorekeeper.web.database_failures import status_of
from tests.app.support.at_once import held_by_another
from tests.app.support.factories import (
    a_game,
    a_hosted_game,
    a_phone,
    a_round,
    device,
    is_postgres,
    open_form,
    to,
    totals,
    typed,
)
from tests.app.support.pages import Page

with_real_transactions = pytest.mark.django_db(transaction=True)
SENT = {"Outbox": "send"}


@contextmanager
def impatient(settings):
    """Shorten the lock timeout of this process."""
    settings.LOCK_TIMEOUT = 1
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA busy_timeout = 100")
        yield
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA busy_timeout = 10000")


@contextmanager
def read_only():
    settings = {"sqlite": "PRAGMA query_only", "postgresql": "SET default_transaction_read_only"}
    setting = settings[connection.vendor]
    with connection.cursor() as cursor:
        cursor.execute(f"{setting} = on")
        try:
            yield
        finally:
            cursor.execute(f"{setting} = off")


RAISE_DISK_FULL = """
    CREATE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql
        AS $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$;
    CREATE TRIGGER disk_full BEFORE INSERT ON scorekeeper_revision EXECUTE FUNCTION disk_full();
"""


@contextmanager
def full_disk():
    """SQLite reports it when a file may not grow; PostgreSQL is made to report it."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(RAISE_DISK_FULL)
            yield
            cursor.execute("DROP FUNCTION disk_full CASCADE")
        else:
            cursor.execute("VACUUM")
            cursor.execute("PRAGMA max_page_count = 1")  # at least as many as exist
            yield
            cursor.execute("PRAGMA max_page_count = 1000000")


def saving(phone, session, **headers):
    """Send the same form each time."""
    form = open_form(phone, to("enter", session)) | typed(a_round(0, 20))
    return lambda: phone.post(to("enter", session), form, headers=headers)


def assert_told(response, status, caplog):
    assert response.status_code == status
    assert "Outbox" not in response
    page = Page(response)
    assert "Nothing was saved" in page.said
    assert "keeps it and sends it again" in page.said
    for header in ("Content-Security-Policy", "X-Frame-Options", "Permissions-Policy"):
        assert header in response
    assert response["Cache-Control"] == "private, no-cache"
    (record,) = caplog.records
    assert record.exc_info is None
    assert "\n" not in record.getMessage()
    caplog.clear()


@with_real_transactions
def test_an_entry_that_waited_too_long_for_a_lock_is_refused_and_can_be_sent_again(
    caplog, settings
):
    phone, session = a_hosted_game()
    save = saving(phone, session, **SENT)
    with impatient(settings), held_by_another("scorekeeper_group", session.group_id):
        response = save()
        assert_told(response, 503, caplog)
        assert response["Retry-After"] == "1"
    assert save()["Outbox"] == "saved"
    assert totals(session) == (40, 0, 0)


@with_real_transactions
def test_an_entry_that_does_not_fit_on_the_disk_is_refused_and_can_be_sent_again(caplog):
    phone, session = a_hosted_game(game="score_pad", options={"title": "Golf"})
    caplog.clear()
    address = to("enter", session)
    refused = None
    with full_disk():
        for _ in range(200):
            form = open_form(phone, address) | {f"points_{seat}": "1" for seat in range(3)}
            response = phone.post(address, form, headers=SENT)
            if response.status_code != 204:
                refused = form
                break
        assert_told(response, 507, caplog)
        assert "disk is full" in Page(response).said
        assert "Retry-After" not in response
        assert phone.get(to("table", session)).status_code == 200
    before = totals(session)
    assert phone.post(address, refused, headers=SENT)["Outbox"] == "saved"
    assert totals(session) == tuple(total + 1 for total in before)


READING = ("table", "display", "history", "enter", "options", "record")


@with_real_transactions
def test_every_page_that_only_reads_works_when_the_database_is_read_only(caplog):
    phone, session = a_hosted_game(rounds=2)
    a_long_time_ago(phone)
    addresses = [to(name, session) for name in READING]
    addresses += [to(name, session, 1) for name in ("round", "correct")]
    addresses += map(reverse, ("home", "games", "deleted", "players", "groups", "enter_code"))
    addresses += [reverse("group", args=[session.group_id]), reverse("new", args=["chimera"])]
    addresses += [f"{reverse('new', args=['chimera'])}?again={session.pk}"]
    addresses += [reverse("device", args=[Member.objects.get().pk])]
    with read_only():
        statuses = {address: phone.get(address).status_code for address in addresses}
    assert set(statuses.values()) == {200}, statuses
    assert not caplog.records


@with_real_transactions
def test_what_must_write_says_that_it_cannot_right_now(caplog):
    phone, session = a_hosted_game()
    save = saving(phone, session, **SENT)
    with read_only():
        assert_told(save(), 503, caplog)
        for address in (to("share", session), reverse("invite", args=[session.group_id])):
            response = phone.get(address)
            assert response.status_code == 503
            assert "Back in a moment" in Page(response).said


@with_real_transactions
def test_a_phone_that_just_joined_gets_its_pages_and_can_send_again_while_nothing_can_be_written():
    """Its first request moves it to a new secret, which has to be written."""
    phone = a_phone()
    session = a_game(a_phone())
    phone.post(links.path(Link.to(session.group, Role.SCORER)))
    with read_only():
        assert phone.get(to("table", session)).status_code == 200
        response = saving(phone, session, **SENT)()
        assert response.status_code == 503
        assert "Outbox" not in response.headers
    before = phone.cookies["device"].value
    assert phone.get(to("table", session)).status_code == 200
    assert phone.cookies["device"].value != before


def a_long_time_ago(phone):
    """Set when this device was last seen to long ago."""
    mine = Member.objects.filter(device=device(phone))
    mine.update(seen_at=timezone.now() - timedelta(days=2))
    return mine.get()


@with_real_transactions
def test_a_device_not_seen_for_long_gets_its_page_at_once_during_a_write(settings):
    phone, session = a_hosted_game()
    member = a_long_time_ago(phone)
    with held_by_another("scorekeeper_member", member.pk):
        began = monotonic()
        assert phone.get(to("table", session)).status_code == 200
        assert monotonic() - began < 3
        assert Member.objects.get(pk=member.pk).seen_at == member.seen_at
    phone.get(to("table", session))
    assert Member.objects.get(pk=member.pk).seen_at > member.seen_at
    if not is_postgres():  # a writer waits as long as before
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA busy_timeout")
            assert cursor.fetchone() == (settings.LOCK_TIMEOUT * 1000,)


@with_real_transactions
def test_a_lost_database_server_is_reported_and_the_entry_can_be_sent_again(caplog):
    if not is_postgres():
        return  # SQLite has none
    phone, session = a_hosted_game()
    save = saving(phone, session, **SENT)
    other = connection.copy()
    with other.cursor() as cursor:
        own = connection.connection.info.backend_pid
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [own])
    other.close()
    assert_told(save(), 503, caplog)
    connection.close()  # as the end of a request does outside of tests
    assert save()["Outbox"] == "saved"
    other.settings_dict = {**connection.settings_dict, "HOST": "/nowhere"}
    with pytest.raises(Error) as unreachable:
        other.ensure_connection()
    assert status_of(unreachable.value) == 503


def test_a_bug_of_ours_is_still_a_server_error():
    with pytest.raises(Error) as fault, connection.cursor() as cursor:
        cursor.execute("SELECT * FROM nowhere")
    assert status_of(fault.value) is None
    assert status_of(ValueError("database is locked")) is None
