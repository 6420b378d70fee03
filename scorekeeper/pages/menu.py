"""The menu of a table, and the buttons at the top that open it and the page to share."""

from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.translation import get_language

from scorekeeper.pages.game_templates import rules_template
from scorekeeper.tables.table import Table


def render_menu(table: Table, may_enter: bool, changeable: str) -> str:
    """`changeable`: what the page of options can change, in words."""
    has_rules = bool(rules_template(table.game))
    shown = table.session.pk, table.game.slug, has_rules, may_enter, changeable
    return render_cached_menu(*shown, get_language())


@lru_cache(256)
def render_cached_menu(
    pk: int, slug: str, has_rules: bool, may_enter: bool, changeable: str, language: str
) -> str:
    """It hardly ever changes while a game is played."""
    context = {
        "pk": pk,
        "slug": slug,
        "has_rules": has_rules,
        "may_enter": may_enter,
        "changeable": changeable,
    }
    return render_to_string("tables/_menu.html", context)


def render_menu_buttons(table: Table, may_enter: bool) -> str:
    return render_cached_buttons(table.session.pk, may_enter, get_language())


@lru_cache(256)
def render_cached_buttons(pk: int, may_enter: bool, language: str) -> str:
    return render_to_string("tables/_menu_buttons.html", {"pk": pk, "may_enter": may_enter})
