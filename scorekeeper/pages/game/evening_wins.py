"""Who won how many games of the evening, for the large screen after a game."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import timezone
from django.utils.timezone import localtime

from scorekeeper.formats import format_day
from scorekeeper.models import GameSession, Player
from scorekeeper.pages.tonight import MOST_PLAYS, is_recent, title_at
from scorekeeper.statistics.evenings import Evening, evenings
from scorekeeper.statistics.plays import newest_plays
from scorekeeper.statistics.wins import league
from scorekeeper.tables.table import Table

FEWEST, MOST_ROWS = 2, 6


@dataclass(frozen=True)
class EveningWins:
    """`title`: "Tonight", or the day. `games`: how many count as won or lost. `rows`: a player's
    name, mark and wins.
    """

    title: str
    games: int
    rows: Sequence[tuple[str, int, int]]


def evening_wins(table: Table) -> EveningWins | None:
    """Return the wins of the evening that the finished game belongs to; None if it is its first.

    A device that was let into some games only, such as a television, learns of no other games.
    """
    session = table.session
    if not session.finished_at:
        return None
    plays = newest_plays(session.group_id, MOST_PLAYS)
    if session.guest_of is not None:
        visible = GameSession.objects.for_device(session.device)
        keys = set(visible.filter(pk__in=[play.pk for play in plays]).values_list("pk", flat=True))
        plays = [play for play in plays if play.pk in keys]
    latest = next((one for one in evenings(plays) if session.pk in {p.pk for p in one.plays}), None)
    games = [play for play in latest.plays if play.counts] if latest else []
    if not latest or len(games) < FEWEST:
        return None
    winners = [row for row in league(games) if row.wins]
    people = Player.objects.in_bulk([row.player for row in winners])
    rows = [row for row in winners if row.player in people][:MOST_ROWS]
    return EveningWins(
        title_of(latest),
        len(games),
        [(people[one.player].name, people[one.player].mark, one.wins) for one in rows],
    )


def title_of(evening: Evening) -> str:
    if is_recent(evening.ended_at):
        return title_at(timezone.now(), evening.began_at)
    return format_day(localtime(evening.began_at), "day")
