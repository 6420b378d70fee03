"""Everything that was entered. Nothing is ever overwritten: a change adds a revision."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from django.db import models
from django.db.models import F, Prefetch, Q, prefetch_related_objects
from django.utils import timezone
from django.utils.translation import gettext

from scorekeeper.models.people import Member, shown_name
from scorekeeper.models.rows import instance


class RevisionQuerySet(models.QuerySet["Revision"]):
    def in_order(self) -> RevisionQuerySet:
        """Order by slot, the oldest revision first, and add the names of its devices to each."""
        rows = self.annotate(  # type: ignore[no-redef] # declared below
            by=F("author__name"), sender_name=F("sender__name")
        )
        return rows.order_by("slot", "revision")


class Revision(models.Model):
    """One version of what is in a slot. The highest counts; one without data removes the entry.

    `position` is the entry's place in playing order. `data` names players by seat number. `back_to`
    is set where the whole game was set back at once: it is the revision after which the game was as
    it is again. `note` is what the table wrote about the round: the first revision of its slot has
    it, so that it stays whatever happens to the entry. `sender` is the device that handed the entry
    over to its author, because it had no network. Three attributes are not stored: `by`, the
    author's name, `sender_name`, and `input`, the decoded entry, or the decoded options of a setup.
    """

    by: str | None = None
    sender_name: str | None = None
    input: Any = None

    session = models.ForeignKey("GameSession", models.CASCADE, related_name="revisions")
    slot = models.PositiveIntegerField()
    revision = models.PositiveIntegerField()
    position = models.FloatField()
    data: models.JSONField[Any, Any] = models.JSONField(null=True)
    author = models.ForeignKey(Member, models.SET_NULL, null=True, related_name="+")
    sender = models.ForeignKey(Member, models.SET_NULL, null=True, related_name="+", db_index=False)
    submission = models.UUIDField()
    back_to = models.ForeignKey("self", models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    note = models.CharField(max_length=200, blank=True, default="")

    objects = RevisionQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["session", "slot", "revision"], name="revision_once_a_slot"
            ),
            models.UniqueConstraint(
                fields=["session", "submission"], name="submission_counts_once"
            ),
        ]
        indexes = [
            # Few entries have one: so that a device can be deleted without reading all others.
            models.Index(
                fields=["sender"], condition=Q(sender__isnull=False), name="revision_by_sender"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.slot}.{self.revision}"

    @classmethod
    def from_db(  # type: ignore[override] # Django 6 has another argument
        cls, db: str | None, field_names: Collection[str], values: Collection[Any]
    ) -> Revision:
        return instance(cls, db, field_names, values)

    @property
    def signature(self) -> str:
        """The name of the device it was entered on."""
        return shown_name(self.by or "")

    @property
    def devices(self) -> str:
        """The device it was entered on, or both: "Ana’s phone for Ben’s phone"."""
        if self.sender_name is None:
            return self.signature
        names = {"device": self.signature, "other": shown_name(self.sender_name)}
        return gettext("%(device)s for %(other)s") % names


def revisions() -> RevisionQuerySet:
    return Revision.objects.in_order()


def all_revisions() -> Prefetch[Any, Any, Any]:
    return Prefetch("revisions", revisions(), to_attr="revision_list")


def load_revisions(sessions: Sequence[models.Model]) -> None:
    """Load the revisions of several sessions in one query."""
    prefetch_related_objects(sessions, all_revisions())
