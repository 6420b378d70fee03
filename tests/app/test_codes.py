"""Codes: valid while shown, useless afterwards, and not guessable."""

import re

import pytest
from django.db import connection
from django.test import RequestFactory
from django.utils import timezone

from scorekeeper.models import Allowance, Code, GameSession, Link, Member, Role
from scorekeeper.people import codes, links
from tests.app.support.at_once import at_once
from tests.app.support.factories import (
    HTMX,
    a_game,
    a_hosted_game,
    a_hosted_group,
    a_member,
    a_phone,
    device,
    to,
)
from tests.app.support.pages import Page, as_read, assert_refused

WRONG = "This code doesn’t work. It may have changed: look again."


def shown(phone, session, wanted="watch", **headers):
    """The letters on the page."""
    return "".join(groups(phone.get(f"{to('share', session)}?as={wanted}", headers=headers)))


def groups(answer):
    """The letters in their groups."""
    page = answer.content.decode()
    code = re.search(r'<p id="code".*?<span aria-hidden="true">(.*?)</span>\n', page, re.DOTALL)
    return re.findall(r"\w+(?=</span>)", code[1])


def beat(phone, session):
    """Request what an open page requests by itself."""
    return shown(phone, session, **HTMX)


def type_in(code, phone=None, **more):
    return (phone or a_phone()).post("/join/", {"code": code}, **more)


def opens(code):
    answer = type_in(code)
    return answer.status_code == 302 and answer.url.startswith("/join/")


def test_a_code_finds_the_link_on_display():
    host, session = a_hosted_game()
    code = shown(host, session, "enter")
    assert type_in(code).url == links.path(Link.to(session.group, Role.SCORER, session))
    link = Link.to(session.group, Role.VIEWER, session)
    link.ticket = links.current_ticket(link)
    assert type_in(shown(host, session)).url == links.path(link)


def test_a_code_has_six_unambiguous_letters_which_several_people_may_type_in_any_common_way():
    host = a_phone()
    code = shown(host, a_game(host))
    assert len(code) == 6
    assert set(code) <= set(codes.LETTERS)
    assert not set(codes.LETTERS) & set("0O1IL")
    assert len(set(codes.LETTERS)) == 24
    wide = "\u3000".join(chr(ord(letter) + 0xFEE0) for letter in code)
    for typed in (code.lower(), " ".join(code), "-".join(code), f" {code[:3]} {code[3:]} ", wide):
        assert opens(typed), typed
    assert "852 6-u".upper().translate(codes.MISREAD) == "BSZGV"  # letters that look alike


def test_each_game_and_each_showing_device_has_its_own_code():
    host, session = a_hosted_game()
    scorer = a_member(session.group, Role.SCORER)
    every = [
        shown(host, session),
        shown(host, session, "enter"),
        shown(scorer, session),
        shown(host, a_game(host)),
    ]
    assert len(set(every)) == 4
    assert shown(host, session) == every[0]


def test_the_database_does_not_contain_the_code():
    host = a_phone()
    code = shown(host, a_game(host))
    type_in("BBBBBB")
    stored = str([*Code.objects.values(), *Allowance.objects.values()])
    assert Allowance.objects.count() == 1
    for secret in (code, "BBBBBB", "127.0.0.1"):
        assert secret not in stored


def test_a_code_expires_soon_after_its_page_is_closed(clock):
    host, session = a_hosted_game()
    code = shown(host, session)
    assert beat(host, session) == code
    clock.pass_by(seconds=44)
    assert opens(code)
    clock.pass_by(seconds=2)
    assert not opens(code)


def test_an_open_page_keeps_its_code_valid_for_ten_minutes_at_most(clock):
    host, session = a_hosted_game()
    code = shown(host, session)
    for _ in range(13):
        assert beat(host, session) == code
        assert opens(code)
        clock.pass_by(seconds=44)
    for _ in range(2):
        newest = beat(host, session)
        clock.pass_by(seconds=14)
    assert newest != code
    assert not opens(code)
    assert opens(newest)


def test_a_code_is_valid_for_ten_minutes_without_javascript(clock):
    host, session = a_hosted_game()
    code = shown(host, session)
    clock.pass_by(minutes=9, seconds=59)
    assert opens(code)
    clock.pass_by(seconds=1)
    assert not opens(code)
    assert shown(host, session) != code


def test_a_code_expires_with_its_link_its_game_and_the_role_of_the_showing_device():
    host, session = a_hosted_game()
    other = a_member(session.group, Role.HOST)
    device_page = f"/devices/{session.group.members.get(device=device(other)).pk}"
    for wanted, expires in (
        ("watch", lambda: host.post(to("renew", session))),
        ("enter", lambda: host.post(f"{device_page}/role/", {"role": "2"})),
        ("watch", lambda: host.post(f"{device_page}/remove/")),
    ):
        code = shown(other, session, wanted)
        GameSession.objects.update(game="gone")  # which changes nothing
        assert opens(code)
        GameSession.objects.update(game="chimera")
        expires()
        assert not opens(code)
    code = shown(host, session)
    host.post(to("delete", session))
    assert not opens(code)


def test_the_answer_to_a_wrong_code_does_not_reveal_whether_it_ever_existed(clock):
    host = a_phone()
    code = shown(host, a_game(host))
    clock.pass_by(minutes=11)
    for typed in (code, "BCDFGH", "\x00" * 6, "é" * 6, "AEIOUL"):
        assert_refused(type_in(typed), WRONG)


def test_a_code_of_the_wrong_length_is_a_field_error_and_not_an_attempt():
    host = a_phone()
    code = shown(host, a_game(host))
    wrong_lengths = ["", "  ", "x", "BcD f", "- - -", "B" * 10, "\x00", "9" * 2000]
    for typed in [*wrong_lengths, *["x"] * codes.FREE]:
        told = "A code has six to nine letters and digits. Type all of them."
        page = assert_refused(type_in(typed), told)
        assert page.form("/join/").fields["code"] == [as_read(typed[:40])]
    assert opens(code)


def wrong(times, **where):
    return [type_in("BBBBBB", **where).status_code for _ in range(times)]


def must_wait(address="127.0.0.1"):
    """Try a wrong code without a page, as many are tried."""
    _link, wait = codes.try_code(RequestFactory().post("/join/", REMOTE_ADDR=address), "BBBBBB")
    return wait > codes.NO_PAUSE


def tried_often(*address):
    """Try twelve wrong codes, usually from that of the phones, so that the next one must wait."""
    assert [must_wait(*address) for _ in range(12)] == [False] * 12


def refused_for(answer):
    """The seconds to wait."""
    assert answer.status_code == 429
    return int(answer.headers["Retry-After"])


def test_twelve_wrong_codes_are_free_and_then_each_wait_doubles(clock):
    assert wrong(codes.FREE) == [422] * 12
    # Leaking keeps it at the last wait but one for a while.
    for pause in (5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 2560, 2560, 3600, 3600):
        assert refused_for(type_in("BBBBBB")) == pause
        clock.pass_by(seconds=pause - 1)
        assert refused_for(type_in("BBBBBB")) == 1
        clock.pass_by(seconds=1)
        assert wrong(1) == [422]


def test_a_throttled_device_is_told_how_long_to_wait_and_what_works_at_once(clock):
    tried_often()
    page = Page(type_in("BBBBBB"))
    told = "Too many wrong codes. Wait 5 seconds, or scan the QR code now."
    assert told in page.said
    assert page.form("/join/").fields["code"] == ["BBBBBB"]
    for pause in (5, 10, 20, 40):
        clock.pass_by(seconds=pause)
        assert not must_wait()
    assert "Wait 2 minutes, or" in Page(type_in("BBBBBB")).said


def test_a_refused_attempt_does_not_prolong_the_wait_and_each_hour_one_is_forgotten(clock):
    tried_often()
    assert wrong(3) == [429] * 3
    clock.pass_by(seconds=5)
    assert wrong(1) == [422]
    Allowance.objects.all().delete()
    tried_often()
    clock.pass_by(hours=3)
    assert wrong(4) == [422] * 3 + [429]


def test_a_right_code_does_not_count_as_an_attempt(clock):
    host = a_phone()
    code = shown(host, a_game(host))
    assert wrong(11) == [422] * 11
    assert [opens(code) for _ in range(2)] == [True] * 2
    assert wrong(2) == [422, 429]
    assert not opens(code)
    clock.pass_by(seconds=5)
    assert [opens(code) for _ in range(2)] == [True] * 2


def test_addresses_are_counted_by_home_and_by_customer_and_delay_no_others(clock):
    host = a_phone()
    code = shown(host, a_game(host))
    tried_often("2001:db8:1:2::7")
    assert wrong(1, REMOTE_ADDR="2001:db8:1:2:ffff::9") == [429]
    assert wrong(1, REMOTE_ADDR="2001:db8:1:3::7") == [422]
    tried = [must_wait(f"2001:db8:1:{n:x}::7") for n in range(16, 104)]
    assert tried == [False] * 87 + [True]  # a hundred in all
    assert wrong(1, REMOTE_ADDR="2001:db8:1:105::7") == [429]
    assert wrong(1, REMOTE_ADDR="2001:db8:2::7") == [422]
    tried_often("192.0.2.7")
    assert wrong(1, REMOTE_ADDR="::ffff:192.0.2.7") == [429]
    assert wrong(1, REMOTE_ADDR="192.0.2.8") == [422]
    assert opens(code)
    assert type_in(code, REMOTE_ADDR="2001:db8:77::7").status_code == 302


def forwarded(address):
    return {"headers": {"X-Forwarded-For": address}}


def test_only_a_trusted_proxy_says_who_asks(settings):
    tried = [wrong(1, **forwarded(f"192.0.2.{n}")) for n in range(13)]
    assert tried == [[422]] * 12 + [[429]]
    settings.TRUST_PROXY = True
    assert wrong(12, **forwarded("192.0.2.1")) == [422] * 12
    assert wrong(1, **forwarded("192.0.2.2")) == [422]
    assert wrong(1, **forwarded("192.0.2.3, 192.0.2.1")) == [429]
    assert wrong(1, **forwarded("garbage")) == [422]


@pytest.mark.django_db(transaction=True)
def test_concurrent_wrong_codes_are_all_counted():
    answers = at_once(*[lambda: type_in("BBBBBB").status_code] * 16)
    assert sorted(answers) == [422] * 12 + [429] * 4
    assert 11.9 < Allowance.objects.get().level <= 12


def test_addresses_whose_wrong_codes_are_forgotten_are_deleted(clock):
    wrong(3, REMOTE_ADDR="2001:db8:1::7")
    clock.pass_by(days=4)
    wrong(1)
    assert Allowance.objects.count() == 3
    clock.pass_by(days=1, seconds=1)
    wrong(1, REMOTE_ADDR="192.0.2.7")
    assert Allowance.objects.count() == 2


def shown_at_once(count):
    """Show this many codes now, each on its own phone."""
    session = a_game(a_phone())
    link = Link.to(session.group, Role.VIEWER, session)
    other = {"group": session.group, "name": "a phone", "role": Role.SCORER}
    members = Member.objects.bulk_create(Member(device=f"{n}", **other) for n in range(count))
    until = timezone.now() + codes.LONGEST
    made = [Code(link=link, member=member, until=until) for member in members]
    for code in made:
        code.digest = codes.digest(codes.letters(code))
    Code.objects.bulk_create(made)
    return made


def test_a_longer_code_is_shown_in_groups_and_works_like_any_other(monkeypatch):
    host, session = a_hosted_game()
    for others, sizes in {0: [3, 3], 19: [3, 4], 458: [4, 4], 11_007: [3, 3, 3]}.items():
        monkeypatch.setattr(codes, "count_valid_codes", lambda others=others: others)
        Code.objects.all().delete()
        shown_now = groups(host.get(f"{to('share', session)}?as=watch"))
        assert list(map(len, shown_now)) == sizes
        assert opens(" ".join(shown_now))


def test_a_code_keeps_its_letters_when_others_appear():
    host, session = a_hosted_game()
    code = shown(host, session)
    shown_at_once(25)
    assert shown(host, session) == code
    assert len(shown(host, session, "enter")) == 7


def test_two_codes_on_display_never_have_the_same_letters(monkeypatch):
    host, session = a_hosted_game()
    nonces = iter(["first", "second", "third"])
    monkeypatch.setattr(codes, "new_nonce", lambda: next(nonces))
    made = {"first": "BBBBBB", "second": "BBBBBB", "third": "CCCCCC"}
    monkeypatch.setattr(codes, "letters", lambda code: made[code.nonce])
    assert [shown(host, session), shown(host, session, "enter")] == ["BBBBBB", "CCCCCC"]
    assert type_in("CCCCCC").url == links.path(Link.to(session.group, Role.SCORER, session))


class Read:
    """Count the queries, and the codes that are read."""

    def __init__(self, monkeypatch):
        self.queries, self.rows, self.from_db = 0, 0, Code.from_db
        monkeypatch.setattr(Code, "from_db", self.read)

    def read(self, *row):
        self.rows += 1
        return self.from_db(*row)

    def __call__(self, execute, *query):
        self.queries += 1
        return execute(*query)


def test_looking_up_a_code_costs_the_same_among_few_and_among_many(monkeypatch):
    reads = []
    for count in (3, 300):
        made, read = shown_at_once(count), Read(monkeypatch)
        with connection.execute_wrapper(read):
            assert codes.find_link(codes.letters(made[-1])) == made[-1].link
            assert codes.find_link("BBBBBB") is None
        reads.append((read.queries, read.rows))
    assert reads == [(3, 1), (3, 1)]


def test_a_page_that_shows_a_code_loads_while_the_code_expires():
    """The device's role changes between the two queries of its page."""
    host, session = a_hosted_game()
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


def test_a_code_for_a_whole_group_makes_a_host():
    host, group = a_hosted_group()
    code = "".join(groups(host.get(f"/groups/{group.pk}/share/?as=host")))
    phone = a_phone()
    phone.post(type_in(code, phone).url, {"name": "Zoe’s phone"})
    assert group.members.get(device=device(phone)).role == Role.HOST
