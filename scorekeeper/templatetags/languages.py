"""Template tags for the choice of a language."""

from typing import Any

from django import template
from django.utils.translation import get_language, gettext, override

from scorekeeper.site.languages import LanguageLink, language_links, link_to_own_language

register = template.Library()


@register.inclusion_tag("site/_languages.html", takes_context=True)
def language_switch(context: dict[str, Any]) -> dict[str, object]:
    return {"links": language_links(context["request"]), "LANGUAGE_CODE": get_language()}


@register.inclusion_tag("site/_own_language.html", takes_context=True)
def own_language(context: dict[str, Any]) -> dict[str, LanguageLink | str]:
    """A link to the page in the browser's language, for people who cannot read this one."""
    link = link_to_own_language(context["request"]) if "request" in context else None
    if not link:
        return {}
    with override(link.code):
        # Translators: Name your own language here, instead of English.
        return {"link": link, "offer": gettext("This page in English")}
