"""Template tags for parts of the site's own pages. Games do not use them."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

from django import template
from django.core.paginator import Paginator
from django.forms import BaseForm
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games import registry
from games.contract import format_number
from scorekeeper.exchange.bgstats import link_of
from scorekeeper.forms.errors import FormError, entry_form_errors, form_errors
from scorekeeper.models import Group, Role
from scorekeeper.pages.game.caller import LEVELS, call_of
from scorekeeper.pages.game.fragments import keep_fragment, render_fragment
from scorekeeper.pages.game.history import Change
from scorekeeper.pages.game.last_change import last_change_of
from scorekeeper.pages.game.presence import entering_notice
from scorekeeper.pages.game.sheet import render_rows, sheet_url
from scorekeeper.pages.game.standings import Standing, render_standings
from scorekeeper.pages.game.table import changeable
from scorekeeper.pages.game.turn_timer import turn_timer
from scorekeeper.pages.statistics import limits
from scorekeeper.people.names import sort_players
from scorekeeper.site.languages import LanguageLink, language_links, link_to_own_language
from scorekeeper.site.template_loader import rules_template
from scorekeeper.tables.rounds import SheetRow
from scorekeeper.tables.table import Table

register = template.Library()

register.filter("entry_errors", entry_form_errors)
register.simple_tag(render_rows, name="rows")

IN_PLACE = " data-in-place"  # see static/js/rows.js


@register.simple_tag(takes_context=True)
def standings_list(context: template.Context) -> str:
    bests = context.get("personal_bests") or ()  # of a finished game
    return render_standings(context["table"], context["standings"], bests)


@register.simple_tag(takes_context=True)
def menu(context: template.Context) -> str:
    """Render the menu of what else can be done with the page's table. A page that is rendered for
    all devices has a hole in place of what can be changed.
    """
    table: Table = context["table"]
    return render_fragment(
        "tables/_menu.html",
        pk=table.session.pk,
        slug=table.game.slug,
        may_enter=context["may_enter"],
        has_result=table.board.finished and not table.is_unplayed,
        changeable=context.get("changeable") or changeable(table, table.session.may(Role.HOST)),
        bgstats=link_of(table) if table.board.finished else "",
    )


@register.filter
def has_rules(slug: str) -> bool:
    return bool(rules_template(registry.games()[slug]))


@register.simple_tag(takes_context=True)
def outbox_list(context: template.Context) -> str:
    """Entries that wait on this phone, of the page's table or of all; its scripts fill them in."""
    table: Table | None = context.get("table")
    may_change = table is not None and context.get("may_enter") is not False
    url = table.url if table else ""
    sealing = (context.get("sealing") or table.session.sealing) if table and may_change else ""
    return render_fragment(
        "entry/_outbox_list.html", url=url, may_change=may_change, sealing=sealing
    )


@register.simple_tag
def show_turn_timer(table: Table) -> str:
    """Render the turn timer of a game that has one, while it goes on."""
    timer = turn_timer(table)
    return render_to_string("tables/_turn_timer.html", {"timer": timer}) if timer else ""


@register.simple_tag
def group_players(group: Group, number: int) -> str:
    """List a group's players; very many come in pages, those with most games first. The games are
    counted again only when the group has changed.
    """
    template = "people/_group_players.html"

    def render() -> str:
        by_games = sorted(group.players.with_games(), key=lambda player: -player.games)
        page = Paginator(by_games, limits.MOST_PLAYERS).get_page(number)
        more = page.paginator.count - page.end_index()
        context = {"group": group, "players": sort_players(page), "page": page, "more": more}
        return render_to_string(template, context)

    return keep_fragment((template, group.pk, group.created_at, group.version, number), render)


@register.simple_tag
def opens(row: SheetRow) -> str:
    """Attributes of a link that opens a round in place; without a script, on its own page."""
    return format_html('href="{}"' + IN_PLACE, row.url)


@register.simple_tag
def folds(row: SheetRow, table: Table, in_place: bool) -> str:
    """Attributes of a link that closes a round; on the round's own page it leads to the sheet."""
    link = 'href="{}#round-{}" aria-expanded="true"' + (IN_PLACE if in_place else "")
    return format_html(link, sheet_url(table, row.slot), row.slot)


@register.inclusion_tag("tables/_live.html")
def live(
    table: Table,
    awake: bool = False,
    busy: str | None = None,
    highlights: str = "",
    standings: Sequence[Standing] = (),
    change: Change | None = None,
    level: str = "",
) -> dict[str, object]:
    """Make the page follow its game.

    `awake` keeps the screen on; `highlights` are to be shown, and new totals in the `standings`
    are told to screen readers. `level`: how much the device says aloud. A page that shows who is
    entering, or the last change, gives them as `busy` and `change`.
    """
    return {
        "table": table,
        "said": with_new_totals(describe(change or last_change_of(table)), standings),
        "busy": entering_notice(table) if busy is None else busy,
        "awake": awake,
        "highlights": highlights,
        "call": call_of(table, level) if level else None,
    }


@register.simple_tag(takes_context=True)
def caller_choices(context: template.Context) -> list[tuple[str, str, bool]]:
    """How much the device may say aloud: the value, in words, and whether that is chosen."""
    levels = {"": _("Off"), **LEVELS}
    return [(level, str(words), level == context["caller"]) for level, words in levels.items()]


def describe(change: Change | None) -> str:
    """Describe the last change: Round 5 entered: Ana +90 · Ben 0 · Ben’s phone."""
    if not change:
        return ""
    round, what = change.table.saved_round, change.done.sentence
    points = f": {round.gains}" if round and round.gains else ""
    return f"{what}{points} · {change.entry.signature}"


def with_new_totals(change: str, standings: Sequence[Standing]) -> str:
    totals = [f"{one.name} {format_number(one.total)}" for one in standings if one.has_moved]
    if not totals:
        return change
    return _("%(change)s · Totals: %(totals)s") % {"change": change, "totals": " · ".join(totals)}


@register.inclusion_tag("site/_languages.html", takes_context=True)
def language_switch(context: dict[str, Any]) -> dict[str, object]:
    return {"links": language_links(context["request"]), "LANGUAGE_CODE": get_language()}


@register.simple_tag(takes_context=True)
def own_language(context: dict[str, Any]) -> LanguageLink | None:
    """Return a link to the page in the browser's language, for people who cannot read this one."""
    return link_to_own_language(context["request"]) if "request" in context else None


@register.simple_tag(takes_context=True)
def page_errors(context: template.RequestContext) -> Sequence[FormError]:
    """The errors of a page whose form was refused, for its title and its summary.

    Forms are found among the variables of the page; `failures` has errors that no form knows. An
    entry form, which is also checked while it is filled in, says itself whether it was `refused`.
    """
    request = context.get("request")
    if not request or request.method != "POST" or request.htmx:
        return ()
    if check := context.get("check"):
        return entry_form_errors(check.form) if context.get("refused") else ()
    errors = chain.from_iterable(map(form_errors, bound_forms(context.flatten().values())))
    failures: Any = context.get("failures", [])
    return [*failures, *errors]


def bound_forms(values: Iterable[Any]) -> Iterable[BaseForm]:
    """Each once. `isinstance` would evaluate lazy values: the CSRF token would set its cookie."""
    forms = {id(value): value for value in values if issubclass(type(value), BaseForm)}
    return [form for form in forms.values() if form.is_bound]
