"""Groups in which nothing happens any more, on a site that deletes them."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from scorekeeper.models import GameSession, Group, Member, Role
from scorekeeper.operating.purge import purge
from tests.app.support.factories import a_game, a_group, a_member, a_phone, to
from tests.app.support.pages import Page

DAYS = 300


def rest(group, days):
    """Make the last use of the group so many days old."""
    at = timezone.now() - timedelta(days=days)
    Group.objects.filter(pk=group.pk).update(created_at=at)
    group.members.update(seen_at=at)
    group.sessions.update(played_at=at, finished_at=at)


@pytest.fixture
def phone():
    return a_phone()


@pytest.fixture
def group(phone, settings):
    settings.ABANDONED_GROUPS_DAYS = DAYS
    group = a_group(phone)
    a_game(phone, group, target=40, rounds=1)
    return group


def is_deleted(group):
    return not Group.objects.filter(pk=group.pk, deleted_at=None).exists()


def test_a_group_in_which_nothing_happens_for_so_long_is_deleted_and_erased_30_days_later(group):
    other = a_group(a_phone(), "Others")
    rest(group, DAYS - 1)
    purge()
    assert not is_deleted(group)
    rest(group, DAYS + 1)
    assert purge().groups == 0
    assert is_deleted(group)
    assert not is_deleted(other)
    assert GameSession.objects.exists()
    at = timezone.now() - timedelta(days=31)
    Group.objects.filter(pk=group.pk).update(deleted_at=at)
    assert purge().groups == 1
    assert list(Group.objects.all()) == [other]
    assert not GameSession.objects.exists()


def test_a_host_brings_it_back_to_stay(phone, group):
    rest(group, DAYS + 1)
    purge()
    phone.post(reverse("restore_group", args=[group.pk]), follow=True)
    purge()
    assert not is_deleted(group)


def test_no_group_is_deleted_unless_the_operator_says_so(group, settings):
    settings.ABANDONED_GROUPS_DAYS = 0
    rest(group, 100_000)
    purge()
    assert not is_deleted(group)


@pytest.mark.parametrize("use", ["played", "imported", "opened", "founded"])
def test_whatever_happens_in_a_group_keeps_it(use, phone, group):
    rest(group, DAYS + 1)
    if use == "played":
        group.sessions.update(played_at=timezone.now())
    elif use == "imported":
        group.imports.create(name="games.csv", state="done")
    elif use == "opened":
        group.members.update(seen_at=timezone.now())
    else:
        Group.objects.update(created_at=timezone.now())
    purge()
    assert not is_deleted(group)


def test_opening_a_page_of_a_group_is_a_use_of_it(phone, group):
    for address in (
        reverse("home"),
        reverse("group", args=[group.pk]),
        reverse("statistics", args=[group.pk]),
        to("table", group.sessions.get()),
    ):
        rest(group, DAYS + 1)
        assert phone.get(address).status_code == 200
        assert Member.objects.get().seen_at > timezone.now() - timedelta(minutes=1), address
    purge()
    assert not is_deleted(group)


def test_the_page_of_the_group_says_so_with_the_date_in_the_last_third(phone, group, settings):
    viewer = a_member(group, Role.VIEWER)
    address = reverse("group", args=[group.pk])
    rest(group, 190)
    text = Page(phone.get(address)).said
    assert "nothing was played, entered or opened for 300 days" in text
    assert "was due" not in text
    rest(group, 210)
    text = Page(viewer.get(address)).said
    assert "This group was due to be deleted on" in text
    assert "was due" not in Page(viewer.get(address)).said
    settings.ABANDONED_GROUPS_DAYS = 0
    rest(group, 210)
    assert "nothing was played" not in Page(phone.get(address)).said
