"""Our scripts and styles: many short files, joined and minified so that pages load one of each.

Joined scripts share one scope, so no name may occur twice. Minifying shortens only local names, so
a page's other scripts can use those of the top level.
"""

import gzip
import re
from collections.abc import Iterable
from functools import cache
from hashlib import blake2b
from pathlib import Path

import minify
from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse

from scorekeeper.site.game_files import static_folders

TEXT = r'("[^"]*")'
COMMENTS_AND_SPACES = re.compile(TEXT + r"|(?:/\*.*?\*/|\s)+", re.DOTALL)
# Two kinds of spaces stay: before a colon, where it is the descendant combinator, and as the whole
# value of a custom property, because older browsers drop a property with an empty value.
PUNCTUATION_SPACES = re.compile(TEXT + r"|;? ?(}) ?|(?<!:) ?([{;,>]) ?|(?<=:) (?![;}])")
QUOTES = re.compile(r'(\[[\w-]+[~^$*|]?=)"([A-Za-z][\w-]*)"(?=\])')
"""Quotes that an attribute selector does not need."""

# Each is a bundle by itself.
ALONE = (
    *("keypad.js", "outbox/start.js", "outbox/reopen.js", "outbox/later.js", "feedback.js"),
    *("new_game.js", "refused.js", "sharing.js", "caller.js", "letters.js", "reveal.js"),
    *("paper.js", "provisional/worth.js", "showing.js", "vendor/lean-qr.js", "take.js", "timer.js"),
    *("sharing.css", "caller.css", "letters.css", "marks.css", "rules.css", "exchange.css"),
    *("paper.css", "print.css", "timer.css", "development.css"),
)
# The order matters: scripts use what earlier ones define, and later styles win.
BUNDLES = {
    "own.js": (
        "app.js",
        "outbox/describe.js",
        "outbox/disk.js",
        "outbox/keep.js",
        "outbox/form.js",
        "outbox/send.js",
        "outbox/enter.js",
        "outbox/page.js",
        "outbox/waiting.js",
        "live/stream.js",
        "live/form.js",
        "live/draft.js",
        "live/morph.js",
        "live/page.js",
        "live/highlights.js",
        "rows.js",
        "names.js",
        "buttons.js",
    ),
    "keyboard.js": ("keyboard.js", "questions.js"),
    "provisional.js": ("provisional/so_far.js", "provisional/totals.js", "provisional/form.js"),
    "hand_over.js": ("outbox/sha256.js", "outbox/hand_over.js"),
    "own.css": (
        "tokens.css",
        "base.css",
        "controls.css",
        "notices.css",
        "scores.css",
        "sheet.css",
        "entry.css",
        "questions.css",
        "home.css",
        "names.css",
        "pages.css",
        "screens.css",
        "highlights.css",
    ),
    "showing.css": ("sharing.css", "showing.css"),
    "display.css": ("sharing.css", "display.css"),
    "statistics.css": ("statistics.css", "year.css"),
    **{file.rpartition("/")[2]: (file,) for file in ALONE},
}
RELATIVE = re.compile(r"""url\(\s*["']?(?![/#]|[a-z]+:)([^"')]+?)["']?\s*\)""")
GAME = "game-"
"""A game's own style sheets and scripts are bundles, too: game-chimera.css."""


def minify_script(source: str) -> str:
    text: str = minify.string("text/javascript", source)
    return text


def minify_style(source: str) -> str:
    """Our own, because libraries that do more break selectors within a layer."""
    single_spaced = COMMENTS_AND_SPACES.sub(lambda match: match[1] or " ", source)
    text = PUNCTUATION_SPACES.sub(lambda match: match[match.lastindex or 0].strip(), single_spaced)
    return QUOTES.sub(r"\1\2", text).strip()


MINIFIERS = {"js": minify_script, "css": minify_style}


@cache
def bundles() -> dict[str, list[Path]]:
    """Return the files of each bundle, in order."""
    result = {
        name: [settings.BASE_DIR / "static" / name.split(".")[1] / file for file in files]
        for name, files in BUNDLES.items()
    }
    for folder in static_folders()[1:]:
        slug = folder.parent.name
        for kind in MINIFIERS:
            if files := sorted((folder / slug).glob(f"*.{kind}")):
                result[f"{GAME}{slug}.{kind}"] = files
    return result


@cache
def bundle_url(name: str) -> str:
    """The address contains a digest of the content, so that browsers may cache it for ever."""
    digest = blake2b(bundle_text(name).encode(), digest_size=6).hexdigest()
    stem, kind = name.split(".")
    return reverse("bundle", args=[stem, digest, kind])


@cache
def bundle_text(name: str) -> str:
    return join_files(bundles()[name], name.split(".")[1])


@cache
def zipped_bundle(name: str) -> bytes:
    return gzip.compress(bundle_text(name).encode(), 9)


def join_files(files: Iterable[Path], kind: str) -> str:
    return MINIFIERS[kind]("\n".join(map(read_file, files)))


def read_file(file: Path) -> str:
    """The text of a file. Addresses in a game's style sheet are relative to its folder."""
    text = file.read_text("utf-8")
    if file.suffix == ".css":
        folder = file.parent.name
        text = RELATIVE.sub(lambda match: f"url({static(f'{folder}/{match[1]}')})", text)
    return text


def forget_bundles() -> None:
    """Read the files again when they are needed next."""
    for function in (bundles, bundle_url, bundle_text, zipped_bundle):
        function.cache_clear()
