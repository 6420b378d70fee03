"""The evenings of a group as a calendar that other programs read."""

import logging
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from icalendar import Calendar as Parsed

from scorekeeper.models import Calendar, GameSession
from scorekeeper.people import calendars
from scorekeeper.people.calendars import renew_calendar
from tests.app.support.factories import a_group, a_phone
from tests.app.support.pads import a_pad
from tests.app.support.pages import Page


@pytest.fixture
def phone(clock):
    return a_phone()


@pytest.fixture
def group(phone):
    return a_group(phone, name="Friday, at Ana’s; late", names=("Ana", "Ben"))


def link_to(group, language="en"):
    renew_calendar(group, language)
    return calendars.path(Calendar.objects.get(group=group))


def read(answer):
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    return Parsed.from_ical(answer.content)


def events(answer):
    return list(read(answer).walk("VEVENT"))


def test_each_evening_is_an_event_with_its_games_and_players(phone, group, clock):
    began = clock.now
    a_pad(phone, 60, 20)
    clock.pass_by(minutes=40)
    last = a_pad(phone, 60, -5, names=("Ben", "Zoe"), title="Backgammon")
    GameSession.objects.filter(pk=last.pk).update(started_at=began + timedelta(minutes=10))
    clock.pass_by(days=7)
    a_pad(phone, 60, 20)
    stranger = a_phone()
    calendar = read(stranger.get(link_to(group)))
    assert calendar["x-wr-calname"] == "Friday, at Ana’s; late"
    first, second = calendar.walk("VEVENT")
    assert first["summary"] == "Games with Ana, Ben, Zoe"
    assert first["description"] == "Golf: Ana 60, Ben 20\nBackgammon: Ben 60, Zoe −5"
    assert first.start == began == datetime(2026, 3, 13, 21, 14, tzinfo=UTC)
    assert first.end == began + timedelta(minutes=40)
    assert second.start == clock.now
    assert second.end == clock.now + timedelta(minutes=15)  # longer than nothing
    evening = f"/groups/{group.pk}/evenings/{group.sessions.earliest('pk').pk}/"
    assert first["url"] == f"http://testserver{evening}"
    assert phone.get(evening).status_code == 200
    assert stranger.get(evening).status_code == 404


def test_the_text_follows_the_rules_of_calendars(phone, group):
    """Times are UTC, lines are folded after 75 bytes and end in CRLF, commas are escaped."""
    names = tuple(f"{name} mit einem sehr, sehr langen Namen" for name in ("Änne", "김하늘"))
    a_pad(phone, 60, 20, names=names, title="Halb; zwölf, nie")
    body = phone.get(link_to(group)).content
    lines = body.split(b"\r\n")
    assert b"\n" not in body.replace(b"\r\n", b"")
    assert max(map(len, lines)) <= 75
    assert b"DTSTART:20260313T211400Z" in lines
    unfolded = body.replace(b"\r\n ", b"").decode()
    assert "Halb\\; zwölf\\, nie: Änne mit einem sehr\\, sehr langen Namen 60" in unfolded
    (event,) = Parsed.from_ical(body).walk("VEVENT")
    assert event["description"] == f"Halb; zwölf, nie: {names[0]} 60, {names[1]} 20"
    for required in ("uid", "dtstamp", "dtstart", "dtend", "summary"):
        assert event[required], required


@pytest.mark.parametrize(
    ("language", "summary"),
    [
        ("de", "Spieleabend mit Ana, Ben"),
        ("ja", "ゲーム会（Ana、Ben）"),
        ("ko", "게임한 날: Ana, Ben"),
    ],
)
def test_a_calendar_has_the_language_of_who_made_its_link(phone, group, language, summary):
    a_pad(phone, 60, 20)
    phone.get(f"/?language={language}")
    phone.post(f"/groups/{group.pk}/calendar/renew/")
    address = calendars.path(Calendar.objects.get())
    (event,) = events(a_phone().get(address, headers={"Accept-Language": "en"}))
    assert event["summary"] == summary


def test_an_evening_keeps_its_id_when_it_goes_on_and_with_another_link(phone, group, clock):
    a_pad(phone, 60, 20)
    (before,) = events(phone.get(link_to(group)))
    clock.pass_by(hours=1)
    a_pad(phone, 60, 20)
    (after,) = events(phone.get(link_to(group, "de")))
    assert after["uid"] == before["uid"]
    assert after["description"] != before["description"]
    clock.pass_by(days=1)
    a_pad(phone, 60, 20)
    assert len({event["uid"] for event in events(phone.get(link_to(group)))}) == 2


def test_an_unchanged_calendar_is_not_sent_again(phone, group, django_assert_num_queries):
    a_pad(phone, 60, 20)
    address, program = link_to(group), a_phone()
    answer = program.get(address)
    with django_assert_num_queries(1):
        same = program.get(address, headers={"If-None-Match": answer.headers["ETag"]})
    assert (same.status_code, same.content) == (304, b"")
    a_pad(phone, 60, 20)
    changed = program.get(address, headers={"If-None-Match": answer.headers["ETag"]})
    assert len(events(changed)[0]["description"].splitlines()) == 2


def test_a_group_without_games_has_an_empty_calendar(phone, group):
    assert events(phone.get(link_to(group))) == []


# The link


def test_a_host_makes_a_link_and_sees_it_from_then_on(phone, group):
    page = f"/groups/{group.pk}/exchange/"
    assert "Link to the calendar" not in phone.get(page).content.decode()
    assert phone.post(f"/groups/{group.pk}/calendar/renew/").url == page
    (field,) = Page(phone.get(page)).all("input", id="calendar-link")
    assert field.get("value") == f"http://testserver{calendars.path(Calendar.objects.get())}"


def test_a_renewed_or_removed_link_is_not_found(phone, group):
    first = link_to(group)
    second = link_to(group)
    program = a_phone()
    assert first != second
    assert [program.get(one).status_code for one in (first, second)] == [404, 200]
    phone.post(f"/groups/{group.pk}/calendar/revoke/")
    assert program.get(second).status_code == 404
    third = link_to(group)
    assert third not in (first, second)
    assert [program.get(one).status_code for one in (first, second, third)] == [404, 404, 200]


def test_a_calendar_program_gets_no_cookie(phone, group):
    assert Client().get(link_to(group)).cookies == {}


def test_the_secret_of_another_calendar_or_none_opens_nothing(phone, group):
    mine = link_to(group)
    other = a_group(a_phone())
    link_to(other)
    calendar, theirs = Calendar.objects.get(group=group), Calendar.objects.get(group=other)
    wrong = calendars.secret(theirs), "x" * 22, calendars.secret(calendar)[:-1]
    for secret in wrong:
        assert a_phone().get(f"/calendar/{calendar.pk}/{secret}.ics").status_code == 404
    assert a_phone().get(mine).status_code == 200
    assert len(calendars.secret(calendar)) == 22  # 132 bits


def test_the_log_contains_no_secret_of_a_calendar(phone, group, caplog):
    secret = calendars.secret(Calendar.objects.get(pk=link_to(group).split("/")[2]))
    with caplog.at_level(logging.WARNING, "django.request"):
        a_phone().get(f"/calendar/999/{secret}.ics?a")
    (record,) = caplog.records
    assert record.getMessage() == "Not Found: /calendar/999/…"
