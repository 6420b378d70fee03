"""Points and people as a score pad shows them."""

from collections.abc import Sequence
from functools import cache, lru_cache

from django import template
from django.templatetags.static import static
from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import registry
from games.contract import AnyGame, format_number
from scorekeeper.forms import seatable
from scorekeeper.models import GameSession
from scorekeeper.pages.breakdown import PlayerBreakdown, breakdown
from scorekeeper.pages.chart import briefly
from scorekeeper.pages.finished_games import SHOWN
from scorekeeper.pages.history import done
from scorekeeper.pages.presence import entering_notice
from scorekeeper.pages.sheet import Row, render_row, sheet_url
from scorekeeper.pages.standings import Standing
from scorekeeper.people.devices import last_used
from scorekeeper.tables.rounds import Round
from scorekeeper.tables.table import Table
from scorekeeper.tables.translate import render_text
from scorekeeper.web.bundles import bundle_url

register = template.Library()


@register.filter
def points(number: int) -> str:
    """With a real minus sign: −40."""
    return format_number(number)


@register.filter
def signed(number: int) -> str:
    """What a round brought: +90, −40, and a plain 0."""
    return f"+{points(number)}" if number > 0 else points(number)


@register.filter
def grouped(number: int) -> str:
    """A number of things: 1,000."""
    return number_format(number, force_grouping=True)


@register.filter
@lru_cache(4096)
def as_change(number: int) -> str:
    return format_html('<span class="change{}">{}</span>', minus(number), signed(number))


@register.filter
@lru_cache(4096)
def as_total(number: int) -> str:
    return format_html('<b class="total{}">{}</b>', minus(number), points(number))


def minus(number: int) -> str:
    return " minus" if number < 0 else ""


@register.simple_tag
def row(round: Round) -> str:
    """A row of the score sheet."""
    return render_row(round)


@register.simple_tag
def opens(row: Row) -> str:
    """What makes a link open the round where it stands; without a script it goes to the round's own page."""
    link = 'href="{0}" hx-get="{0}" hx-target="#round-{1}" hx-select="#round-{1}" hx-swap="outerHTML settle:0ms"'
    return format_html(link, row.url, row.slot)


@register.simple_tag
def folds(row: Row, table: Table, scripted: bool) -> str:
    """What makes a link close the round again; on its own page it leads back to the sheet."""
    link = 'href="{0}#round-{1}" aria-expanded="true"'
    here = (
        ' hx-get="{0}" hx-target="#round-{1}" hx-select="#round-{1}" hx-swap="outerHTML settle:0ms"'
    )
    return format_html(link + here if scripted else link, sheet_url(table, row.slot), row.slot)


@register.simple_tag
def token(seat: int, name: str, size: str = "") -> str:
    """Whoever sits there, as a shape, a colour and an initial."""
    return format_html(
        '<b class="token {} seat-{}" aria-hidden="true">{}</b>', size, seat, name[:1].upper()
    )


register.filter(seatable)
register.filter(briefly)
register.filter(last_used)
register.filter(render_text)


@register.filter
def joined(names: Sequence[str]) -> str:
    """Ana, Ben and Cho."""
    *first, last = names
    return (
        _("%(names)s and %(last)s") % {"names": ", ".join(first), "last": last} if first else last
    )


@register.filter
def some(names: Sequence[str]) -> str:
    """Ana, Ben, Cho and 17 more."""
    if len(names) <= SHOWN + 1:
        return joined(names)
    more = {"names": ", ".join(names[:SHOWN]), "count": len(names) - SHOWN}
    return (
        ngettext("%(names)s and %(count)s more", "%(names)s and %(count)s more", more["count"])
        % more
    )


@register.filter
def leading(table: Table) -> list[str]:
    """Who is first now."""
    return [name for name, rank in zip(table.names, table.board.ranks, strict=True) if rank == 1]


@register.filter
def best(table: Table) -> int:
    """The total of whoever is first now."""
    return table.board.totals[table.board.ranks.index(1)]


@register.filter
def counting(table: Table) -> int:
    """How many rounds count."""
    return sum(not result.problem for result in table.board.results)


@register.filter
def ahead(standings: Sequence[Standing]) -> int:
    """By how many points the first leads."""
    return abs(standings[0].total - standings[1].total) if standings[1:] else 0


@register.filter
def telling(parts: Sequence[PlayerBreakdown]) -> bool:
    """Whether it says more than what was entered."""
    return any(part.how != "" for part in parts)


register.simple_tag(bundle_url)


@register.inclusion_tag("_live.html")
def live(table: Table, awake: bool = False) -> dict[str, object]:
    """What makes a page follow its game: which state it shows, and what is said of it once it is another. `awake`: the
    screen it is shown on is not to go dark.
    """
    return {
        "table": table,
        "said": said_last(table),
        "busy": entering_notice(table),
        "awake": awake,
    }


def said_last(table: Table) -> str:
    """The last change as a sentence: Round 5 entered: Ana +90, Ben 0 · Ben’s phone."""
    if not (entry := table.last_change):
        return ""
    round = table.round(entry.slot) if entry.slot and not entry.back_to_id else None
    parts = breakdown(table, round.result) if round and not round.problem else []
    points = " · ".join(f"{part.name} {signed(part.points)}" for part in parts)
    what = done(table, entry).sentence
    return f"{what}: {points} · {entry.signature}" if points else f"{what} · {entry.signature}"


@register.filter
def game_title(session: GameSession) -> str:
    """What is played there; a game whose folder is gone goes by its number."""
    game = registry.games().get(session.game)
    return _(game.title) if game else str(session)


@register.filter
def style_sheet(game: AnyGame) -> str:
    """Where the game's own style sheet is; nothing for a game that does with ours."""
    return static(f"{game.slug}/{game.slug}.css") if has_style_sheet(game.slug) else ""


@cache
def has_style_sheet(slug: str) -> bool:
    return (registry.folders()[slug] / "static" / slug / f"{slug}.css").is_file()
