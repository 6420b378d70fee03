"""Loads the seats and revisions of several games in one query, or of one with SQL that is kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from django.db import models
from django.db.models import Prefetch, prefetch_related_objects

from scorekeeper.models.revisions import Revision, RevisionQuerySet
from scorekeeper.models.seats import Seat, SeatQuerySet


def load_revisions(sessions: Sequence[models.Model]) -> None:
    """Load the revisions of several sessions in one query."""
    prefetch_related_objects(sessions, all_revisions())


def all_seats() -> Prefetch[Any, Any, Any]:
    return Prefetch("seats", seats(), to_attr="seat_list")


def all_revisions() -> Prefetch[Any, Any, Any]:
    return Prefetch("revisions", revisions(), to_attr="revision_list")


def seats() -> SeatQuerySet:
    return Seat.objects.with_names()


def revisions() -> RevisionQuerySet:
    return Revision.objects.in_order()


@cache
def sql_of_session(rows: Callable[[], models.QuerySet[Any]]) -> str:
    """The SQL for the rows of one session, whose key is the parameter.

    Building it takes longer than running it.
    """
    return rows().filter(session=0).query.sql_with_params()[0]
