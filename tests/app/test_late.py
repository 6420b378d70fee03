"""Entries sent late, twice, or counted on offline are checked on arrival, never lost or doubled."""

from uuid import uuid4

from django.test import Client

from scorekeeper.models import Revision, Role
from scorekeeper.people.devices import COOKIE
from scorekeeper.people.groups import remove_device
from tests.app.support.factories import (
    a_game,
    a_member,
    a_phone,
    a_round,
    add,
    device,
    end_early,
    enter,
    let_in,
    open_form,
    seen_by,
    table_of,
    to,
    totals,
    typed,
    undo,
)
from tests.app.support.pages import assert_refused


def counted_on(form, by):
    """The form of a later round, as an offline phone makes it."""
    return {**form, "slot": str(int(form["slot"][0]) + by), "submission": str(uuid4())}


def send(phone, session, form, entry=None, **headers):
    return phone.post(to("enter", session), {**form, **typed(entry or a_round())}, headers=headers)


def test_offline_rounds_that_count_on_are_saved_in_their_order(phone):
    session = a_game(phone)
    form = open_form(phone, to("enter", session))
    for by in range(3):
        assert send(phone, session, counted_on(form, by), a_round(by)).status_code == 302
    assert [round.entry.slot for round in table_of(session).rounds] == [1, 2, 3]
    assert [round.entry.data["chimera"] for round in table_of(session).rounds] == [0, 1, 2]


def test_a_round_that_counted_too_far_takes_the_next_place_once_however_often_it_is_sent(phone):
    session = a_game(phone)
    form = open_form(phone, to("enter", session))
    for number, slot in enumerate(("4", "1000000"), 1):
        sent = {**form, "slot": slot, "submission": str(uuid4())}
        assert [send(phone, session, sent).status_code for _ in range(2)] == [302, 302]
        assert sorted(table_of(session).log.revisions) == list(range(number + 1))
    assert enter(phone, session).status_code == 302
    assert totals(session) == (120, 0, 0)
    correction = {**form, "slot": "9", "revision": "1"}
    assert send(phone, session, correction).status_code == 404


def test_a_round_that_counts_on_from_a_place_another_phone_took_is_a_conflict(phone):
    session = a_game(phone)
    form = open_form(phone, to("enter", session))
    theirs = seen_by(a_member(session.group, Role.SCORER), session)
    add(theirs, a_round(1))
    add(theirs, a_round(1))
    assert send(phone, session, counted_on(form, 1)).status_code == 409
    assert totals(session) == (0, 80, 0)


def test_a_round_sent_again_after_the_game_ended_or_it_was_undone_is_answered_as_saved(phone):
    session = a_game(phone, rounds=1)
    form = open_form(phone, to("enter", session))
    send(phone, session, form)
    undo(phone, session)
    assert send(phone, session, form).status_code == 302
    assert totals(session) == (40, 0, 0)
    end_early(phone, session)
    assert send(phone, session, form).status_code == 302
    assert Revision.objects.filter(session=session).count() == 5  # two of the setup, three rounds
    assert_refused(send(phone, session, {**form, "submission": str(uuid4())}), "This game is over")


SENT = {"Outbox": "send"}


def test_every_answer_to_the_outbox_is_signed_and_no_other(phone):
    session = a_game(phone)
    form = open_form(phone, to("enter", session))
    refused = send(phone, session, form, a_round(0, idle_hunters=[0]), **SENT)
    assert (refused.status_code, refused["Outbox"]) == (422, "refused")
    saved = send(phone, session, form, **SENT)
    assert (saved.status_code, saved["Outbox"]) == (204, "saved")
    assert saved["Location"] == f"{to('table', session)}#saved"
    assert not saved.content
    other = {**form, "submission": str(uuid4())}
    conflict = send(phone, session, other, a_round(1), **SENT)
    assert (conflict.status_code, conflict["Outbox"]) == (409, "conflict")
    for other_device, status in ((a_phone(), 404), (a_member(session.group, Role.VIEWER), 403)):
        gone = send(other_device, session, form, **SENT)
        assert (gone.status_code, gone["Outbox"]) == (status, "gone")
    assert "Outbox" not in send(phone, session, form)
    member = session.group.members.get(device=device(phone))
    let_in(a_phone(), session.group, Role.HOST)
    remove_device(member)
    gone = send(phone, session, form, **SENT)
    assert (gone.status_code, gone["Outbox"]) == (404, "gone")


def test_an_entry_that_may_succeed_next_time_is_not_signed(phone, settings):
    session = a_game(phone)
    form = open_form(phone, to("enter", session))
    strict = Client(enforce_csrf_checks=True)
    strict.cookies[COOKIE] = phone.cookies[COOKIE].value
    answer = send(strict, session, form, **SENT)
    assert answer.status_code == 403
    assert "Outbox" not in answer
    form["csrfmiddlewaretoken"] = strict.cookies["csrftoken"].value
    settings.SECURE_SSL_REDIRECT = True
    answer = send(Client(), session, form, **SENT)
    assert answer.status_code == 301
    assert "Outbox" not in answer
    settings.SECURE_SSL_REDIRECT = False
    assert send(strict, session, form, **SENT)["Outbox"] == "saved"
