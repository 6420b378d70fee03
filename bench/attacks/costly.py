"""Requests that may cost a server much: the longest, the most fields, the deepest Unicode."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple
from urllib.parse import quote, urlencode

from bench.attacks.forms import Form, Page, begin_game, post_forms, read_pages, start_game
from games import registry
from tests.attacks.support.http import FORM, TOKEN, Client
from tests.attacks.support.phone import NAMES
from tests.attacks.support.routes import routes
from tests.attacks.support.world import World

LARGEST = 2**20 - 100  # bytes of a body
LARGE, LONG = 60_000, 15_000  # bytes of a form and a head, and of a shorter head
FIELD = 2_000  # bytes
NUMBER = "135724"  # in each request, to be replaced by other numbers
TEXTS = {  # each is repeated
    "marks": "\u0315\u0300",  # combining, and not in the order of Unicode
    "letters": "\u1e69\ufb2c",  # which normalize to several characters each
    "sum": "1+",
    "digits": "9",
    "list": "a,",
    "words": " a",
    "spaces": " ",
}
NESTED = '{"bid": ' + "[" * 1900 + "]" * 1900 + "}"
# What scripts, and links that only some pages have, ask for in an address.
PARAMETERS = {
    *("language", "newer", "older", "page", "round", "before", "against", "again", "as"),
    *("generation", "title", "code", "screen"),
}
# What is repeated; or between bars, what comes before it, what is repeated, what follows.
HEADERS = {
    "Content-Type": ("charset", "*=", "a=b;", 'a/b;c="|;|', "a*0*=utf-8'';", "a/b;charset|0|", " "),
    "Cookie": ('a="|\\134|"', 'a="|\\"|"', "a=b;", '"', "=", "device=|x|"),
    "Accept-Language": ("de;q=0.5,", "a-", "aa-bbbbbbbb,", " "),
    "Accept-Encoding": ("gzip;q=0.1,", "gzip| |"),
    "If-None-Match": ('"a",', '"', "W/", ", ", "*"),
    "If-Modified-Since": ("Sat, ", "Sat,| |", "9"),
    "Host": ("a.", "1.", "[", ":", "0"),
    "Referer": ("http://a/", "%"),
    "Origin": ("http://a/", "//", "["),
    "Range": ("bytes=|0-1,|", "bytes=0-|9|", "-"),
    "X-Forwarded-For": ("1.1.1.1,", ":"),
    "Content-Length": ("0", "9"),
    "Transfer-Encoding": ("chunked,",),
    "User-Agent": ("iPhone",),
    "HX-Current-URL": ("http://a/", "%"),
    "Connection": ("close,",),
}
PART = b'--x\r\nContent-Disposition: form-data; name="a"'
BODIES = {
    FORM: b"csrfmiddlewaretoken=%s&name=1&seat=" % TOKEN.encode() + b"%CC%95%CC%80" * 90_000,
    f"{FORM}; charset=utf-8": b"&" * LARGEST,
    "text/plain": b"a" * LARGEST,
    "application/json": b"[" * LARGEST,
    "multipart/form-data; boundary=x": PART + b"*=" * 500_000,
    "multipart/form-data; boundary=-": b"-" * LARGEST,
    'multipart/form-data; boundary="x"': (PART + b"\r\n\r\n1\r\n") * 20_000,
    'multipart/form-data; boundary=x; a="1"': PART + b'; a="' + b";" * LARGEST,
}


class Costly(NamedTuple):
    what: str
    request: bytes

    def numbered(self, number: int) -> bytes:
        """The same request with other values."""
        return self.request.replace(NUMBER.encode(), b"%06d" % number)


def rows(world: World) -> Iterator[tuple[str, Iterable[Costly]]]:
    """Similar requests, with a name for them all: those of a stranger, of a guest who may watch one
    game, and of a scorer with a game of each kind.
    """
    paths = [world.path(*route) for route in routes(world.server) if route.name != "live"]
    invitation = world.host.link(f"table/{world.game}")
    bare, scorer = world.visitors["bare"], world.visitors["scorer"]
    style = re.search(r'href="([^"]+\.css)"', bare.get("/").text)[1]
    yield "longest header", headers(bare, ["/", "/live/1/", f"/table/{world.game}/", style])
    yield "longest path", long_paths(bare)
    yield "largest body, most fields", bodies(bare)
    tables = [start_game(scorer, slug, NAMES) for slug in registry.games()]
    games = [f"{table}{page}" for table in tables for page in ("", "enter/", "options/", "seats/")]
    known: set[tuple[str, ...]] = set()
    for name, client in (
        ("a stranger", bare),
        ("a guest", world.visitors["watches"]),
        ("a scorer", scorer),
    ):
        pages = read_pages(client, paths)
        yield f"{name}: longest header", headers(client, [f"/table/{world.game}/"])
        yield f"{name}: each parameter of each page", queries(client, pages)
        begun = [begin_game(client, slug) for slug in registry.games()]
        forms = post_forms([*pages, *begun, *read_pages(client, [invitation, *games])])
        for form in forms:
            if form.shape not in known:
                yield f"{name}: {form.path}", fields(client, form)
        known |= {form.shape for form in forms}


def repeat(text: str, size: int, quoted: str | None = None) -> str:
    """The text as often as fits into so many bytes, after a number."""
    return NUMBER + text * ((size - len(NUMBER)) // len(quoted or text))


def quoted_values(size: int) -> Iterator[tuple[str, str]]:
    for what, text in TEXTS.items():
        yield what, repeat(text, size, quote(text)) + "1"  # so that no end is stripped


def headers(client: Client, paths: Iterable[str]) -> Iterator[Costly]:
    values = [
        (name, text, size) for name in HEADERS for text in HEADERS[name] for size in (LONG, LARGE)
    ]
    for path in paths:
        for name, text, size in values:
            before, repeated, after = text.split("|") if "|" in text else ("", text, "")
            value = before + repeat(repeated, size) + after
            request = client.request("GET", path, [(name, value)])
            yield Costly(f"{name}: {text} for {size:,} bytes at {path}", request)
        for many in ([("A", "b")] * 10_000, [(f"A{number}", "b") for number in range(6000)]):
            yield Costly(f"{len(many):,} headers at {path}", client.request("GET", path, many))


def long_paths(client: Client) -> Iterator[Costly]:
    for path in ("/", "/table/", "/join/1/", "/players/1/games/", "/live/"):
        for text in ("a", "9", "-", ".", "/", "%CC%95%CC%80", "%"):
            request = client.request("GET", path + repeat(text, LARGE) + "/")
            yield Costly(f"{text} for {LARGE:,} bytes after {path}", request)


def queries(client: Client, pages: Iterable[Page]) -> Iterator[Costly]:
    for page in pages:
        many = [f"{name}={NUMBER}&" * 999 for name in ("text", "language")]
        many += ["".join(f"a{number}={NUMBER}&" for number in range(n)) for n in (999, 3000)]
        given = [(query[:5] + "… again and again", query) for query in (*many, "&" * LARGE)]
        for name in sorted(PARAMETERS | page.parameters):
            given += [(what, f"{name}={quote(text)}") for what, text in quoted_values(LONG)]
        for what, query in given:
            shown = f"{query.partition('=')[0][:10]}={what} at {page.path}"
            yield Costly(shown, client.request("GET", f"{page.path}?{query}"))


def bodies(client: Client) -> Iterator[Costly]:
    token = urlencode({"csrfmiddlewaretoken": TOKEN})
    for path in ("/theme/", "/new/chimera/"):
        for kind, body in BODIES.items():
            yield Costly(f"1 MB as {kind} to {path}", post(client, path, body[:LARGEST], kind))
        for count in (990, 80_000):
            body = "&".join([token, *(f"a{number}={NUMBER}"[:12] for number in range(count))])
            yield Costly(f"{count:,} fields to {path}", post(client, path, body.encode()))
        sent = [("Content-Type", FORM), ("Transfer-Encoding", "chunked")]
        chunks = client.request("POST", path, sent) + b"1\r\na\r\n" * 100_000 + b"0\r\n\r\n"
        yield Costly(f"100,000 chunks to {path}", chunks)


def post(client: Client, path: str, body: bytes, kind: str = FORM) -> bytes:
    sent = [("Content-Type", kind), ("Content-Length", len(body))]
    return client.request("POST", path, sent) + body


def fields(client: Client, form: Form) -> Iterator[Costly]:
    """Each field alone at far more than its most, copies of it, all at once, and numbered ones."""
    button = dict([*form.buttons.items()][-1:])
    sent = {**form.fields, **button}

    def costly(what: str, pairs: Iterable[tuple[str, str]], path: str = form.path) -> Costly:
        return Costly(f"{what} of {path}", client.form(path, list(pairs)))

    marks = TEXTS["marks"]
    for name in {**form.fields, **form.buttons}:
        for what, value in (*quoted_values(LARGE), ("nested things", NESTED)):
            yield costly(f"{what} in {name}", {**sent, name: value}.items())
        value = repeat(marks, LARGEST - LARGE, quote(marks))
        yield costly(f"1 MB of marks in {name}", {**sent, name: value}.items())
        others = [pair for pair in sent.items() if pair[0] != name]
        for count, size in ((150, 300), (900, 48)):
            copies = [(name, repeat(marks, size, quote(marks)))] * count
            yield costly(f"{count} × {name}", [*others, *copies])
    visible = sent.keys() - form.hidden
    share = LARGE // (len(visible) + 1)
    choices = [pair for pair in sorted(form.choices) if not re.search("_[0-9]+$", pair[0])]
    for name, choice in choices or [("", "")]:
        for size in sorted({min(FIELD, share), share}):
            for what, value in quoted_values(size):
                pairs = {**sent, **dict.fromkeys(visible, value), name: choice}
                yield costly(f"{what} in all fields, {name}={choice}", pairs.items())
        for field in visible if name in form.fields else ():
            pairs = {**sent, field: f"1{' ' * LARGE}1", name: choice}
            yield costly(f"spaces in {field}, {name}={choice}", pairs.items())
    for what, value in quoted_values((LARGEST - LARGE) // (len(visible) + 1)):
        pairs = {**sent, **dict.fromkeys(visible, value)}
        yield costly(f"1 MB of {what} in all fields", pairs.items())
    numbered = {name.rpartition("_")[0] for name in sent if re.search("_[0-9]+$", name)}
    if numbered and "enter" in form.path:
        more = [(f"{name}_{n}", "9" * 60) for name in numbered for n in range(100)] * 20
        draft = form.path.replace("enter", "draft")
        yield costly("980 numbered fields", [*sent.items(), *more[: 980 - len(sent)]], draft)
