"""The year of a player, card by card."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import registry
from games.contract import format_number
from scorekeeper.formats import grouped
from scorekeeper.pages.game_filters import Which
from scorekeeper.pages.statistics.rates import percent
from scorekeeper.pages.statistics.titles import family_title
from scorekeeper.pages.statistics.year_cards import (
    Card,
    CardLine,
    Review,
    day_text,
    games_line,
    opponents_text,
)
from scorekeeper.statistics import head_to_head
from scorekeeper.statistics.head_to_head import Pairing
from scorekeeper.statistics.player import Totals
from scorekeeper.statistics.plays import Family
from scorekeeper.statistics.records import kinds_of
from scorekeeper.statistics.wins import Wins
from scorekeeper.statistics.years import MOST_TIED, leading, year_figures
from scorekeeper.tables.rounds import table_url

MOST_KINDS = 2


def wins_of(review: Review, before: bool = False) -> Wins:
    """The player's in the year, or in the one before."""
    figures = review.figures
    if before:
        figures = year_figures(review.history, figures.year - 1, figures.player)
    player = figures.player or 0
    return figures.wins.get(player) or Wins(player)


def wins(review: Review) -> Card | None:
    own = wins_of(review)
    if not own.wins:
        return None
    line = games_line(review.url(which=Which.WON))
    if own.shared:
        line = line._replace(detail=_("%(n)s shared") % {"n": grouped(own.shared)})
    unit = ngettext("of %(n)s game", "of %(n)s games", own.games) % {"n": grouped(own.games)}
    return Card(_("Wins"), grouped(own.wins), unit, [line])


def win_share(review: Review) -> Card | None:
    """Return a card of the share of wins beside that of chance, and that of the year before."""
    now, before, year = wins_of(review), wins_of(review, before=True), review.figures.year - 1
    if now.share is None:
        return None
    lines = [games_line(review.url(which=Which.COUNTED))]
    if before.share is not None:
        text = _("%(share)s in %(year)s") % {"share": percent(before.share), "year": year}
        lines.append(CardLine(text, review.url(which=Which.COUNTED, year=year)))
    unit = _("(by chance %(share)s)") % {"share": percent(now.chance)}
    return Card(_("Win share"), percent(now.share), unit, lines)


def evenings(review: Review) -> Card | None:
    """Return a card of the evenings the player came to, out of the group's."""
    number = len(review.figures.evenings)
    total = len(year_figures(review.history, review.figures.year, None).evenings)
    if not number or total < 2:
        return None
    unit = ngettext("of %(n)s evening", "of %(n)s evenings", total) % {"n": grouped(total)}
    line = games_line(review.url(which=Which.COUNTED))
    return Card(_("Evenings"), grouped(number), unit, [line])


def favourite(review: Review) -> Card | None:
    favourites = head_to_head.favourites(pairings_of(review))
    if not favourites:
        return None
    unit = ngettext("of %(n)s game above", "of %(n)s games above", favourites[0].meetings)
    return pairing_card(review, _("Favourite opponent"), unit, favourites[0].above, favourites)


def nemesis(review: Review) -> Card | None:
    nemeses = head_to_head.nemeses(pairings_of(review))
    if not nemeses:
        return None
    unit = ngettext("of %(n)s game below", "of %(n)s games below", nemeses[0].meetings)
    return pairing_card(review, _("Nemesis"), unit, nemeses[0].below, nemeses)


def pairings_of(review: Review) -> list[Pairing]:
    return review.figures.pairings[review.figures.player or 0]


def pairing_card(
    review: Review, title: str, unit: str, number: int, pairings: Sequence[Pairing]
) -> Card:
    lines = [opponent_line(review, one) for one in pairings]
    if len(lines) > MOST_TIED:
        lines = [CardLine(opponents_text(len(lines)), review.url(which=Which.COUNTED))]
    return Card(title, grouped(number), unit % {"n": grouped(pairings[0].meetings)}, lines)


def opponent_line(review: Review, pairing: Pairing) -> CardLine:
    opponent = review.person(pairing.opponent)
    url = review.url(opponent=opponent.pk, which=Which.COUNTED)
    return CardLine(opponent.name, url, player=opponent)


def frequent_opponents(review: Review) -> Card | None:
    first = leading(pairings_of(review), lambda one: one.meetings)
    if not first or first[0].meetings == 1:
        return None
    lines = [opponent_line(review, one) for one in first]
    return Card(_("Most games with"), grouped(first[0].meetings), _("games together"), lines)


def best_totals(review: Review) -> Iterator[Card]:
    """Yield the best total of each game in its kind played most, beside the year before."""
    figures = review.figures
    before = year_figures(review.history, figures.year - 1, figures.player)
    earlier = kinds_of(before.plays)
    families: set[Family] = set()
    for kind, plays in kinds_of(figures.plays).items():
        if plays[0].family not in families and len(families) < MOST_KINDS:
            families.add(plays[0].family)
            player = figures.player or 0
            last_year = Totals(player, earlier[kind]) if kind in earlier else None
            yield best_total(review, Totals(player, plays), last_year)


def best_total(review: Review, totals: Totals, last_year: Totals | None) -> Card:
    play = totals.best_play
    lines = [CardLine(day_text(play.played_at), table_url(play.pk))]
    if last_year:
        text = _("%(total)s in %(year)s") % {
            "total": format_number(last_year.best),
            "year": review.figures.year - 1,
        }
        lines.append(CardLine(text, table_url(last_year.best_play.pk)))
    title, best = family_title(review.history, play.family), _("best total")
    return Card(
        f"{title} · {best}",
        format_number(totals.best),
        "",
        lines,
        registry.games().get(play.game),
        lines_of_figure=1,
    )
