"""A group is called by its players until it has a name, and home asks a host for one."""

from importlib import import_module

import pytest
from django.apps import apps

from scorekeeper.models import Group, Role
from scorekeeper.people.groups import change_player, found_group
from scorekeeper.people.merging import merge_players
from tests.app.support.factories import a_member, a_phone, device
from tests.app.support.pads import a_pad
from tests.app.support.pages import Page

pytestmark = pytest.mark.django_db

QUESTION = "A name for your group?"


def a_nameless_group(phone, games):
    group = found_group(["Ana", "Ben"], device(phone), "a phone")
    for _ in range(games):
        a_pad(phone, 60, 20, group=group)
    return group


def asks(phone):
    return QUESTION in Page(phone.get("/")).said


def test_home_asks_for_a_name_after_the_third_game():
    phone = a_phone()
    group = a_nameless_group(phone, games=2)
    a_pad(phone, 10, 20, group=group)  # not finished
    assert not asks(phone)
    a_pad(phone, 60, 20, group=group)
    assert asks(phone)
    assert f"/groups/{group.pk}/#id_name" in Page(phone.get("/")).links()


def test_a_name_replaces_the_players_and_ends_the_question():
    phone = a_phone()
    group = a_nameless_group(phone, games=3)
    page = Page(phone.get(f"/groups/{group.pk}/"))
    assert "Ana, Ben" in page.said
    assert page.form(f"/groups/{group.pk}/").fields["name"] == [""]
    phone.post(f"/groups/{group.pk}/", {"name": "Friday"})
    page = Page(phone.get(f"/groups/{group.pk}/"))
    assert "Friday" in page.said
    assert "Ana, Ben" not in page.said
    assert page.form(f"/groups/{group.pk}/").fields["name"] == ["Friday"]
    assert not asks(phone)


def test_the_players_that_a_group_is_called_by_keep_their_present_names():
    group = a_nameless_group(a_phone(), games=1)
    players = {player.name: player for player in group.players.all()}
    change_player(players["Ana"], {"name": "Anna"})
    assert Group.objects.get().name == "Anna, Ben"
    merged = group.players.create(name="Bob", mark=7)
    merge_players(players["Ben"], merged)
    assert Group.objects.get().name == "Anna, Bob"
    merge_players(merged, players["Ana"])
    assert Group.objects.get().name == "Anna, Bob"  # they played together
    Group.objects.update(name="Anna, Ben & Co.", named=True)
    change_player(players["Ana"], {"name": "Ana"})
    assert Group.objects.get().name == "Anna, Ben & Co."


def test_a_host_who_keeps_the_players_as_the_name_is_not_asked_again():
    phone = a_phone()
    group = a_nameless_group(phone, games=3)
    assert phone.post(f"/groups/{group.pk}/keep-name/").url == "/"
    assert not asks(phone)
    group.refresh_from_db()
    assert group.name == "Ana, Ben"


@pytest.mark.parametrize("role", [Role.VIEWER, Role.SCORER])
def test_only_hosts_are_asked_and_may_answer(role):
    group = a_nameless_group(a_phone(), games=3)
    phone = a_member(group, role)
    assert not asks(phone)
    assert phone.post(f"/groups/{group.pk}/keep-name/").status_code == 403


def test_strangers_learn_nothing_of_the_question():
    group = a_nameless_group(a_phone(), games=3)
    assert a_phone().post(f"/groups/{group.pk}/keep-name/").status_code == 404


@pytest.mark.parametrize(
    ("name", "named"),
    [("Ana, Ben", False), ("Ana", False), ("Ana, Bea", True), ("Friday", True), ("", True)],
)
def test_the_migration_recognizes_groups_that_are_called_by_their_players(name, named):
    group = Group.objects.create(name=name)
    for player in ("Ana", "Ben"):
        group.players.create(name=player)
    migration = import_module("scorekeeper.migrations.0016_named_groups")
    migration.find_unnamed(apps, None)
    group.refresh_from_db()
    assert group.named is named
