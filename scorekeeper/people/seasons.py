"""Changes to a group's seasons and points. Each takes the group's lock, and refreshes its pages."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from scorekeeper.models import Group, Season
from scorekeeper.models.locks import lock_group


@transaction.atomic
def create_season(group: Group, fields: Mapping[str, Any]) -> Season:
    """Return it; of a form that was sent twice, the season that the first one created."""
    lock_group(group.pk)
    season, created = Season.objects.get_or_create(group=group, **fields)
    if created:
        Group.objects.filter(pk=group.pk).changed()
    return season


@transaction.atomic
def change_season(season: Season, fields: Mapping[str, Any]) -> None:
    """Set these fields. Does nothing if the season was deleted meanwhile."""
    lock_group(season.group_id)
    Season.objects.filter(pk=season.pk).update(**fields)
    Group.objects.filter(pk=season.group_id).changed()


@transaction.atomic
def delete_season(season: Season) -> None:
    lock_group(season.group_id)
    Season.objects.filter(pk=season.pk).delete()
    Group.objects.filter(pk=season.group_id).changed()


@transaction.atomic
def set_points(group: Group, points: str) -> None:
    """The points by place of its evenings; "" for none."""
    lock_group(group.pk)
    Group.objects.filter(pk=group.pk).update(points=points)
    Group.objects.filter(pk=group.pk).changed()
