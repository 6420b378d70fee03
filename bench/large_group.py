"""A group with many players and games: `python -m bench.large_group 10000 30`.

The games of the demo, and copies of them with other players, totals and days. A process of its own
makes them, so that the memory of the one that shows them can be measured. It prints the path of
the link to the group.
"""

import os
import sys
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from random import Random
from typing import Any

import django

from bench.many_games import BATCH, plain, renew

DAYS = 120  # of the demo: about 75 games
A_DAY, APART = 5, timedelta(minutes=50)


def create_large_group(games: int, people: int) -> str:
    from scorekeeper.demo.group import create_demo
    from scorekeeper.management.commands.demo import last_evening
    from scorekeeper.models import Link
    from scorekeeper.people.links import path

    group = create_demo(last_evening(), DAYS)
    for number in range(group.players.count(), people):
        group.players.create(name=f"Player {number}")
    copy_games(group, games - group.sessions.count())
    add_seasons(group)
    return path(Link.to_host(group))


def add_seasons(group: Any) -> None:
    """One of each scale that lasts all the time."""
    from scorekeeper.demo.group import POINTS
    from scorekeeper.models import Scale

    for scale in Scale:
        group.seasons.create(
            name=scale.value,
            first_day=date(2000, 1, 1),
            scale=scale,
            points=POINTS if scale == Scale.PLACES else "",
        )


def copy_games(group: Any, count: int) -> None:
    """So many copies of the finished games, each played before all of them."""
    from scorekeeper.models import GameSession, Seat

    chance = Random(1)  # noqa: S311 - no secret
    finished = group.sessions.finished().filter(ended_early=False).prefetch_related("seats")
    originals, players = list(finished), list(group.players.values_list("pk", flat=True))
    first = group.sessions.earliest("started_at").started_at
    for start in range(0, count, BATCH):
        sessions, seats = [], []
        for number in range(start, min(start + BATCH, count)):
            original = originals[number % len(originals)]
            more = chance.randint(-9, 9)
            sessions.append(copy_session(original, moment_before(first, number), more))
            seats += copy_seats(original, sessions[-1], chance.sample(players, len(players)), more)
        GameSession.objects.bulk_create(sessions)
        Seat.objects.bulk_create(seats)


def moment_before(first: datetime, number: int) -> datetime:
    """A time on one of the evenings before, which have A_DAY games each."""
    days, place = divmod(number, A_DAY)
    return first - timedelta(days=days + 1) + place * APART


def copy_session(original: Any, began_at: datetime, more: int) -> Any:
    """A copy in which everyone has so many points more."""
    session = renew(type(original)(**plain(original)), None)
    later = began_at - original.started_at
    for name in ("started_at", "played_at", "finished_at"):
        setattr(session, name, getattr(original, name) + later)
    session.best_total += more
    totals = [total + more for total in original.result["totals"]]
    session.result = {**original.result, "totals": totals}
    return session


def copy_seats(original: Any, session: Any, players: Sequence[int], more: int) -> list[Any]:
    seats = []
    for seat, player in zip(original.seats.all(), players, strict=False):
        seats.append(renew(type(seat)(**plain(seat)), session))
        seats[-1].player_id, seats[-1].total = player, seat.total + more
    return seats


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    django.setup()
    games, people = map(int, sys.argv[1:])
    print(create_large_group(games, people))


if __name__ == "__main__":
    main()
