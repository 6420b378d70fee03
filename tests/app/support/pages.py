"""Reads a page as a browser without JavaScript does: which forms it has, and what each would send."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}


@dataclass
class Form:
    action: str  # without what follows a question mark
    id: str | None = None
    fields: dict[str, list[str]] = field(default_factory=dict)
    buttons: list[dict[str, str | None]] = field(default_factory=list)

    def add(self, name, value):
        self.fields.setdefault(name, []).append(value)


class Page(HTMLParser):
    """Every form with its fields, and what a checker of pages asks for; not what only a script would take."""

    def __init__(self, response):
        super().__init__()
        self.text = re.sub(
            "<template.*?</template>", "", response.content.decode(), flags=re.DOTALL
        )
        self.path = response.request["PATH_INFO"] if hasattr(response, "request") else "/"
        self.forms, self.ids, self.tags, self.words, self.open, self.errors = [], [], [], [], [], []
        self.current = self.select = self.textarea = None
        self.elsewhere = []
        self.feed(self.text)
        self.close()
        for owner, name, value in self.elsewhere:
            self.form_called(owner).add(name, value)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.tags.append((tag, attrs))
        if attrs.get("id"):
            self.ids.append(attrs["id"])
        if tag not in VOID:
            self.open.append((tag, attrs))
        if tag == "form":
            self.current = Form(
                (attrs.get("action") or self.path).partition("?")[0], attrs.get("id")
            )
            self.forms.append(self.current)
        self.take_field(tag, attrs)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def take_field(self, tag, attrs):
        name = attrs.get("name")
        if tag == "input" and name:
            checkable = attrs.get("type") in ("radio", "checkbox")
            if not checkable or "checked" in attrs:
                self.put(attrs, attrs.get("value", "on" if checkable else "") or "")
        elif tag == "button" and self.current:
            self.current.buttons.append(attrs)
        elif tag == "select":
            self.select = attrs
        elif tag == "option" and self.select and "selected" in attrs:
            self.put(self.select, attrs.get("value") or "")
        elif tag == "textarea":
            self.textarea = (attrs, [])

    def put(self, attrs, value):
        if "form" in attrs:
            self.elsewhere.append((attrs["form"], attrs["name"], value))
        elif self.current:
            self.current.add(attrs["name"], value)

    def handle_endtag(self, tag):
        if tag == "textarea" and self.textarea:
            attrs, parts = self.textarea
            self.put(attrs, "".join(parts).removeprefix("\n"))
            self.textarea = None
        if tag == "form":
            self.current = None
        if tag == "select":
            self.select = None
        if not self.open or self.open[-1][0] != tag:
            self.errors.append(f"</{tag}> closes nothing that is open: {self.open[-3:]}")
        else:
            self.open.pop()

    def handle_data(self, data):
        if self.textarea:
            self.textarea[1].append(data)
        if not any(tag in ("script", "style") for tag, _ in self.open):
            self.words.append(data)

    @property
    def said(self):
        """All the page says, with single spaces."""
        return " ".join(" ".join(self.words).split())

    def count(self, tag):
        return sum(name == tag for name, _ in self.tags)

    def form(self, action):
        """The one form that goes to this address."""
        (found,) = [form for form in self.forms if form.action == action]
        return found

    def form_called(self, name):
        (found,) = [form for form in self.forms if form.id == name]
        return found

    def has_form(self, action):
        return any(form.action == action for form in self.forms)

    def links(self):
        return [attrs["href"] for tag, attrs in self.tags if tag == "a" and "href" in attrs]
