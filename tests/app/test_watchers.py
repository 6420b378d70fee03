"""Devices that came by a code to watch, for one evening, and removing all who watch."""

import re
import time

import pytest

from scorekeeper.live import hub
from scorekeeper.models import GameSession, Link, Role
from scorekeeper.people import links
from scorekeeper.people.groups import remove_device, set_role
from scorekeeper.people.links import TICKET_AGE
from tests.app.support.factories import (
    a_game,
    a_hosted_game,
    a_member,
    a_phone,
    a_round,
    add,
    correct,
    device,
    enter,
    page_version,
    to,
)
from tests.app.support.pages import Page, assert_refused
from tests.app.test_codes import shown, type_in
from tests.app.test_highlights import letters_on
from tests.app.test_live import listening
from tests.support.serving import serving

WATCHED = ("table", "display", "display_code", "large_screen", "rounds", "history", "record")


def code_on_screen(screen, session):
    return letters_on(screen.get(to("display_code", session)))


def watch(host, session, phone=None):
    """Join by the code of the large screen."""
    phone = phone or a_phone()
    assert phone.post(type_in(code_on_screen(host, session), phone).url).status_code == 302
    return phone


def watches(phone, session):
    """Return whether its table and the lists show the game; test_access.py asks for all pages."""
    table = to("table", session)
    seen = phone.get(table).status_code == 200
    assert seen == (table in Page(phone.get("/")).links() or table in all_games(phone))
    return seen


def all_games(phone):
    return Page(phone.get("/games/")).links()


def rematch(host, session):
    form = Page(host.get(to("table", session))).form_called("rematch").fields
    host.post(f"/new/chimera/?again={session.pk}", form | {"start": "again"})
    return GameSession.objects.order_by("pk").last()


def member(phone, session):
    return session.guests.get(device=device(phone))


# One evening


def test_who_came_by_a_code_to_watch_watches_until_six_hours_after_the_last_entry(clock):
    host, session = a_hosted_game(rounds=1)
    phone = watch(host, session)
    for _ in range(3):  # a long game
        clock.pass_by(hours=5, minutes=59)
        assert watches(phone, session)
        assert enter(host, session).status_code == 302
    correct(host, session, 1, {"chimera": 1, "bid": 20, "first_out": 1})
    clock.pass_by(hours=5, minutes=59)
    assert watches(phone, session)
    clock.pass_by(minutes=1)
    assert not watches(phone, session)


def test_the_cookie_of_a_passer_by_is_worthless_when_the_game_goes_on_the_next_day(clock):
    host, session = a_hosted_game(target=80, rounds=1)
    phone = watch(host, session)
    clock.pass_by(hours=20)
    add(session, a_round())  # which ends it
    assert not watches(phone, session)
    assert not watches(phone, rematch(host, session))


def test_a_rematch_of_the_same_evening_takes_along_who_watches_for_the_evening(clock):
    host, session = a_hosted_game(target=40, rounds=1)
    phone, stays = watch(host, session), a_member(session.group, Role.VIEWER, session)
    for _ in range(2):
        clock.pass_by(hours=5)
        session = rematch(host, session)
        assert phone.get(to("table", session)).status_code == 200
        clock.pass_by(hours=5)
        enter(host, session)
        assert watches(phone, session)
    clock.pass_by(hours=6)
    assert not watches(phone, session)
    assert watches(stays, session)
    assert stays.get(to("table", rematch(host, session))).status_code == 200


def test_when_the_evening_is_over_the_page_says_so_and_asks_for_a_new_code(clock):
    host, session = a_hosted_game(rounds=1)
    phone = watch(host, session)
    assert {phone.get(to(page, session)).status_code for page in WATCHED} == {200}
    assert "can watch · for one evening" in Page(phone.get("/groups/")).said
    clock.pass_by(hours=6)
    own = f"/devices/{member(phone, session).pk}/"
    for address in [*(to(page, session) for page in WATCHED), own]:
        answer = phone.get(address)
        assert_refused(answer, "This evening is over With a code, this device can watch for", 404)
        asks = "/join/?code" + ("&screen" if address == to("display", session) else "")
        assert {asks, "/"} <= set(Page(answer).links())
    assert "Chimera" not in Page(phone.get("/groups/")).said
    assert "for one evening" not in Page(host.get(f"/groups/{session.group_id}/")).said
    watch(host, session, phone)
    assert watches(phone, session)


def test_a_removed_watcher_is_told_so_and_comes_back_by_a_code_for_one_evening(clock):
    host, session = a_hosted_game(rounds=1)
    scorer = a_member(session.group, Role.SCORER, session)
    for phone in (watch(host, session), scorer):
        remove_device(member(phone, session))
        clock.pass_by(hours=6)
        assert "This device was removed" in Page(phone.get(to("table", session))).said
        watch(host, session, phone)
        assert watches(phone, session)
        clock.pass_by(hours=6)
        assert not watches(phone, session)


def test_a_code_to_watch_says_that_it_is_for_the_evening():
    host, phone = a_phone(), a_phone()
    session = a_game(host)
    assert "With the code, a device can watch for one evening." in said(host, session, "watch")
    assert "With the code, a device can watch for one" not in said(host, session, "enter")
    joining = Page(phone.get(type_in(shown(host, session), phone).url)).said
    assert "For this evening: this game and its rematches." in joining
    path = links.path(Link.to(session.group, Role.VIEWER, session))
    assert "For this evening" not in Page(phone.get(path)).said


def said(host, session, wanted):
    return Page(host.get(f"{to('share', session)}?as={wanted}")).said


# What else the device was given, or is given later


@pytest.mark.parametrize("whole", [True, False])
def test_a_link_gives_what_it_gives_for_good_before_and_after_a_code(clock, whole):
    host, session = a_hosted_game(rounds=1)
    phones = {(role, first): a_phone() for role in Role.values[:2] for first in ("code", "link")}
    for (role, first), phone in phones.items():
        if first == "code":
            watch(host, session, phone)
        phone.post(links.path(Link.to(session.group, role, None if whole else session)))
        if first == "link":
            watch(host, session, phone)
    for _ in range(2):
        for (role, _first), phone in phones.items():
            assert (phone.get(to("enter", session)).status_code == 200) == (role == Role.SCORER)
            assert watches(phone, session)
        clock.pass_by(days=1)


def test_a_device_gets_a_new_secret_when_it_may_stay_and_when_it_comes_back(clock):
    host, session = a_hosted_game()
    watcher, former = watch(host, session), watch(host, session)

    def is_renewed(phone, path):
        cookie = phone.post(path).cookies.get("next-device")
        return bool(cookie and cookie.value)  # it is deleted once it was accepted

    def ticket():
        return type_in(code_on_screen(host, session)).url

    assert not is_renewed(watcher, ticket())
    assert is_renewed(watcher, links.path(Link.to(session.group, Role.VIEWER, session)))
    clock.pass_by(hours=6)
    assert is_renewed(former, ticket())


def test_typing_the_code_again_starts_the_six_hours_anew(clock):
    host, session = a_hosted_game(rounds=1)
    phone = watch(host, session)
    clock.pass_by(hours=5)
    watch(host, session, phone)
    clock.pass_by(hours=5)
    assert watches(phone, session)


def test_other_codes_and_roles_that_a_host_gives_do_not_end_with_the_evening(clock):
    host, session = a_hosted_game(rounds=1)
    given = watch(host, session)
    set_role(member(given, session), Role.SCORER)
    set_role(member(given, session), Role.VIEWER)
    to_score, to_group = a_phone(), a_phone()
    to_score.post(type_in(shown(host, session, "enter"), to_score).url)
    code = letters_on(host.get(f"/groups/{session.group_id}/share/?as=watch"))
    to_group.post(type_in(code, to_group).url)
    clock.pass_by(days=1)
    assert all(watches(phone, session) for phone in (given, to_score, to_group))


# The ticket that a code gives instead of the link


def test_who_comes_by_a_code_never_sees_the_link(clock):
    host, session = a_hosted_game()
    secret = links.secret(Link.to(session.group, Role.VIEWER, session))
    phone, path = a_phone(), type_in(shown(host, session)).url
    joining = phone.get(path)
    phone.post(path)
    pages = [joining, phone.get("/join/"), *(phone.get(to(page, session)) for page in WATCHED)]
    assert secret not in path + "".join(answer.content.decode() for answer in pages)
    assert all(secret not in str(answer.cookies) for answer in pages)


def drawing(answer):
    return re.search(r'<svg[^>]*class="qr".*?</svg>', answer.content.decode(), re.DOTALL)[0]


def test_the_qr_code_of_a_large_screen_changes_every_ten_minutes(clock):
    host, session = a_hosted_game()
    pages = [to(page, session) for page in ("display_code", "large_screen")]
    first = [drawing(host.get(page)) for page in pages]
    clock.now = clock.now.replace(minute=19, second=59)
    assert [drawing(host.get(page)) for page in pages] == first
    clock.pass_by(seconds=1)
    then = [drawing(host.get(page)) for page in pages]
    assert not set(then) & set(first)


def test_a_ticket_works_for_ten_to_twenty_minutes(clock):
    session = a_game(a_phone())
    link = Link.to(session.group, Role.VIEWER, session)
    for minute, seconds in ((10, 1200), (19, 660)):
        clock.now = clock.now.replace(minute=minute, second=0)
        link.ticket = links.current_ticket(link)
        path = links.path(link)
        clock.pass_by(seconds=seconds - 1)
        assert a_phone().get(path).status_code == 200
        clock.pass_by(seconds=1)
        for answer in (a_phone().get(path), a_phone().post(path, {"name": "a phone"})):
            assert_refused(answer, "This link no longer works. Enter the code that", 404)
            assert Page(answer).has_form("/join/")
    assert not session.guests.exists()


def test_a_remembered_ticket_lasts_no_longer_than_the_ticket(clock, monkeypatch):
    host, phone = a_phone(), a_phone()
    session = a_game(host)
    path = type_in(shown(host, session)).url
    started = time.time()
    for _ in range(2):  # asking again prolongs the cookie, but not the ticket in it
        phone.get(path)
        assert Page(phone.get("/join/")).has_form(path)
        clock.pass_by(seconds=TICKET_AGE / 2)
        monkeypatch.setattr("time.time", lambda: started + TICKET_AGE / 2)
    clock.pass_by(seconds=TICKET_AGE)
    assert not Page(phone.get("/join/")).has_form(path)


def test_a_ticket_ends_with_its_link_and_its_game():
    host, session = a_hosted_game()
    for end in ("renew", "delete"):
        path = type_in(code_on_screen(host, session)).url
        assert a_phone().get(path).status_code == 200
        host.post(to(end, session))
        assert (a_phone().get(path).status_code, a_phone().post(path).status_code) == (404, 404)


def test_a_ticket_opens_no_other_link():
    host = a_phone()
    session, other = a_game(host), a_game(host)
    watch_link, *others = (
        Link.to(session.group, role, one)
        for role, one in (
            *((Role.VIEWER, session), (Role.SCORER, session)),
            *((Role.VIEWER, other), (Role.VIEWER, None)),
        )
    )
    ticket = links.current_ticket(watch_link)
    for link in others:
        assert a_phone().get(f"/join/{link.pk}/{ticket}/").status_code == 404


# Open pages


@pytest.mark.django_db(transaction=True)
def test_a_stream_ends_with_the_next_change_after_the_evening(clock):
    host, session = a_hosted_game()
    phone, stays = watch(host, session), a_member(session.group, Role.VIEWER, session)
    with (
        serving() as site,
        listening(site, phone, session) as theirs,
        listening(site, stays, session) as ours,
    ):
        assert theirs.next() == ours.next() == page_version(session)
        add(session, a_round())
        assert theirs.until(page_version(session))[-1] == page_version(session)
        ours.until(page_version(session))
        clock.pass_by(hours=6)
        add(session, a_round())
        assert theirs.until(hub.GONE)[-1] == hub.GONE
        assert ours.until(page_version(session))[-1] == page_version(session)
        with listening(site, phone, session) as again:
            assert again.answer.status == 404
