"""Template tags and filters for points, players and rounds."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy, npgettext

from games import registry
from games.contract import AnyGame, format_number, signed
from games.kit.lists import join_names, list_items
from scorekeeper.formats import INITIAL, format_day, grouped, in_games, labels, line_size, word_size
from scorekeeper.forms.seating import seatable
from scorekeeper.models import GameSession
from scorekeeper.pages.game.breakdown import PlayerBreakdown
from scorekeeper.pages.game.chart import briefly, render_chart
from scorekeeper.pages.game.fragments import keep_fragment, render_fragment
from scorekeeper.pages.game.standings import lead, points_scripts
from scorekeeper.pages.game_rows import MOST_NAMES
from scorekeeper.people.devices import last_used
from scorekeeper.site.bundles import GAME, bundle_url, bundles
from scorekeeper.site.template_loader import icon_template, rules_template
from scorekeeper.tables.entering.drafts import DraftChange
from scorekeeper.tables.game_forms import form_template
from scorekeeper.tables.kinds import session_title
from scorekeeper.tables.table import Table
from scorekeeper.tables.translate import render_text

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

register = template.Library()

register.filter(briefly)
register.filter("format_day", format_day, expects_localtime=True)
register.filter(form_template)
register.filter(grouped)
register.filter("icon", icon_template)
register.filter(in_games)
register.filter("joined", join_names)
register.filter(labels)
register.filter(last_used)
register.filter(lead)
register.filter(line_size)
register.filter(list_items)
register.filter("points", format_number)
register.filter(points_scripts)
register.filter(render_text)
register.filter(rules_template)
register.filter(seatable)
register.filter(signed)
register.filter(word_size)
register.simple_tag(bundle_url)
register.simple_tag(render_chart, name="draw")


@register.filter
def as_change(number: int) -> str:
    return format_html('<span class="change{}">{}</span>', minus_class(number), signed(number))


@register.filter
def as_total(number: int) -> str:
    return format_html('<b class="total{}">{}</b>', minus_class(number), format_number(number))


def minus_class(number: int) -> str:
    return " minus" if number < 0 else ""


@register.simple_tag(takes_context=True)
def mark(context: template.Context, seat: int) -> int:
    """The mark of the player in this seat of the page's table, for the class `seat-N`."""
    table: Table = context["table"]
    return table.seating.marks[seat]


@register.simple_tag(takes_context=True)
def token(context: template.Context, seat: int, name: str, size: str = "") -> str:
    """A player's shape, colour and initial; `seat` is that of the page's table."""
    return player_token(mark(context, seat), name, size)


@register.simple_tag
def player_token(mark: int, name: str, size: str = "") -> str:
    """A player's token on a page without a table."""
    html = '<b class="token {} seat-{}" aria-hidden="true">{}</b>'
    return format_html(html, size, mark, INITIAL.findall(name)[0].upper())


@register.simple_tag
def fragment(template_name: str, **values: Hashable) -> str:
    """Include a template with nothing but these values. For the same ones it is rendered once, so
    none of them may be as a request sent it: what was refused would stay in memory.
    """
    return render_fragment(template_name, None, **values)


@register.simple_tag
def option_facts(table: Table) -> str:
    """The options of the page's game in words. Many games have the same ones."""
    template, is_known = "tables/_facts.html", not table.imported_result
    key = template, table.game.slug, is_known, repr(table.options)
    return keep_fragment(key, lambda: render_to_string(template, {"facts": table.option_facts}))


@register.simple_tag
def sheet_head(table: Table) -> str:
    """The head of a score sheet: whether its rows are rounds, turns or entries, and the players."""
    unit = "round" if table.has_rounds else "turn" if table.has_turns else "entry"
    winners = table.winners
    players = tuple(
        (name, mark, seat in winners)
        for seat, (name, mark) in enumerate(zip(table.names, table.seating.marks, strict=True))
    )
    return render_fragment("tables/_sheet_head.html", unit=unit, players=players)


@register.simple_tag
def choice_cards(
    name: str, choices: Iterable[tuple[object, str]], chosen: object = "", first_id: str = ""
) -> str:
    """Cards to tap, one of which can be chosen: values, each with its label.

    Nothing is chosen if a request sent something else. A link to `first_id` leads to the first.
    """
    pairs = tuple((str(value), label) for value, label in choices)
    chosen = next((value for value, _label in pairs if value == str(chosen)), "")
    return render_fragment(
        "entry/_choice_cards.html", "", name=name, choices=pairs, chosen=chosen, first_id=first_id
    )


@register.simple_tag
def number_cards(name: str, numbers: Iterable[object], chosen: object = "") -> str:
    return choice_cards(name, [(number, str(number)) for number in numbers], chosen)


@register.simple_tag(takes_context=True)
def seat_cards(
    context: template.Context,
    field: str,
    seats: Iterable[tuple[int, str]],
    chosen: object = None,
    kind: str = "radio",
) -> str:
    """Cards of players to tap: seats of the page's table, each with the player's name.

    `chosen` is a value, or a list of values if the `kind` is "checkbox".
    """
    values = set(map(str, chosen if isinstance(chosen, list | tuple) else [chosen]))
    cards = tuple((seat, mark(context, seat), name, str(seat) in values) for seat, name in seats)
    return render_fragment("entry/_seat_cards.html", "", field=field, cards=cards, kind=kind)


@register.filter
def some(names: Sequence[str]) -> str:
    """Ana, Ben, Cho and 17 more."""
    if len(names) <= MOST_NAMES + 1:
        return join_names(names)
    more = len(names) - MOST_NAMES
    text = npgettext("players", "%(names)s and %(more)s more", "%(names)s and %(more)s more", more)
    return text % {"names": list_items(names[:MOST_NAMES]), "more": more}


@register.filter
def leading(table: Table) -> list[str]:
    return [name for name, rank in zip(table.names, table.board.ranks, strict=True) if rank == 1]


@register.filter
def verdict_parts(table: Table) -> tuple[str, str, str]:
    """The verdict in parts, to shorten a long name only: "Ana", " leads with 141", " · 20 left"."""
    first, *others = leading(table)
    verdict = table.verdict
    starts_with_name = not others and verdict.lower().startswith(first.lower())
    length = len(first) if starts_with_name else 0
    points, dot, rest = verdict[length:].partition(" · ")
    return verdict[:length], points, dot + rest


@register.filter
def best(table: Table) -> int:
    return table.board.totals[table.board.ranks.index(1)]


# Of a game that has rounds, of one that has turns, of any other.
PLAYED = (
    ngettext_lazy("after %(n)s round", "after %(n)s rounds", "n"),
    ngettext_lazy("after %(n)s turn", "after %(n)s turns", "n"),
    ngettext_lazy("after %(n)s entry", "after %(n)s entries", "n"),
)
WAITING = (
    ngettext_lazy("%(n)s round waits on this phone", "%(n)s rounds wait on this phone", "n"),
    ngettext_lazy("%(n)s turn waits on this phone", "%(n)s turns wait on this phone", "n"),
    ngettext_lazy("%(n)s entry waits on this phone", "%(n)s entries wait on this phone", "n"),
)
TO_CHOOSE = (
    ngettext_lazy("%(n)s round waits for your choice", "%(n)s rounds wait for your choice", "n"),
    ngettext_lazy("%(n)s turn waits for your choice", "%(n)s turns wait for your choice", "n"),
    ngettext_lazy("%(n)s entry waits for your choice", "%(n)s entries wait for your choice", "n"),
)


def in_units(table: Table, count: int, texts: Sequence[StrPromise]) -> str:
    rounds, turns, entries = texts
    text = rounds if table.has_rounds else turns if table.has_turns else entries
    return text % {"n": count}


@register.simple_tag
def played_text(table: Table) -> str:
    """Return how many rounds of a finished game count; of one that has none, why."""
    if table.imported_result:
        return _("Imported with its totals only")
    count = sum(not result.problem for result in table.board.results)
    return in_units(table, count, PLAYED)


@register.filter
def of_field(changes: Mapping[str, list[DraftChange]], name: str) -> list[DraftChange]:
    """Return what other devices changed in this field of the draft."""
    return changes.get(name, []) if changes else []


@register.filter
def says_more(breakdowns: Sequence[PlayerBreakdown]) -> bool:
    """Return whether a breakdown says more than the entry itself."""
    return any(player.how != "" for player in breakdowns)


class WaitingTexts(NamedTuple):
    """Texts about one round and about two that wait on a phone, and that wait for its user."""

    one: str
    many: str
    choose_one: str
    choose_many: str


@register.simple_tag
def waiting_texts(table: Table) -> WaitingTexts:
    texts = (in_units(table, count, text) for text in (WAITING, TO_CHOOSE) for count in (1, 2))
    return WaitingTexts(*texts)


@register.filter
def game_title(session: GameSession) -> str:
    """The game's title, not its own one; the slug if its folder is gone."""
    game = registry.games().get(session.game)
    return _(game.title) if game else session_title(session)


@register.filter
def points_urls(game: AnyGame) -> str:
    """The URLs of the game's own scripts and those for its points, for a page to load later."""
    urls = [bundle_of(game, "js"), *map(bundle_url, points_scripts(game))]
    return " ".join(filter(None, urls))


@register.filter
def bundle_of(game: AnyGame, kind: str) -> str:
    """The URL of the game's own style sheets ("css") or scripts ("js"); "" if it has none."""
    name = f"{GAME}{game.slug}.{kind}"
    return bundle_url(name) if name in bundles() else ""
