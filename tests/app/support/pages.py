"""What a page shows and what its forms would send, to a browser without JavaScript."""

import re
from functools import cached_property
from html.parser import HTMLParser

from bs4 import BeautifulSoup, SoupStrainer

# Parsing these alone takes half the time; a field may stand outside the form that it names.
FORM_ELEMENTS = SoupStrainer(["form", "input", "select", "textarea", "button"])
VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}


class Page:
    def __init__(self, response):
        html = response.content.decode()
        self.text = re.sub("<template.*?</template>", "", html, flags=re.DOTALL)
        self.path = response.request["PATH_INFO"] if hasattr(response, "request") else "/"

    def parse(self, only=None):
        # A class attribute stays one string, as written.
        return BeautifulSoup(
            self.text, "html.parser", parse_only=only, multi_valued_attributes=None
        )

    @cached_property
    def soup(self):
        return self.parse()

    @cached_property
    def said(self):
        """All text of the page, with single spaces."""
        return " ".join(self.soup.get_text(" ").split())

    @cached_property
    def tags(self):
        return [(tag.name, tag.attrs) for tag in self.soup(True)]

    @cached_property
    def ids(self):
        return [tag["id"] for tag in self.soup(id=True)]

    @cached_property
    def forms(self):
        soup = self.parse(FORM_ELEMENTS)
        return [Form(self.path, tag, soup) for tag in soup("form")]

    @property
    def errors(self):
        return misplaced_end_tags(self.text)

    def count(self, tag):
        return len(self.soup(tag))

    def links(self):
        return [link["href"] for link in self.soup("a", href=True)]

    def form(self, action):
        """The one form that goes to this address."""
        (form,) = [form for form in self.forms if form.action == action]
        return form

    def form_called(self, name):
        (form,) = [form for form in self.forms if form.id == name]
        return form

    def has_form(self, action):
        return any(form.action == action for form in self.forms)


class Form:
    def __init__(self, path, tag, soup):
        self.action = (tag.get("action") or path).partition("?")[0]
        self.id = tag.get("id")
        self.buttons = tag("button")
        self.fields = {}
        elsewhere = soup(form=self.id) if self.id else []
        for field in [*tag(["input", "select", "textarea"], form=False), *elsewhere]:
            for value in values(field):
                self.fields.setdefault(field["name"], []).append(value)


def values(field):
    """What a form sends of this field."""
    if not field.get("name") or field.name == "button":
        return []
    if field.name == "select":
        return [option.get("value", "") for option in field("option", selected=True)]
    if field.name == "textarea":
        return [field.text.removeprefix("\n")]
    if field.get("type") in ("radio", "checkbox"):
        return [field.get("value", "on")] if field.has_attr("checked") else []
    return [field.get("value", "")]


def misplaced_end_tags(html):
    """The tags that are not closed where they should be; BeautifulSoup corrects them silently."""
    open_tags, misplaced = [], []

    class Checker(HTMLParser):
        def handle_starttag(self, tag, attrs):
            if tag not in VOID:
                open_tags.append(tag)

        def handle_endtag(self, tag):
            if open_tags[-1:] == [tag]:
                open_tags.pop()
            else:
                misplaced.append(f"</{tag}> within {open_tags[-3:]}")

        def handle_startendtag(self, tag, attrs):
            pass

    Checker().feed(html)
    return misplaced
