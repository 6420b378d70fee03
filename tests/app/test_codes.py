"""Six letters to type: valid while they are shown, useless afterwards, and not to be found by trying."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection

from scorekeeper import codes, links
from scorekeeper.models import Code, GameSession, Guess, Link, Role
from tests.app.factories import HTMX, a_game, a_group, a_member, a_phone, device, to
from tests.app.pages import Page

pytestmark = pytest.mark.django_db

WRONG = "Nobody shows this code now. It may have changed: look again."


class Clock:
    def __init__(self):
        self.now = datetime(2026, 3, 13, 21, 14, tzinfo=UTC)

    def pass_by(self, **time):
        self.now += timedelta(**time)


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr("django.utils.timezone.now", lambda: clock.now)
    return clock


def shown(phone, session, wanted="watch", **headers):
    """The six letters on the page."""
    page = Page(phone.get(f"{to('share', session)}?as={wanted}", headers=headers))
    letters = page.said.partition("“Enter code” and type ")[2].split()
    return "".join(letters[:2])


def beat(phone, session):
    """What the page asks for by itself while it is open."""
    return shown(phone, session, **HTMX)


def type_in(code, phone=None, **more):
    return (phone or a_phone()).post("/join/", {"code": code}, **more)


def opens(code):
    answer = type_in(code)
    return answer.status_code == 302 and answer.url.startswith("/join/")


def test_the_code_finds_the_link_that_is_shown():
    host = a_phone()
    session = a_game(host)
    for wanted, role in (("watch", Role.VIEWER), ("enter", Role.SCORER)):
        link = Link.to(session.group, role, session)
        assert type_in(shown(host, session, wanted)).url == links.path(link)


def test_a_code_has_six_letters_that_cannot_be_mistaken():
    host = a_phone()
    for _ in range(5):
        code = shown(host, a_game(host))
        assert len(code) == 6
        assert not set(code) & set("0O1IL")
        assert set(code) <= set(codes.LETTERS)
    assert len(set(codes.LETTERS)) == 24


def test_a_code_may_be_typed_as_people_write():
    host = a_phone()
    code = shown(host, a_game(host))
    for typed in (code.lower(), " ".join(code), "-".join(code), f" {code[:3]} {code[3:]} "):
        assert opens(typed), typed


def test_a_letter_that_was_read_as_its_double_is_understood():
    assert "852 6-u".upper().translate(codes.MISREAD) == "BSZGV"


def test_each_game_and_each_device_that_shows_has_a_code_of_its_own():
    host = a_phone()
    session = a_game(host)
    scorer = a_member(session.group, Role.SCORER)
    every = [shown(host, session), shown(host, session, "enter"), shown(scorer, session), shown(host, a_game(host))]
    assert len(set(every)) == 4
    assert shown(host, session) == every[0]


def test_several_people_may_type_the_code_that_lies_on_the_table():
    host = a_phone()
    code = shown(host, a_game(host))
    assert all(opens(code) for _ in range(15))


def test_the_database_does_not_hold_the_code():
    host = a_phone()
    code = shown(host, a_game(host))
    type_in("BBBBBB")
    assert code not in str([*Code.objects.values(), *Guess.objects.values()])
    assert "BBBBBB" not in str(Guess.objects.values())
    assert "127.0.0.1" not in str(Guess.objects.values())


def test_a_code_ends_soon_after_its_page_was_closed(clock):
    host = a_phone()
    session = a_game(host)
    code = shown(host, session)
    assert beat(host, session) == code
    clock.pass_by(seconds=44)
    assert opens(code)
    clock.pass_by(seconds=2)
    assert not opens(code)


def test_a_page_that_stays_open_keeps_its_code_but_not_for_longer_than_ten_minutes(clock):
    host = a_phone()
    session = a_game(host)
    code = shown(host, session)
    for _ in range(36):
        assert beat(host, session) == code
        assert opens(code)
        clock.pass_by(seconds=15)
    for _ in range(4):
        newest = beat(host, session)
        clock.pass_by(seconds=15)
    assert newest != code
    assert not opens(code)
    assert opens(newest)


def test_without_javascript_a_code_is_valid_for_ten_minutes(clock):
    host = a_phone()
    session = a_game(host)
    code = shown(host, session)
    clock.pass_by(minutes=9, seconds=59)
    assert opens(code)
    clock.pass_by(seconds=1)
    assert not opens(code)
    assert shown(host, session) != code


def test_a_code_ends_with_what_it_stands_for():
    host = a_phone()
    session = a_game(host)
    code = shown(host, session)
    host.post(to("renew", session))
    assert not opens(code)
    code = shown(host, session)
    host.post(to("delete", session))
    assert not opens(code)


def test_a_code_of_a_game_whose_folder_is_gone_leads_nowhere():
    host = a_phone()
    code = shown(host, a_game(host))
    GameSession.objects.update(game="gone")
    assert not opens(code)


def test_a_code_ends_with_the_role_of_the_device_that_shows_it():
    host = a_phone()
    session = a_game(host)
    other = a_member(session.group, Role.HOST)
    code = shown(other, session, "enter")
    member = session.group.members.get(device=device(other))
    host.post(f"/devices/{member.pk}/role/", {"role": "2"})
    assert not opens(code)
    code = shown(other, session)
    host.post(f"/devices/{member.pk}/remove/")
    assert not opens(code)


def test_a_wrong_code_is_answered_alike_whether_it_ever_was_one(clock):
    host = a_phone()
    code = shown(host, a_game(host))
    clock.pass_by(minutes=11)
    for typed in (code, "BCDFGH", "\x00" * 6, "é" * 6, "AEIOUL"):
        answer = type_in(typed)
        assert answer.status_code == 422
        assert WRONG in Page(answer).said


@pytest.mark.parametrize("typed", ["", "  ", "x", "BcD f", "- - -", "BCDFGHJ", "\x00", "9" * 5000])
def test_what_is_no_six_letters_is_said_beside_the_field_and_is_no_try(typed):
    host = a_phone()
    code = shown(host, a_game(host))
    for _ in range(codes.FROM_ONE + 2):
        answer = type_in(typed)
        assert answer.status_code == 422
        assert "Type the six letters." in Page(answer).said
    assert Page(answer).form("/join/").fields["code"] == [typed[:40]]
    assert opens(code)


def wrong(times, **where):
    return [type_in("BBBBBB", **where).status_code for _ in range(times)]


def test_after_ten_wrong_codes_an_address_has_to_wait(clock):
    host = a_phone()
    session = a_game(host)
    code = shown(host, session)
    assert wrong(11) == [422] * 10 + [429]
    answer = type_in(code)
    assert answer.status_code == 429
    assert "wait ten minutes" in Page(answer).said
    assert type_in(code, REMOTE_ADDR="192.168.1.21").status_code == 302
    clock.pass_by(minutes=10, seconds=1)
    assert opens(shown(host, session))


def test_who_is_refused_is_not_kept_waiting_for_longer(clock):
    wrong(10)
    clock.pass_by(minutes=5)
    assert wrong(20) == [429] * 20
    clock.pass_by(minutes=5, seconds=1)
    assert wrong(1) == [422]


def test_a_hundred_wrong_codes_from_everywhere_are_too_many():
    for home in range(10):
        assert wrong(10, REMOTE_ADDR=f"10.0.0.{home}") == [422] * 10
    assert wrong(1, REMOTE_ADDR="10.0.1.1") == [429]


def test_a_right_code_is_no_wrong_one():
    host = a_phone()
    code = shown(host, a_game(host))
    assert wrong(9) == [422] * 9
    assert [opens(code) for _ in range(5)] == [True] * 5
    assert wrong(2) == [422, 429]


def test_a_home_has_one_limit_for_all_its_addresses_of_ipv6():
    assert wrong(10, REMOTE_ADDR="2001:db8:1:2::7") == [422] * 10
    assert wrong(1, REMOTE_ADDR="2001:db8:1:2:ffff::9") == [429]
    assert wrong(1, REMOTE_ADDR="2001:db8:1:3::7") == [422]


def test_an_address_of_ipv4_is_the_same_within_ipv6():
    assert wrong(10, REMOTE_ADDR="192.0.2.7") == [422] * 10
    assert wrong(1, REMOTE_ADDR="::ffff:192.0.2.7") == [429]


def forwarded(address):
    return {"headers": {"X-Forwarded-For": address}}


def test_what_a_stranger_writes_into_a_proxys_header_is_not_believed():
    assert [type_in("BBBBBB", **forwarded(f"192.0.2.{n}")).status_code for n in range(11)] == [422] * 10 + [429]


def test_behind_a_proxy_that_is_trusted_the_address_is_the_one_it_saw(settings):
    settings.TRUST_PROXY = True
    assert wrong(10, **forwarded("192.0.2.1")) == [422] * 10
    assert wrong(1, **forwarded("192.0.2.2")) == [422]
    assert wrong(1, **forwarded("192.0.2.3, 192.0.2.1")) == [429]
    assert wrong(10, **forwarded("garbage")) == [422] * 10


def test_a_page_that_shows_a_code_is_answered_while_the_code_goes():
    """The role of a device changes between the two questions that its page asks the database."""
    host = a_phone()
    session = a_game(host)
    code = shown(host, session)
    asked = []

    def goes(execute, sql, *more):
        if sql.startswith('UPDATE "scorekeeper_code"') and not asked:
            asked.append(sql)
            Code.objects.all().delete()
        return execute(sql, *more)

    with connection.execute_wrapper(goes):
        assert beat(host, session) == code
    assert asked
    assert not opens(code)
    assert opens(beat(host, session))


def test_a_code_of_a_whole_group_makes_a_host():
    host = a_phone()
    group = a_group(host)
    page = Page(host.get(f"/groups/{group.pk}/share/?as=host"))
    code = "".join(page.said.partition("“Enter code” and type ")[2].split()[:2])
    phone = a_phone()
    phone.post(type_in(code, phone).url, {"name": "Zoe’s phone"})
    assert group.members.get(device=device(phone)).role == Role.HOST
