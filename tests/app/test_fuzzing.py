"""Fuzzing: no request to any URL causes a server error or breaks a game."""

import io
import re
from urllib.parse import quote_plus

import pytest
from django.urls import resolve
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.models import GameSession, Revision
from scorekeeper.urls import urlpatterns
from scorekeeper.wsgi import application
from tests.app.support.factories import HTMX, a_game, a_phone, a_round, table_of
from tests.app.support.pages import Page
from tests.support.long import examples

pytestmark = pytest.mark.django_db

FORM = "application/x-www-form-urlencoded"
UUID = "4c2b6c66-9f4e-4e5f-a1ab-8d6ef3b3b2b6"
ADDRESSES = [
    "/theme/",
    "/feedback/",
    "/new/chimera/",
    "/join/1/x/",
    "/join/",
    "/groups/{group}/",
    "/groups/{group}/points/",
    "/groups/{group}/seasons/new/",
    "/groups/{group}/seasons/{season}/edit/",
    "/groups/{group}/seasons/{season}/delete/",
    "/groups/{group}/use/",
    "/groups/{group}/keep-name/",
    "/groups/{group}/share/renew/",
    "/groups/{group}/watchers/",
    "/devices/{device}/",
    "/devices/{device}/role/",
    "/devices/{device}/remove/",
    "/table/{pk}/share/renew/",
    "/table/{pk}/watchers/",
    "/table/{pk}/history/1/back/",
    "/players/{ana}/edit/",
    "/players/{ana}/merge/",
    "/table/{pk}/enter/",
    "/table/{pk}/draft/",
    "/table/{pk}/undo/",
    "/table/{pk}/round/1/correct/",
    "/table/{pk}/round/1/remove/",
    "/table/{pk}/round/1/note/",
    "/table/{pk}/seats/",
    "/table/{pk}/seats/join/",
    "/table/{pk}/seats/starter/",
    "/table/{pk}/seats/1/",
    "/table/{pk}/seats/1/replace/",
    "/table/{pk}/seats/1/swap/",
    "/table/{pk}/seats/1/leave/",
    "/table/{pk}/seats/1/back/",
    "/table/{pk}/options/",
    "/table/{pk}/end/",
    "/table/{pk}/reopen/",
    "/table/{pk}/delete/",
    "/table/{pk}/restore/",
]
STAMP = ["slot", "revision", "submission"]
BUTTONS = ["check", "add", "type", "up", "down", "out", "switch", "regroup", "start"]
NEW = ["seat", "name", "group", "target", "own_target"]
ROUND = [
    "chimera",
    "bid",
    "first_out",
    "traps",
    "chimera_attack",
    "idle_hunters",
    "toads_0",
    "toads_9",
    "cats_2",
    "cats",
]
REST = [
    "before",
    "noted",
    "comment",
    "into",
    "sure",
    "theme",
    "sounds",
    "vibration",
    "next",
    "code",
    "role",
    "renew",
    "newest",
    "seats",
    "known",
    "note",
    "day",
    "known_day",
    "other",
    "starter",
    "lot",
    "first_day",
    "last_day",
    "scale",
    "points",
    "csrfmiddlewaretoken",
]
NAMES = [*STAMP, *BUTTONS, *NEW, *ROUND, *REST]
GARBAGE = [
    "",
    "\x00",
    "-1",
    "²",
    "٣",
    "1e9",
    "0x1",
    "9" * 25,
    "9" * 5000,
    "\ud800",
    "\u202e",
    "é" * 60,
    "[" * 3000,
]
GARBAGE += [
    "null",
    "{}",
    '{"bid": 1}',
    "None",
    "<b>",
    "%s%(x)s{}",
    "\r\n",
    "/",
    "//x",
    "true",
    "own",
    "Ana",
    "new",
    UUID,
]
READ = [
    "/",
    "/games/",
    "/deleted/",
    "/new/chimera/",
    "/table/{pk}/",
    "/table/{pk}/enter/",
    "/join/1/x/",
    "/table/{pk}/share/",
    "/groups/{group}/share/",
    "/groups/{group}/evenings/",
    "/groups/{group}/evenings/{pk}/",
    "/groups/{group}/seasons/",
    "/groups/{group}/seasons/{season}/",
]
ASKED = ["again", "before", "page", "as", "x", ""]
values = st.sampled_from(GARBAGE) | st.integers(-1, 14).map(str) | st.text(max_size=12)
posts = st.lists(st.tuples(st.sampled_from(NAMES) | st.text(max_size=5), values), max_size=14)
stamps = st.tuples(st.integers(0, 4), st.integers(0, 4), st.uuids() | st.just(UUID))


def body(pairs):
    """A form body no browser would write, with half characters too."""

    def encoded(text):
        return quote_plus(text.encode("utf-8", "surrogatepass"))

    return "&".join(f"{encoded(name)}={encoded(value)}" for name, value in pairs)


def at_a_table():
    phone = a_phone()
    session = a_game(phone, rounds=[a_round(0), a_round(1, 40, toads={"2": 4})])
    places = {"pk": session.pk, "ana": session.group.players.get(name="Ana").pk}
    places |= {"group": session.group_id, "device": session.group.members.get().pk}
    season = session.group.seasons.create(name="Spring", first_day="2026-03-13", scale="wins")
    places["season"] = season.pk
    return phone, session, places


def check_nothing_is_broken(phone, session):
    GameSession.objects.filter(pk=session.pk).update(deleted_at=None)
    for address in (f"/table/{session.pk}/", f"/table/{session.pk}/history/"):
        assert phone.get(address).status_code == 200
    setup = {"options", "ended_early"}
    more = {"players", "first", "starter", "day", "picked"}
    assert all(
        setup <= set(entry.data) <= setup | more for entry in Revision.objects.filter(slot=0)
    )
    assert table_of(session).board.totals


def test_every_url_that_accepts_a_post_is_fuzzed():
    tried = {resolve(re.sub(r"{\w+}", "1", address)).url_name for address in ADDRESSES}
    only_read = {
        "home",
        "games",
        "visible_games",
        "deleted",
        "rules",
        "keys",
        "table",
        "display",
        "display_code",
        "large_screen",
        "television",
        "history",
        "record",
        "round",
        "players",
        "player",
        "player_family",
        "player_year",
        "group_year",
        "statistics",
        "family",
        "evenings",
        "evening",
        "seasons",
        "season",
    }
    only_read |= {
        "day",
        "rounds",
        "share",
        "invite",
        "groups",
        "manifest",
        "worker",
        "offline",
        "bundle",
    }
    assert {pattern.name for pattern in urlpatterns} - only_read <= tried


@settings(max_examples=examples(20), suppress_health_check=[HealthCheck.too_slow])
@given(
    address=st.sampled_from(ADDRESSES), pairs=posts, stamp=st.none() | stamps, htmx=st.booleans()
)
def test_no_form_data_causes_a_server_error(address, pairs, stamp, htmx):
    phone, session, places = at_a_table()
    if stamp:
        pairs = [*zip(("slot", "revision", "submission"), map(str, stamp), strict=True), *pairs]
    headers = HTMX if htmx else {}
    response = phone.post(address.format(**places), body(pairs), content_type=FORM, headers=headers)
    assert response.status_code in (200, 302, 400, 404, 405, 409, 413, 422)
    if response.status_code in (200, 409, 413, 422):
        assert Page(response).count("h1") == 1
    check_nothing_is_broken(phone, session)


@pytest.mark.parametrize("value", ["\x00", "9" * 5000, "²", "\ud800"])
def test_the_same_garbage_in_every_field_causes_no_server_error(value):
    phone, session, places = at_a_table()
    stamp = list(zip(STAMP, ("1", "1", UUID), strict=True))
    names = [name for name in NAMES if name not in STAMP]
    whole = [(name, value) for name in names if name not in BUTTONS or name == "start"]
    for address in ADDRESSES:
        for pairs in (
            [*stamp, *whole],
            [(name, value) for name in NAMES],
            [*stamp, *((name, value) for name in names)],
        ):
            assert (
                phone.post(address.format(**places), body(pairs), content_type=FORM).status_code
                < 500
            ), address
        check_nothing_is_broken(phone, session)


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        ("{", "application/json"),
        ('{"slot": 1}', "application/json"),
        ("a=%ff%fe", FORM),
        ("&".join(f"seat={n}" for n in range(1001)), FORM),
        ("comment=" + "x" * 3_000_000, FORM),
        ("", "text/plain"),
    ],
)
def test_a_body_that_is_not_a_form_causes_no_server_error(content, kind):
    phone, session, places = at_a_table()
    for address in ADDRESSES:
        response = phone.post(address.format(**places), content.encode("latin1"), content_type=kind)
        assert response.status_code < 500, address
    check_nothing_is_broken(phone, session)


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


def check_too_large(body):
    answer, headers, page = answered(body, FORM)
    assert answer == "413 Request Entity Too Large"
    assert "That is too long." in page
    for name in ("Content-Security-Policy", "X-Frame-Options", "X-Content-Type-Options"):
        assert name in headers, name
    assert {"Permissions-Policy", "Referrer-Policy"} <= headers.keys()


STRANGE = ["utf-16", "x", "latin-1", '"', "", "hex", "idna", "undefined", "é", "..", "utf-8-sig"]
STRANGE += ["x" * 70_000, "utf-8; charset=x", "*=" * 70_000]
DARK = b'--x\r\nContent-Disposition: form-data; name="theme"\r\n\r\ndark\r\n--x--\r\n'


@pytest.mark.parametrize("charset", STRANGE)
def test_a_form_in_another_charset_is_not_read(charset):
    for kind in (f"charset={charset}", f"charset*={charset}'en'utf-8", f"more*={charset}'en'%ff"):
        assert theme_sent(b"theme=dark", f"{FORM}; {kind}") is None


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


@pytest.mark.parametrize(
    "body",
    [b"comment=" + b"x" * 3_000_000, b"seat=1&" * 1001, b"seat=" + b"x" * 2001],
    ids=["form", "number of fields", "field"],
)
def test_a_form_that_is_too_large_is_refused_with_a_page_that_says_so(body):
    check_too_large(body)


@pytest.mark.parametrize("query", ["&x=1" * 1001, "&text=" + "x" * 2001])
def test_an_address_that_is_too_long_is_refused_in_any_language(query):
    phone = a_phone()
    phone.cookies["language"] = "de"
    answer = phone.get(f"/games/?again=1{query}", headers={"Accept-Language": "ko"})
    assert answer.status_code == 413
    assert "Das ist zu lang." in answer.content.decode()


def test_no_url_causes_a_server_error():
    phone, _, places = at_a_table()

    @settings(max_examples=examples(15), suppress_health_check=[HealthCheck.too_slow])
    @given(
        st.sampled_from(READ),
        st.lists(st.tuples(st.sampled_from(ASKED), values), max_size=3),
        st.text(max_size=8),
    )
    def look(path, pairs, more):
        address = path.format(**places)
        tail = quote_plus(more.encode("utf-8", "surrogatepass"))
        assert phone.get(f"{address}?{body(pairs)}").status_code < 500
        assert phone.get(f"{address}{tail}").status_code < 500

    look()
