"""The values that a browser would send from a piece of HTML, and the ids in it."""

from html.parser import HTMLParser

Field = tuple[str, str]
Attributes = dict[str, str | None]


class Controls(HTMLParser):
    """`fields` is sent in any case, one of `buttons` if it is pressed.

    `names` are those of everything that can be filled in, also of what is blank.
    """

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.names: set[str] = set()
        self.fields: list[Field] = []
        self.buttons: list[Field] = []
        self.submits = 0
        self.select = self.area = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.ids.add(given.get("id") or "")
        name = given.get("name") or ""
        if tag == "button" and given.get("type", "submit") == "submit":
            self.submits += 1
            if name:
                self.buttons.append((name, given.get("value") or ""))
        elif tag in ("input", "select", "textarea") and name and "disabled" not in given:
            self.names.add(name)
            self.read_control(tag, name, given)
        elif tag == "option" and self.select and "selected" in given:
            self.fields.append((self.select, given.get("value") or ""))

    def read_control(self, tag: str, name: str, given: Attributes) -> None:
        if tag == "select":
            self.select = name
        elif tag == "textarea":
            self.area = name
            self.fields.append((name, ""))
        elif given.get("type") not in ("radio", "checkbox"):
            self.fields.append((name, given.get("value") or ""))
        elif "checked" in given:
            self.fields.append((name, given.get("value", "on") or ""))

    def handle_data(self, data: str) -> None:
        if self.area:
            self.fields[-1] = (self.area, self.fields[-1][1] + data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self.select = ""
        elif tag == "textarea":
            self.area = ""
