"""The evening under way, as home shows it. Only the group's newest games are read."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from games.kit.lists import sort_names
from scorekeeper.models import GameSession, Player
from scorekeeper.models.people import EVENING_BREAK
from scorekeeper.statistics.evenings import Evening, evenings
from scorekeeper.statistics.plays import newest_plays, play_of
from scorekeeper.statistics.wins import most_wins

MOST_PLAYS = 40
MOST_NAMES = 2
DAYLIGHT = range(5, 17)  # hours


@dataclass(frozen=True)
class Tonight:
    """`running`: how many games of the evening are not finished. `best`: the names of those who won
    most, so many games each: `wins`; empty if they are more than two.
    """

    group: int
    evening: Evening
    running: int
    best: Sequence[str]
    wins: int

    @property
    def title(self) -> str:
        return title_at(timezone.now(), self.evening.began_at)


def tonight(
    group: int, running: Sequence[GameSession], finished_games: Sequence[GameSession], most: int
) -> Tonight | None:
    """The last evening of a group, if it is not over for six hours; None if there is none.

    `running` and `finished_games` are what the page shows anyway: the newest games of all groups
    of the device, with their seats, at most so many. Others are read only if the evening has more.
    """
    if not any(is_recent(one.played_at) for one in (*running, *finished_games)):
        return None
    if not (evening := last_evening(group, finished_games, most)):
        return None
    under_way = [one for one in running if one.group_id == group and fits(one, evening)]
    if not any(map(is_recent, (evening.ended_at, *(one.played_at for one in under_way)))):
        return None
    count = len(under_way) if len(running) < most else count_under_way(group, evening)
    best, wins = most_wins(evening.plays)
    return Tonight(group, evening, count, names_of(best, finished_games), wins)


def last_evening(group: int, finished_games: Sequence[GameSession], most: int) -> Evening | None:
    plays = [play_of(one) for one in reversed(finished_games) if one.group_id == group]
    latest = evenings(plays)
    if len(latest) < 2 and len(finished_games) >= most:
        latest = evenings(newest_plays(group, MOST_PLAYS))
    return latest[-1] if latest else None


def is_recent(time: datetime) -> bool:
    return timezone.now() - time < EVENING_BREAK


def fits(session: GameSession, evening: Evening) -> bool:
    """Return whether a game under way belongs to the evening."""
    return (
        session.played_at >= evening.began_at
        and session.started_at - evening.ended_at < EVENING_BREAK
    )


def count_under_way(group: int, evening: Evening) -> int:
    """Return how many games under way belong to the evening: as in fits()."""
    sessions = GameSession.objects.under_way().filter(group=group, played_at__gte=evening.began_at)
    return sessions.filter(started_at__lt=evening.ended_at + EVENING_BREAK).count()


def names_of(players: Sequence[int], games: Sequence[GameSession]) -> list[str]:
    if len(players) > MOST_NAMES:
        return []
    names = {seat.player_id: seat.shown_name for session in games for seat in session.seat_list}
    if not names.keys() >= set(players):
        names |= {one.pk: one.name for one in Player.everyone.filter(pk__in=players)}
    return sort_names(names[player] for player in players)


def title_at(now: datetime, began_at: datetime) -> str:
    """Return what people call an evening that is under way, or ended a little while ago."""
    if localtime(now).hour not in DAYLIGHT:
        return _("Tonight")
    return _("Today") if localtime(now).date() == localtime(began_at).date() else _("Last night")
