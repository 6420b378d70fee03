"""Headers, which requests are accepted, and what stays secret."""

import io
import logging
import os
import re
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings as site
from django.test import Client
from django.urls import reverse
from django.utils.timezone import localdate
from django.views.defaults import bad_request, server_error

from scorekeeper.models import GameSession, Link, Role
from scorekeeper.people import links
from scorekeeper.urls import urlpatterns
from scorekeeper.web.bootstrap import load_or_create_secret_key
from scorekeeper.web.logs import LogFilter
from tests.app.support.factories import (
    a_game,
    a_group,
    a_member,
    a_phone,
    a_round,
    a_setup,
    correct,
    end_early,
    enter,
    let_in,
    open_form,
    start,
    to,
    typed,
)
from tests.app.support.pages import Page

OF_THE_TESTS = ("DATABASE_URL", "SECRET_KEY", "DJANGO_ALLOW_ASYNC_UNSAFE")
ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.django_db


def parsed(response):
    """The parts of a response that outlive the test which requested it."""
    return response.status_code, response.headers, Page(response)


@cache
def every_page():
    """The status, headers and markup of every kind of page, by what it shows."""
    return {name: parsed(response) for name, response in pages_of_a_group().items()}


def pages_of_a_group():
    host = a_phone()
    session = a_game(
        host,
        names=("Ana", "Ben & <Bo>", "C" * 40),
        target=120,
        rounds=[a_round(0, 20), a_round(1, 30)],
    )
    group = session.group
    correct(host, session, 1, a_round(0, 30, traps=1, toads={"2": 2}))
    finished = a_game(
        host, group, names=("Ana", "Dan", "Eve"), target=40, rounds=[a_round(0), a_round(1)]
    )
    early, new = a_game(host, group), a_game(host, group)
    end_early(host, early)
    host.post(
        to("options", early), {**open_form(host, to("options", early)), "comment": "one\n\ntwo"}
    )
    host.post(
        to("draft", session),
        {**open_form(host, to("enter", session)), "bid": "30", "idle_hunters": "1"},
    )
    gone = a_game(host, group)
    host.post(to("delete", gone))
    watcher, scorer, guest = a_member(group, Role.VIEWER), a_member(group, Role.SCORER), a_phone()
    let_in(guest, group, Role.SCORER, session, "<Bo>’s phone")
    me = group.members.get(role=Role.HOST)
    stale = open_form(host, to("enter", new))
    old_setup = open_form(host, to("options", new))
    del old_setup["comment"]
    enter(host, new)
    host.post(to("options", new), {**open_form(host, to("options", new)), "target": "300"})
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
        "enter, refused": host.post(
            to("enter", new), {**open_form(host, to("enter", new)), "traps": "99"}
        ),
        "enter, impossible": host.post(
            to("enter", new),
            {**open_form(host, to("enter", new)), **typed(a_round(0, idle_hunters=[0]))},
        ),
        "enter, checked": host.post(
            to("enter", new),
            {**open_form(host, to("enter", new)), **typed(a_round(0)), "check": "1"},
        ),
        "correct": host.get(to("correct", session, 1)),
        "two versions": host.post(to("enter", new), {**stale, **typed(a_round(1, 40))}),
        "overtaken": host.post(to("end", new), old_setup),
        "options": host.get(to("options", session)),
        "options of a game ended early": host.get(to("options", early)),
        "options, refused": host.post(
            to("options", session),
            {**open_form(host, to("options", session)), "comment": "x" * 2001},
        ),
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


def test_every_page_answers_with_the_expected_status():
    expected = {
        "a game that cannot start": 422,
        "two versions": 409,
        "overtaken": 409,
        "not found": 404,
    }
    expected |= {"not allowed": 403, "no csrf token": 403}
    for name, (status, _, _) in every_page().items():
        assert status == (
            422 if "refused" in name or "impossible" in name else expected.get(name, 200)
        ), name


def check_markup(name, page):
    assert page.errors == [], name
    assert [attrs.get("lang") for tag, attrs in page.tags if tag == "html"] == ["en"], name
    assert page.count("h1") == page.count("title") == page.count("main") == 1, name
    assert re.search(r"<title>\s*[^\s·]", page.text), name
    assert [one for one in page.ids if page.ids.count(one) > 1] == [], name
    assert all(attrs.get("data-theme", "auto") for _, attrs in page.tags), name


def test_every_page_has_a_language_one_heading_and_unique_ids():
    for name, (_, _, page) in every_page().items():
        check_markup(name, page)


def test_error_and_offline_pages_are_just_as_well_formed(rf):
    check_markup("bad request", Page(bad_request(rf.get("/"), ValueError())))
    check_markup("error", Page(server_error(rf.get("/"))))


def test_no_page_has_inline_styles_or_scripts():
    for name, (_, _, page) in every_page().items():
        for tag, attrs in page.tags:
            assert tag not in ("style", "iframe", "object", "embed", "base"), name
            assert tag != "script" or re.match(
                r"/static/|/\w+\.\w{12}\.js$", attrs.get("src", "")
            ), name
            assert "style" not in attrs, (name, tag, attrs)
            assert not any(attribute.startswith(("on", "hx-on")) for attribute in attrs), (
                name,
                tag,
                attrs,
            )
            for attribute in ("href", "src", "action", "formaction"):
                assert (attrs.get(attribute) or "/").startswith(("/", "#", "?")), (name, tag, attrs)


def test_every_reference_within_a_page_has_its_target():
    for name, (_, _, page) in every_page().items():
        for tag, attrs in page.tags:
            for attribute in ("aria-labelledby", "for", "form", "list", "headers"):
                for target in (attrs.get(attribute) or "").split():
                    assert target in page.ids, (name, tag, attribute, target)
            described = (attrs.get("aria-describedby") or "").split()
            assert not described or set(described) & set(page.ids), (name, tag, described)


def test_every_form_that_changes_something_is_a_post_with_a_csrf_token():
    for name, (_, _, page) in every_page().items():
        forms = [attrs for tag, attrs in page.tags if tag == "form"]
        assert all(form.get("method") == "post" or form["role"] == "search" for form in forms), name
        for form in (form for form in page.forms if form.action != "/games/"):  # the search
            assert not form.buttons or "csrfmiddlewaretoken" in form.fields, (name, form.action)


def test_every_page_sends_the_same_strict_headers():
    for name, (_, headers, _) in every_page().items():
        policy = dict(
            part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";")
        )
        assert (
            policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'"
        ), name
        assert policy["script-src"] == policy["style-src"] == policy["form-action"] == "'self'", (
            name
        )
        assert "unsafe" not in headers["Content-Security-Policy"], name
        assert headers["X-Content-Type-Options"] == "nosniff", name
        assert headers["X-Frame-Options"] == "DENY", name
        secret = name.startswith("join")  # an address that must stay private
        assert headers["Referrer-Policy"] == ("strict-origin" if secret else "same-origin"), name
        assert "camera=()" in headers["Permissions-Policy"], name
        assert "private" in headers["Cache-Control"], name


def test_search_engines_find_the_home_page_and_no_other():
    for name, (_, _, page) in every_page().items():
        robots = [
            attrs["content"]
            for tag, attrs in page.tags
            if tag == "meta" and attrs.get("name") == "robots"
        ]
        if robots != ["noindex"]:
            stranger = a_phone().get(page.path)
            assert stranger.status_code == (200 if name.startswith("home") else 404), name


def test_player_names_are_always_escaped():
    for name, (_, _, page) in every_page().items():
        assert "<Bo>" not in page.text, name


# Which requests are accepted


@pytest.mark.parametrize(
    "host",
    [
        "192.168.1.20:8000",
        "10.0.0.7",
        "172.16.3.4:80",
        "127.0.0.1:8000",
        "169.254.1.1",
        "localhost:8000",
        "[::1]:8000",
        "[fe80::1]",
        "[fd00::1]:8000",
        "testserver",
    ],
)
def test_private_addresses_and_known_host_names_are_accepted(host):
    assert a_phone().get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8000",
        "8.8.8.8",
        "[2001:4860:4860::8888]",
        "192.168.1.20.evil.example",
        "testserver.evil.example",
        "evil.testserver",
        "127.0.0.1@evil.example",
        "",
        "[",
        "3232235796",
        "0x7f.1",
    ],
)
def test_unknown_host_names_and_public_addresses_are_refused(host, caplog):
    caplog.set_level(logging.CRITICAL, "django.security")
    response = a_phone().get("/", headers={"Host": host})
    assert response.status_code == 400
    assert "device" not in response.cookies
    assert security_headers(response) == security_headers(a_phone().get("/keys/"))
    assert response.headers["Cache-Control"] == "no-store"


def security_headers(response):
    names = "Content-Security-Policy", "X-Content-Type-Options", "X-Frame-Options"
    names = *names, "Referrer-Policy", "Permissions-Policy"
    return {name: set(response.headers[name].split("; ")) for name in names}


def test_an_unknown_host_gets_the_headers_of_https_too(settings, caplog):
    caplog.set_level(logging.CRITICAL, "django.security")
    settings.HTTPS, settings.SECURE_HSTS_SECONDS = True, 31536000
    headers = a_phone().get("/", secure=True, headers={"Host": "evil.example"}).headers
    assert headers["Strict-Transport-Security"] == "max-age=31536000"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"


def test_a_host_name_in_a_forwarding_header_is_ignored():
    assert a_phone().get("/", headers={"X-Forwarded-Host": "evil.example"}).status_code == 200
    answer = start(a_phone())
    assert "evil" not in answer.url


@pytest.mark.parametrize(
    "pattern",
    [p for p in urlpatterns if p.name not in ("home", "games", "deleted", "players", "groups")],
)
def test_nothing_changes_without_a_csrf_token(pattern):
    phone = a_phone()
    session = a_game(phone, rounds=1)
    version = GameSession.objects.get().version
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = phone.cookies
    response = strict.post(address_of(pattern, session), {**a_setup(), "start": "1"})
    assert response.status_code in (403, 405)
    if response.status_code == 403:
        assert "send it again" in Page(response).said
    assert GameSession.objects.get().version == version


@pytest.mark.parametrize("pattern", urlpatterns, ids=lambda pattern: str(pattern.pattern))
def test_every_view_says_which_methods_it_accepts(pattern, rf):
    anything = dict.fromkeys(pattern.pattern.converters, 1)
    assert pattern.callback(rf.put("/"), **anything).status_code == 405


def address_of(pattern, session):
    """An address of this pattern that exists."""
    link = Link.to_host(session.group)
    keys = {
        "table": session.pk,
        "players": session.group.players.first().pk,
        "groups": session.group_id,
        "devices": session.group.members.get().pk,
        "join": link.pk,
    }
    values = {
        "pk": keys.get(str(pattern.pattern).partition("/")[0]),
        "slot": 1,
        "to": 1,
        "seat": 0,
        "game": "chimera",
        "year": localdate().year,
        "play": session.pk,
        "season": 1,
        "secret": links.secret(link),
        "stem": "own",
        "digest": "0123456789ab",
        "kind": "js",
    }
    return reverse(pattern.name, kwargs={name: values[name] for name in pattern.pattern.converters})


def test_a_form_with_its_csrf_token_is_accepted():
    strict = Client(enforce_csrf_checks=True)
    form = Page(strict.get("/new/chimera/")).form_called("setup").fields
    assert (
        strict.post(
            "/new/chimera/", {**form, "seat": ["Ana", "Ben", "Cho"], "start": "1"}
        ).status_code
        == 302
    )


# Cookies


def test_a_device_is_known_by_an_http_only_cookie_for_400_days(client):
    cookie = client.get("/").cookies["device"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert cookie["max-age"] == 400 * 24 * 3600
    assert len(cookie.value) >= 43
    assert not cookie["secure"]


def test_only_the_home_page_renews_the_cookie():
    phone = a_phone()
    secret = phone.cookies["device"].value
    assert phone.get("/").cookies["device"].value == secret
    assert "device" not in phone.get("/games/").cookies


@pytest.mark.parametrize(
    "secret", ["", "short", "x" * 44, "x" * 42 + ";", "<" * 43, "é" * 43, "x" * 5000]
)
def test_a_malformed_cookie_is_replaced(client, secret):
    client.cookies["device"] = secret
    assert len(client.get("/games/").cookies["device"].value) == 43


def test_two_devices_never_get_the_same_cookie():
    assert len({Client().get("/").cookies["device"].value for _ in range(5)}) == 5


@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_a_theme_is_stored_without_javascript(theme):
    phone = a_phone()
    assert phone.post("/theme/", {"theme": theme, "next": "/games/"}).url == "/games/"
    html = next(attrs for tag, attrs in Page(phone.get("/")).tags if tag == "html")
    assert html.get("data-theme", "auto") == theme


def test_a_link_does_not_change_the_theme():
    assert a_phone().get("/theme/", {"theme": "dark"}).status_code == 405


@pytest.mark.parametrize("theme", ["", "purple", '"><script>', "\x00", "x" * 2000])
def test_an_unknown_theme_is_not_stored(theme):
    phone = a_phone()
    assert "theme" not in phone.post("/theme/", {"theme": theme}).cookies
    phone.cookies["theme"] = theme.replace("\x00", "")
    html = next(attrs for tag, attrs in Page(phone.get("/")).tags if tag == "html")
    assert "data-theme" not in html


@pytest.mark.parametrize(
    "back",
    [
        "//evil.example",
        "https://evil.example/",
        "/\\evil.example",
        "javascript:alert(1)",
        "\x00",
        "//[",
        "\n/",
        "x" * 2000,
    ],
)
def test_choosing_a_theme_never_redirects_to_another_site(back):
    response = a_phone().post("/theme/", {"theme": "dark", "next": back})
    assert response.status_code in (302, 400)
    if response.status_code == 302:
        assert "evil" not in response.url
        assert "javascript" not in response.url


# Secrets


def test_our_logs_contain_no_secrets(settings):
    group = a_group(a_phone())
    path = links.path(link := Link.to_host(group))
    (handler,) = [
        handler
        for handler in logging.root.handlers
        if any(isinstance(f, LogFilter) for f in handler.filters)
    ]
    written = io.StringIO()
    stream = handler.setStream(written)
    try:
        link.renew()
        strict = Client(enforce_csrf_checks=True)
        assert strict.get(path).status_code == 404
        assert strict.post(path).status_code == 403
        logging.getLogger("django.request").error("Internal Server Error: %s", path)
        logging.getLogger("uvicorn.error").error("GET http://192.168.1.20:8000%s?x=1", path)
    finally:
        handler.setStream(stream)
    assert written.getvalue().count(f"/join/{link.pk}/…") == 4
    assert path.split("/")[3] not in written.getvalue()


def test_the_key_is_created_once_and_only_its_owner_can_read_it(tmp_path):
    path = tmp_path / "secret_key"
    key = load_or_create_secret_key(path)
    assert len(key) >= 50
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert load_or_create_secret_key(path) == key
    assert list(tmp_path.iterdir()) == [path]


def test_only_one_of_many_processes_that_start_at_once_creates_the_key(tmp_path):
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(load_or_create_secret_key, [tmp_path / "secret_key"] * 32))
    assert len(keys) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]


def test_an_empty_key_is_a_clear_error(tmp_path):
    (tmp_path / "secret_key").write_text("\n")
    with pytest.raises(RuntimeError, match="holds no key"):
        load_or_create_secret_key(tmp_path / "secret_key")


def manage(*arguments, **variables):
    environment = {key: value for key, value in os.environ.items() if key not in OF_THE_TESTS}
    environment |= {"DJANGO_SETTINGS_MODULE": "scorekeeper.settings", **variables}
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60
    )


def test_the_deployment_check_finds_no_problems_under_https(tmp_path):
    said = manage(
        *("check", "--deploy", "--tag", "security", "--fail-level", "WARNING"),
        SCOREKEEPER_VAR=str(tmp_path),
        HTTPS="1",
        ALLOWED_HOSTS="score.example",
    )
    assert said.returncode == 0, said.stderr
    assert "no issues" in said.stdout
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


PRINTED = """from django.conf import settings as s
hsts = s.SECURE_HSTS_SECONDS, s.SECURE_HSTS_INCLUDE_SUBDOMAINS, s.SECURE_HSTS_PRELOAD
print(s.HOST_NAMES, *hsts)"""


@pytest.mark.parametrize(
    ("variables", "settings"),
    [
        ({}, "0 False False"),
        ({"HTTPS": "1"}, "31536000 False False"),
        ({"HTTPS": "1", "HSTS_SUBDOMAINS": "1"}, "31536000 True True"),
        ({"HSTS_SUBDOMAINS": "1"}, "0 False False"),
    ],
)
def test_only_an_explicit_setting_forces_https_on_subdomains(tmp_path, variables, settings):
    said = manage("shell", "-v0", "-c", PRINTED, SCOREKEEPER_VAR=str(tmp_path), **variables)
    assert said.stdout.strip().endswith(settings), said.stderr


def test_allowed_hosts_may_contain_spaces(tmp_path):
    names = " score.example, www.score.example ,"
    said = manage("shell", "-v0", "-c", PRINTED, SCOREKEEPER_VAR=str(tmp_path), ALLOWED_HOSTS=names)
    assert "['localhost', 'score.example', 'www.score.example']" in said.stdout, said.stderr


def test_development_mode_does_not_start_under_https(tmp_path):
    said = manage("check", SCOREKEEPER_VAR=str(tmp_path), DEV="1", HTTPS="1")
    assert said.returncode == 1
    assert said.stderr == "DEV=1 shows source code to visitors: unset it, or HTTPS=1\n"


def test_visitors_never_see_error_details():
    assert site.DEBUG is False


def test_pages_served_over_https_send_hsts(settings):
    settings.SECURE_SSL_REDIRECT = True
    assert a_phone().get("/").url.startswith("https://")
