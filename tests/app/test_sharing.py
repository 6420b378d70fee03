"""Sharing: what each role can show, and pages that offer nothing which the device may not do."""

import re
from urllib.parse import parse_qs

import pytest

from games.registry import games
from scorekeeper.models import REMOVED, Link, Member, Role
from scorekeeper.people import links
from scorekeeper.web import addresses
from tests.app.support.factories import HTMX, a_game, a_hosted_game, a_member, a_phone, let_in, to
from tests.app.support.pages import Page


def share(phone, session, wanted="watch", **more):
    return phone.get(f"{to('share', session)}?as={wanted}", **more)


def shown_link(answer):
    """The link in the field that can be copied."""
    (field,) = Page(answer).all("input", id="url")
    return field.get("value")


def choices(answer):
    return [link for link in Page(answer).links() if link.startswith("?as=")]


# What each role can show


def test_a_host_shows_links_to_a_game_and_to_all_games_of_the_group():
    host, session = a_hosted_game()
    group = f"/groups/{session.group_id}/share/"
    assert choices(share(host, session)) == ["?as=watch", "?as=enter"]
    for wanted, role in (("watch", Role.VIEWER), ("enter", Role.SCORER)):
        link = links.path(Link.to(session.group, role, session))
        assert shown_link(share(host, session, wanted)) == f"http://testserver{link}"
    for wanted, role in (("watch", Role.VIEWER), ("enter", Role.SCORER), ("host", Role.HOST)):
        link = links.path(Link.to(session.group, role))
        assert shown_link(host.get(f"{group}?as={wanted}")) == f"http://testserver{link}"
    assert share(host, session, "host").status_code == 403
    for unknown in ("", "x", "\x00", "WATCH"):
        assert share(host, session, unknown).status_code == 404
        assert host.get(f"{group}?as={unknown}").status_code == 404
        assert host.post(f"{to('renew', session)}?as={unknown}").status_code == 404


def test_a_scorer_shows_the_link_to_watch_and_nothing_more():
    host, session = a_hosted_game()
    scorer = a_member(session.group, Role.SCORER)
    shown = share(scorer, session)
    assert shown_link(shown) == shown_link(share(host, session))
    assert choices(shown) == []
    assert not Page(shown).has_form(to("renew", session))
    refused = [share(scorer, session, wanted).status_code for wanted in ("enter", "host")]
    assert refused == [403, 403]


def test_a_guest_with_every_right_in_one_game_cannot_invite_to_another():
    session = a_game(a_phone())
    shown = share(a_member(session.group, Role.HOST, session), session)
    assert choices(shown) == ["?as=watch", "?as=enter"]
    assert not any(link.startswith("/groups/") for link in Page(shown).links())


def test_the_qr_code_is_black_on_white_with_a_quiet_zone_and_no_styles():
    host = a_phone()
    page = share(host, a_game(host))
    drawing = re.search(r'<svg[^>]*class="qr".*?</svg>', page.content.decode(), re.DOTALL)[0]
    assert 'fill="#fff"' in drawing
    assert re.search(r'stroke="#000" d="M4 4\.5h7', drawing)  # four modules from the edge
    assert "style" not in drawing
    assert "no-store" in page.headers["Cache-Control"]


def test_a_link_has_an_address_that_other_phones_can_open(monkeypatch):
    host, session = a_hosted_game()
    monkeypatch.setattr(addresses, "local_address", lambda: "192.168.1.20")
    for here in ("localhost:8000", "127.0.0.1:8000", "[::1]:8000"):
        page = share(host, session, headers={"Host": here})
        assert shown_link(page).startswith("http://192.168.1.20:8000/join/")
        assert "Or open 192.168.1.20:8000" in Page(page).said
        assert "phones can’t open the link" not in Page(page).said
    for here in ("192.168.1.7:8000", "testserver"):
        page = share(host, session, headers={"Host": here})
        assert shown_link(page).startswith(f"http://{here}/join/")
    monkeypatch.setattr(addresses, "local_address", lambda: "127.0.0.1")
    page = share(host, session, headers={"Host": "localhost:8000"})
    assert "phones can’t open the link" in Page(page).said


def test_a_page_that_shows_a_link_reloads_when_it_is_renewed_or_no_longer_allowed():
    host, session = a_hosted_game()
    (asking,) = Page(share(host, session)).tree.xpath("//*[@hx-get]")
    assert asking.get("hx-target").removeprefix("#") in Page(share(host, session)).ids
    again = to("share", session) + asking.get("hx-get")
    changes = (
        lambda: host.post(f"{to('renew', session)}?as=watch"),
        lambda: Member.objects.update(role=Role.VIEWER),
        lambda: Member.objects.update(role=REMOVED),
    )
    assert "HX-Refresh" not in host.get(again, headers=HTMX).headers
    for change in changes:
        change()
        assert host.get(again, headers=HTMX).headers["HX-Refresh"] == "true"


def test_renewing_a_link_invalidates_only_that_one():
    host, watcher = a_phone(), a_phone()
    session = a_game(host)
    watch, enter = (
        links.path(Link.to(session.group, role, session)) for role in (Role.VIEWER, Role.SCORER)
    )
    watcher.post(watch)
    assert host.post(to("renew", session) + "?as=watch").url == f"{to('share', session)}?as=watch"
    assert a_phone().get(watch).status_code == 404
    assert a_phone().get(enter).status_code == 200
    assert watcher.get(to("table", session)).status_code == 200
    assert shown_link(share(host, session)) != f"http://testserver{watch}"


# Pages offer nothing that the device may not do


def pages_reached(phone):
    """Every page that can be reached by following links, in one language."""
    pages, ahead, kinds = {}, ["/"], set()
    while ahead:
        address = ahead.pop()
        answer = phone.get(address)
        assert answer.status_code == 200, address
        pages[address] = None
        if "text/html" in answer.headers["Content-Type"]:
            pages[address] = Page(answer)
            here = address.partition("?")[0]
            for link in pages[address].links():
                if link.startswith("https://"):  # to another app
                    continue
                whole = (link if link.startswith("/") else here + link).partition("#")[0]
                if kind_of(whole) not in kinds and "language=" not in whole:
                    kinds.add(kind_of(whole))
                    ahead.append(whole)
    return pages


def kind_of(address):
    """The address, but lists by what they are filtered by: all values are too many."""
    path, _, query = address.partition("?")
    return (path, *sorted(parse_qs(query)))


def actions_on(pages):
    """The targets of all forms and buttons on these pages."""
    forms = [form for page in pages.values() if page for form in page.forms if form.buttons]
    targets = {button.get("formaction") for form in forms for button in form.buttons} - {None}
    return targets | {form.action for form in forms if form.changes}


def what_is_ones_own(me):
    """The theme, sounds, the caller, codes, the own device, and games in a group of one’s own."""
    new = {f"/new/{slug}/" for slug in games()}
    own = {f"/devices/{me.pk}/", f"/devices/{me.pk}/remove/"}
    return {"/theme/", "/feedback/", "/caller/", "/join/", *own, *new}


@pytest.mark.parametrize("who", ["guest", *Role])
def test_every_link_on_a_page_works_and_a_viewer_finds_only_buttons_for_its_own_device(who):
    host, session = a_hosted_game(rounds=2)
    group = session.group
    a_game(host, group, target=40, rounds=2)
    a_game(host, group, names=("Ana", "Ben"), game="yahtzee", options={"joker": "forced"})
    phone, guest = a_phone(), session if who == "guest" else None
    me = let_in(phone, group, Role.VIEWER if guest else who, guest)
    pages = pages_reached(phone)
    assert {"/join/?code", to("history", session)} <= pages.keys()
    if me.role == Role.VIEWER:
        assert actions_on(pages) == what_is_ones_own(me)
