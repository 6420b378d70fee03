"""Fuzzing: no request to any URL causes a server error or breaks a game."""

import io
import re
from http import HTTPStatus
from urllib.parse import quote_plus

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.models import GameSession, Revision
from scorekeeper.wsgi import application
from tests.app.support.factories import FORM, HTMX, a_phone, table_of
from tests.app.support.pages import Page, assert_refused
from tests.app.support.undone import undone
from tests.app.test_access import GET, POST, World
from tests.support.long import LONG, examples

UUID = "4c2b6c66-9f4e-4e5f-a1ab-8d6ef3b3b2b6"
POSTED = " ".join(POST.values()).split()
READ = [name for name in " ".join(GET.values()).split() if name != "bundle"]
STAMP = ["slot", "revision", "submission"]
BUTTONS = ["check", "add", "type", "up", "down", "out", "switch", "regroup", "start"]
ROUND = "chimera bid first_out traps chimera_attack idle_hunters toads_0 toads_9 cats_2 cats"
REST = (
    "seat name group target own_target before noted comment into sure theme sounds vibration next"
    " code role renew newest seats known note day known_day other starter lot first_day last_day"
    " scale points csrfmiddlewaretoken"
)
NAMES = [*STAMP, *BUTTONS, *ROUND.split(), *REST.split()]
GARBAGE = [
    *("", "\x00", "-1", "²", "٣", "1e9", "0x1", "9" * 25, "9" * 5000, "\ud800", "\u202e", "é" * 60),
    *("[" * 3000, "null", "{}", '{"bid": 1}', "None", "<b>", "%s%(x)s{}", "\r\n", "/", "//x"),
    *("true", "own", "Ana", "new", UUID),
]
ASKED = ["again", "before", "page", "as", "x", ""]
values = st.sampled_from(GARBAGE) | st.integers(-1, 14).map(str) | st.text(max_size=12)
posts = st.lists(st.tuples(st.sampled_from(NAMES) | st.text(max_size=5), values), max_size=14)
stamps = st.tuples(st.integers(0, 4), st.integers(0, 4), st.uuids() | st.just(UUID))
unhurried = settings(suppress_health_check=[HealthCheck.too_slow])


def body(pairs):
    """A form body no browser would write, with half characters too."""

    def encoded(text):
        return quote_plus(text.encode("utf-8", "surrogatepass"))

    return "&".join(f"{encoded(name)}={encoded(value)}" for name, value in pairs)


def at_a_table():
    """The host’s phone, the game, and the addresses by their names."""
    world = World()
    addresses = {name: world.address(name) for name in {*POSTED, *READ}}
    return world.visitors["host"][1], world.game, addresses


def check_nothing_is_broken(phone, session):
    GameSession.objects.filter(pk=session.pk).update(deleted_at=None)
    for address in (f"/table/{session.pk}/", f"/table/{session.pk}/history/"):
        assert phone.get(address).status_code == 200
    setup = {"options", "ended_early"}
    more = {"players", "first", "starter", "day", "picked", "head_start"}
    assert all(
        setup <= set(entry.data) <= setup | more for entry in Revision.objects.filter(slot=0)
    )
    assert table_of(session).board.totals


def test_no_form_data_causes_a_server_error():
    phone, session, addresses = at_a_table()

    @settings(unhurried, max_examples=examples(12))
    @given(name=st.sampled_from(POSTED), pairs=posts, stamp=st.none() | stamps, htmx=st.booleans())
    def send(name, pairs, stamp, htmx):
        if stamp:
            pairs = [*zip(STAMP, map(str, stamp), strict=True), *pairs]
        headers = HTMX if htmx else {}
        with undone(phone):
            answer = phone.post(addresses[name], body(pairs), content_type=FORM, headers=headers)
            assert answer.status_code in (200, 302, 400, 404, 409, 413, 422)
            if answer.status_code in (200, 409, 413, 422):
                page = Page(answer)
                assert page.count("h1") == 1 or (htmx and page.forms)
            check_nothing_is_broken(phone, session)

    send()


def test_the_same_garbage_in_every_field_causes_no_server_error():
    phone, session, addresses = at_a_table()
    stamp = list(zip(STAMP, ("1", "1", UUID), strict=True))
    others = [name for name in NAMES if name not in STAMP]
    whole = [name for name in others if name not in BUTTONS or name == "start"]
    for number, value in enumerate(("\x00", "9" * 5000, "²", "\ud800")):
        all_at_once = [(name, value) for name in NAMES]
        bodies = [*stamp, *((name, value) for name in whole)], all_at_once
        bodies = *bodies, [*stamp, *((name, value) for name in others)]
        for turn, name in enumerate(POSTED):
            for pairs in bodies if LONG else [bodies[(turn + number) % 3]]:
                answer = phone.post(addresses[name], body(pairs), content_type=FORM)
                assert answer.status_code < 500, (name, value)
    check_nothing_is_broken(phone, session)


def test_a_body_that_is_not_a_form_causes_no_server_error():
    phone, session, addresses = at_a_table()
    bodies = (
        ("{", "application/json"),
        ('{"slot": 1}', "application/json"),
        ("a=%ff%fe", FORM),
        ("&".join(f"seat={n}" for n in range(1001)), FORM),
        ("comment=" + "x" * 3_000_000, FORM),
        ("", "text/plain"),
    )
    for turn, name in enumerate(POSTED):
        for content, kind in bodies if LONG else [bodies[turn % len(bodies)]]:
            answer = phone.post(addresses[name], content.encode("latin1"), content_type=kind)
            assert answer.status_code < 500, (name, kind)
    check_nothing_is_broken(phone, session)


def test_no_url_causes_a_server_error():
    phone, _, addresses = at_a_table()

    @settings(unhurried, max_examples=examples(8))
    @given(
        st.sampled_from(READ),
        st.lists(st.tuples(st.sampled_from(ASKED), values), max_size=3),
        st.text(max_size=8),
    )
    def look(name, pairs, more):
        tail = quote_plus(more.encode("utf-8", "surrogatepass"))
        assert phone.get(f"{addresses[name]}?{body(pairs)}").status_code < 500
        assert phone.get(f"{addresses[name]}{tail}").status_code < 500

    look()


# What a form may be


# Browsers send the CSRF token beside the charset.
TOKEN = {"HTTP_COOKIE": f"csrftoken={'a' * 32}", "HTTP_X_CSRFTOKEN": "a" * 32}


def answered(body, kind, method="POST"):
    """The status and headers that the application sends."""
    told = []
    environ = {"REQUEST_METHOD": method, "PATH_INFO": "/theme/"}
    environ |= {"HTTP_HOST": "testserver", "SERVER_NAME": "testserver", "SERVER_PORT": "80"}
    environ |= {"wsgi.url_scheme": "http", "wsgi.input": io.BytesIO(body), **TOKEN}
    environ |= {"CONTENT_TYPE": kind, "CONTENT_LENGTH": str(len(body))}
    page = b"".join(application(environ, lambda *answer: told.extend(answer)))
    status, headers = told
    said = {name: ", ".join(value for one, value in headers if one == name) for name, _ in headers}
    return status, said, page.decode()


STRANGE = ["utf-16", "x", "latin-1", '"', "", "hex", "idna", "undefined", "é", "..", "utf-8-sig"]
STRANGE += ["x" * 70_000, "utf-8; charset=x", "*=" * 70_000]
DARK = b'--x\r\nContent-Disposition: form-data; name="theme"\r\n\r\ndark\r\n--x--\r\n'


def test_a_form_in_another_charset_is_not_read():
    for one in STRANGE:
        for kind in (f"charset={one}", f"charset*={one}'en'utf-8", f"more*={one}'en'%ff"):
            assert theme_sent(b"theme=dark", f"{FORM}; {kind}") is None, kind[:40]


def theme_sent(body, kind):
    status, headers, _ = answered(body, kind)
    assert status == "302 Found"
    return re.search("theme=([^;]+)", headers.get("Set-Cookie", ""))


def test_only_url_encoded_forms_are_read():
    for charset in ("", "; charset=utf-8", ";charset=UTF8", '; Charset="utf8"'):
        assert theme_sent(b"theme=dark", FORM + charset)[1] == "dark"
    for kind in ("text/plain", "", ";", "multipart/form-data", f"{FORM}, {FORM}"):
        assert theme_sent(b"theme=dark", kind) is None
    assert theme_sent(DARK, "multipart/form-data; boundary=x") is None


def test_a_form_that_is_too_large_is_refused_with_a_page_that_says_so():
    for body in (b"comment=" + b"x" * 3_000_000, b"seat=1&" * 1001, b"seat=" + b"x" * 2001):
        answer, headers, page = answered(body, FORM)
        assert answer == f"413 {HTTPStatus(413).phrase}"
        assert "That is too long." in page
        assert {"Content-Security-Policy", "X-Frame-Options", "Referrer-Policy"} <= headers.keys()
        assert {"Permissions-Policy", "X-Content-Type-Options"} <= headers.keys()


@pytest.mark.parametrize("query", ["&x=1" * 1001, "&text=" + "x" * 2001])
def test_an_address_that_is_too_long_is_refused_in_any_language(query):
    phone = a_phone()
    phone.cookies["language"] = "de"
    answer = phone.get(f"/games/?again=1{query}", headers={"Accept-Language": "ko"})
    assert_refused(answer, "Das ist zu lang.", 413)
