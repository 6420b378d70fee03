"""The year of a group, card by card."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import registry
from games.contract import Figure, Measure
from scorekeeper.formats import grouped
from scorekeeper.pages.game_filters import Which
from scorekeeper.pages.statistics.titles import family_title
from scorekeeper.pages.statistics.year_cards import Card, CardLine, Review, games_line
from scorekeeper.statistics.group import FamilyPlays
from scorekeeper.statistics.rates import figures_of_game
from scorekeeper.statistics.years import MOST_TIED, PlayerPairing, leading
from scorekeeper.tables.translate import render_text

MOST_COUNTS = 3


def champion(review: Review) -> Card | None:
    wins = review.figures.wins.values()
    people = [one for one in wins if review.history.is_person(one.player)]
    first = leading(people, lambda one: one.wins)
    if not first or not first[0].wins:
        return None
    lines = [
        CardLine(
            review.person(one.player).name,
            review.url(player=one.player, which=Which.WON),
            ngettext("of %(n)s game", "of %(n)s games", one.games) % {"n": grouped(one.games)},
            review.person(one.player),
        )
        for one in first
    ]
    title = _("Champion") if len(first) == 1 else _("Champions")
    return Card(title, grouped(first[0].wins), ngettext("win", "wins", first[0].wins), lines)


def best_attendance(review: Review) -> Card | None:
    evenings = len(review.figures.evenings)
    first = leading(review.figures.attendance.items(), lambda one: one[1])
    if evenings < 2 or not first:
        return None
    lines = [
        CardLine(player.name, review.url(player=player.pk, which=Which.COUNTED), player=player)
        for player in (review.person(pk) for pk, _evenings in first)
    ]
    unit = ngettext("of %(n)s evening", "of %(n)s evenings", evenings) % {"n": grouped(evenings)}
    return Card(_("Came most often"), grouped(first[0][1]), unit, lines)


def nemesis(review: Review) -> Card | None:
    if not (nemeses := review.figures.worst_nemeses):
        return None
    lines = [nemesis_line(review, one) for one in nemeses]
    if len(lines) > MOST_TIED:
        text = _("%(n)s pairs of players") % {"n": grouped(len(lines))}
        lines = [CardLine(text, review.url(which=Which.COUNTED))]
    meetings = nemeses[0].pairing.meetings
    unit = ngettext("of %(n)s game", "of %(n)s games", meetings) % {"n": grouped(meetings)}
    return Card(_("Nemesis"), grouped(nemeses[0].pairing.below), unit, lines)


def nemesis_line(review: Review, one: PlayerPairing) -> CardLine:
    winner, other = review.person(one.pairing.opponent), review.person(one.player)
    return CardLine(
        winner.name,
        review.url(player=other.pk, opponent=winner.pk, which=Which.COUNTED),
        _("finished above %(name)s") % {"name": other.name},
        winner,
    )


def counts(review: Review) -> Iterator[Card]:
    """The first figure that happened in each of the games played most."""
    by_family = review.figures.counts
    cards = (
        count_card(review, family, by_family[family.family])
        for family in review.figures.families
        if family.family in by_family
    )
    yield from islice(filter(None, cards), MOST_COUNTS)


def count_card(review: Review, family: FamilyPlays, sums: dict[str, Counter[int]]) -> Card | None:
    for key, figure in counted_figures(family.family.game).items():
        if sum(sums.get(key, Counter()).values()) > 0:
            return figure_card(review, family, figure, sums[key])
    return None


def counted_figures(slug: str) -> dict[str, Figure]:
    """Return the game's figures that count how often something happened."""
    kinds = figures_of_game(slug)
    return {key: one for key, one in kinds.items() if one.measure == Measure.COUNT}


def figure_card(review: Review, family: FamilyPlays, figure: Figure, sums: Counter[int]) -> Card:
    """Return a card of the group's figure and its leaders; a player's card links to the games."""
    url, title = review.family_url(family.family), family_title(review.history, family.family)
    people = [one for one in sums.items() if review.history.is_person(one[0])]
    lines = [
        CardLine(
            review.person(player).name,
            review.family_url(family.family, player=player),
            grouped(number),
            review.person(player),
        )
        for player, number in leading(people, lambda one: one[1])
    ]
    visible = lines if lines and not review.player else [games_line(url)]
    game = registry.games()[family.family.game]
    title, total = f"{title} · {render_text(figure.title, ())}", grouped(sum(sums.values()))
    return Card(title, total, "", visible, game, lines_of_figure=0)
