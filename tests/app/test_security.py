"""Markup and headers of every page, and which requests are accepted."""

import logging
import re

from django.test import Client
from django.views.defaults import bad_request, server_error

from scorekeeper.models import Link, Role
from scorekeeper.people import links
from scorekeeper.web.answers import html_answer
from tests.app.support.factories import (
    a_game,
    a_hosted_game,
    a_member,
    a_phone,
    a_round,
    correct,
    draft,
    end_early,
    enter,
    let_in,
    open_form,
    start,
    submit,
    to,
    typed,
)
from tests.app.support.pages import Page

BGSTATS = "https://app.bgstatsapp.com/createPlay.html?data="  # the only link to another site


STATUSES = {
    "a game that cannot start": 422,
    "two versions": 409,
    "overtaken": 409,
    "not found": 404,
    "not allowed": 403,
    "no csrf token": 403,
    "enter, impossible": 422,
}


def pages_of_a_group():
    names, rounds = ("Ana", "Ben & <Bo>", "C" * 40), [a_round(0, 20), a_round(1, 30)]
    host, session = a_hosted_game(names, target=120, rounds=rounds)
    group = session.group
    correct(host, session, 1, a_round(0, 30, traps=1, toads={"2": 2}))
    finished = a_game(
        host, group, names=("Ana", "Dan", "Eve"), target=40, rounds=[a_round(0), a_round(1)]
    )
    early, new = a_game(host, group), a_game(host, group)
    end_early(host, early)
    submit(host, to("options", early), comment="one\n\ntwo")
    draft(host, session, bid="30", idle_hunters="1")
    gone = a_game(host, group)
    host.post(to("delete", gone))
    watcher, scorer, guest = a_member(group, Role.VIEWER), a_member(group, Role.SCORER), a_phone()
    let_in(guest, group, Role.SCORER, session, "<Bo>’s phone")
    me = group.members.get(role=Role.HOST)
    stale = open_form(host, to("enter", new))
    old_setup = open_form(host, to("options", new))
    del old_setup["comment"]
    enter(host, new)
    submit(host, to("options", new), target="300")
    ana, cho, dan = (group.players.get(name=name) for name in ("Ana", "Cho", "Dan"))
    strict = Client(enforce_csrf_checks=True)
    return {
        "home, nothing yet": a_phone().get("/"),
        "home": host.get("/"),
        "all games": host.get("/games/"),
        "all games, none": a_phone().get("/games/"),
        "deleted games": host.get("/deleted/"),
        "deleted games, none": a_phone().get("/deleted/"),
        "a first game": a_phone().get("/new/chimera/"),
        "another game": host.get("/new/chimera/"),
        "choose the order": host.get(f"/new/chimera/?again={early.pk}"),
        "a game that cannot start": start(
            host, seat=["Ana"], name="\x00" * 41, target="own", own_target="x"
        ),
        "a table": host.get(to("table", session)),
        "a table to watch": watcher.get(to("table", session)),
        "a finished game": host.get(to("table", finished)),
        "a game ended early": host.get(to("table", early)),
        "history": host.get(to("history", session)),
        "a round": host.get(to("round", session, 1)),
        "a round that doesn’t count": host.get(to("round", finished, 2)),
        "enter": host.get(to("enter", new)),
        "enter, noted": host.get(to("enter", session)),
        "enter before": host.get(f"{to('enter', session)}?before=1"),
        "enter, refused": submit(host, to("enter", new), traps="99"),
        "enter, impossible": submit(host, to("enter", new), **typed(a_round(0, idle_hunters=[0]))),
        "enter, checked": submit(host, to("enter", new), **typed(a_round(0)), check="1"),
        "correct": host.get(to("correct", session, 1)),
        "two versions": host.post(to("enter", new), {**stale, **typed(a_round(1, 40))}),
        "overtaken": host.post(to("end", new), old_setup),
        "options": host.get(to("options", session)),
        "options of a game ended early": host.get(to("options", early)),
        "options, refused": submit(host, to("options", session), comment="x" * 2001),
        "players": host.get("/players/"),
        "players, none": a_phone().get("/players/"),
        "rename, refused": host.post(f"/players/{ana.pk}/edit/", {"name": "\x00" * 41}),
        "merge, refused": host.post(f"/players/{ana.pk}/merge/", {"into": dan.pk}),
        "merge": host.post(f"/players/{cho.pk}/merge/", {"into": dan.pk}),
        "join": a_phone().get(links.path(Link.to_host(group))),
        "join one game": watcher.get(links.path(Link.to(group, Role.SCORER, session))),
        "join, refused": a_phone().post(links.path(Link.to_host(group)), {"name": "\x00"}),
        "enter code": a_phone().get("/join/"),
        "enter code, refused": a_phone().post("/join/", {"code": "<Bo>"}),
        "show code": host.get(to("share", session)),
        "show code to enter": host.get(to("share", session) + "?as=enter"),
        "show code, as one who enters": scorer.get(to("share", session)),
        "invite": host.get(f"/groups/{group.pk}/share/?as=host"),
        "groups": host.get("/groups/"),
        "groups, none": a_phone().get("/groups/"),
        "groups of a guest": guest.get("/groups/"),
        "a group": host.get(f"/groups/{group.pk}/"),
        "a group to watch": watcher.get(f"/groups/{group.pk}/"),
        "a group, refused": host.post(f"/groups/{group.pk}/", {"name": "\x00" * 81}),
        "a device": host.get(f"/devices/{group.members.get(role=Role.VIEWER, session=None).pk}/"),
        "a device, refused": host.post(f"/devices/{me.pk}/", {"name": ""}),
        "a guest": guest.get(f"/devices/{session.guests.get().pk}/"),
        "the last host, refused": host.post(f"/devices/{me.pk}/remove/"),
        "the last host, refused as another": host.post(f"/devices/{me.pk}/role/", {"role": "1"}),
        "not found": a_phone().get(to("table", session)),
        "not allowed": watcher.get(to("enter", session)),
        "without a network": a_phone().get("/offline/"),
        "no csrf token": strict.post("/theme/", {"theme": "dark"}),
    }


def test_every_page_is_well_formed_and_safe():
    for name, response in pages_of_a_group().items():
        expected = STATUSES.get(name, 422 if "refused" in name else 200)
        assert response.status_code == expected, name
        page = Page(response)
        check_markup(name, page)
        check_references(name, page)
        check_that_nothing_is_inline(name, page)
        check_forms(name, page)
        check_headers(name, response.headers)
        assert "<Bo>" not in page.text, name
        robots = page.tree.xpath("//meta[@name='robots']/@content")
        if robots != ["noindex"]:  # search engines find the home page and no other
            stranger = a_phone().get(page.path).status_code
            assert stranger == (200 if name.startswith("home") else 404), name


def test_error_pages_are_just_as_well_formed(rf):
    check_markup("bad request", Page(bad_request(rf.get("/"), ValueError())))
    check_markup("error", Page(server_error(rf.get("/"))))


def check_markup(name, page):
    assert page.errors == [], name
    assert page.tree.xpath("/html/@lang") == ["en"], name
    assert page.count("h1") == page.count("title") == page.count("main") == 1, name
    assert re.search(r"<title>\s*[^\s·]", page.text), name
    assert len(page.ids) == len(set(page.ids)), name
    assert all(attrs.get("data-theme", "auto") for _, attrs in page.tags), name


def check_references(name, page):
    for tag, attrs in page.tags:
        for attribute in ("aria-labelledby", "for", "form", "list", "headers"):
            missing = set((attrs.get(attribute) or "").split()) - set(page.ids)
            assert not missing, (name, tag, attribute)
        described = (attrs.get("aria-describedby") or "").split()
        assert not described or set(described) & set(page.ids), (name, tag, described)


def check_that_nothing_is_inline(name, page):
    for tag, attrs in page.tags:
        where = name, tag, attrs
        assert tag not in ("style", "iframe", "object", "embed", "base"), where
        source = attrs.get("src", "")
        assert tag != "script" or re.match(r"/static/|/[\w-]+\.\w{12}\.js$", source), where
        assert "style" not in attrs, where
        assert not any(attribute.startswith(("on", "hx-on")) for attribute in attrs), where
        for attribute in ("href", "src", "action", "formaction"):
            assert (attrs.get(attribute) or "/").startswith(("/", "#", "?", BGSTATS)), where


def check_forms(name, page):
    """Forms that change something are posted, with a CSRF token."""
    for tag in page.all("form"):
        assert tag.get("method") == "post" or tag.get("role") == "search", name
    for form in page.forms:
        search = form.action == "/games/"
        assert search or not form.buttons or "csrfmiddlewaretoken" in form.fields, name


def check_headers(name, headers):
    parts = [part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";")]
    policy = dict(parts)
    nothing = {policy[part] for part in ("default-src", "frame-ancestors", "base-uri")}
    ours = {policy[part] for part in ("script-src", "style-src", "form-action")}
    assert (nothing, ours) == ({"'none'"}, {"'self'"}), name
    assert "unsafe" not in headers["Content-Security-Policy"], name
    secret = name.startswith("join")  # an address that must stay private
    expected = {
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "strict-origin" if secret else "same-origin",
    }
    assert {header: headers[header] for header in expected} == expected, name
    assert "camera=()" in headers["Permissions-Policy"], name
    assert "private" in headers["Cache-Control"], name


# Which requests are accepted

OURS = ["192.168.1.20:8000", "10.0.0.7", "172.16.3.4:80", "127.0.0.1:8000", "169.254.1.1"]
OURS += ["localhost:8000", "[::1]:8000", "[fe80::1]", "[fd00::1]:8000", "testserver"]
NOT_OURS = ["evil.example", "evil.example:8000", "8.8.8.8", "[2001:4860:4860::8888]", "", "["]
NOT_OURS += ["192.168.1.20.evil.example", "testserver.evil.example", "evil.testserver"]
NOT_OURS += ["127.0.0.1@evil.example", "3232235796", "0x7f.1"]


def asked(host, **more):
    return a_phone().get("/", headers={"Host": host}, **more)


def test_private_addresses_and_known_host_names_are_accepted():
    answers = {host: asked(host).status_code for host in OURS}
    assert answers == dict.fromkeys(OURS, 200)


def test_unknown_host_names_and_public_addresses_are_refused(caplog):
    caplog.set_level(logging.CRITICAL, "django.security")
    usual = security_headers(a_phone().get("/keys/"))
    for host in NOT_OURS:
        response = asked(host)
        assert response.status_code == 400, host
        assert "device" not in response.cookies
        assert security_headers(response) == usual
        assert response.headers["Cache-Control"] == "no-store"


def test_a_form_sent_to_an_unknown_host_name_is_refused_with_a_page_too(caplog):
    caplog.set_level(logging.CRITICAL, "django.security")
    response = a_phone().post("/", {"name": "Ana"}, headers={"Host": "evil.example"})
    assert response.status_code == 400
    assert "evil" not in Page(response).said
    assert Page(response).count("h1") == 1


def security_headers(response):
    names = "Content-Security-Policy", "X-Content-Type-Options", "X-Frame-Options"
    names = *names, "Referrer-Policy", "Permissions-Policy"
    return {name: set(response.headers[name].split("; ")) for name in names}


def test_an_unknown_host_gets_the_headers_of_https_too(settings, caplog):
    caplog.set_level(logging.CRITICAL, "django.security")
    settings.HTTPS, settings.SECURE_HSTS_SECONDS = True, 31536000
    headers = asked("evil.example", secure=True).headers
    assert headers["Strict-Transport-Security"] == "max-age=31536000"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"


def test_a_host_name_in_a_forwarding_header_is_ignored():
    assert a_phone().get("/", headers={"X-Forwarded-Host": "evil.example"}).status_code == 200
    assert "evil" not in start(a_phone()).url


def test_a_form_with_its_csrf_token_is_accepted():
    strict = Client(enforce_csrf_checks=True)
    form = Page(strict.get("/new/chimera/")).form_called("setup").fields
    sent = {**form, "seat": ["Ana", "Ben", "Cho"], "start": "1"}
    assert strict.post("/new/chimera/", sent).status_code == 302


# Cookies


def test_a_device_is_known_by_an_http_only_cookie_for_400_days():
    cookies = [Client().get("/").cookies["device"] for _ in range(5)]
    assert len({cookie.value for cookie in cookies}) == 5
    for cookie in cookies:
        assert cookie["httponly"]
        assert not cookie["secure"]
        assert (cookie["samesite"], cookie["max-age"]) == ("Lax", 400 * 24 * 3600)
        assert len(cookie.value) >= 43


def test_only_a_visit_to_the_home_page_renews_the_cookie_and_not_a_service_worker():
    phone = a_phone()
    secret = phone.cookies["device"].value
    assert phone.get("/").cookies["device"].value == secret
    assert "device" in phone.get("/", headers={"Sec-Fetch-Dest": "document"}).cookies
    assert "device" not in phone.get("/", headers={"Sec-Fetch-Dest": "empty"}).cookies
    assert "device" not in phone.get("/games/").cookies


def test_a_malformed_cookie_is_replaced():
    for secret in ("", "short", "x" * 44, "x" * 42 + ";", "<" * 43, "é" * 43, "x" * 5000):
        client = Client()
        client.cookies["device"] = secret
        assert len(client.get("/games/").cookies["device"].value) == 43, secret


def theme_of(phone):
    (html,) = Page(phone.get("/keys/")).all("html")
    return html.get("data-theme", "auto")


def test_a_known_theme_is_stored_without_javascript():
    phone = a_phone()
    for theme in ("light", "dark", "auto"):
        assert phone.post("/theme/", {"theme": theme, "next": "/games/"}).url == "/games/"
        assert theme_of(phone) == theme
    for theme in ("", "purple", '"><script>', "\x00", "x" * 2000):
        assert "theme" not in phone.post("/theme/", {"theme": theme}).cookies
        phone.cookies["theme"] = theme.replace("\x00", "")
        assert theme_of(phone) == "auto"


def test_the_frame_of_the_browser_is_dark_where_the_page_is():
    dark, media = "#131a17", "(prefers-color-scheme: dark)"
    phone = a_phone()
    for theme, frame in (("auto", [dark, "#f5efe2"]), ("dark", [dark]), ("light", ["#f5efe2"])):
        phone.cookies["theme"] = theme
        colours = Page(phone.get("/keys/")).all("meta", name="theme-color")
        assert [colour.get("content") for colour in colours] == frame
    _headers, without_a_request = html_answer("busy.html", "en")
    assert f'content="{dark}" media="{media}"' in without_a_request.decode()


def test_choosing_a_theme_never_redirects_to_another_site():
    elsewhere = "//evil.example", "https://evil.example/", "/\\evil.example", "//[", "\n/"
    for back in (*elsewhere, "javascript:alert(1)", "\x00", "x" * 2000):
        response = a_phone().post("/theme/", {"theme": "dark", "next": back})
        assert response.status_code in (302, 400), back
        assert response.status_code == 400 or not re.search("evil|javascript", response.url)
