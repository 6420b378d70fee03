"""Links: what they say before they are used, what they give, and where their secret must not go."""

import time

import pytest
from django.test import Client
from django.utils import timezone

from scorekeeper.models import FormerDevice, GameSession, Group, Link, Role
from scorekeeper.people import groups, links
from tests.app.support.factories import (
    a_game,
    a_group,
    a_hosted_game,
    a_hosted_group,
    a_member,
    a_phone,
    device,
    let_in,
    page_version,
    to,
)
from tests.app.support.pages import Page


def a_link(group=None, role=Role.SCORER, session=None):
    return Link.to(group or a_group(a_phone()), role, session)


def opened(link, phone=None):
    return (phone or a_phone()).get(links.path(link))


def statuses(path):
    return a_phone().get(path).status_code, a_phone().post(path).status_code


def roles_of(phone, group):
    return list(group.members.filter(device=device(phone)).values_list("role", flat=True))


# What a link says


def test_a_link_says_what_it_gives_and_what_a_name_is_for():
    host, group = a_hosted_group("Friday")
    session = a_game(host, group)
    group.members.update(name="Ana’s phone")
    in_game = "Chimera", "Ana, Ben and Cho", "Host: Ana’s phone"
    said = {
        (Role.VIEWER, session): (*in_game, "Watch this game: standings", "Hosts see it in the"),
        (Role.SCORER, session): (
            *(*in_game, "Watch this game, enter rounds and correct them."),
            "The history shows who entered",
        ),
        (Role.VIEWER, None): ("Watch all games of Friday.",),
        (Role.SCORER, None): ("Watch all games of Friday, start new ones and enter rounds.",),
        (Role.HOST, None): (
            "You become a host of Friday: full access, and invite or remove devices.",
        ),
    }
    for (role, game), parts in said.items():
        link = a_link(group, role, game)
        page = Page(opened(link)).said
        assert [part for part in parts if part not in page] == []
        assert a_phone().head(links.path(link)).status_code == 200


def test_a_device_that_already_has_the_role_is_told_so():
    host, session = a_hosted_game()
    link = a_link(session.group, Role.VIEWER, session)
    assert "This device can do that already." in Page(opened(link, host)).said
    guest = a_member(session.group, Role.VIEWER, a_game(host, session.group))
    assert "This device can do that already." not in Page(opened(link, guest)).said


# Joining


@pytest.mark.parametrize("role", Role)
def test_only_a_press_gives_the_device_the_role_of_the_link_once(role):
    session, phone = a_game(a_phone()), a_phone()
    link = a_link(session.group, role)
    opened(link, phone)
    assert roles_of(phone, session.group) == []
    for _ in range(2):
        assert phone.post(links.path(link)).url == "/"
        assert roles_of(phone, session.group) == [role]
    assert phone.get(to("table", session)).status_code == 200
    new = Page(phone.get("/new/chimera/")).form_called("setup").fields
    theirs = new.get("group") == [str(session.group_id)]
    assert theirs == (role > Role.VIEWER)


def test_a_link_to_one_game_gives_access_to_that_game():
    host, phone = a_phone(), a_phone()
    session, other = a_game(host), a_game(host)
    link = a_link(session.group, Role.SCORER, session)
    assert phone.post(links.path(link)).url == to("table", session)
    assert phone.get(to("enter", session)).status_code == 200
    assert phone.get(to("table", other)).status_code == 404


def test_a_link_raises_a_role_and_never_lowers_it():
    group, phone = a_group(a_phone()), a_phone()
    let_in(phone, group, Role.SCORER)
    for role, then in ((Role.VIEWER, Role.SCORER), (Role.HOST, Role.HOST)):
        phone.post(links.path(a_link(group, role)))
        assert roles_of(phone, group) == [then]


@pytest.mark.parametrize("to_one_game", [False, True])
def test_open_pages_of_a_device_are_notified_of_its_higher_role(to_one_game):
    session = a_game(a_phone())
    phone = a_member(session.group, Role.VIEWER)
    path = links.path(a_link(session.group, Role.SCORER, session if to_one_game else None))
    version = page_version(session)
    phone.post(path)
    raised = page_version(session)
    assert raised > version
    phone.post(path)
    assert page_version(session) == raised


def test_a_device_is_named_when_it_joins_and_keeps_its_name_elsewhere():
    phone = a_phone()
    for given, (proposed, kept) in (
        ({"name": "  Zoe’s   phone "}, ("computer", "Zoe’s phone")),
        ({}, ("Zoe’s phone", "Zoe’s phone")),
    ):
        link = a_link()
        form = Page(opened(link, phone)).form(links.path(link)).fields
        assert form["name"] == [proposed]
        phone.post(links.path(link), {**form, **given})
        assert link.group.members.get(device=device(phone)).name == kept


@pytest.mark.parametrize("name", ["", "\u202ephone"])
def test_an_invalid_name_does_not_join_and_stays_typed(name):
    link, phone = a_link(), a_phone()
    answer = phone.post(links.path(link), {"name": name})
    assert answer.status_code == 422
    assert Page(answer).form(links.path(link)).fields["name"] == [name]
    assert roles_of(phone, link.group) == []


def test_a_link_to_a_game_whose_folder_is_gone_lets_in_and_one_to_a_deleted_game_does_not():
    session, phone = a_game(a_phone()), a_phone()
    path = links.path(a_link(session.group, Role.SCORER, session))
    GameSession.objects.update(game="gone")
    assert "Gone Ana, Ben and Cho" in Page(phone.get(path)).said
    assert phone.post(path).url == to("table", session)
    assert phone.get(to("table", session)).status_code == 200
    session.change(deleted_at=timezone.now())
    assert statuses(path) == (404, 404)


# The secret


def test_a_wrong_secret_is_not_found():
    link = a_link()
    for secret in ("x", "x" * 22, "é" * 22, "x" * 5000, "%00"):
        assert statuses(f"/join/{link.pk}/{secret}/") == (404, 404), secret
    assert link.group.members.count() == 1


def test_a_secret_is_long_not_stored_and_opens_its_own_link_only(settings):
    watch = a_link(role=Role.VIEWER)
    host, secret = a_link(watch.group, Role.HOST), links.secret(watch)
    assert len(secret) == 22
    assert secret not in str(Link.objects.values())
    assert statuses(f"/join/{host.pk}/{secret}/") == (404, 404)
    path = links.path(host)
    settings.SECRET_KEY = "another"
    assert statuses(path) == (404, 404)


def test_a_renewed_link_works_and_the_old_ones_do_not():
    link = a_link()
    seen_by_another, old = Link.objects.get(pk=link.pk), [links.path(link)]
    link.renew()
    old.append(links.path(link))
    seen_by_another.renew()  # by another host at the same time
    assert [statuses(path) for path in old] == [(404, 404)] * 2
    assert opened(seen_by_another).status_code == 200


def test_a_link_renewed_while_its_button_is_pressed_lets_nobody_in():
    pressed, phone = a_link(), a_phone()
    Link.objects.get(pk=pressed.pk).renew()
    with pytest.raises(groups.Renewed):
        groups.let_in(pressed, device(phone), "a phone", "127.0.0.1")
    assert roles_of(phone, pressed.group) == []


def test_a_device_whose_secret_was_renewed_meanwhile_founds_no_group():
    phone = a_phone()
    FormerDevice.objects.create(device=device(phone), now=device(a_phone()))
    with pytest.raises(groups.Renewed):
        groups.create_group(["Ana"], device(phone), "a phone")
    assert not Group.objects.exists()


def test_a_followed_link_appears_in_no_referer_and_no_title():
    link = a_link()
    for path in (links.path(link), f"/join/{link.pk}/{'x' * 22}/"):
        for phone in (a_phone(), Client(enforce_csrf_checks=True)):
            for answer in (phone.get(path), phone.post(path, {"name": ""})):
                assert answer.headers["Referrer-Policy"] == "strict-origin"
                assert links.secret(link) not in Page(answer).text.partition("</title>")[0]


# The link that is remembered, because scripts remove its address from the browser's history


def is_for_a_code(answer):
    return Page(answer).has_form("/join/") and "type the code they see" in Page(answer).said


def test_a_reloaded_link_page_still_asks_once():
    session = a_game(a_phone())
    link, phone = a_link(session.group, Role.SCORER, session), a_phone()
    assert is_for_a_code(phone.get("/join/"))
    opened(link, phone)
    again = Page(phone.get("/join/"))
    assert "Watch this game, enter rounds" in again.said
    assert not session.guests.exists()
    assert is_for_a_code(phone.get("/join/?code"))
    assert is_for_a_code(a_phone().get("/join/"))
    phone.post(links.path(link), again.form(links.path(link)).fields)
    assert session.guests.get().device == device(phone)
    assert is_for_a_code(phone.get("/join/"))


def test_a_remembered_link_is_short_lived_and_contains_no_secret(monkeypatch):
    link, phone = a_link(), a_phone()
    cookie = opened(link, phone).cookies[links.COOKIE]
    assert links.secret(link) not in cookie.value
    assert (cookie["path"], cookie["max-age"]) == ("/join/", 600)
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    now = time.time()
    monkeypatch.setattr("time.time", lambda: now + 599)
    assert not is_for_a_code(phone.get("/join/"))
    monkeypatch.setattr("time.time", lambda: now + 602)
    assert is_for_a_code(phone.get("/join/"))


def test_a_remembered_link_opens_no_other():
    link, phone = a_link(), a_phone()
    opened(link, phone)
    cookie = phone.cookies[links.COOKIE].value
    other = a_link(link.group, Role.VIEWER)
    phone.cookies[links.COOKIE] = cookie.replace(f"{link.pk}.", f"{other.pk}.", 1)
    assert is_for_a_code(phone.get("/join/"))
    phone.cookies[links.COOKIE] = cookie
    assert not is_for_a_code(phone.get("/join/"))
    link.renew()
    assert is_for_a_code(phone.get("/join/"))
