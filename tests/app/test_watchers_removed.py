"""Removing all devices that watch, or all with the access that a link gave them."""

from itertools import product

import pytest

from scorekeeper.models import REMOVED, Code, Link, Member, Role
from scorekeeper.people import links
from scorekeeper.people.groups import remove_watchers
from tests.app.support.at_once import at_once
from tests.app.support.factories import (
    a_game,
    a_hosted_game,
    a_hosted_group,
    a_member,
    a_phone,
    let_in,
    page_version,
    to,
)
from tests.app.support.pages import Page
from tests.app.support.undone import undone
from tests.app.test_codes import type_in
from tests.app.test_watchers import code_on_screen, watch

ROLES = {"watch": Role.VIEWER, "enter": Role.SCORER}


def a_full_house(count=2):
    """A game that devices watch by a code, by links and as members of the group, and score."""
    host, session = a_hosted_game()
    for _ in range(count):
        watch(host, session)
        a_member(session.group, Role.VIEWER, session)
        a_member(session.group, Role.VIEWER)
        a_member(session.group, Role.SCORER, session)
        a_member(session.group, Role.SCORER)
    return host, session


def roles(session):
    """The roles in the game and in the whole group, and how many devices have each."""
    present = session.group.members.present()
    pairs = present.values_list("session", "role")
    counts = {}
    for game, role in pairs:
        key = "game" if game else "group", role
        counts[key] = counts.get(key, 0) + 1
    return counts


def test_a_host_removes_all_devices_that_watch_a_game():
    host, session = a_hosted_game()
    watching = [watch(host, session) for _ in range(2)]
    watching += [a_member(session.group, Role.VIEWER, session) for _ in range(2)]
    path = links.path(Link.to(session.group, Role.VIEWER, session))
    ticket = type_in(code_on_screen(watching[0], session)).url
    page = Page(host.get(to("share", session)))
    assert "Remove all 4 watchers" in page.said
    form = page.form(to("remove_watchers", session)).fields
    version = page_version(session)
    assert host.post(to("remove_watchers", session), form).url == to("share", session)
    assert page_version(session) > version
    assert [phone.get(to("table", session)).status_code for phone in watching] == [404] * 4
    assert "This device was removed" in Page(watching[-1].get(to("table", session))).said
    assert a_phone().get(path).status_code == a_phone().get(ticket).status_code == 404
    assert not Code.objects.filter(member__role=REMOVED).exists()
    assert "watchers" not in Page(host.get(to("share", session))).said


def test_removing_the_watchers_of_a_game_or_of_all_leaves_everyone_else():
    host, session = a_full_house()
    watch(host, a_game(host))
    before = roles(session)
    with undone(host):
        host.post(to("remove_watchers", session))
        assert before["game", Role.VIEWER] == 5
        assert roles(session) == {**before, ("game", Role.VIEWER): 1}
        host.get(to("share", session))
        path = links.path(Link.to(session.group, Role.VIEWER, session))
        assert a_phone().get(path).status_code == 200  # without `renew` the link stays
    address = f"/groups/{session.group_id}/"
    page = Page(host.get(address))
    assert "Remove all 7 watchers" in page.said
    form = page.form(f"{address}watchers/").fields
    assert host.post(f"{address}watchers/", form).url == address
    assert roles(session) == {key: n for key, n in before.items() if key[1] > Role.VIEWER}
    assert "watchers" not in Page(host.get(address)).said


def test_renewing_a_link_can_also_remove_the_devices_with_its_role():
    host, session = a_full_house()
    places = {"game": to("share", session), "group": f"/groups/{session.group_id}/share/"}
    expected = roles(session)
    for where, role in product(places, ("watch", "enter")):
        renewing, key = f"{places[where]}renew/", (where, ROLES[role])
        with undone(host):
            page = Page(host.get(f"{places[where]}?as={role}"))
            assert f"Also remove the {expected[key]} devices with this access" in page.said
            form = page.form(renewing).fields
            host.post(f"{renewing}?as={role}", form)
            assert roles(session) == expected  # nobody ticked it
            host.post(f"{renewing}?as={role}", form | {"remove": "1"})
            assert roles(session) == {one: n for one, n in expected.items() if one != key}


def test_a_device_removed_with_a_link_to_the_group_keeps_no_single_game():
    host, phone = a_phone(), a_phone()
    session = a_game(host)
    for game in (session, None):
        let_in(phone, session.group, Role.SCORER, game)
    host.post(f"/groups/{session.group_id}/share/renew/?as=enter", {"remove": "1"})
    assert phone.get(to("table", session)).status_code == 404


def test_renewing_the_link_to_host_removes_no_host():
    host, group = a_hosted_group()
    other = a_member(group, Role.HOST)
    place = f"/groups/{group.pk}/share/"
    assert "Also remove" not in Page(host.get(f"{place}?as=host")).said
    host.post(f"{place}renew/?as=host", {"remove": "1"})
    assert other.get(f"/groups/{group.pk}/").status_code == 200


@pytest.mark.django_db(transaction=True)
def test_nobody_slips_in_while_all_watchers_are_removed():
    host, session = a_hosted_game()
    for _ in range(3):
        phone, path = a_phone(), type_in(code_on_screen(host, session)).url
        at_once(
            lambda phone=phone, path=path: phone.post(path),
            lambda: remove_watchers(session.group, session, for_good=True),
        )
        assert phone.get(to("table", session)).status_code == 404
        assert not Member.objects.present().filter(session=session).exists()
