"""The content of a page and the data of its forms, for a browser without JavaScript."""

import re
from functools import cached_property

from lxml import html

READ = ".//text()[not(parent::script or parent::style)]"
NOT_TAGS = re.compile(r"<!--.*?-->|<(script|style)\b.*?</\1>", re.DOTALL)
TAG = re.compile(r"""<(/?)([a-z][^\s/>]*)((?:[^>"']|"[^"]*"|'[^']*')*)>""", re.IGNORECASE)
VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}


class Page:
    def __init__(self, response):
        whole = response.content.decode()
        self.text = re.sub("<template.*?</template>", "", whole, flags=re.DOTALL)
        self.path = response.request["PATH_INFO"] if hasattr(response, "request") else "/"

    @cached_property
    def tree(self):
        return html.document_fromstring(self.text or "<html>")

    @cached_property
    def said(self):
        """All text of the page, with single spaces."""
        return text_of(self.tree)

    @cached_property
    def tags(self):
        return [(tag.tag, dict(tag.attrib)) for tag in self.tree.iter("*")]

    @cached_property
    def ids(self):
        return self.tree.xpath("//@id")

    @cached_property
    def forms(self):
        return [Form(self.path, tag) for tag in self.tree.iter("form")]

    @property
    def errors(self):
        return misplaced_end_tags(self.text)

    def all(self, tag="*", **attributes):
        """The tags with these attributes."""
        found = self.tree.iter(tag)
        return [one for one in found if attributes.items() <= dict(one.attrib).items()]

    def count(self, tag):
        return len(self.all(tag))

    def links(self):
        return self.tree.xpath("//a/@href")

    def form(self, action):
        """The one form that goes to this address."""
        (form,) = [form for form in self.forms if form.action == action]
        return form

    def form_called(self, name):
        (form,) = [form for form in self.forms if form.id == name]
        return form

    def has_form(self, action):
        return any(form.action == action for form in self.forms)


def assert_refused(response, why, status=422):
    """Check that it says why, and return its page."""
    page = Page(response)
    assert (response.status_code, why in page.said) == (status, True), (why, page.said)
    return page


class Form:
    def __init__(self, path, tag):
        self.action = (tag.get("action") or path).partition("?")[0]
        self.id = tag.get("id")
        self.changes = tag.get("method", "get").lower() == "post"
        self.buttons = [dict(button.attrib) for button in tag.iter("button")]
        self.fields = {}
        for field in fields_of(tag):
            for value in values(field):
                self.fields.setdefault(field.get("name"), []).append(value)


def fields_of(form):
    """Its fields; a field may stand outside the form that it names."""
    yield from (one for one in form.iter("input", "select", "textarea") if "form" not in one.attrib)
    if name := form.get("id"):
        yield from form.xpath("//*[@form = $name]", name=name)


def values(field):
    """The values that a form sends for this field."""
    if not field.get("name") or field.tag == "button":
        return []
    if field.tag == "select":
        chosen = [option for option in field.iter("option") if "selected" in option.attrib]
        return [option.get("value", "") for option in chosen]
    if field.tag == "textarea":
        return [(field.text or "").removeprefix("\n")]
    if field.get("type") in ("radio", "checkbox"):
        return [field.get("value", "on")] if "checked" in field.attrib else []
    return [field.get("value", "")]


def as_read(text):
    """A browser reads NUL as the replacement character."""
    return text.replace("\0", "\N{REPLACEMENT CHARACTER}")


def source_of(tag):
    return html.tostring(tag, encoding="unicode", with_tail=False)


def text_of(tag):
    """The text that a person reads, with single spaces."""
    return " ".join(" ".join(tag.xpath(READ)).split())


def misplaced_end_tags(text):
    """The tags that are not closed where they should be; a parser corrects them silently."""
    open_tags, misplaced = [], []
    for end, name, rest in TAG.findall(NOT_TAGS.sub("", text)):
        if not end and name not in VOID and not rest.endswith("/"):
            open_tags.append(name)
        elif end and open_tags[-1:] == [name]:
            open_tags.pop()
        elif end:
            misplaced.append(f"</{name}> within {open_tags[-3:]}")
    return misplaced + [f"<{name}> without an end" for name in open_tags]
