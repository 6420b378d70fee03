"""The figures that a game counts, as rates with their counts."""

from collections.abc import Iterable
from typing import NamedTuple

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from games.contract import Figure, Measure, format_number
from scorekeeper.formats import in_games, round_half_up
from scorekeeper.models import Player
from scorekeeper.pages.game_filters import figure_address
from scorekeeper.pages.statistics import limits
from scorekeeper.statistics.history import GroupHistory
from scorekeeper.statistics.plays import Family
from scorekeeper.statistics.rates import FigureKey, Rate, figures_of_game, rates_of, total_rate
from scorekeeper.tables.translate import render_text


class PlayerRate(NamedTuple):
    """`summary`: the figure in a few words. `play`: the key of the game with the best points, or 0;
    a page leads to it, or else to the player's games with the `figure`, as addresses have it.
    """

    player: Player
    summary: str
    value: str
    basis: str
    figure: str
    play: int


Item = tuple[FigureKey, dict[int, Rate]]
"""A figure with the rate of each player."""


class RateRow(NamedTuple):
    """A figure, or one detail of it: "Bids of 30 met". `summary`: that of all players together.

    `more_players`: how many are not listed.
    """

    title: str
    summary: str
    players: list[PlayerRate]
    more_players: int


def rates_context(
    history: GroupHistory, family: Family, player: int | None = None
) -> dict[str, object]:
    """The figures of a family, in the order of the game, and how many more there are.

    They are those of `player`, if given. If there are too many, the ones of most games are chosen.
    """
    kinds = figures_of_game(family.game)
    order = list(kinds)
    rates = rates_of(history, family)
    keys = [key for key in rates if key.figure in kinds]
    keys.sort(key=lambda key: (order.index(key.figure), *number_in(key.detail)))
    both = len({key.lowest_wins for key in keys}) == 2
    items = [(key, rates[key]) for key in keys if player is None or player in rates[key]]
    items, more = most_counted(items)
    rows = [rate_row(history, kinds[key.figure], key, of, both, player) for key, of in items]
    return {"rates": rows, "more_rates": more}


def most_counted(items: list[Item]) -> tuple[list[Item], int]:
    """Return the figures with most results, in their order, and how many more there are."""
    counts = [sum(rate.games for rate in rates.values()) for _key, rates in items]
    places = sorted(range(len(items)), key=lambda place: -counts[place])
    first, more = limits.split(places, limits.MOST_FIGURES)
    return [items[place] for place in sorted(first)], more


def number_in(detail: str) -> tuple[int, ...]:
    """Return a sort key for details that are numbers, such as bids; others keep their order."""
    return (int(detail),) if detail.isdecimal() else ()


def rate_row(
    history: GroupHistory,
    figure: Figure,
    key: FigureKey,
    rates: dict[int, Rate],
    both: bool,
    player: int | None,
) -> RateRow:
    """`both`: whether the lowest total won in some of the games, and the highest in others."""
    people = [
        (one, rate)
        for one, rate in rates.items()
        if history.is_person(one) and player in (None, one)
    ]
    ranking = sort_rates(people, figure.measure, key.lowest_wins)
    first, more = limits.split(ranking, limits.MOST_PLAYERS)
    players = [player_rate(history.players[one], figure.measure, key, rate) for one, rate in first]
    summary = summary_of_all(figure.measure, total_rate(rates.values(), key.lowest_wins))
    title = figure_title(figure, key.detail)
    if both:
        won = _("the lowest total won") if key.lowest_wins else _("the highest total won")
        title = f"{title} · {won}"
    return RateRow(title, summary, players, more)


def sort_rates(
    rates: Iterable[tuple[int, Rate]], measure: Measure, lowest_wins: bool
) -> list[tuple[int, Rate]]:
    """The highest rate first; of points the best."""
    if measure == Measure.SHARE:
        return sorted(rates, key=lambda one: -(one[1].share or 0))
    if measure == Measure.POINTS:
        return sorted(rates, key=lambda one: one[1].best, reverse=not lowest_wins)
    return sorted(rates, key=lambda one: -one[1].mean)


def figure_title(figure: Figure, detail: str) -> str:
    text = figure.detail_title(detail) if detail and figure.detail_title else figure.title
    return render_text(text, ())


def player_rate(player: Player, measure: Measure, key: FigureKey, rate: Rate) -> PlayerRate:
    value, basis = rate_texts(measure, rate)
    figure = figure_address(key.figure, key.detail)
    if measure == Measure.POINTS:
        summary = usual_and_best(rate.median, rate.best)
        return PlayerRate(player, summary, value, basis, figure, rate.best_play)
    summary = f"{value} · {basis}" if measure == Measure.SHARE else value
    return PlayerRate(player, summary, value, basis, figure, 0)


def usual_and_best(median: float, best: int) -> str:
    figures = {"total": usual_text(median), "best": format_number(best)}
    return _("usually %(total)s, best %(best)s") % figures


def usual_text(median: float) -> str:
    """The median as people say it, without decimals."""
    return format_number(int(round_half_up(median)))


def rate_texts(measure: Measure, rate: Rate) -> tuple[str, str]:
    """The rate, and what it is made of."""
    if measure == Measure.SHARE:
        count = _("%(value)s of %(chances)s") % {"value": rate.total, "chances": rate.chances}
        return percent(rate.share), count
    games = in_games(rate.games)
    if measure == Measure.POINTS:
        return format_number(rate.best), f"{mean_text(rate)} · {games}"
    return _("%(rate)s a game") % {"rate": mean_of(rate)}, f"{format_number(rate.total)} · {games}"


def mean_of(rate: Rate) -> str:
    return number_format(round_half_up(rate.mean, 2), decimal_pos=2)


def summary_of_all(measure: Measure, rate: Rate) -> str:
    """Return the text for all players together. Their shared games are not added up."""
    if measure == Measure.POINTS:
        return usual_and_best(rate.median, rate.best)
    if measure == Measure.COUNT:
        each = _("%(rate)s each per game") % {"rate": mean_of(rate)}
        in_all = _("%(n)s in all") % {"n": format_number(rate.total)}
        return f"{each} · {in_all}"
    return " · ".join(rate_texts(measure, rate))


def mean_text(rate: Rate) -> str:
    mean = number_format(round_half_up(rate.mean, 1), decimal_pos=1).replace("-", "−")
    return _("average %(mean)s") % {"mean": mean}


def percent(share: float | None) -> str:
    """A share that is unknown is shown as such."""
    return "–" if share is None else _("%(n)s%%") % {"n": round(100 * round_half_up(share, 2))}
