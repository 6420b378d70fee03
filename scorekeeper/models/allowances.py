"""The use that somebody has made of a limit, such as new games an hour."""

from collections.abc import Iterable
from datetime import timedelta

from django.db import models
from django.utils import timezone

HOUR = timedelta(hours=1)
EMPTY_AFTER = timedelta(days=5)  # no level takes so long to leak away
AT_ONCE = 100


class AllowanceQuerySet(models.QuerySet["Allowance"]):
    def lock(self, keys: Iterable[str]) -> list["Allowance"]:
        """Lock the rows of these keys until the transaction ends, and add those that are missing.

        Always in the same order, so that two transactions never wait for each other.
        """
        pks = sorted(set(keys))
        mine = self.select_for_update().filter(pk__in=pks).order_by("pk")
        rows = list(mine)
        if len(rows) < len(pks):
            self.delete_empty()
            empty = [Allowance(key=key, at=timezone.now()) for key in pks]
            self.bulk_create(empty, ignore_conflicts=True)
            rows = list(mine.all())
        for row in rows:
            row.set_clock_back()
        return rows

    def delete_empty(self) -> int:
        """Delete a few at a time, and none that another transaction has locked. Return how many."""
        empty = self.filter(at__lt=timezone.now() - EMPTY_AFTER)
        rows = empty.select_for_update(skip_locked=True)[:AT_ONCE]
        return self.filter(pk__in=[row.pk for row in rows]).delete()[0]


class Allowance(models.Model):
    """A leaky bucket: each use raises the level, and time lowers it.

    `key` is a keyed hash of a device or an address and of what is limited; `level` is as it was at
    the time `at`. How fast it leaks, and how high it may rise, is up to the limit.
    """

    key = models.CharField(max_length=64, primary_key=True)
    level = models.FloatField(default=0)
    at = models.DateTimeField(default=timezone.now, db_index=True)

    objects = AllowanceQuerySet.as_manager()

    def __str__(self) -> str:
        return f"{self.level:.1f} at {self.at:%H:%M}"

    def set_clock_back(self) -> None:
        """A time in the future is from before the clock was set back: it counts as now."""
        now = timezone.now()
        if self.at > now:
            self.at = now
            self.save(update_fields=["at"])

    def level_now(self, leak: float) -> float:
        """`leak`: how much of it is gone after an hour."""
        return max(0.0, self.level - (timezone.now() - self.at) / HOUR * leak)

    def add_one(self, leak: float) -> None:
        self.level, self.at = self.level_now(leak) + 1, timezone.now()
