"""The server's clock is set back: nobody waits longer than with the right time."""

from datetime import timedelta

from scorekeeper.models import Allowance, Code, GameSession, Link, Member, Role
from scorekeeper.people import codes, links
from tests.app.support.factories import (
    a_game,
    a_group,
    a_hosted_game,
    a_phone,
    device,
    draft,
    enter,
    let_in,
    start,
    to,
)
from tests.app.support.pages import Page
from tests.app.test_codes import beat, opens, shown, tried_often, type_in, wrong
from tests.app.test_commands import told
from tests.app.test_watchers import watch


def test_setting_the_clock_back_ends_the_wait_for_the_next_code(clock):
    tried_often()
    clock.set_back(days=365)
    assert type_in("BBBBBB").headers["Retry-After"] == "5"
    assert Allowance.objects.get().at == clock.now
    clock.pass_by(seconds=5)
    assert wrong(1) == [422]


def test_setting_the_clock_back_ends_the_wait_for_the_next_game_or_join(clock, settings):
    settings.NEW_GAMES_PER_HOUR = settings.JOINS_PER_HOUR = 2
    phone = a_phone()
    group, link = a_group(phone), links.path(Link.to(a_group(a_phone()), Role.VIEWER))
    starting, joining = lambda: start(phone, group=group.pk), lambda: a_phone().post(link)
    for another in (starting, joining):
        assert [another().status_code for _ in range(3)] == [302, 302, 429]
        clock.set_back(days=365)
        assert another().headers["Retry-After"] == "1800"
        clock.pass_by(minutes=30)
        assert another().status_code == 302


def test_setting_the_clock_back_does_not_prolong_an_evening_beyond_the_next_entry(clock):
    host, session = a_hosted_game()
    phone = watch(host, session)
    clock.set_back(days=365)
    enter(host, session)
    clock.pass_by(hours=5, minutes=59)
    assert phone.get(to("table", session)).status_code == 200
    clock.pass_by(minutes=1)
    assert phone.get(to("table", session)).status_code == 404


def test_setting_the_clock_back_does_not_change_when_a_code_expires(clock):
    host, session = a_hosted_game()
    code = shown(host, session)
    clock.set_back(days=365)
    assert opens(code)
    assert Code.objects.get().made_at == clock.now
    clock.pass_by(minutes=9, seconds=59)
    assert opens(code)
    clock.pass_by(seconds=1)
    assert not opens(code)


def test_after_the_clock_is_set_back_a_page_still_gets_a_new_code_after_ten_minutes(clock):
    host, session = a_hosted_game()
    code = shown(host, session)
    clock.set_back(days=365)
    assert beat(host, session) == code
    assert Code.objects.get().made_at == clock.now
    assert Code.objects.get().until == clock.now + codes.BEAT
    for _ in range(20):
        clock.pass_by(seconds=30)
        newest = beat(host, session)
    assert newest != code
    assert not opens(code)


def test_after_the_clock_is_set_back_a_device_starts_in_the_group_it_chooses(clock):
    phone = a_phone()
    first, second = a_group(phone, "Friday"), a_group(phone, "Office")
    for group in (first, second):
        phone.post(f"/groups/{group.pk}/use/")
        clock.pass_by(seconds=1)
    clock.set_back(days=365)
    phone.post(f"/groups/{first.pk}/use/")
    assert Page(phone.get("/new/chimera/")).form_called("setup").fields["group"] == [str(first.pk)]
    third = a_group(a_phone(), "Sunday")
    phone.post(links.path(Link.to(third, Role.SCORER)))
    assert Page(phone.get("/new/chimera/")).form_called("setup").fields["group"] == [str(third.pk)]


def test_after_the_clock_is_set_back_devices_are_seen_from_then_on(clock):
    phone, session = a_hosted_game()
    Member.objects.update(seen_at=clock.now)
    clock.set_back(days=365)
    phone.get(to("table", session))
    assert Member.objects.get(device=device(phone)).seen_at == clock.now


def test_after_the_clock_is_set_back_nobody_seems_to_be_entering_for_a_year(clock):
    phone, session = a_hosted_game()
    other = a_phone()
    let_in(other, session.group, Role.SCORER)
    draft(phone, session, bid="30")
    busy = "a phone is entering"
    assert busy in Page(other.get(to("table", session))).said
    clock.set_back(days=365)
    assert busy not in Page(other.get(to("table", session))).said


def test_a_deleted_game_is_purged_thirty_days_after_the_clock_was_set_right(clock):
    phone, session = a_hosted_game()
    phone.post(to("delete", session))
    clock.set_back(days=365)
    told("purge")
    assert GameSession.objects.get().deleted_at == clock.now
    clock.pass_by(days=31)
    told("purge")
    assert not GameSession.objects.exists()


def test_an_old_secret_expires_a_minute_after_the_clock_was_set_back(clock):
    phone, thief = a_phone(), a_phone()
    session = a_game(phone)
    thief.cookies["device"] = phone.cookies["device"].value
    phone.post(links.path(Link.to_host(a_group(a_phone()))))
    phone.get("/")
    clock.set_back(days=365)
    assert thief.get(to("table", session)).status_code == 200
    clock.pass_by(seconds=timedelta(minutes=1).total_seconds())
    assert thief.get(to("table", session)).status_code == 404
    assert phone.get(to("table", session)).status_code == 200
