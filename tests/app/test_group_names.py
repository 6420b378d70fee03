"""A group is called by its players until it has a name, and home asks a host for one."""

from importlib import import_module

from django.apps import apps

from scorekeeper.models import Group, Role
from scorekeeper.people.groups import change_player, create_group
from scorekeeper.people.merging import merge_players
from tests.app.support.factories import a_member, a_phone, device
from tests.app.support.pads import a_pad
from tests.app.support.pages import Page

QUESTION = "A name for your group?"


def a_nameless_group(phone, games):
    group = create_group(["Ana", "Ben"], device(phone), "a phone")
    for _ in range(games):
        a_pad(phone, 60, 20, group=group)
    return group


def asks(phone):
    return QUESTION in Page(phone.get("/")).said


def test_home_asks_for_a_name_after_the_third_game_until_there_is_one():
    phone = a_phone()
    group = a_nameless_group(phone, games=2)
    address = f"/groups/{group.pk}/"
    a_pad(phone, 10, 20, group=group)  # not finished
    assert not asks(phone)
    a_pad(phone, 60, 20, group=group)
    assert asks(phone)
    assert f"{address}#id_name" in Page(phone.get("/")).links()
    for name in ("", "Friday"):  # called by its players at first
        page = Page(phone.get(address))
        assert (name or "Ana, Ben") in page.said
        assert page.form(address).fields["name"] == [name]
        phone.post(address, {"name": "Friday"})
    assert "Ana, Ben" not in page.said
    assert not asks(phone)


def test_a_group_without_a_name_is_called_by_its_present_players():
    phone = a_phone()
    group = a_nameless_group(phone, games=1)
    players = {player.name: player for player in group.players.all()}
    change_player(players["Ana"], {"name": "Anna"})
    assert Group.objects.get().name == "Anna, Ben"
    merged = group.players.create(name="Bob", mark=7)
    merge_players(players["Ben"], merged)
    assert Group.objects.get().name == "Anna, Bob"
    merge_players(merged, players["Ana"])
    assert Group.objects.get().name == "Anna, Bob"  # they played together
    a_pad(phone, 60, 20, 10, 5, names=("Anna", "Bob", "Cleopatra", "Dan"), group=group)
    assert Group.objects.get().name == "Anna, Bob, Cleopatra, Dan"
    a_pad(phone, 60, 20, 10, names=("Emmanuelle", "Konstantin", "Fay"), group=group)
    assert Group.objects.get().name == "Anna, Bob, Cleopatra, Dan, Emmanuelle +2"
    Group.objects.update(name="Anna, Ben & Co.", named=True)
    change_player(players["Ana"], {"name": "Ana"})
    assert Group.objects.get().name == "Anna, Ben & Co."


def test_a_host_who_keeps_the_players_as_the_name_is_not_asked_again():
    phone = a_phone()
    group = a_nameless_group(phone, games=3)
    keep = f"/groups/{group.pk}/keep-name/"
    assert not asks(a_member(group, Role.SCORER))
    assert asks(phone)
    assert phone.post(keep).url == "/"
    assert not asks(phone)
    group.refresh_from_db()
    assert group.name == "Ana, Ben"


def test_the_migration_recognizes_groups_that_are_called_by_their_players():
    expected = {"Ana, Ben": False, "Ana": False, "Ana, Bea": True, "Friday": True, "": True}
    for name in expected:
        group = Group.objects.create(name=name)
        for player in ("Ana", "Ben"):
            group.players.create(name=player)
    import_module("scorekeeper.migrations.0016_named_groups").find_unnamed(apps, None)
    assert dict(Group.objects.values_list("name", "named")) == expected
