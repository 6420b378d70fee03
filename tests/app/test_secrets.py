"""Secrets are never issued twice, and a device that gains a role gets a new one."""

import pytest
from django.test import Client

from scorekeeper.models import Code, FormerDevice, Group, Link, Member, Role
from scorekeeper.people import codes, devices, links
from scorekeeper.people.groups import remove_device
from tests.app.support.factories import (
    a_game,
    a_group,
    a_hosted_game,
    a_member,
    a_phone,
    a_round,
    device,
    let_in,
    open_form,
    start,
    to,
    totals,
    typed,
)
from tests.app.support.pages import Page


def restored(row):
    """A row created again with the same id, as after restoring an older backup."""
    pk, model = row.pk, type(row)
    fields = {name: getattr(row, name) for name in ("group_id", "session_id", "role")}
    model.objects.filter(pk=pk).delete()
    return model.objects.create(pk=pk, **fields)


def test_a_link_that_reuses_an_id_after_a_restore_has_a_new_secret():
    link, phone = Link.to_host(a_group(a_phone())), a_phone()
    path = links.path(link)
    phone.get(path)  # which its browser remembers
    assert Page(phone.get("/join/")).has_form(path)
    again = restored(link)
    assert (again.pk, again.generation) == (link.pk, link.generation)
    assert links.path(again) != path
    assert a_phone().get(path).status_code == 404
    assert a_phone().get(links.path(again)).status_code == 200
    remembered = Page(phone.get("/join/"))
    assert remembered.has_form("/join/")
    assert not remembered.has_form(links.path(again))


def test_renewing_a_link_after_a_restore_gives_a_new_secret():
    link = Link.to_host(a_group(a_phone()))
    before = Link.objects.get(pk=link.pk)
    link.renew()
    first = links.path(link)
    Link.objects.filter(pk=link.pk).update(generation=before.generation, nonce=before.nonce)
    before.renew()
    assert before.generation == link.generation
    assert links.path(before) != first


def test_a_code_created_again_after_a_restore_has_other_letters():
    session = a_game(a_phone())
    link, member = Link.to(session.group, Role.VIEWER, session), session.member_id
    first = codes.show_code(link, member, beating=True)
    Code.objects.all().delete()
    assert codes.show_code(link, member, beating=True) != first


def test_closing_a_group_for_good_renews_the_secrets_of_all_its_links():
    group = a_group(a_phone())
    every = [Link.to(group, role) for role in Role]
    before = [links.secret(link) for link in every]
    remove_device(let_in(a_phone(), group, Role.SCORER), for_good=True)
    after = [links.secret(link) for link in Link.objects.order_by("role")]
    assert len({*before, *after}) == 6


def test_a_link_from_before_nonces_works_until_it_is_renewed():
    link = Link.to_host(a_group(a_phone()))
    Link.objects.update(nonce="")
    link.refresh_from_db()
    path = f"/join/{link.pk}/{links.secret(link)}/"
    assert a_phone().get(path).status_code == 200
    link.renew()
    assert len(link.nonce) == 32
    assert a_phone().get(path).status_code == 404


# The secret that the previous release derived from this id, generation and key.
OLD_SECRET = "Nm6DJdP6hU7tcCbRBVDOkz"


def test_an_old_link_keeps_its_original_secret():
    assert links.secret(Link(pk=7, generation=3, nonce="")) == OLD_SECRET


# Cookies


def a_link(role=Role.SCORER, group=None, session=None):
    return links.path(Link.to(group or a_group(a_phone()), role, session))


def test_joining_gives_a_device_a_new_secret_and_invalidates_the_old_one(clock):
    phone = a_phone()
    before = phone.cookies["device"].value
    session = a_game(a_phone())
    phone.post(a_link(group=session.group))
    assert phone.get(to("table", session)).status_code == 200
    assert phone.cookies["device"].value != before
    assert session.group.members.get(device=device(phone)).role == Role.SCORER
    clock.pass_by(minutes=1)
    assert known_by(before).get(to("table", session)).status_code == 404
    assert phone.get(to("table", session)).status_code == 200


def change_secret(phone):
    """Join another group, and accept the new secret with the next request."""
    phone.post(a_link())
    phone.get("/")


def known_by(secret):
    """Another browser with this cookie."""
    phone = Client()
    phone.cookies["device"] = secret
    return phone


def test_a_device_changes_its_secret_in_all_groups_and_games_at_once():
    phone, session = a_hosted_game()
    let_in(phone, a_group(a_phone()), Role.VIEWER)
    let_in(phone, session.group, Role.VIEWER, session)
    before = device(phone)
    change_secret(phone)
    assert Member.objects.filter(device=before).count() == 0
    assert Member.objects.filter(device=device(phone)).count() == 4


@pytest.mark.parametrize("way", ["a group", "a code", "a greater role"])
def test_gaining_any_role_changes_the_secret(way):
    phone, session = a_phone(), a_game(a_phone())
    before = phone.cookies["device"].value
    if way == "a group":
        start(phone)
    elif way == "a code":
        link = Link.to(session.group, Role.VIEWER, session)
        letters = codes.show_code(link, session.member_id, beating=False)
        phone.post(phone.post("/join/", {"code": letters}).url)
    else:
        let_in(phone, session.group, Role.VIEWER)
        phone.post(a_link(group=session.group))
    phone.get("/games/")
    assert phone.cookies["device"].value != before
    assert Member.objects.filter(device=device(phone)).exists()


def test_the_secret_stays_the_same_when_no_role_is_gained():
    phone, session = a_hosted_game()
    before = phone.cookies["device"].value
    phone.post(a_link(Role.VIEWER, session.group))
    start(phone, group=session.group_id)
    phone.get("/")
    assert phone.cookies["device"].value == before


def test_a_lost_answer_costs_no_access(clock):
    phone, session = a_hosted_game()
    before = dict(phone.cookies)
    phone.post(a_link())
    phone.cookies.clear()  # its answer was lost
    phone.cookies.update(before)
    clock.pass_by(days=1)
    assert phone.get(to("table", session)).status_code == 200
    phone.post(a_link())
    both = dict(phone.cookies)
    phone.get("/")
    phone.cookies.clear()  # the answer to the next request was lost too
    phone.cookies.update(both)
    clock.pass_by(days=1)
    assert phone.get(to("table", session)).status_code == 200
    assert "next-device" not in {name for name, one in phone.cookies.items() if one.value}


def test_what_another_tab_sends_while_the_secret_changes_comes_from_the_same_device():
    phone, session = a_hosted_game()
    form = open_form(phone, to("enter", session))
    other_tab = known_by(phone.cookies["device"].value)
    for _ in range(2):
        change_secret(phone)
    groups = Group.objects.count()
    saved = other_tab.post(to("enter", session), {**form, **typed(a_round())})
    assert saved.status_code == 302
    assert totals(session) == (40, 0, 0)
    begun = start(other_tab, group=session.group_id)
    assert phone.get(begun.url).status_code == 200
    assert Group.objects.count() == groups
    assert not saved.cookies
    assert not begun.cookies
    joined = a_group(a_phone())
    path = a_link(group=joined)
    for _ in range(2):
        other_tab.post(path)
        assert [one.device for one in joined.members.filter(role=Role.SCORER)] == [device(phone)]


def test_former_devices_are_forgotten_after_a_minute(clock):
    for _ in range(3):
        change_secret(a_phone())
        clock.pass_by(minutes=2)
    assert FormerDevice.objects.count() == 1


def test_nobody_can_plant_the_next_secret_of_another_device():
    attacker, victim = a_phone(), a_phone()
    session = a_game(victim)
    attacker.post(a_link())
    before = victim.cookies["device"].value
    for planted in (attacker.cookies["next-device"].value, "x" * 43, "é", "x:y:z"):
        victim.cookies["next-device"] = planted
        assert victim.get(to("table", session)).status_code == 200
        assert victim.cookies["device"].value == before


def test_a_thief_who_rejoins_with_the_old_secret_breaks_nothing(clock):
    phone = a_phone()
    path = a_link()
    phone.post(path)
    both = dict(phone.cookies)
    phone.get("/")
    clock.pass_by(minutes=2)
    known_by(both["device"].value).post(path)
    thief = Client()
    thief.cookies.update(both)
    assert thief.get("/").status_code == 200
    assert phone.get("/").status_code == 200


def test_over_https_the_cookies_are_secure_and_limited_to_this_host(settings):
    settings.HTTPS = True
    phone = Client()
    phone.get("/")
    phone.post(a_link())
    for name in ("__Host-device", "__Host-next-device"):
        cookie = phone.cookies[name]
        assert (cookie["secure"], cookie["path"], cookie["domain"]) == (True, "/", "")
        assert cookie["httponly"]
        assert len(cookie.value) >= 43
    assert "device" not in phone.cookies


def test_over_https_a_device_moves_to_the_new_cookie_which_wins_over_a_planted_one(settings):
    phone, other = a_phone(), a_phone()
    session = a_game(phone)
    secret = phone.cookies["device"].value
    settings.HTTPS = True
    assert phone.get(to("table", session)).status_code == 200
    assert phone.cookies["__Host-device"].value == secret
    assert phone.cookies["device"].value == ""
    phone.cookies["device"] = other.cookies["device"].value  # by a subdomain
    assert phone.get(to("table", session)).status_code == 200


def test_a_live_stream_accepts_both_cookie_names(settings):
    secret = "s" * 43
    settings.HTTPS = True
    assert devices.find_secret({"__Host-device": secret, "device": "o" * 43}) == secret
    assert devices.find_secret({"device": secret}) == secret
    settings.HTTPS = False
    assert devices.find_secret({"__Host-device": secret}) == ""


def test_a_guest_who_joins_another_group_keeps_its_game(clock):
    session = a_game(a_phone())
    guest = a_member(session.group, Role.SCORER, session)
    guest.post(a_link())
    clock.pass_by(minutes=5)
    assert guest.get(to("enter", session)).status_code == 200
