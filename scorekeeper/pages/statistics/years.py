"""A year in review: about a dozen cards, those of a group or of a player."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from django.utils.timezone import localdate

from scorekeeper.models import Player
from scorekeeper.pages.statistics import year_cards, year_of_group, year_of_player
from scorekeeper.pages.statistics.year_cards import Card, Review
from scorekeeper.statistics.history import GroupHistory
from scorekeeper.statistics.years import year_figures, years_of

Maker = Callable[[Review], Card | Iterable[Card] | None]

OF_GROUP: Sequence[Maker] = (
    year_cards.games_played,
    year_cards.time_played,
    year_cards.most_played,
    year_of_group.champion,
    year_cards.longest_streak,
    year_cards.closest_win,
    year_cards.clearest_win,
    year_cards.biggest_comeback,
    year_cards.busiest_evening,
    year_cards.busiest_month,
    year_of_group.best_attendance,
    year_of_group.nemesis,
    year_cards.new_games,
    year_cards.records_broken,
    year_of_group.counts,
    year_cards.solo_games,
)

OF_PLAYER: Sequence[Maker] = (
    year_cards.games_played,
    year_cards.time_played,
    year_of_player.wins,
    year_of_player.win_share,
    year_cards.most_played,
    year_of_player.best_totals,
    year_cards.longest_streak,
    year_of_player.favourite,
    year_of_player.nemesis,
    year_of_player.frequent_opponents,
    year_of_player.evenings,
    year_cards.closest_win,
    year_cards.clearest_win,
    year_cards.biggest_comeback,
    year_cards.busiest_evening,
    year_cards.busiest_month,
    year_cards.new_games,
    year_cards.records_broken,
    year_of_group.counts,
    year_cards.solo_games,
)


def year_context(
    history: GroupHistory, year: int, player: Player | None = None
) -> dict[str, object] | None:
    """Return None if the year has no games. `years`: all that have some, the newest first."""
    whose = player.pk if player else None
    years = years_of(history, whose)
    if year not in years:
        return None
    figures = year_figures(history, year, whose)
    review = Review(history, figures, player)
    return {
        "player": player,
        "year": year,
        "years": years,
        "so_far": year == localdate().year,
        "cards": list(cards(review, OF_PLAYER if player else OF_GROUP)),
    }


def cards(review: Review, makers: Iterable[Maker]) -> Iterator[Card]:
    """Yield the cards that have something to say."""
    for make in makers:
        result = make(review)
        if isinstance(result, Card):
            yield result
        else:
            yield from result or ()
