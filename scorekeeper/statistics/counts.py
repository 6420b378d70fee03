"""The figures that games count, summed over a year."""

from __future__ import annotations

from collections import Counter
from typing import Any

from scorekeeper.models import Seat
from scorekeeper.statistics.plays import Family
from scorekeeper.statistics.years import YearFigures

Counts = dict[Family, dict[str, Counter[int]]]
"""Each player's sum, by family and the key of the figure."""


def counts_of(figures: YearFigures) -> Counts:
    key = ("counts", figures.year, figures.player)
    return figures.history.once(key, lambda: load_counts(figures))


def load_counts(figures: YearFigures) -> Counts:
    plays = {play.pk: play for play in figures.plays}
    counts: Counts = {}
    for session, player, stored in stored_figures(figures):
        if (play := plays.get(session)) and player in figures.history.players:
            sums = counts.setdefault(play.family, {})
            for key, _detail, value, _chances in stored:
                sums.setdefault(key, Counter())[player] += value
    return counts


def stored_figures(figures: YearFigures) -> Any:
    """The game, the player and the figures of every seat of that year."""
    if not figures.plays:
        return []
    first, last = figures.plays[0], figures.plays[-1]
    seats = Seat.objects.filter(
        session__group=figures.history.group,
        session__played_at__range=(first.played_at, last.played_at),
        figures__isnull=False,
    )
    if figures.player is not None:
        seats = seats.filter(player=figures.player)
    rows = seats.order_by().values_list("session", "player", "figures")
    return rows.iterator(chunk_size=2000)
