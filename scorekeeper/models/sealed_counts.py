"""Counts that players handed in face down, until all are revealed together."""

from __future__ import annotations

from django.db import models

from scorekeeper.models.people import Member, shown_name
from scorekeeper.models.sessions import GameSession


class SealedCount(models.Model):
    """The fields of a form that one player filled in, face down.

    They are a table of their own, so that no page, stream or program that reads a game reads them:
    only tables/entering/sealing.py does, to reveal them. `submission` is that of the form, and
    tells a count from the one that replaces it.
    """

    session = models.ForeignKey(GameSession, models.CASCADE, related_name="sealed_counts")
    seat = models.PositiveSmallIntegerField()
    fields = models.JSONField()
    submission = models.UUIDField()
    author = models.ForeignKey(Member, models.SET_NULL, null=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["session", "seat"], name="sealed_once_a_seat")
        ]

    def __str__(self) -> str:
        return f"{self.session} {self.seat}"

    @property
    def by(self) -> str:
        """The name of the device that handed it in."""
        return shown_name(self.author.name if self.author else "")
