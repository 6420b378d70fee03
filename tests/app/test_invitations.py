"""Where strangers may not start a group: who may, and by which links."""

import re
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from scorekeeper.models import Allowance, GameSession, Group, Link, Role
from scorekeeper.models.allowances import EMPTY_AFTER
from scorekeeper.people import invitations
from scorekeeper.people.groups import remove_device
from scorekeeper.people.invitations import Invitation, new_invitation
from tests.app.support.at_once import at_once
from tests.app.support.factories import (
    a_group,
    a_hosted_group,
    a_member,
    a_phone,
    a_setup,
    is_postgres,
    let_in,
    start,
    to,
)
from tests.app.support.pages import Page
from tests.app.test_commands import URL, link_in, told

NEW = "/new/chimera/"


@pytest.fixture(autouse=True)
def closed_site(settings):
    settings.NEW_GROUPS = "invited"


def text_of(page):
    return page.content.decode()


def test_a_stranger_starts_nothing_and_reads_how_to_get_in():
    phone = a_phone()
    for page in (phone.get("/"), phone.get(NEW), start(phone)):
        assert "By invitation" in Page(page).said
        assert "ask a host" in Page(page).said
    assert phone.get(NEW).status_code == start(phone).status_code == 403
    assert 'href="/new/' not in text_of(phone.get("/"))
    assert not Group.objects.exists()


@pytest.mark.parametrize(
    ("page", "asks", "more"),
    [("/groups/", "Start a game", " to create one"), ("/players/", "start a game", "")],
)
def test_a_page_without_groups_does_not_ask_a_stranger_to_start_a_game(settings, page, asks, more):
    said = Page(a_phone().get(page)).said
    assert asks not in said
    assert "start here by invitation" in said
    settings.NEW_GROUPS = "anyone"
    assert asks + more in Page(a_phone().get(page)).said


def test_a_device_that_only_watches_starts_nothing():
    watching = a_member(a_group(a_phone()), Role.VIEWER)
    assert "By invitation" in Page(watching.get("/")).said
    assert start(watching).status_code == 403
    assert Group.objects.count() == 1


@pytest.mark.parametrize("role", [Role.SCORER, Role.HOST])
def test_a_member_starts_games_in_the_group_but_no_other_group(role):
    group = a_group(a_phone())
    member = a_member(group, role)
    assert "a new group" not in Page(member.get(NEW)).said
    assert start(member, group="new").status_code == 403
    assert start(member, group=str(group.pk)).status_code == 302
    assert list(GameSession.objects.values_list("group", flat=True)) == [group.pk]
    assert Group.objects.count() == 1


def test_with_the_link_of_the_operator_one_device_starts_one_group():
    path = link_in(told("link", new_group=True, url=URL))
    phone, other = a_phone(), a_phone()
    for one in (phone, other):
        assert one.get(path).url == "/"
        assert "You are invited to start a group" in Page(one.get("/")).said
    assert start(phone).status_code == 302
    assert start(other).status_code == 403
    assert other.get(path).status_code == a_phone().get(path).status_code == 404
    assert "You are invited" not in Page(phone.get("/")).said
    assert start(phone, group="new").status_code == 403
    assert Group.objects.count() == 1


def test_a_link_for_several_groups_ends_after_them():
    path = link_in(told("link", new_group=True, groups=2, url=URL))
    opened = [a_phone() for _ in range(3)]
    for phone in opened:
        phone.get(path)
    assert [start(phone).status_code for phone in opened] == [302, 302, 403]


def test_a_start_that_is_sent_again_counts_once():
    phone, path = a_phone(), new_invitation(2, 1).path
    phone.get(path)
    setup = a_setup()
    for _ in range(3):
        assert phone.post(NEW, {**setup, "start": "1"}).status_code == 302
    assert Group.objects.count() == 1
    assert Allowance.objects.filter(level=1.0).exists()
    assert a_phone().get(path).url == "/"


def test_a_member_with_a_link_can_choose_a_new_group():
    member = a_member(a_group(a_phone()), Role.SCORER)
    member.get(new_invitation(1, 1).path)
    assert "another group" in Page(member.get("/")).said
    assert "a new group" in Page(member.get(NEW)).said
    assert start(member, group="new").status_code == 302
    assert Group.objects.count() == 2


def test_a_host_has_a_link_for_three_groups_a_day():
    host, group = a_hosted_group()
    assert "Invite another group" in Page(host.get(to("group", group))).said
    page = host.get(to("invite_group", group))
    assert "3 new groups" in Page(page).said
    (path,) = re.findall(r'value="http://testserver(/join/group/[^"]+)" readonly', text_of(page))
    assert path in text_of(host.get(to("invite_group", group)))
    phones = [a_phone() for _ in range(4)]
    for phone in phones:
        phone.get(path)
    assert [start(phone).status_code for phone in phones] == [302, 302, 302, 403]


def test_where_anyone_starts_a_group_nobody_is_asked_for_a_link(settings):
    settings.NEW_GROUPS = "anyone"
    host = a_phone()
    assert "Invite another group" not in Page(host.get(to("group", a_group(host)))).said
    assert start(a_phone()).status_code == 302
    assert "does nothing yet" in told("link", new_group=True)


@pytest.mark.parametrize(
    "end",
    [
        lambda group: Link.to_host(group).renew(),
        lambda group: remove_device(let_in(a_phone(), group, Role.HOST), for_good=True),
        lambda group: group.delete(),
    ],
    ids=["renewed", "a host removed", "deleted"],
)
def test_the_link_of_a_group_ends_with_that_for_hosts_a_host_removed_for_good_or_the_group(end):
    group, invited = a_group(a_phone()), a_phone()
    path = invitations.invitation_of_host(group).path
    invited.get(path)
    end(group)
    assert a_phone().get(path).status_code == 404
    assert start(invited).status_code == 403


def test_a_link_ends_with_its_time(monkeypatch):
    invited, path = a_phone(), new_invitation(1, 1).path
    invited.get(path)
    later = timezone.now() + timedelta(days=1, seconds=1)
    monkeypatch.setattr(invitations.timezone, "now", lambda: later)
    assert a_phone().get(path).status_code == 404
    assert start(invited).status_code == 403


def test_uses_are_remembered_for_longer_than_any_link_lasts():
    assert timedelta(days=invitations.MOST_DAYS) < EMPTY_AFTER
    longest = new_invitation(1, invitations.MOST_DAYS)
    assert invitations.find_invitation(longest.path.split("/")[-2])


def test_nobody_can_change_what_a_link_allows_or_make_one():
    group = a_group(a_phone())
    invitation = new_invitation(1, 1)
    secret, until = invitation.secret(), invitation.until
    for changed in (
        f"0-9-{until}-{invitation.nonce}-{secret}",
        f"0-1-{until + 3600}-{invitation.nonce}-{secret}",
        f"0-1-{until}-{invitation.nonce[:-1]}-{secret}",
        f"{group.pk}-1-{until}-{invitation.nonce}-{secret}",
        f"0-1-{until}-{invitation.nonce}-{secret[:-1]}{'B' if secret.endswith('A') else 'A'}",
        f"0-1-{until}-{invitation.nonce}-",
        f"0-1-{until}-{invitation.nonce}",
        f"-1-1-{until}--{secret}",
        f"0-1-{'9' * 15}--{secret}",
        f"999999999999999-3-{until}--{secret}",
        f"0-１-{until}-{invitation.nonce}-{secret}",
        "",
        "x" * 5000,
    ):
        phone = a_phone()
        assert phone.get(f"/join/group/{changed}/").status_code == 404
        phone.cookies["invitation"] = changed.replace("１", "2")
        assert start(phone).status_code == 403


def test_a_secret_of_a_group_that_has_no_link_for_hosts_does_not_exist():
    invitation = Invitation(a_group(a_phone()).pk, 3, int(timezone.now().timestamp()) + 60)
    assert not Link.objects.exists()
    assert invitation.secret() == ""
    assert a_phone().get(f"/join/group/{invitation.terms}-/").status_code == 404


@pytest.mark.django_db(transaction=True)
def test_of_two_simultaneous_starts_with_one_link_one_counts():
    path = new_invitation(1, 1).path
    phones = [a_phone() for _ in range(4 if is_postgres() else 2)]
    for phone in phones:
        phone.get(path)
    answers = at_once(*(lambda phone=phone: start(phone).status_code for phone in phones))
    assert sorted(answers) == [302, *[403] * (len(phones) - 1)]
    assert Group.objects.count() == 1


def test_a_link_says_for_how_many_groups_and_days_it_may_be():
    for wrong in ({"groups": 0}, {"groups": 101}, {"days": 0}, {"days": 5}):
        with pytest.raises(CommandError, match="--groups must be 1 to 100, and --days 1 to 4"):
            call_command("link", new_group=True, **wrong)
