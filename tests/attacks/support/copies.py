"""Makes many games of one: `python -m tests.attacks.support.copies GAME COPIES`.

The environment names the site, as for its commands.
"""

import os
import sys
from uuid import uuid4

import django

BATCH = 1000


def copy_game(pk: int, copies: int) -> None:
    """Copy a finished game with its seats and revisions, in its own group."""
    from scorekeeper.models import GameSession, Revision, Seat

    game = GameSession.objects.get(pk=pk)
    seats, log = list(game.seats.all()), list(game.revisions.all())
    for begin in range(0, copies, BATCH):
        sessions = [as_new(game) for _ in range(begin, min(copies, begin + BATCH))]
        for session in sessions:
            session.submission = uuid4()
        GameSession.objects.bulk_create(sessions)
        for model, rows in ((Seat, seats), (Revision, log)):
            fresh = [(session, as_new(row)) for session in sessions for row in rows]
            for session, row in fresh:
                row.session = session
            model.objects.bulk_create([row for _session, row in fresh], batch_size=BATCH)


def as_new(row):
    """A row with the same values that is not stored yet."""
    return type(row)(
        **{
            field.attname: getattr(row, field.attname)
            for field in row._meta.concrete_fields
            if not field.primary_key
        }
    )


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    django.setup()
    copy_game(*map(int, sys.argv[1:]))
