"""Devices of a group: who sees them, their names and roles, and removing one."""

from datetime import UTC, datetime, timedelta
from importlib import import_module

import pytest
from django.urls import reverse
from django.utils import timezone

from scorekeeper.models import GameSession, Group, Link, Member, Role
from scorekeeper.people import links
from scorekeeper.people.groups import remove_device
from tests.app.support.factories import (
    a_game,
    a_group,
    a_hosted_game,
    a_hosted_group,
    a_member,
    a_phone,
    a_round,
    a_setup,
    add,
    device,
    let_in,
    open_form,
    page_version,
    seen_by,
    table_of,
    to,
    typed,
)
from tests.app.support.pages import Page, assert_refused


def a_group_of_two():
    host, other = a_phone(), a_phone()
    group = a_group(host)
    return host, other, group, let_in(other, group, Role.SCORER, name="Ben’s phone")


def group_page(phone, group):
    return Page(phone.get(f"/groups/{group.pk}/"))


def me(phone):
    return Member.objects.get(device=device(phone))


def test_a_host_sees_each_device_with_its_role_and_when_it_was_last_seen():
    host, _, group, _ = a_group_of_two()
    guest = let_in(a_phone(), group, Role.VIEWER, a_game(host, group), name="Zoe’s phone")
    page = group_page(host, group)
    assert "Ben’s phone can score active just now" in page.said
    assert "Zoe’s phone can watch · only Chimera" in page.said
    assert "a phone full access this device" in page.said
    assert f"/devices/{guest.pk}/" in page.links()


def test_the_time_a_device_was_last_seen_is_shown_as_coarsely_as_it_is_stored(monkeypatch):
    host, _, group, member = a_group_of_two()
    now = datetime(2026, 3, 13, 21, 15, tzinfo=UTC)
    monkeypatch.setattr("django.utils.timezone.now", lambda: now)
    for seen, said in {
        "2026-03-13T21:14": "active just now",
        "2026-03-13T21:00:01": "active just now",
        "2026-03-13T21:00": "last active today, about 21:15",
        "2026-03-13T20:32": "last active today, about 20:45",
        "2026-03-13T00:02": "last active today, about 00:15",
        "2026-03-12T20:32": "last active 12 Mar",
        "2025-12-12T20:32": "last active 12 Dec 2025",
    }.items():
        Member.objects.filter(pk=member.pk).update(seen_at=f"{seen}Z")
        assert f"Ben’s phone can score {said}" in group_page(host, group).said
    page = Page(host.get(f"/devices/{member.pk}/"))
    assert said in page.said
    assert "Remove Ben’s phone" in page.said


def test_other_roles_see_only_their_own_device():
    _, _, group, _ = a_group_of_two()
    for role in (Role.VIEWER, Role.SCORER):
        phone = a_member(group, role)
        page = group_page(phone, group)
        assert "Ben’s phone" not in page.said
        own = [link for link in page.links() if link.startswith("/devices/")]
        assert own == [f"/devices/{me(phone).pk}/"]


def test_the_last_visit_is_stored_to_the_quarter_of_an_hour():
    phone, session = a_hosted_game()
    long_ago = timezone.now() - timedelta(days=3)
    Member.objects.update(seen_at=long_ago)
    phone.get(to("table", session))
    first = me(phone).seen_at
    assert timezone.now() - first < timedelta(minutes=1)
    phone.get(to("table", session))
    assert me(phone).seen_at == first


def test_a_host_and_the_device_itself_can_rename_it():
    host, other, group, member = a_group_of_two()
    session = a_game(host, group)
    add(seen_by(other, session), a_round())
    for phone, name in ((host, "Benjamin’s phone"), (other, "Benny’s phone")):
        version = page_version(session)
        answer = phone.post(f"/devices/{member.pk}/", {"name": f"  {name.replace(' ', '  ')} "})
        assert answer.url == f"/groups/{group.pk}/"
        assert name in Page(host.get(to("table", session))).said
        assert page_version(session) > version


def test_an_invalid_name_is_refused_and_stays_typed():
    host, _, group, member = a_group_of_two()
    unseen = "One character in this name can’t be shown. Delete it, or type the name again."
    device, whole = f"/devices/{member.pk}/", f"/groups/{group.pk}/"
    for address, name, why in (
        *((device, "", "Enter a name."), (device, "\x07", unseen)),
        *((device, "x" * 41, "at most 40 characters"), (whole, "x" * 81, "at most 80")),
    ):
        answer = host.post(address, {"name": name})
        assert_refused(answer, why)
        assert Page(answer).form(address).fields["name"] == [name]
    assert Member.objects.get(pk=member.pk).name == "Ben’s phone"
    assert Group.objects.get().name == "Friday"


def test_a_host_changes_the_role_of_a_device():
    host, other, group, member = a_group_of_two()
    session = a_game(host, group)
    address = f"/devices/{member.pk}/role/"
    for role in Role:
        assert host.post(address, {"role": role.value}).url == f"/groups/{group.pk}/"
        assert (other.get(to("enter", session)).status_code == 200) == (role >= Role.SCORER)
        assert (other.get(f"/groups/{group.pk}/share/").status_code == 200) == (role == Role.HOST)
    for unknown in ("0", "4", "", "x", "\x00"):
        assert host.post(address, {"role": unknown}).status_code == 422
    assert Member.objects.get(pk=member.pk).role == Role.HOST


def test_a_guest_of_one_game_cannot_become_a_host():
    host, session = a_hosted_game()
    member = let_in(a_phone(), session.group, Role.VIEWER, session)
    assert [
        host.post(f"/devices/{member.pk}/role/", {"role": role}).status_code for role in "32"
    ] == [422, 302]
    assert Member.objects.get(pk=member.pk).role == Role.SCORER


def test_a_removed_device_loses_access_at_once():
    host, other, group, member = a_group_of_two()
    session = a_game(host, group)
    sent = open_form(other, to("enter", session)) | typed(a_round())
    version = page_version(session)
    assert host.post(f"/devices/{member.pk}/remove/").url == f"/groups/{group.pk}/"
    assert other.post(to("enter", session), sent).status_code == 404
    assert other.get(f"/groups/{group.pk}/").status_code == 404
    assert not table_of(session).log.entries
    assert page_version(session) > version
    assert "Ben’s phone" not in group_page(host, group).said


def a_guest_who_joined_the_group():
    """A guest of one game who joined the group later; return its row in the group."""
    host, other, group, member = a_group_of_two()
    session = a_game(host, group)
    other.post(links.path(Link.to(group, Role.SCORER, session)))
    return host, other, session, member


@pytest.mark.parametrize("who", ["the host", "itself"])
def test_a_device_removed_from_the_group_is_removed_from_all_its_games(who):
    host, other, session, member = a_guest_who_joined_the_group()
    (host if who == "the host" else other).post(f"/devices/{member.pk}/remove/", {"renew": "1"})
    assert other.get(to("table", session)).status_code == 404
    assert to("table", session) not in Page(other.get("/")).links()
    assert "Ben’s phone" not in group_page(host, session.group).said


def test_a_device_made_a_viewer_can_no_longer_score_in_any_of_the_groups_games():
    host, other, session, member = a_guest_who_joined_the_group()
    assert other.get(to("share", session)).status_code == 200
    host.post(f"/devices/{member.pk}/role/", {"role": "1"})
    assert other.get(to("table", session)).status_code == 200
    assert other.get(to("enter", session)).status_code == 403
    assert not session.group.members.get(device=device(other), session=None).codes.exists()
    assert not session.guests.get(device=device(other)).codes.exists()


def test_other_devices_and_other_groups_keep_their_roles():
    host, other, session, member = a_guest_who_joined_the_group()
    elsewhere = let_in(other, a_group(a_phone()), Role.SCORER)
    guest = let_in(a_phone(), session.group, Role.SCORER, session)
    host.post(f"/devices/{member.pk}/remove/")
    for kept in (elsewhere, guest):
        kept.refresh_from_db()
        assert kept.role == Role.SCORER


def test_a_device_removed_from_one_game_stays_in_the_group_and_the_page_says_so():
    host, other, session, member = a_guest_who_joined_the_group()
    guest = session.guests.get(device=device(other))
    for phone in (host, other):
        assert "stays in the group." in Page(phone.get(f"/devices/{guest.pk}/")).said
        assert "stays in the group." not in Page(phone.get(f"/devices/{member.pk}/")).said
    host.post(f"/devices/{guest.pk}/remove/")
    assert other.get(to("enter", session)).status_code == 200


def test_links_a_removed_device_might_have_kept_are_renewed_unless_the_host_declines():
    host, other, group, member = a_group_of_two()
    session = a_game(host, group)
    every = [
        links.path(Link.to(group, Role.SCORER)),
        links.path(Link.to(group, Role.VIEWER, session)),
    ]
    form = Page(host.get(f"/devices/{member.pk}/")).form(f"/devices/{member.pk}/remove/").fields
    assert form["renew"] == ["1"]
    host.post(
        f"/devices/{member.pk}/remove/",
        {key: value for key, value in form.items() if key != "renew"},
    )
    assert [other.get(path).status_code for path in every] == [200, 200]
    other.post(every[0])
    assert me(other).role == Role.SCORER
    host.post(f"/devices/{member.pk}/remove/", form)
    assert [other.get(path).status_code for path in every] == [404, 404]


def test_a_device_that_returns_is_the_same_one_with_the_role_of_its_link():
    host, other, group, member = a_group_of_two()
    host.post(f"/devices/{member.pk}/remove/")
    other.post(links.path(Link.to(group, Role.VIEWER)))
    assert (me(other).pk, me(other).name, me(other).role) == (member.pk, "Ben’s phone", Role.VIEWER)


def test_a_device_can_leave_by_itself():
    host, other, group, member = a_group_of_two()
    path = links.path(Link.to(group, Role.SCORER))
    assert other.post(f"/devices/{member.pk}/remove/", {"renew": "1"}).url == "/groups/"
    assert other.get(f"/groups/{group.pk}/").status_code == 404
    assert host.get(f"/groups/{group.pk}/").status_code == 200
    assert other.get(path).status_code == 200


def test_the_last_host_can_neither_step_down_nor_go_and_is_told_why():
    host, _, _, member = a_group_of_two()
    own = f"/devices/{me(host).pk}"
    ways = [(f"{own}/role/", {"role": "2"}), (f"{own}/remove/", {})]
    ways.append((f"{own}/delete/", {"sure": "1"}))
    for way in ways:
        assert_refused(host.post(*way), "This is the only host. Make another device a host first")
        assert me(host).role == Role.HOST
    host.post(f"/devices/{member.pk}/role/", {"role": "3"})
    for way in ways:
        Member.objects.filter(device=device(host)).update(role=Role.HOST)
        assert host.post(*way).status_code == 302
        assert me(host).role < Role.HOST


def test_a_host_of_one_game_is_not_a_host_of_the_group():
    host, session = a_hosted_game()
    a_member(session.group, Role.HOST, session)
    assert host.post(f"/devices/{me(host).pk}/remove/").status_code == 422


# Groups


def test_a_host_renames_the_group():
    host, group = a_hosted_group()
    host.post(f"/groups/{group.pk}/", {"name": "  Friday   evenings "})
    assert Group.objects.get().name == "Friday evenings"


def new_game_of(phone):
    return Page(phone.get("/new/chimera/")).form_called("setup").fields["group"]


def test_a_device_switches_between_its_groups():
    phone = a_phone()
    friday, office = a_group(phone, "Friday"), a_group(phone, "Office")
    assert new_game_of(phone) == [str(office.pk)]
    assert "with Office" in Page(phone.get("/")).said
    assert phone.post(f"/groups/{friday.pk}/use/").url == "/"
    assert new_game_of(phone) == [str(friday.pk)]
    assert "with Friday" in Page(phone.get("/")).said
    page = Page(phone.get("/groups/"))
    assert page.has_form(f"/groups/{office.pk}/use/")
    assert not page.has_form(f"/groups/{friday.pk}/use/")


def test_a_device_with_one_group_has_nothing_to_switch():
    phone = a_phone()
    a_game(phone)
    assert "or with" not in Page(phone.get("/")).said
    assert not [form for form in Page(phone.get("/groups/")).forms if form.buttons]


def test_a_guest_sees_its_games_and_can_leave_them():
    session = a_game(a_phone())
    guest = a_phone()
    member = let_in(guest, session.group, Role.VIEWER, session, name="Zoe’s phone")
    page = Page(guest.get("/groups/"))
    assert "Chimera" in page.said
    assert page.links().count(f"/devices/{member.pk}/") == 1
    form = Page(guest.get(f"/devices/{member.pk}/")).form(f"/devices/{member.pk}/remove/").fields
    assert guest.post(f"/devices/{member.pk}/remove/", form).url == "/groups/"
    assert guest.get(to("table", session)).status_code == 404


def test_a_guest_of_a_game_whose_folder_is_gone_can_leave_it():
    session = a_game(a_phone())
    guest = a_phone()
    member = let_in(guest, session.group, Role.VIEWER, session)
    GameSession.objects.update(game="gone")
    for address in ("/groups/", f"/devices/{member.pk}/"):
        assert guest.get(address).status_code == 200


def remove_first(monkeypatch, function, member):
    """Let another request remove the device just before this function of a view is called."""
    module, name = function.rsplit(".", 1)
    act = getattr(import_module(module), name)

    def after_removal(*args, **kwargs):
        if member.role:
            remove_device(member)
        return act(*args, **kwargs)

    monkeypatch.setattr(function, after_removal)


def test_a_device_that_is_removed_while_it_saves_saves_nothing(monkeypatch):
    host, other, group, member = a_group_of_two()
    game = a_game(host, group)
    form = open_form(other, to("enter", game)) | typed(a_round())
    remove_first(monkeypatch, "scorekeeper.views.game.entry.save_entry", member)
    assert other.post(to("enter", game), form).status_code == 404
    assert not game.revisions.filter(slot=1).exists()


def test_a_device_that_is_removed_while_it_starts_a_game_starts_none(monkeypatch):
    _, other, group, member = a_group_of_two()
    remove_first(monkeypatch, "scorekeeper.views.new_game.start_once", member)
    setup = {**a_setup(), "group": group.pk, "start": "1"}
    assert other.post(reverse("new", args=["chimera"]), setup).status_code == 403
    assert not group.sessions.exists()
