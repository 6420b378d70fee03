"""The languages of the site, and how a device or a terminal gets its own."""

import os
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest
from django.utils.encoding import escape_uri_path
from django.utils.translation import get_language, gettext, override, to_language
from django.utils.translation.trans_real import (
    get_supported_language_variant,
    parse_accept_lang_header,
)

PARAMETER = "language"


class LanguageLink(NamedTuple):
    code: str
    name: str  # in the language itself
    address: str


def language_links(request: HttpRequest) -> list[LanguageLink]:
    return [LanguageLink(code, name, url_in(request, code)) for code, name in settings.LANGUAGES]


def link_to_own_language(request: HttpRequest) -> LanguageLink | None:
    """Link to the browser's language if another was chosen, for people who cannot read that one."""
    if settings.LANGUAGE_COOKIE_NAME not in request.COOKIES:
        return None
    code = language_of_browser(request)
    if not code or code == get_language():
        return None
    with override(code):
        # Translators: Name your own language here, instead of English.
        return LanguageLink(code, gettext("This page in English"), url_in(request, code))


def url_in(request: HttpRequest, code: str) -> str:
    query = request.GET.copy()
    query[PARAMETER] = code
    return address_with(request.path, query.urlencode())


def address_with(path: str, query: str) -> str:
    """A path that begins with two slashes would name another host."""
    return f"/{escape_uri_path(path.lstrip('/'))}{'?' if query else ''}{query}"


def language_of_browser(request: HttpRequest) -> str | None:
    languages = parse_accept_lang_header(request.headers.get("Accept-Language", ""))
    return first_supported(code for code, _ in languages)


def language_of_terminal(environment: Mapping[str, str] = os.environ) -> str:
    """Return the language of a locale such as ko_KR.UTF-8."""
    values = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    locale = next(filter(None, values), "").partition(".")[0].partition("@")[0]
    return first_supported([to_language(locale)]) or settings.LANGUAGE_CODE


def first_supported(codes: Iterable[str]) -> str | None:
    for code in codes:
        try:
            return get_supported_language_variant(code)
        except LookupError:
            continue
    return None
