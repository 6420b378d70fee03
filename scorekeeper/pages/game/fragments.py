"""Parts of pages that are rendered once for all devices at a table, or in a group."""

from collections.abc import Callable, Hashable
from sys import getsizeof
from threading import Lock
from typing import Generic, TypeVar

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import get_language

MOST_BYTES = 8 * 2**20

Key = tuple[Hashable, ...]
Fragment = TypeVar("Fragment", bound=Hashable)


class FragmentCache(Generic[Fragment]):
    """The newest fragments by everything that they show, up to `most` bytes in all."""

    def __init__(self, most: int) -> None:
        self.most, self.bytes = most, 0
        self._fragments: dict[Key, Fragment] = {}
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._fragments)

    def get(self, key: Key, render: Callable[[], Fragment]) -> Fragment:
        """Return the fragment with this key. `render` makes it if it is not there yet."""
        if fragment := self._fragments.get(key):
            return fragment
        fragment = render()
        with self._lock:
            if key not in self._fragments:
                self._fragments[key] = fragment
                self.bytes += size_of((key, fragment))
            while self.bytes > self.most:
                oldest = next(iter(self._fragments))
                self.bytes -= size_of((oldest, self._fragments.pop(oldest)))
        return fragment


def size_of(value: object) -> int:
    """Return the bytes that a value takes, with the tuples in it."""
    return getsizeof(value) + (sum(map(size_of, value)) if isinstance(value, tuple) else 0)


fragments: FragmentCache[str] = FragmentCache(MOST_BYTES)


def render_fragment(template: str, language: str | None = None, **context: Hashable) -> str:
    """Render a template, or return it as it was rendered for the same values.

    They must be what is stored: what a request sent would stay in memory after it was refused.
    `language` saves asking Django for it, which is slow; "" for a template without words.
    """
    key = template, *context.values()
    return keep_fragment(key, lambda: render_to_string(template, context), language)


def keep_fragment(key: Key, render: Callable[[], str], language: str | None = None) -> str:
    """Return what `render` makes, or made for the same key: the template and all that it shows."""
    if settings.DEV:  # a template may have changed
        return render()
    return fragments.get((get_language() if language is None else language, *key), render)
