"""The page on which a native reader reviews a language: each text beside its English and a picture.

tests/browser/test_layouts.py takes the pictures, each with a file of what its page says.
"""

import re
from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from html import escape, unescape
from pathlib import Path

from babel.messages.catalog import Message

UNSURE = "unsure"  # a comment in a catalogue, "# unsure: why", for the next reviewer
VALUE = re.compile(r"%\(\w+\)[sd]|\{\w*\}")
TAG = re.compile(r"</?\w+[^<>]*>")
INVISIBLE = re.compile("[\u00ad\u200b\u2060]")
GAP = ".{0,60}?"  # what may stand for a value
WORD = r"[^\W\d_]"
STYLE = """
body { margin: 1rem; font: 1rem/1.4 system-ui, sans-serif; }
section { display: flex; gap: 1rem; align-items: start; border-top: 1px solid; padding: 1rem 0; }
section > img { position: sticky; top: 1rem; width: 360px; max-height: 96vh; object-fit: contain; }
table { flex: 1; border-collapse: collapse; }
td { width: 45%; padding: .3rem; border-top: 1px solid #ccc; vertical-align: top; }
td:last-child { width: 10%; } small { color: #666; } .unsure { background: #fec; }
"""


class PagePicture:
    """A picture of a page, and the messages that are read on it."""

    def __init__(self, text_file: Path) -> None:
        self.name = text_file.stem.replace("_", " ")
        self.text = plain_text(text_file.read_text())
        self.picture = text_file.with_suffix(".jpg")
        self.messages: list[Message] = []


def pages_with_messages(
    messages: Sequence[Message], folder: Path
) -> tuple[list[PagePicture], list[Message]]:
    """Return the pages, and the messages that none of them shows.

    A message is listed once, with the fullest page that shows it, so there are few pages to read.
    """
    pages = [PagePicture(file) for file in sorted(folder.glob("*.txt"))]
    pages_by_message = [pages_with_message(message, pages) for message in messages]
    fullness = Counter(page.name for some in pages_by_message for page in some)
    for message, some in zip(messages, pages_by_message, strict=True):
        if some:
            max(some, key=lambda page: fullness[page.name]).messages.append(message)
    others = [message for message, some in zip(messages, pages_by_message, strict=True) if not some]
    return [page for page in pages if page.messages], others


def pages_with_message(message: Message, pages: Sequence[PagePicture]) -> list[PagePicture]:
    patterns = [re.compile(text) for text in map(pattern_of, forms(message.string)) if text]
    return [page for page in pages if any(one.search(page.text) for one in patterns)]


def pattern_of(text: str) -> str:
    """Return a pattern of the text: anything stands for a value, and no word is cut in two.

    A text that has values only has no pattern.
    """
    parts = [re.escape(plain_text(part)) for part in VALUE.split(text.replace("%%", "%"))]
    if not re.search(WORD, "".join(parts)):
        return ""
    before = f"(?<!{WORD})" if re.match(WORD, parts[0]) else ""
    after = f"(?!{WORD})" if re.search(f"{WORD}$", parts[-1]) else ""
    return before + GAP.join(filter(None, parts)) + after


def plain_text(text: str) -> str:
    """Without tags, and with single spaces. Characters without width only say where lines break."""
    return " ".join(INVISIBLE.sub("", unescape(TAG.sub("", text))).split())


def forms(text: str | Sequence[str] | None) -> Sequence[str]:
    return [text or ""] if text is None or isinstance(text, str) else text


def unsure_notes(message: Message) -> list[str]:
    return [note for note in message.user_comments if note.startswith(UNSURE)]


def as_html(language: str, pages: Sequence[PagePicture], others: Sequence[Message]) -> str:
    unsure = filter(unsure_notes, [*(m for page in pages for m in page.messages), *others])
    return "\n".join(
        [
            f'<!doctype html><html lang="{language}"><meta charset="utf-8">',
            f"<title>Scorekeeper: {language}</title><style>{STYLE}</style>",
            *("<h1>Least sure</h1>", *table(unsure)),
            *("<h1>Page by page</h1>" if pages else "<p>There are no pictures.</p>",),
            *(line for page in pages for line in section(page)),
            *("<h1>On no picture</h1>", *table(others)),
        ]
    )


def section(page: PagePicture) -> Iterator[str]:
    yield f"<h2>{escape(page.name)}</h2><section>"
    picture = b64encode(page.picture.read_bytes()).decode()
    yield f'<img loading="lazy" alt="" src="data:image/jpeg;base64,{picture}">'
    yield from table(page.messages)
    yield "</section>"


def table(messages: Iterable[Message]) -> Iterator[str]:
    yield "<table>"
    for message in messages:
        notes = unsure_notes(message)
        remarks = [message.context or "", *message.auto_comments, *notes]
        files = ", ".join(sorted({place for place, _line in message.locations}))
        yield f'<tr class="{UNSURE if notes else ""}">'
        yield f"<td>{lines(forms(message.string))}<td lang=en>{lines(forms(message.id))}"
        yield f"<br><small>{lines(filter(None, remarks))}</small><td><small>{files}</small>"
    yield "</table>"


def lines(texts: Iterable[str]) -> str:
    return "<br>".join(map(escape, texts))
