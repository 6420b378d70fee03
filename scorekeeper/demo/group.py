"""The group of the demo, with all that it has played."""

import secrets
from datetime import date, timedelta
from random import Random

from django.db import DatabaseError, transaction
from django.utils.timezone import localdate

from scorekeeper.demo.program import Occasion, occasions
from scorekeeper.demo.storage import Phone, leave_unfinished, play
from scorekeeper.models import Group, Member, Role, Scale, Season
from scorekeeper.people.devices import hash_secret

NAME = "Friday night (demo)"
DAYS = 2 * 365
SEED = 1
POINTS = "5-3-2-1"


@transaction.atomic
def create_demo(last: date, days: int = DAYS) -> Group:
    """Play for `days` days up to `last`. The last game is still going on."""
    chance = Random(SEED)  # noqa: S311 - no secret
    group = Group.objects.create(name=NAME)
    phone = Phone(create_member(group), chance)
    program = list(occasions(last - timedelta(days=days - 1), last, chance))
    for occasion in program:
        play_all(occasion, phone, chance, going_on=occasion is program[-1])
    begins_at = program[0].begins_at
    add_seasons(group, localdate(begins_at), last)
    Group.objects.filter(pk=group.pk).update(created_at=begins_at, points=POINTS)
    return group


def create_member(group: Group) -> Member:
    """The group's only device, whose secret nobody has."""
    device = hash_secret(secrets.token_urlsafe(32))
    return Member.objects.create(group=group, device=device, role=Role.HOST, name="Ana’s phone")


def add_seasons(group: Group, first: date, last: date) -> None:
    """One a year; the last one is still open."""
    for year in range(first.year, last.year + 1):
        begins_on, ends_on = date(year, 1, 1), date(year, 12, 31)
        is_over = ends_on <= last
        Season.objects.create(
            group=group,
            name=str(year),
            first_day=max(begins_on, first),
            last_day=ends_on if is_over else None,
            scale=Scale.PLACES,
            points=POINTS,
        )


def play_all(occasion: Occasion, phone: Phone, chance: Random, going_on: bool) -> None:
    """Play all games of an occasion; only half of the last one if it is `going_on`."""
    now = occasion.begins_at
    for sitting in occasion.sittings:
        is_last = sitting is occasion.sittings[-1]
        try:
            with transaction.atomic():
                game = play(sitting, chance)
                game = leave_unfinished(game) if going_on and is_last else game
                now = phone.store(sitting, game, now + timedelta(minutes=sitting.pause))
        except DatabaseError:
            raise
        except Exception:  # noqa: S112 - an author's sample may fail in any way: see check_game
            continue
