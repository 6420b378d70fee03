"""League tables with names, and with what they count as texts."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scorekeeper.formats import grouped
from scorekeeper.models import Player
from scorekeeper.pages.statistics import limits
from scorekeeper.pages.statistics.player import tenths
from scorekeeper.statistics.history import GroupHistory
from scorekeeper.statistics.league_tables import Score
from scorekeeper.statistics.wins import Wins


class LeagueLine(NamedTuple):
    """`rank`: None without a game that counts, and in a table of ratings, whose intervals may
    overlap. `value`: what the table counts beside wins, or "". `margin` belongs to it.
    """

    rank: int | None
    player: Player
    wins: Wins
    value: str = ""
    margin: str = ""


def league_lines(
    history: GroupHistory, table: Sequence[Score], attendees: Iterable[int] = ()
) -> list[LeagueLine]:
    """The table in its order, and below it the other `attendees`. Equal values share a rank.

    Deleted players are no longer in it.
    """
    table = [score for score in table if history.is_person(score.player)]
    ranks: dict[object, int] = {}
    for rank, score in enumerate(table, 1):
        ranks.setdefault(score.value, rank)
    lines = [
        LeagueLine(
            None if score.rating or score.value is None else ranks[score.value],
            history.players[score.player],
            score.wins,
            *texts_of(score),
        )
        for score in table
    ]
    players = {score.player for score in table}
    others = (player for player in attendees if player not in players and history.is_person(player))
    return [*lines, *(LeagueLine(None, history.players[pk], Wins(pk)) for pk in others)]


def league_context(lines: Sequence[LeagueLine]) -> dict[str, object]:
    """`lines`: the whole table. `league`: the first lines, as many as a page has."""
    league, more = limits.split(lines, limits.MOST_PLAYERS)
    return {"lines": lines, "league": league, "more_players": more}


def texts_of(score: Score) -> tuple[str, str]:
    if rating := score.rating:
        if not rating.has_enough_games:
            return "–", ""
        return grouped(round(rating.value)), f"±\u00a0{grouped(round(rating.margin))}"
    return ("", "") if score.points is None else (tenths(float(score.points)), "")
