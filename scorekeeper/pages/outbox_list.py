"""The list of entries that wait on a phone, which its scripts fill in."""

from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.translation import get_language


def render_outbox_list(url: str, may_change: bool) -> str:
    """`url`: of the table whose entries it lists; "" for those of all tables. `may_change`: whether
    they can be changed there.
    """
    return render_cached_list(url, may_change, get_language())


@lru_cache(256)
def render_cached_list(url: str, may_change: bool, language: str) -> str:
    """It is the same as long as a game lasts."""
    return render_to_string("entry/_outbox_list.html", {"url": url, "may_change": may_change})
