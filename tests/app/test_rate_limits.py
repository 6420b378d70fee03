"""Limits an hour on new games, new groups and joins, and their messages."""

from uuid import uuid4

import pytest

from scorekeeper.models import Allowance, GameSession, Group, Link, Member, Role
from scorekeeper.people import links
from tests.app.support.at_once import at_once
from tests.app.support.factories import (
    a_game,
    a_group,
    a_hosted_group,
    a_member,
    a_phone,
    a_setup,
    end_early,
    start,
    to,
)
from tests.app.support.pages import Page


@pytest.fixture(autouse=True)
def few(settings):
    settings.NEW_GAMES_PER_HOUR = settings.NEW_GROUPS_PER_HOUR = settings.JOINS_PER_HOUR = 3


@pytest.fixture
def phone():
    return a_phone()


@pytest.fixture
def group(phone):
    return a_group(phone)


def started(phone, group, times=1, **more):
    """The statuses of so many starts in this group."""
    answers = [start(phone, group=group.pk, **more) for _ in range(times)]
    return [answer.status_code for answer in answers]


def started_from(address, phone, group):
    sent = {**a_setup(), "group": group.pk, "start": "1"}
    return phone.post("/new/chimera/", sent, REMOTE_ADDR=address).status_code


def press(phone, group, role=Role.VIEWER, **more):
    return phone.post(links.path(Link.to(group, role)), {"name": "Zoe’s phone"}, **more)


def refused(answer, seconds, told):
    assert answer.status_code == 429
    assert answer.headers["Retry-After"] == str(seconds)
    assert told in Page(answer).said
    return Page(answer)


# New games


def test_games_beyond_the_limit_wait_and_the_form_says_how_long(phone, group, clock):
    assert started(phone, group, 3) == [302] * 3
    levels = list(Allowance.objects.order_by("key").values_list("level", "at"))
    names = ["Cho", "Ana", "Zoe"]
    answer = start(phone, group=group.pk, seat=names, target="own", own_target="350")
    told = "3 games were started here in the last hour. You can start the next one in 20 minutes."
    form = refused(answer, 1200, told).form_called("setup").fields
    assert (form["seat"], form["target"], form["own_target"]) == (names, ["own"], ["350"])
    assert form["group"] == [str(group.pk)]
    # it does not count, and leaves nothing behind
    assert list(Allowance.objects.order_by("key").values_list("level", "at")) == levels
    assert not group.players.filter(name="Zoe").exists()
    assert GameSession.objects.count() == 3
    clock.pass_by(minutes=19, seconds=59)
    assert started(phone, group) == [429]
    clock.pass_by(seconds=1)
    assert started(phone, group, 2) == [302, 429]


def test_a_start_sent_again_counts_once(phone, group):
    submission = str(uuid4())
    assert started(phone, group, 6, submission=submission) == [302] * 6
    assert started(phone, group, 2) == [302, 302]
    assert GameSession.objects.count() == 3
    assert started(phone, group, 1, submission=submission) == [302]
    assert started(phone, group) == [429]


def test_reusing_a_submission_does_not_bypass_the_limit(phone, group):
    names, submission = [["Ana", "Ben", f"Player {n}"] for n in range(5)], str(uuid4())
    answers = [started(phone, group, submission=submission, seat=seats)[0] for seats in names]
    assert answers == [302] * 3 + [429] * 2


def test_rearranging_a_form_does_not_count(phone, group):
    for _ in range(4):
        assert phone.post("/new/chimera/", {**a_setup(), "add": "Ana"}).status_code == 200
    assert not Allowance.objects.exists()


def test_a_rematch_counts_and_one_started_by_others_can_still_be_joined(phone, group):
    session = a_game(phone, group)
    end_early(phone, session)
    other = a_member(group, Role.SCORER)
    form = Page(phone.get(to("table", session))).form_called("rematch").fields
    sent, address = {**form, "start": "again"}, f"/new/chimera/?again={session.pk}"
    begun = phone.post(address, sent)
    assert started(phone, group, 3, seat=["Dan", "Eve", "Zoe"]) == [302, 302, 429]
    assert other.post(address, {**sent, "submission": str(uuid4())}).url == begun.url


def test_devices_at_one_address_share_its_limit_and_others_do_not_wait(phone, group):
    other, theirs = a_hosted_group()
    assert started(phone, group, 2) == [302] * 2
    assert started(other, theirs, 2) == [302, 429]
    assert started_from("192.0.2.7", other, theirs) == 302


def test_a_devices_limit_follows_it_to_every_address_and_secret(phone, group):
    assert [started_from(f"192.0.2.{n}", phone, group) for n in range(4)] == [302] * 3 + [429]
    phone.post(links.path(Link.to_host(a_group(a_phone()))))  # which gives it a new secret
    assert started_from("192.0.2.7", phone, group) == 429


def test_a_refusal_is_not_signed_because_the_outbox_would_give_up(phone, group):
    started(phone, group, 3)
    fields = {**a_setup(), "group": group.pk, "start": "1"}
    answer = phone.post("/new/chimera/", fields, headers={"Outbox": "send"})
    assert answer.status_code == 429
    assert not {"Outbox", "HX-Refresh"} & set(answer.headers)


@pytest.mark.django_db(transaction=True)
def test_concurrent_starts_are_all_counted(group):
    phones = [a_member(group, Role.SCORER) for _ in range(8)]
    answers = at_once(*(lambda one=one: started(one, group)[0] for one in phones))
    assert sorted(answers) == [302] * 3 + [429] * 5
    assert GameSession.objects.count() == 3


# New groups, and joining them


def test_new_groups_beyond_the_limit_wait_while_games_in_old_groups_start(settings, phone, clock):
    settings.NEW_GAMES_PER_HOUR = 30
    assert {start(phone, group="new").status_code for _ in range(3)} == {302}
    told = "3 groups were created here in the last hour. You can create the next one in 20 minutes."
    refused(start(phone, group="new"), 1200, told)
    assert Group.objects.count() == 3
    assert started(phone, Group.objects.first()) == [302]


def test_joins_beyond_the_limit_wait_and_the_form_says_how_long(group, clock):
    assert {press(a_phone(), group).status_code for _ in range(3)} == {302}
    newcomer = a_phone()
    told = "3 devices joined from here in the last hour. You can join in 20 minutes."
    page = refused(press(newcomer, group), 1200, told)
    path = links.path(Link.to(group, Role.VIEWER))
    assert page.form(path).fields["name"] == ["Zoe’s phone"]
    assert newcomer.get(f"/groups/{group.pk}/").status_code == 404
    assert Member.objects.count() == 4
    assert "next-device" not in newcomer.cookies
    assert press(newcomer, group, REMOTE_ADDR="2001:db8::7").status_code == 302


def test_only_a_press_that_newly_admits_a_device_counts(group):
    phone, others = a_phone(), [a_phone() for _ in range(3)]
    presses = [*[(phone, Role.VIEWER)] * 4, (phone, Role.SCORER)]
    assert {press(one, group, role).status_code for one, role in presses} == {302}
    assert [press(one, group).status_code for one in others[:2]] == [302, 429]
    assert press(phone, group).status_code == 302


def test_a_customer_with_many_ipv6_networks_has_ten_times_the_limit(settings, group):
    settings.JOINS_PER_HOUR = 1
    joins = [press(a_phone(), group, REMOTE_ADDR=f"2001:db8:1:{n:x}::7") for n in range(11)]
    assert [answer.status_code for answer in joins] == [302] * 10 + [429]
    assert "10 devices joined from here in the last hour." in Page(joins[-1]).said
    assert press(a_phone(), group, REMOTE_ADDR="2001:db8:2::7").status_code == 302
