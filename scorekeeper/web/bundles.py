"""Our own scripts and styles: many short files, each kind joined and minified into one request.

Joined scripts share one scope, so no name may occur twice in them. They end statements with
semicolons, since minified they have hardly any newlines, and no template literal holds another.
"""

from collections.abc import Iterable
from functools import cache
from hashlib import blake2b

from django.conf import settings
from django.urls import reverse

from scorekeeper.web.minify import minify_script, minify_style

MINIFIERS = {"js": minify_script, "css": minify_style}

# The files of a bundle, in the order in which the browser has to read them.
BUNDLES = {
    "own.js": (
        "app.js",
        "buttons.js",
        "outbox/disk.js",
        "outbox/form.js",
        "outbox/send.js",
        "outbox/enter.js",
        "outbox/page.js",
        "live/stream.js",
        "live/page.js",
        "live/form.js",
        "live/morph.js",
        "keypad.js",
    ),
    "new_game.js": ("new_game.js",),
    "own.css": (
        "tokens.css",
        "base.css",
        "controls.css",
        "notices.css",
        "scores.css",
        "entry.css",
        "pages.css",
        "screens.css",
    ),
    "display.css": ("display.css",),
}


@cache
def bundle_url(name: str) -> str:
    """Name the content in the address, so that browsers may keep it for good."""
    digest = blake2b(bundle_text(name).encode(), digest_size=6).hexdigest()
    stem, kind = name.split(".")
    return reverse("bundle", args=[stem, digest, kind])


@cache
def bundle_text(name: str) -> str:
    return join_files(BUNDLES[name], name.split(".")[1])


def join_files(names: Iterable[str], kind: str) -> str:
    folder = settings.BASE_DIR / "static" / kind
    return MINIFIERS[kind]("\n".join((folder / name).read_text("utf-8") for name in names))
