"""Sharing: showing a code, what a link says before it is used, and where its secret must not go."""

import io
import logging
import os
import re
import subprocess
import sys
import time
from urllib.error import HTTPError
from urllib.parse import parse_qs
from urllib.request import urlopen

import pytest
from django.test import Client
from django.urls import reverse

from bench.site import free_port, manage, stop_server, wait_for
from games.registry import games
from scorekeeper.models import REMOVED, Link, Member, Role
from scorekeeper.people import links
from scorekeeper.web import addresses
from scorekeeper.web.logs import LogFilter
from tests.app.support.factories import (
    HTMX,
    a_game,
    a_group,
    a_member,
    a_phone,
    device,
    let_in,
    table_of,
    to,
)
from tests.app.support.pages import Page

pytestmark = pytest.mark.django_db


def share(phone, session, wanted="watch", **more):
    return phone.get(f"{to('share', session)}?as={wanted}", **more)


def shown_link(page):
    """The link in the field that can be copied."""
    (url,) = [
        attrs["value"] for tag, attrs in page.tags if tag == "input" and attrs.get("id") == "url"
    ]
    return url


def choices(page):
    return [link for link in page.links() if link.startswith("?as=")]


# What each role can show


@pytest.mark.parametrize(("wanted", "role"), [("watch", Role.VIEWER), ("enter", Role.SCORER)])
def test_a_host_shows_links_to_watch_and_to_score_a_game(wanted, role):
    host = a_phone()
    session = a_game(host)
    page = Page(share(host, session, wanted))
    assert choices(page) == ["?as=watch", "?as=enter"]
    link = Link.to(session.group, role, session)
    assert shown_link(page) == f"http://testserver{links.path(link)}"
    phone = a_phone()
    assert phone.post(links.path(link)).url == to("table", session)
    assert session.guests.get(device=device(phone)).role == role


@pytest.mark.parametrize(
    ("role", "why"),
    [(Role.VIEWER, "Hosts see it in the list"), (Role.SCORER, "The history shows who entered")],
)
def test_the_page_of_a_link_says_what_the_name_of_the_device_is_for(role, why):
    session = a_game(a_phone())
    link = Link.to(session.group, role, session)
    assert why in Page(a_phone().get(links.path(link))).said


def test_a_scorer_shows_a_link_to_watch_and_nothing_more():
    session = a_game(a_phone())
    scorer = a_member(session.group, Role.SCORER)
    page = Page(share(scorer, session))
    assert choices(page) == []
    assert not page.has_form(to("renew", session))
    assert share(scorer, session, "enter").status_code == 403
    assert share(scorer, session, "host").status_code == 403


def test_a_viewer_shows_no_link():
    session = a_game(a_phone())
    watcher = a_member(session.group, Role.VIEWER)
    assert share(watcher, session).status_code == 403
    assert to("share", session) not in Page(watcher.get(to("table", session))).links()


def test_a_guest_with_every_right_in_one_game_cannot_invite_to_another():
    host = a_phone()
    session = a_game(host)
    guest = a_member(session.group, Role.HOST, session)
    assert choices(Page(share(guest, session))) == ["?as=watch", "?as=enter"]
    assert guest.get(f"/groups/{session.group_id}/share/").status_code == 404
    assert not any(link.startswith("/groups/") for link in Page(share(guest, session)).links())


def test_a_host_invites_to_all_games_of_the_group():
    host = a_phone()
    group = a_group(host)
    for wanted, role in (("watch", Role.VIEWER), ("enter", Role.SCORER), ("host", Role.HOST)):
        page = Page(host.get(f"/groups/{group.pk}/share/?as={wanted}"))
        assert shown_link(page).endswith(links.path(Link.to(group, role)))


@pytest.mark.parametrize("wanted", ["", "x", "\x00", "WATCH"])
def test_an_unknown_role_is_not_found(wanted):
    host = a_phone()
    session = a_game(host)
    assert share(host, session, wanted).status_code == 404
    assert host.get(f"/groups/{session.group_id}/share/?as={wanted}").status_code == 404
    assert host.post(f"{to('renew', session)}?as={wanted}").status_code == 404


def test_there_is_no_host_link_for_a_single_game():
    host = a_phone()
    assert share(host, a_game(host), "host").status_code == 403


def test_the_qr_code_is_black_on_white_with_a_quiet_zone_and_no_styles():
    host = a_phone()
    drawing = re.search(
        r'<svg[^>]*class="qr".*?</svg>', share(host, a_game(host)).content.decode(), re.DOTALL
    )[0]
    assert 'fill="#fff"' in drawing
    assert 'stroke="#000"' in drawing
    assert "style" not in drawing
    assert re.search(r'stroke="#000" d="M4 4\.5h7', drawing)  # four modules from the edge


def test_the_link_keeps_its_address_whoever_shows_it():
    host = a_phone()
    session = a_game(host)
    scorer = a_member(session.group, Role.SCORER)
    assert shown_link(Page(share(host, session))) == shown_link(Page(share(scorer, session)))


def test_a_page_that_shows_a_code_is_never_cached():
    host = a_phone()
    assert "no-store" in share(host, a_game(host)).headers["Cache-Control"]


@pytest.mark.parametrize("here", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000"])
def test_on_the_serving_machine_the_link_has_its_network_address(here, monkeypatch):
    monkeypatch.setattr(addresses, "local_address", lambda: "192.168.1.20")
    host = a_phone()
    page = Page(share(host, a_game(host), headers={"Host": here}))
    assert shown_link(page).startswith("http://192.168.1.20:8000/join/")
    assert "Or open 192.168.1.20:8000" in page.said
    assert "phones can’t open the link" not in page.said


def test_a_machine_without_a_network_says_so(monkeypatch):
    monkeypatch.setattr(addresses, "local_address", lambda: "127.0.0.1")
    host = a_phone()
    assert (
        "phones can’t open the link"
        in Page(share(host, a_game(host), headers={"Host": "localhost:8000"})).said
    )


@pytest.mark.parametrize("here", ["192.168.1.7:8000", "testserver"])
def test_on_other_devices_the_link_has_the_address_of_the_page(here):
    host = a_phone()
    assert shown_link(Page(share(host, a_game(host), headers={"Host": here}))).startswith(
        f"http://{here}/join/"
    )


def test_a_page_that_shows_a_link_reloads_when_it_is_renewed_or_no_longer_allowed():
    host = a_phone()
    session = a_game(host)
    asks = re.search(r'hx-get="([^"]*)"', share(host, session).content.decode())[1].replace(
        "&amp;", "&"
    )
    letters = {"path": to("share", session) + asks, "headers": HTMX}
    assert "HX-Refresh" not in host.get(**letters).headers
    host.post(f"{to('renew', session)}?as=watch")
    assert host.get(**letters).headers["HX-Refresh"] == "true"
    Member.objects.update(role=Role.VIEWER)
    assert host.get(**letters).headers["HX-Refresh"] == "true"
    Member.objects.update(role=REMOVED)
    assert host.get(**letters).headers["HX-Refresh"] == "true"


def test_renewing_a_link_invalidates_only_that_one():
    host = a_phone()
    session = a_game(host)
    watch, enter = (
        links.path(Link.to(session.group, role, session)) for role in (Role.VIEWER, Role.SCORER)
    )
    watcher = a_phone()
    watcher.post(watch)
    assert host.post(to("renew", session) + "?as=watch").url == f"{to('share', session)}?as=watch"
    assert a_phone().get(watch).status_code == 404
    assert a_phone().get(enter).status_code == 200
    assert watcher.get(to("table", session)).status_code == 200
    assert shown_link(Page(share(host, session))) != f"http://testserver{watch}"


# What a link says, and joining by it


def join_page(phone, link):
    return Page(phone.get(links.path(link)))


@pytest.mark.parametrize(
    ("role", "gives"),
    [
        (Role.VIEWER, "Watch this game: standings"),
        (Role.SCORER, "Watch this game, enter rounds and correct them."),
    ],
)
def test_a_link_to_a_game_names_the_game_its_players_and_the_role(role, gives):
    host = a_phone()
    session = a_game(host)
    Member.objects.update(name="Ana’s phone")
    said = join_page(a_phone(), Link.to(session.group, role, session)).said
    for part in ("Chimera", "Ana, Ben and Cho", "Host: Ana’s phone", gives):
        assert part in said


@pytest.mark.parametrize(
    ("role", "gives"),
    [
        (Role.VIEWER, "Watch all games of Friday."),
        (Role.SCORER, "Watch all games of Friday, start new ones and enter rounds."),
        (Role.HOST, "You become a host of Friday: full access, and invite or remove devices."),
    ],
)
def test_a_link_to_a_group_says_what_it_gives(role, gives):
    group = a_group(a_phone(), "Friday")
    assert gives in join_page(a_phone(), Link.to(group, role)).said


def test_a_device_is_named_when_it_joins():
    group = a_group(a_phone())
    phone = a_phone()
    link = Link.to(group, Role.SCORER)
    form = join_page(phone, link).form(links.path(link)).fields
    assert form["name"] == ["computer"]
    phone.post(links.path(link), {**form, "name": "  Zoe’s   phone "})
    assert group.members.get(device=device(phone)).name == "Zoe’s phone"


def test_a_device_keeps_the_name_it_has_elsewhere():
    group, phone = a_group(a_phone()), a_phone()
    let_in(phone, a_group(a_phone()), Role.VIEWER, name="Zoe’s phone")
    link = Link.to(group, Role.SCORER)
    assert join_page(phone, link).form(links.path(link)).fields["name"] == ["Zoe’s phone"]
    phone.post(links.path(link))
    assert group.members.get(device=device(phone)).name == "Zoe’s phone"


@pytest.mark.parametrize("name", ["", "  ", "\x07", "x" * 41, "\u202ephone"])
def test_an_invalid_name_does_not_join_and_stays_typed(name):
    group = a_group(a_phone())
    phone = a_phone()
    link = Link.to(group, Role.SCORER)
    answer = phone.post(links.path(link), {"name": name})
    assert answer.status_code == 422
    assert Page(answer).form(links.path(link)).fields["name"] == [name]
    assert not group.members.filter(device=device(phone)).exists()


def test_a_device_that_already_has_the_role_is_told_so():
    host = a_phone()
    session = a_game(host)
    link = Link.to(session.group, Role.VIEWER, session)
    assert "This device can do that already." in join_page(host, link).said
    guest = a_member(session.group, Role.VIEWER, a_game(host, session.group))
    assert "This device can do that already." not in join_page(guest, link).said


def test_a_followed_link_appears_in_no_referer_and_no_title():
    link = Link.to_host(a_group(a_phone()))
    for path in (links.path(link), f"/join/{link.pk}/{'x' * 22}/"):
        for phone in (a_phone(), Client(enforce_csrf_checks=True)):
            for answer in (phone.get(path), phone.post(path, {"name": ""})):
                assert answer.headers["Referrer-Policy"] == "strict-origin"
                assert links.secret(link) not in Page(answer).text.partition("</title>")[0]


def is_for_a_code(answer):
    return Page(answer).has_form("/join/") and "type the code they see" in Page(answer).said


def test_a_reloaded_link_page_still_asks_once():
    """By then scripts have removed the address from the browser's history."""
    session = a_game(a_phone())
    link, phone = Link.to(session.group, Role.SCORER, session), a_phone()
    assert is_for_a_code(phone.get("/join/"))
    phone.get(links.path(link))
    again = Page(phone.get("/join/"))
    assert again.has_form(links.path(link))
    assert "Watch this game, enter rounds" in again.said
    assert not session.guests.exists()
    assert is_for_a_code(phone.get("/join/?code"))
    assert is_for_a_code(a_phone().get("/join/"))
    phone.post(links.path(link), again.form(links.path(link)).fields)
    assert session.guests.get().device == device(phone)
    assert is_for_a_code(phone.get("/join/"))


def test_a_remembered_link_is_short_lived_and_contains_no_secret(monkeypatch):
    link, phone = Link.to_host(a_group(a_phone())), a_phone()
    cookie = phone.get(links.path(link)).cookies[links.COOKIE]
    assert links.secret(link) not in cookie.value
    assert (cookie["path"], cookie["max-age"], cookie["httponly"], cookie["samesite"]) == (
        "/join/",
        600,
        True,
        "Lax",
    )
    now = time.time()
    monkeypatch.setattr("time.time", lambda: now + 599)
    assert not is_for_a_code(phone.get("/join/"))
    monkeypatch.setattr("time.time", lambda: now + 602)
    assert is_for_a_code(phone.get("/join/"))


@pytest.mark.parametrize("end", ["renewed", "forged"])
def test_a_remembered_link_opens_no_other(end):
    link, phone = Link.to_host(a_group(a_phone())), a_phone()
    phone.get(links.path(link))
    if end == "renewed":
        link.renew()
    else:
        value = phone.cookies[links.COOKIE].value
        phone.cookies[links.COOKIE] = value.replace(f"{link.pk}.", f"{link.pk + 1}.", 1)
        Link.to(link.group, Role.VIEWER)
    assert is_for_a_code(phone.get("/join/"))


def written_by(log):
    """The output of our own handler."""
    (handler,) = [
        one for one in logging.root.handlers if any(isinstance(f, LogFilter) for f in one.filters)
    ]
    written = io.StringIO()
    stream = handler.setStream(written)
    try:
        log()
    finally:
        handler.setStream(stream)
    return written.getvalue()


def fail(path):
    try:
        raise ValueError(f"nothing at {path}")
    except ValueError:
        logging.getLogger("django.request").exception("Internal Server Error: %s", path)


def test_error_reports_contain_no_secret():
    path = links.path(link := Link.to_host(a_group(a_phone())))
    written = written_by(lambda: fail(path))
    assert written.count(f"/join/{link.pk}/…") >= 2
    assert "ValueError" in written
    assert links.secret(link) not in written


def test_other_server_commands_log_no_secret_either(tmp_path):
    port = free_port()
    environment = {
        **os.environ,
        "SCOREKEEPER_VAR": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "scorekeeper.settings",
    }
    environment.pop("DATABASE_URL", None)
    for command in ("migrate", "collectstatic"):
        subprocess.run(manage(command, "--noinput", "--verbosity=0"), env=environment, check=True)
    command = [
        sys.executable,
        "-m",
        "uvicorn",
        "scorekeeper.asgi:application",
        f"--port={port}",
        "--lifespan=off",
    ]
    with (tmp_path / "log").open("w") as log:
        server = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        try:
            wait_for(port)
            with pytest.raises(HTTPError, match="404"):
                urlopen(f"http://127.0.0.1:{port}/join/1/{'s' * 22}/")
        finally:
            stop_server(server)
    written = (tmp_path / "log").read_text()
    assert "Uvicorn running" in written
    assert "Not Found: /join/1/…" in written
    assert "sss" not in written


# Pages offer nothing that the device may not do


def pages_reached(phone):
    """Every page that can be reached by following links, in one language."""
    pages, ahead = {}, ["/"]
    while ahead:
        address = ahead.pop()
        answer = phone.get(address)
        pages[address] = answer
        found = (
            [link.partition("#")[0] for link in Page(answer).links()]
            if "text/html" in answer.headers["Content-Type"]
            else []
        )
        found = [
            link if link.startswith("/") else address.partition("?")[0] + link
            for link in found
            if link and "language=" not in link
        ]
        ahead += [link for link in dict.fromkeys(found) if link not in pages and link not in ahead]
    return pages


def kind_of(address):
    """The address, but lists of games by what they are filtered by: all values are too many."""
    path, _, query = address.partition("?")
    return (path, *sorted(parse_qs(query))) if path == reverse("games") else address


def actions_on(pages):
    """The targets of all forms and buttons on these pages."""
    found = set()
    for answer in pages.values():
        if "text/html" in answer.headers["Content-Type"]:
            page = Page(answer)
            found |= {form.action for form in page.forms if form.buttons and form.changes}
            found |= {
                button["formaction"]
                for form in page.forms
                for button in form.buttons
                if button.get("formaction")
            }
    return found


def games_of_each_kind(host):
    session = a_game(host, rounds=2)
    a_game(host, session.group, target=40, rounds=2)
    a_game(host, session.group, names=("Ana", "Ben"), game="yahtzee", options={"joker": "forced"})
    return session


def what_is_ones_own(me):
    """The theme, sounds, codes, the own device, and games in a group of one’s own."""
    new = {f"/new/{slug}/" for slug in games()}
    own = {f"/devices/{me.pk}/", f"/devices/{me.pk}/remove/"}
    return {"/theme/", "/feedback/", "/join/", *own, *new}


@pytest.mark.parametrize("role", Role)
def test_every_link_on_a_page_works_for_the_device_that_sees_it(role):
    session = games_of_each_kind(a_phone())
    pages = pages_reached(a_member(session.group, role))
    assert {answer.status_code for answer in pages.values()} == {200}
    assert to("history", session) in pages


def test_a_viewer_finds_only_buttons_for_its_own_device():
    host = a_phone()
    session = games_of_each_kind(host)
    watcher = a_phone()
    me = let_in(watcher, session.group, Role.VIEWER)
    assert actions_on(pages_reached(watcher)) == what_is_ones_own(me)


def test_a_viewer_of_one_game_finds_only_buttons_for_its_own_device():
    host = a_phone()
    session = games_of_each_kind(host)
    watcher = a_phone()
    me = let_in(watcher, session.group, Role.VIEWER, session)
    pages = pages_reached(watcher)
    assert {answer.status_code for answer in pages.values()} == {200}
    assert actions_on(pages) == what_is_ones_own(me)


def test_a_new_phone_can_enter_a_code():
    assert "/join/?code" in Page(a_phone().get("/")).links()


def test_the_part_of_the_page_that_is_refetched_exists():
    host = a_phone()
    session = a_game(host)
    page = Page(share(host, session, headers=HTMX))
    (asking,) = [attrs for tag, attrs in page.tags if "hx-get" in attrs]
    assert asking["hx-get"] == "?as=watch&generation=1"
    assert asking["hx-target"].removeprefix("#") in page.ids
    assert table_of(session).game.title in page.said
