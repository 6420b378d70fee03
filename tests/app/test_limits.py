"""Limits an hour on new games, new groups and joins, and their messages."""

import subprocess
import sys
from pathlib import Path
from uuid import uuid4

import pytest

from scorekeeper.models import Allowance, GameSession, Group, Link, Member, Role
from scorekeeper.people import links
from tests.app.support.factories import (
    a_game,
    a_group,
    a_member,
    a_phone,
    a_setup,
    end_early,
    start,
    to,
)
from tests.app.support.pages import Page
from tests.app.test_conflicts import together

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).parents[2]


@pytest.fixture
def few(settings):
    settings.NEW_GAMES_PER_HOUR = settings.NEW_GROUPS_PER_HOUR = settings.JOINS_PER_HOUR = 3


def statuses(answers):
    return [answer.status_code for answer in answers]


def started(phone, group, times=1, **more):
    return statuses(start(phone, group=group.pk, **more) for _ in range(times))


def test_games_beyond_the_limit_wait_and_the_form_says_how_long(settings, clock):
    settings.NEW_GAMES_PER_HOUR = 30
    phone = a_phone()
    group = a_group(phone)
    assert started(phone, group, 30) == [302] * 30
    names = ["Cho", "Ana", "Zoe"]
    answer = start(phone, group=group.pk, seat=names, target="own", own_target="350")
    assert answer.status_code == 429
    assert answer.headers["Retry-After"] == "120"
    page = Page(answer)
    said = "30 games were started here in the last hour. You can start the next one in 2 minutes."
    assert said in page.said
    form = page.form_called("setup").fields
    assert (form["seat"], form["target"], form["own_target"]) == (names, ["own"], ["350"])
    assert form["group"] == [str(group.pk)]
    assert GameSession.objects.count() == 30


def test_a_game_started_after_the_wait_is_accepted(few, clock):
    phone = a_phone()
    group = a_group(phone)
    assert started(phone, group, 4) == [302] * 3 + [429]
    clock.pass_by(minutes=19, seconds=59)
    assert started(phone, group) == [429]
    clock.pass_by(seconds=1)
    assert started(phone, group, 2) == [302, 429]


def test_a_refused_start_does_not_count_and_leaves_nothing_behind(few, clock):
    phone = a_phone()
    group = a_group(phone)
    started(phone, group, 3)
    levels = list(Allowance.objects.order_by("key").values_list("level", "at"))
    assert started(phone, group, 5, seat=["Zoe", "Dan", "Eve"]) == [429] * 5
    assert list(Allowance.objects.order_by("key").values_list("level", "at")) == levels
    assert not group.players.filter(name="Zoe").exists()


def test_a_start_sent_again_counts_once(few):
    phone = a_phone()
    group, submission = a_group(phone), str(uuid4())
    assert started(phone, group, 6, submission=submission) == [302] * 6
    assert started(phone, group, 2) == [302, 302]
    assert GameSession.objects.count() == 3
    assert started(phone, group, 1, submission=submission) == [302]
    assert started(phone, group) == [429]


def test_reusing_a_submission_does_not_bypass_the_limit(few):
    phone = a_phone()
    group, submission = a_group(phone), str(uuid4())
    names = [["Ana", "Ben", f"Player {n}"] for n in range(5)]
    answers = [started(phone, group, submission=submission, seat=seats)[0] for seats in names]
    assert answers == [302] * 3 + [429] * 2


def test_rearranging_a_form_does_not_count(few):
    phone = a_phone()
    a_group(phone)
    for _ in range(9):
        assert phone.post("/new/chimera/", {**a_setup(), "add": "Ana"}).status_code == 200
    assert not Allowance.objects.exists()


def test_a_rematch_counts_and_one_started_by_others_can_still_be_joined(few):
    phone = a_phone()
    group = a_group(phone)
    session = a_game(phone, group)
    end_early(phone, session)
    other = a_member(group, Role.SCORER)
    form = Page(phone.get(to("table", session))).form_called("rematch").fields
    sent = {**form, "start": "again"}
    address = f"/new/chimera/?again={session.pk}"
    begun = phone.post(address, sent)
    assert started(phone, group, 3, seat=["Dan", "Eve", "Zoe"]) == [302, 302, 429]
    assert other.post(address, {**sent, "submission": str(uuid4())}).url == begun.url


def test_devices_at_one_address_share_its_limit_and_others_do_not_wait(few):
    phones = [a_phone(), a_phone()]
    groups = [a_group(phone) for phone in phones]
    assert started(phones[0], groups[0], 2) == [302] * 2
    assert started(phones[1], groups[1], 2) == [302, 429]
    assert start_from("192.0.2.7", phones[1], groups[1]) == 302


def start_from(address, phone, group):
    sent = {**a_setup(), "group": group.pk, "start": "1"}
    return phone.post("/new/chimera/", sent, REMOTE_ADDR=address).status_code


def test_a_customer_with_many_ipv6_networks_has_ten_times_the_limit(settings):
    settings.JOINS_PER_HOUR = 1
    group = a_group(a_phone())
    joins = [press(a_phone(), group, REMOTE_ADDR=f"2001:db8:1:{n:x}::7") for n in range(11)]
    assert statuses(joins) == [302] * 10 + [429]
    assert "10 devices joined from here in the last hour." in Page(joins[-1]).said
    assert press(a_phone(), group, REMOTE_ADDR="2001:db8:2::7").status_code == 302


def test_a_devices_limit_follows_it_to_every_address(few):
    phone = a_phone()
    group = a_group(phone)
    assert [start_from(f"192.0.2.{n}", phone, group) for n in range(4)] == [302] * 3 + [429]


def test_a_new_secret_does_not_reset_the_limit_of_a_device(few):
    phone = a_phone()
    group = a_group(phone)
    started(phone, group, 3)
    phone.post(links.path(Link.to_host(a_group(a_phone()))))
    assert start_from("192.0.2.7", phone, group) == 429


def test_new_groups_beyond_the_limit_wait_while_games_in_old_groups_start(settings, clock):
    settings.NEW_GROUPS_PER_HOUR = 10
    phone = a_phone()
    assert statuses(start(phone, group="new") for _ in range(10)) == [302] * 10
    answer = start(phone, group="new")
    assert answer.status_code == 429
    said = "10 groups were created here in the last hour. You can create the next one in 6 minutes."
    assert said in Page(answer).said
    assert Group.objects.count() == 10
    assert started(phone, Group.objects.first()) == [302]


def press(phone, group, role=Role.VIEWER, **more):
    return phone.post(links.path(Link.to(group, role)), {"name": "Zoe’s phone"}, **more)


def test_joins_beyond_the_limit_wait_and_the_form_says_how_long(settings, clock):
    settings.JOINS_PER_HOUR = 60
    group = a_group(a_phone())
    assert statuses(press(a_phone(), group) for _ in range(60)) == [302] * 60
    answer = press(a_phone(), group)
    assert answer.status_code == 429
    assert answer.headers["Retry-After"] == "60"
    page = Page(answer)
    told = "60 devices joined from here in the last hour. You can join in 1 minute."
    assert told in page.said
    path = links.path(Link.to(group, Role.VIEWER))
    assert page.form(path).fields["name"] == ["Zoe’s phone"]
    assert group.members.count() == 61
    assert press(a_phone(), group, REMOTE_ADDR="2001:db8::7").status_code == 302


def test_only_a_press_that_newly_admits_a_device_counts(few):
    group = a_group(a_phone())
    phone = a_phone()
    assert statuses(press(phone, group) for _ in range(9)) == [302] * 9
    assert press(phone, group, Role.SCORER).status_code == 302
    assert statuses(press(a_phone(), group) for _ in range(2)) == [302, 429]
    assert press(phone, group).status_code == 302


def test_a_refused_device_has_not_joined(few):
    group = a_group(a_phone())
    for _ in range(3):
        press(a_phone(), group)
    phone = a_phone()
    assert press(phone, group).status_code == 429
    assert phone.get(f"/groups/{group.pk}/").status_code == 404
    assert Member.objects.count() == 4
    assert "next-device" not in phone.cookies


def test_a_refusal_is_not_signed_because_the_outbox_would_give_up(few):
    phone = a_phone()
    group = a_group(phone)
    started(phone, group, 3)
    fields = {**a_setup(), "group": group.pk, "start": "1"}
    answer = phone.post("/new/chimera/", fields, headers={"Outbox": "send"})
    assert answer.status_code == 429
    assert "Outbox" not in answer.headers
    assert "HX-Refresh" not in answer.headers


@pytest.mark.django_db(transaction=True)
def test_concurrent_starts_are_all_counted(few):
    host = a_phone()
    group = a_group(host)
    phones = [a_member(group, Role.SCORER) for _ in range(8)]
    with together(8) as all_of_them:
        answers = all_of_them(lambda n: started(phones[n], group)[0])
    assert sorted(answers) == [302] * 3 + [429] * 5
    assert GameSession.objects.count() == 3


@pytest.mark.parametrize(
    ("number", "ok"),
    [("7", True), ("", True), ("0", False), ("-1", False), ("x", False)],
)
def test_a_limit_is_an_integer_from_the_environment(monkeypatch, tmp_path, number, ok):
    monkeypatch.setenv("NEW_GAMES_PER_HOUR", number)
    monkeypatch.setenv("SCOREKEEPER_VAR", str(tmp_path))
    asked = "from scorekeeper.settings import NEW_GAMES_PER_HOUR as n; print(n)"
    said = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True)
    assert (said.returncode == 0) == ok
    assert said.stdout.strip() == ({"": "30"}.get(number, number) if ok else "")
    assert ok or "write a whole number, 1 or more" in said.stderr
