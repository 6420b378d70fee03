"""Checks that the page of rules can be shown and that all of its text can be translated."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

from django.template.base import Lexer, Token, TokenType

from games.contract import AnyGame
from scorekeeper.game_checks.mistakes import PAGE, TEXT, Mistake, mistake_of_error
from scorekeeper.game_checks.pages import render

OPENS = re.compile(r"(blocktranslate|blocktrans|comment)\b")
CLOSES = re.compile(r"end(blocktranslate|blocktrans|comment)\b")
"""Tags around a text that is translated, or not shown."""

WORD = re.compile(r"[^\W\d_]{2,}")
"""A letter alone may be the name of a card."""

TEXT_ATTRIBUTES = ("alt", "aria-label", "title")


def check_rules_page(game: AnyGame, folder: Path) -> Iterator[Mistake]:
    name = f"{game.slug}/rules.html"
    file = folder / "templates" / name
    if not file.is_file():
        return
    for text, line in Untranslated(file.read_text("utf-8")).texts:
        reason = f"This text cannot be translated: “{text}”. Put it into {{% translate %}}."
        yield Mistake(TEXT, file, reason, line)
    try:
        render(name, {"game": game})
    except Exception as error:
        yield mistake_of_error(PAGE, file, "The page of rules", error)


class Untranslated(HTMLParser):
    """`texts`: those outside of all tags that translate, each with its line."""

    def __init__(self, template: str) -> None:
        super().__init__()
        self.texts: list[tuple[str, int]] = []
        self.feed(without_tags(template))
        self.close()

    def handle_data(self, data: str) -> None:
        if word := WORD.search(data):
            line = self.getpos()[0] + data[: word.start()].count("\n")
            self.texts.append((" ".join(data.split()), line))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in TEXT_ATTRIBUTES and value and WORD.search(value):
                self.texts.append((value, self.getpos()[0]))


def without_tags(template: str) -> str:
    """The template without Django's tags and what they translate, on the same lines."""
    text, is_inside = "", False
    for token in Lexer(template).tokenize():
        is_inside = is_inside_tag(token, is_inside)
        is_text = token.token_type == TokenType.TEXT and not is_inside
        text += token.contents if is_text else "\n" * token.contents.count("\n")
    return text


def is_inside_tag(token: Token, before: bool) -> bool:
    """Return whether such a tag is open after this token; `before` says if one was before it."""
    if token.token_type != TokenType.BLOCK:
        return before
    if CLOSES.match(token.contents):
        return False
    return before or bool(OPENS.match(token.contents))
