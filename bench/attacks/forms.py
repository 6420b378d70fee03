"""The forms of pages, read as a browser reads them."""

import re
from collections.abc import Iterable
from html.parser import HTMLParser
from typing import NamedTuple
from urllib.parse import parse_qsl, urlsplit

from tests.attacks.support.http import Answer, Client

CONTROLS = ("input", "select", "textarea", "button")


class Form(NamedTuple):
    """`fields` and `buttons`: the name of each, and its value when the page opens. `choices`: the
    names and values of buttons and of what can be chosen. `hidden`: the names of hidden fields.
    """

    method: str
    path: str
    fields: dict[str, str]
    buttons: dict[str, str]
    choices: set[tuple[str, str]]
    hidden: set[str]

    @property
    def shape(self) -> tuple[str, ...]:
        """The same for forms with the same fields, such as one for each player."""
        return re.sub("[0-9]+", "0", self.path), *self.fields, *self.buttons


class Page(HTMLParser):
    """`parameters`: the names of what its links and forms ask for in an address."""

    def __init__(self, path: str, text: str) -> None:
        super().__init__()
        self.path = path
        self.forms: dict[str, Form] = {}  # by id; those without one have a number
        self.open = ""
        self.parameters: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.parameters |= {name for name, _ in parse_qsl(urlsplit(given.get("href", "")).query)}
        if tag == "form":
            self.open = given.get("id", str(len(self.forms)))
            path = urlsplit(given.get("action", "")).path or self.path
            self.forms[self.open] = Form(
                given.get("method", "get").lower(), path, {}, {}, set(), set()
            )
        form = self.forms.get(given.get("form", self.open))
        name = given.get("name", "csrfmiddlewaretoken")
        if tag in CONTROLS and form and name != "csrfmiddlewaretoken":
            controls = form.buttons if tag == "button" else form.fields
            controls.setdefault(name, given.get("value", ""))
            if tag == "button" or given.get("type") == "radio":
                form.choices.add((name, given.get("value", "")))
            if given.get("type") == "hidden":
                form.hidden.add(name)
            self.parameters |= {name} if form.method == "get" else set()

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.open = ""


def read_pages(client: Client, paths: Iterable[str]) -> list[Page]:
    """The pages that this client may open."""
    answers = [(path, client.get(path)) for path in paths]
    return [Page(path, answer.text) for path, answer in answers if is_page(answer)]


def is_page(answer: Answer) -> bool:
    return answer.status == 200 and answer.headers.get("content-type", "").startswith("text/html")


def post_forms(pages: Iterable[Page]) -> list[Form]:
    """The forms that send something, one of each shape."""
    forms = [form for page in pages for form in page.forms.values() if form.method == "post"]
    return list({form.shape: form for form in forms}.values())


def begin_game(client: Client, slug: str) -> Page:
    """The page of a new game once somebody sits at its table."""
    path, fields = f"/new/{slug}/", [("seat", "Ana"), ("rows", "Bread, Fish"), ("type", "1")]
    return Page(path, client.post(path, fields).text)


def start_game(client: Client, slug: str, names: Iterable[str]) -> str:
    """Start a game as its page proposes it. Return the path of its table."""
    form = next(form for form in post_forms([begin_game(client, slug)]) if "seat" in form.fields)
    fields = {**form.fields, "name": "", "start": "1"}
    del fields["seat"]
    answer = client.post(form.path, [*fields.items(), *(("seat", name) for name in names)])
    return answer.location
