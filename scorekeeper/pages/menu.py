"""The menu of a table, and the buttons at the top that open it and the page to share."""

from scorekeeper.pages.fragments import render_fragment
from scorekeeper.pages.game_templates import rules_template
from scorekeeper.tables.table import Table


def render_menu(table: Table, may_enter: bool, changeable: str) -> str:
    """`changeable`: what the page of options can change, in words."""
    return render_fragment(
        "tables/_menu.html",
        pk=table.session.pk,
        slug=table.game.slug,
        has_rules=bool(rules_template(table.game)),
        may_enter=may_enter,
        changeable=changeable,
    )


def render_menu_buttons(table: Table, may_enter: bool) -> str:
    return render_fragment("tables/_menu_buttons.html", pk=table.session.pk, may_enter=may_enter)
