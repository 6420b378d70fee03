"""Access: every URL of the site, for every role."""

from http import HTTPMethod
from itertools import product
from typing import NamedTuple
from uuid import uuid4

import pytest
from django.http import Http404
from django.urls import reverse
from django.utils import timezone
from django.utils.timezone import localdate

from scorekeeper.models import GameSession, Group, Link, Member, Player, Revision, Role, Season
from scorekeeper.people import groups, links
from scorekeeper.people.groups import remove_device
from scorekeeper.urls import urlpatterns
from tests.app.support.factories import (
    a_game,
    a_group,
    a_member,
    a_phone,
    a_round,
    device,
    let_in,
    page_version,
    start,
    table_of,
    to,
    typed,
)
from tests.app.support.pages import Page

pytestmark = pytest.mark.django_db


def nothing(session):
    return {}


def stamp(slot, **more):
    """The stamp of a form made from this slot in its current state."""

    def sent(session):
        revisions = table_of(session).revisions.get(slot, [])
        return {"slot": slot, "revision": len(revisions), "submission": uuid4(), **more}

    return sent


def by_session(session):
    return [session.pk]


def by_round(session):
    return [session.pk, 1]


def by_player(session):
    return [session.group.players.get(name="Ana").pk]


def by_group(session):
    return [session.group_id]


def by_player_and_game(session):
    return [*by_player(session), session.game]


def by_group_and_game(session):
    return [session.group_id, session.game]


def by_evening(session):
    return [session.group_id, session.group.sessions.get(game="golf").pk]


def by_season(session):
    return [session.group_id, session.group.seasons.get(name="Spring").pk]


def a_season(session):
    return {"name": "Summer", "first_day": "2026-06-01", "scale": "wins"}


def by_player_and_year(session):
    return [*by_player(session), localdate().year]


def by_group_and_year(session):
    return [session.group_id, localdate().year]


def by_device(session):
    return [session.group.members.order_by("pk")[0].pk]


def by_change(session):
    return [session.pk, table_of(session).changes[1].pk]


class Case(NamedTuple):
    """The answer to the lowest sufficient role; lower ones get 403, strangers 404."""

    method: str
    role: Role
    answer: int
    arguments: object = by_session
    sent: object = nothing
    deleted: bool = False
    guests: bool = True  # whether a role in this one game suffices


CASES = {
    "table": [Case("GET", Role.VIEWER, 200)],
    "display": [Case("GET", Role.VIEWER, 200)],
    "display_code": [Case("GET", Role.VIEWER, 200)],
    "large_screen": [Case("GET", Role.VIEWER, 200)],
    "rounds": [Case("GET", Role.VIEWER, 200)],
    "history": [Case("GET", Role.VIEWER, 200)],
    "set_back": [
        Case(
            "POST",
            Role.SCORER,
            302,
            by_change,
            lambda session: {"newest": table_of(session).newest.pk, "submission": uuid4()},
        )
    ],
    "record": [Case("GET", Role.VIEWER, 200)],
    "share": [Case("GET", Role.SCORER, 200)],
    "renew": [Case("POST", Role.HOST, 302)],
    "remove_watchers": [Case("POST", Role.HOST, 302)],
    "round": [Case("GET", Role.VIEWER, 200, by_round)],
    "enter": [
        Case("GET", Role.SCORER, 200),
        Case("POST", Role.SCORER, 302, sent=stamp(3, **typed(a_round()))),
        Case("POST", Role.SCORER, 422, sent=stamp(3)),
    ],
    "draft": [Case("POST", Role.SCORER, 302, sent=stamp(3, bid="30"))],
    "undo": [Case("POST", Role.SCORER, 302, sent=stamp(2))],
    "correct": [
        Case("GET", Role.SCORER, 200, by_round),
        Case("POST", Role.SCORER, 302, by_round, stamp(1, **typed(a_round(1)))),
    ],
    "remove": [Case("POST", Role.SCORER, 302, by_round, stamp(1))],
    "note": [
        Case("GET", Role.SCORER, 200, by_round),
        Case("POST", Role.SCORER, 302, by_round, lambda session: {"note": "x"}),
    ],
    "seats": [Case("GET", Role.SCORER, 200)],
    "seat": [Case("GET", Role.SCORER, 200, by_round)],
    "join_table": [Case("POST", Role.SCORER, 404, sent=stamp(0, name="Dan"))],
    "starter": [Case("POST", Role.SCORER, 302, sent=stamp(0, starter="1"))],
    "replace_player": [
        Case("POST", Role.SCORER, 302, by_round, stamp(0, name="Dan", sure="1")),
    ],
    "swap_seats": [Case("POST", Role.SCORER, 302, by_round, stamp(0, other="0", sure="1"))],
    "leave": [Case("POST", Role.SCORER, 404, by_round, stamp(0))],
    "come_back": [Case("POST", Role.SCORER, 404, by_round, stamp(0))],
    "options": [
        Case("GET", Role.SCORER, 200),
        Case("POST", Role.SCORER, 302, sent=stamp(0, target="300")),
    ],
    "end": [Case("POST", Role.SCORER, 302, sent=stamp(0))],
    "reopen": [Case("POST", Role.SCORER, 302, sent=stamp(0))],
    "delete": [Case("POST", Role.HOST, 302)],
    "restore": [Case("POST", Role.HOST, 302, deleted=True)],
    "player": [Case("GET", Role.VIEWER, 200, by_player, guests=False)],
    "player_family": [Case("GET", Role.VIEWER, 200, by_player_and_game, guests=False)],
    "player_year": [Case("GET", Role.VIEWER, 200, by_player_and_year, guests=False)],
    "group_year": [Case("GET", Role.VIEWER, 200, by_group_and_year, guests=False)],
    "statistics": [Case("GET", Role.VIEWER, 200, by_group, guests=False)],
    "family": [Case("GET", Role.VIEWER, 200, by_group_and_game, guests=False)],
    "evenings": [Case("GET", Role.VIEWER, 200, by_group, guests=False)],
    "evening": [Case("GET", Role.VIEWER, 200, by_evening, guests=False)],
    "seasons": [Case("GET", Role.VIEWER, 200, by_group, guests=False)],
    "season": [Case("GET", Role.VIEWER, 200, by_season, guests=False)],
    "new_season": [
        Case("GET", Role.HOST, 200, by_group, guests=False),
        Case("POST", Role.HOST, 302, by_group, a_season, guests=False),
    ],
    "edit_season": [
        Case("GET", Role.HOST, 200, by_season, guests=False),
        Case("POST", Role.HOST, 302, by_season, a_season, guests=False),
    ],
    "delete_season": [
        Case("POST", Role.HOST, 302, by_season, lambda session: {"sure": "1"}, guests=False)
    ],
    "group_points": [
        Case("POST", Role.HOST, 302, by_group, lambda session: {"points": "5-3"}, guests=False)
    ],
    "edit_player": [
        Case("GET", Role.HOST, 200, by_player, guests=False),
        Case("POST", Role.HOST, 302, by_player, lambda session: {"name": "Anna"}, guests=False),
    ],
    "merge": [
        Case(
            "POST",
            Role.HOST,
            302,
            by_player,
            lambda session: {"into": session.group.players.get(name="Zoe").pk, "sure": "1"},
            guests=False,
        )
    ],
    "group": [
        Case("GET", Role.VIEWER, 200, by_group, guests=False),
        Case("POST", Role.HOST, 302, by_group, lambda session: {"name": "x"}, guests=False),
    ],
    "switch_group": [Case("POST", Role.VIEWER, 302, by_group, guests=False)],
    "keep_name": [Case("POST", Role.HOST, 302, by_group, guests=False)],
    "invite": [Case("GET", Role.HOST, 200, by_group, guests=False)],
    "remove_group_watchers": [Case("POST", Role.HOST, 302, by_group, guests=False)],
    "renew_invitation": [Case("POST", Role.HOST, 302, by_group, guests=False)],
    "device": [
        Case("GET", Role.HOST, 200, by_device, guests=False),
        Case("POST", Role.HOST, 302, by_device, lambda session: {"name": "x"}, guests=False),
    ],
    "device_role": [
        Case("POST", Role.HOST, 302, by_device, lambda session: {"role": "1"}, guests=False)
    ],
    "remove_device": [Case("POST", Role.HOST, 302, by_device, guests=False)],
}
# Open to everyone: these show only the device's own data, or belong to no group.
OPEN = {"home", "games", "deleted", "new", "players", "groups", "enter_code", "join", "television"}
OPEN |= {"rules", "theme", "feedback", "day", "keys", "visible_games"}
OPEN |= {"manifest", "worker", "offline", "bundle"}
EVERY_CASE = [
    pytest.param(name, case, id=f"{name}-{case.method}-{case.answer}")
    for name in CASES
    for case in CASES[name]
]


def the_game(case):
    host = a_phone()
    group = a_group(host, names=("Ana", "Ben", "Cho", "Zoe"))
    session = a_game(host, group, rounds=2)
    session.group.seasons.create(name="Spring", first_day="2026-03-13", scale="wins")
    golf = session.group.sessions.create(game="golf", finished_at=timezone.now())
    golf.seats.create(number=0, player=group.players.first(), total=7, rank=1, won=True)
    if case.arguments in (by_player_and_year, by_group_and_year):
        a_game(host, group, target=40, rounds=1)  # a year without a finished game has no page
    if case.deleted:
        session.change(deleted_at=timezone.now())
    return session


def send(phone, name, case, session):
    address = reverse(name, args=case.arguments(session))
    return phone.get(address) if case.method == "GET" else phone.post(address, case.sent(session))


def stored(session):
    """Everything that a request could change."""
    fresh = GameSession.objects.filter(pk=session.pk).values().get()
    people = (
        Player.objects.values_list("pk", "name"),
        Member.objects.values_list("pk", "name", "role"),
    )
    renewed = Link.objects.exclude(
        generation=1
    )  # viewing a link stores its row, unless someone renewed it before
    shared = (
        Group.objects.values_list("pk", "name", "points"),
        Season.objects.values_list("pk", "name"),
        renewed.values_list("pk", "generation"),
    )
    return fresh, Revision.objects.count(), [sorted(rows) for rows in (*people, *shared)]


def test_every_url_of_the_site_has_a_case():
    assert {pattern.name for pattern in urlpatterns} == CASES.keys() | OPEN


@pytest.mark.parametrize(("name", "case"), EVERY_CASE)
def test_a_device_without_a_link_gets_404(name, case):
    session = the_game(case)
    stranger = a_phone()
    a_group(stranger, "their own")
    before = stored(session)
    assert send(stranger, name, case, session).status_code == 404
    assert send(a_phone(), name, case, session).status_code == 404
    assert stored(session) == before


@pytest.mark.parametrize(("name", "case"), EVERY_CASE)
def test_a_device_with_access_to_another_game_gets_404(name, case):
    session = the_game(case)
    host = a_member(session.group, Role.HOST)
    guest = a_member(session.group, Role.HOST, a_game(host, session.group))
    before = stored(session)
    assert send(guest, name, case, session).status_code == 404
    assert stored(session) == before


def check_roles(name, case, allowed, refused, guest):
    """Request it as viewer, scorer and host; after a change, continue at another table."""
    session = the_game(case)
    for role in Role:
        phone = a_member(session.group, role, session if guest else None)
        before = stored(session)
        answer = send(phone, name, case, session).status_code
        assert answer == (case.answer if role >= allowed else refused), role.name
        if answer == refused:
            assert stored(session) == before
        elif case.method == "POST":
            session = the_game(case)


@pytest.mark.parametrize(("name", "case"), EVERY_CASE)
def test_a_member_can_do_what_its_role_allows_and_nothing_more(name, case):
    check_roles(name, case, allowed=case.role, refused=403, guest=False)


@pytest.mark.parametrize(("name", "case"), EVERY_CASE)
def test_a_guest_of_one_game_can_do_there_what_its_role_allows_and_nothing_more(name, case):
    if case.guests:
        check_roles(name, case, allowed=case.role, refused=403, guest=True)
    else:
        check_roles(name, case, allowed=Role.HOST + 1, refused=404, guest=True)


def test_the_higher_of_two_roles_counts():
    session = a_game(a_phone())
    phone = a_member(session.group, Role.VIEWER)
    let_in(phone, session.group, Role.SCORER, session)
    assert phone.get(to("enter", session)).status_code == 200


def test_a_removed_device_no_longer_sees_anything():
    session = a_game(a_phone())
    phone = a_member(session.group, Role.SCORER)
    assert phone.get(to("table", session)).status_code == 200
    Member.objects.get(device=device(phone)).delete()
    assert phone.get(to("table", session)).status_code == 404
    assert to("table", session) not in Page(phone.get("/")).links()


@pytest.mark.parametrize("guest", [False, True])
def test_a_removed_device_is_told_so_and_what_to_do(guest):
    session = a_game(a_phone(), rounds=1)
    phone = a_member(session.group, Role.SCORER, session if guest else None)
    member = Member.objects.get(device=device(phone))
    remove_device(member)
    addresses = [
        to("table", session),
        to("enter", session),
        to("history", session),
        f"/devices/{member.pk}/",
    ]
    for address in addresses + ([] if guest else [f"/groups/{session.group_id}/"]):
        answer = phone.get(address)
        assert answer.status_code == 404
        page = Page(answer)
        assert "This device was removed" in page.said
        assert {"/join/?code", "/"} <= set(page.links())
        stranger = a_phone().get(address)
        assert stranger.status_code == 404
        assert "This device was removed" not in Page(stranger).said


def test_a_device_removed_from_one_game_learns_nothing_of_the_others():
    host = a_phone()
    session = a_game(host)
    other = a_game(host, session.group)
    guest = a_member(session.group, Role.SCORER, session)
    remove_device(Member.objects.get(device=device(guest)))
    for address in (
        to("table", other),
        f"/groups/{session.group_id}/",
        "/table/4711/",
        f"/devices/{other.member_id}/",
    ):
        answer = guest.get(address)
        assert answer.status_code == 404
        assert "Nothing here" in Page(answer).said


def test_a_viewer_is_redirected_to_the_table():
    session = a_game(a_phone())
    for role, address in (
        (Role.VIEWER, to("enter", session)),
        (Role.SCORER, to("delete", session)),
    ):
        phone = a_member(session.group, role)
        answer = phone.get(address) if role == Role.VIEWER else phone.post(address)
        assert answer.status_code == 403
        page = Page(answer)
        assert to("table", session) in page.links()
        assert ("can score, but not manage" in page.said) == (role == Role.SCORER)


def address_of(pattern, session):
    arguments = {
        "new": ["chimera"],
        "rules": ["chimera"],
        "bundle": ["own", "0123456789ab", "js"],
        "join": [1, "x" * 22],
        "day": [session.pk],
        **{name: cases[0].arguments(session) for name, cases in CASES.items()},
    }
    return reverse(pattern.name, args=arguments.get(pattern.name, []))


def test_every_url_refuses_unknown_methods():
    session = the_game(CASES["table"][0])
    phone = a_member(session.group, Role.HOST)
    before = stored(session)
    for pattern, method in product(urlpatterns, HTTPMethod):
        if method not in ("GET", "HEAD", "POST", "CONNECT"):
            assert phone.generic(method, address_of(pattern, session)).status_code == 405, (
                pattern.name,
                method,
            )
    assert stored(session) == before


def test_a_get_request_changes_nothing():
    session = the_game(CASES["player_year"][0])  # with a finished game
    phone = a_member(session.group, Role.HOST)
    before = stored(session)
    for pattern in urlpatterns:
        posted = (
            all(case.method == "POST" for case in CASES.get(pattern.name, []))
            and pattern.name not in OPEN
        )
        response = phone.get(address_of(pattern, session))
        answer = response.status_code
        others = {"theme": 405, "feedback": 405, "join": 404, "television": 302, "day": 302}
        assert answer == (405 if posted else others.get(pattern.name, 200))
        if answer == 405:  # a browser shows an error of its own for an empty answer
            assert "Home" in response.content.decode()
        assert phone.head(address_of(pattern, session)).status_code == answer
    assert stored(session) == before


@pytest.mark.parametrize("number", ["0", "9" * 18, "9" * 19, "9" * 30, "9" * 5000])
def test_an_unknown_id_is_not_found(number):
    phone = a_phone()
    a_game(phone)
    for address in (f"/table/{number}/", f"/table/{number}/history/", f"/join/{number}/secret/"):
        assert phone.get(address).status_code == 404
    for address in (
        f"/players/{number}/edit/",
        f"/table/{number}/delete/",
        f"/table/{number}/round/{number}/remove/",
    ):
        assert phone.post(address).status_code == 404


def a_link(group, role, session=None):
    return Link.objects.create(group=group, session=session, role=role)


def roles_of(phone, group):
    return list(group.members.filter(device=device(phone)).values_list("role", flat=True))


def test_opening_a_link_shows_what_it_gives_and_changes_nothing():
    group = a_group(a_phone(), "Friday")
    phone = a_phone()
    response = phone.get(links.path(a_link(group, Role.SCORER)))
    assert response.status_code == 200
    assert "Friday" in Page(response).said
    assert "Watch all games of Friday, start new ones and enter rounds." in Page(response).said
    assert phone.head(links.path(Link.objects.get())).status_code == 200
    assert roles_of(phone, group) == []


@pytest.mark.parametrize("role", Role)
def test_one_press_gives_the_device_the_role_of_the_link(role):
    session = a_game(a_phone())
    phone = a_phone()
    path = links.path(a_link(session.group, role))
    assert phone.post(path).url == "/"
    assert roles_of(phone, session.group) == [role]
    assert phone.get(to("table", session)).status_code == 200


def test_a_link_to_one_game_gives_access_to_that_game():
    host = a_phone()
    session, other = a_game(host), a_game(host)
    phone = a_phone()
    assert phone.post(links.path(a_link(session.group, Role.SCORER, session))).url == to(
        "table", session
    )
    assert phone.get(to("enter", session)).status_code == 200
    assert phone.get(to("table", other)).status_code == 404


def test_pressing_a_link_twice_creates_one_member():
    group = a_group(a_phone())
    phone = a_phone()
    for _ in range(2):
        phone.post(links.path(Link.to_host(group)))
    assert roles_of(phone, group) == [Role.HOST]


def test_a_link_with_a_lower_role_takes_nothing_away():
    host = a_phone()
    group = a_group(host)
    host.post(links.path(a_link(group, Role.VIEWER)))
    assert roles_of(host, group) == [Role.HOST]


def test_a_link_with_a_higher_role_raises_the_role():
    group = a_group(a_phone())
    phone = a_member(group, Role.VIEWER)
    phone.post(links.path(Link.to_host(group)))
    assert roles_of(phone, group) == [Role.HOST]


def test_a_link_renewed_while_its_button_is_pressed_lets_nobody_in():
    session, phone = a_game(a_phone()), a_phone()
    pressed = Link.to(session.group, Role.SCORER)
    Link.objects.get(pk=pressed.pk).renew()
    with pytest.raises(Http404):
        groups.let_in(pressed, device(phone), "a phone", "127.0.0.1")
    assert not roles_of(phone, session.group)


@pytest.mark.parametrize("to_one_game", [False, True])
def test_open_pages_of_a_device_are_notified_of_its_higher_role(to_one_game):
    session = a_game(a_phone())
    phone = a_member(session.group, Role.VIEWER)
    path = links.path(Link.to(session.group, Role.SCORER, session if to_one_game else None))
    version = page_version(session)
    phone.post(path)
    raised = page_version(session)
    assert raised > version
    phone.post(path)
    assert page_version(session) == raised


@pytest.mark.parametrize("secret", ["x", "x" * 22, "é" * 22, "x" * 5000, "%00"])
def test_a_wrong_secret_is_not_found(secret):
    link = a_link(a_group(a_phone()), Role.HOST)
    phone = a_phone()
    for answer in (
        phone.get(f"/join/{link.pk}/{secret}/"),
        phone.post(f"/join/{link.pk}/{secret}/"),
    ):
        assert answer.status_code == 404
    assert roles_of(phone, link.group) == []


def test_the_secret_of_one_link_does_not_open_another():
    group = a_group(a_phone())
    watch, host = a_link(group, Role.VIEWER), a_link(group, Role.HOST)
    assert a_phone().get(f"/join/{host.pk}/{links.secret(watch)}/").status_code == 404


def test_a_renewed_link_works_and_the_old_one_does_not():
    link = a_link(a_group(a_phone()), Role.SCORER)
    old = links.path(link)
    link.renew()
    assert a_phone().get(old).status_code == 404
    assert a_phone().post(old).status_code == 404
    assert a_phone().get(links.path(link)).status_code == 200


def test_a_link_renewed_by_two_hosts_at_once_never_becomes_an_old_one_again():
    link = a_link(a_group(a_phone()), Role.SCORER)
    seen_by_another = Link.objects.get(pk=link.pk)
    link.renew()
    between = links.path(link)
    seen_by_another.renew()
    assert a_phone().get(between).status_code == 404
    assert a_phone().get(links.path(seen_by_another)).status_code == 200


def test_a_secret_is_long_and_not_stored_in_the_database():
    link = a_link(a_group(a_phone()), Role.HOST)
    assert len(links.secret(link)) == 22
    assert links.secret(link) not in str(Link.objects.values().get())


def test_another_server_key_gives_other_links(settings):
    link = a_link(a_group(a_phone()), Role.HOST)
    path = links.path(link)
    settings.SECRET_KEY = "another"
    assert a_phone().get(path).status_code == 404


def test_a_link_to_a_deleted_game_does_not_work():
    session = a_game(a_phone())
    link = a_link(session.group, Role.SCORER, session)
    session.change(deleted_at=timezone.now())
    assert a_phone().get(links.path(link)).status_code == 404


def test_a_link_to_a_game_whose_folder_is_gone_lets_in():
    session = a_game(a_phone())
    link = a_link(session.group, Role.SCORER, session)
    phone = a_phone()
    GameSession.objects.update(game="gone")
    assert "Gone Ana, Ben and Cho" in Page(phone.get(links.path(link))).said
    assert phone.post(links.path(link)).url == to("table", session)
    assert phone.get(to("table", session)).status_code == 200


def test_a_device_starts_games_in_the_group_of_its_newest_link():
    phone = a_phone()
    a_group(phone, "mine")
    theirs = a_group(a_phone(), "theirs", names=("Zoe",))
    phone.post(links.path(Link.to_host(theirs)))
    assert Page(phone.get("/new/chimera/")).form_called("setup").fields["group"] == [str(theirs.pk)]


def test_a_guest_of_one_game_is_offered_no_rematch():
    session = a_game(a_phone(), target=40, rounds=1)
    guest = a_member(session.group, Role.SCORER, session)
    page = Page(guest.get(to("table", session)))
    assert "Rematch" not in page.said
    assert not [link for link in page.links() if "again=" in link]
    let_in(guest, session.group, Role.SCORER)
    assert "Rematch" in Page(guest.get(to("table", session))).said


@pytest.mark.parametrize("role", [Role.VIEWER, Role.SCORER])
def test_a_guest_of_one_game_who_asks_for_a_rematch_is_redirected_and_creates_nothing(role):
    host = a_phone()
    session = a_game(host, target=40, rounds=1)
    form = Page(host.get(to("table", session))).form_called("rematch").fields
    guest = a_member(session.group, role, session)
    address = f"/new/chimera/?again={session.pk}"
    for answer in (guest.get(address), guest.post(address, {**form, "start": "again"})):
        assert answer.url == to("table", session)
    assert GameSession.objects.count() == Group.objects.count() == 1


def test_a_guest_of_one_game_is_offered_none_of_the_groups_pads():
    session = a_game(a_phone(), game="score_pad", options={"title": "Golf"})
    guest = a_member(session.group, Role.SCORER, session)
    assert "again=" not in guest.get("/").content.decode()
    let_in(guest, session.group, Role.SCORER)
    assert f"again={session.pk}" in guest.get("/").content.decode()


def test_each_device_has_its_own_groups():
    for _ in range(2):
        start(a_phone())
    assert Group.objects.count() == 2
    assert Player.objects.count() == 6


@pytest.mark.parametrize("pk", [2**31, 2**63 - 1, 2**63, 10**40])
def test_an_id_out_of_range_is_not_found(pk):
    phone = a_phone()
    a_game(phone)
    assert phone.get(reverse("table", args=[pk])).status_code == 404
