"""Addresses of other programs that hear what happens in the games of a group."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scorekeeper.models.people import Group, new_nonce

GIVE_UP = timedelta(days=1)
"""After failing for so long, a webhook is switched off."""
PATIENCE = timedelta(minutes=1)
"""How long a test may wait to be sent. After one that failed or took long, the group waits as long
for the next.
"""


class Event(models.TextChoices):
    """The events that a webhook can hear of. The value is the `type` of the message."""

    STARTED = "game.started", _("A game starts")
    ROUND = "round.entered", _("A round is entered")
    LEAD = "lead.changed", _("Someone takes the lead")
    RECORD = "record.set", _("A record is set")
    WON = "game.won", _("A game is won")


TEST = "test"
"""The `type` of the message that a host sends to try a webhook."""


class Format(models.TextChoices):
    """The body that the other program expects."""

    STANDARD = "standard", _("JSON with a signature (Standard Webhooks)")
    DISCORD = "discord", _("Discord")
    MATRIX = "matrix", _("Matrix (hookshot)")
    NTFY = "ntfy", _("ntfy")


class Problem(models.TextChoices):
    """Why a message did not arrive. An answer with another status than 2xx is none of these."""

    NO_NAME = "name", _("There is no computer with this name.")
    PRIVATE = "private", _("The address belongs to a private network.")
    NO_ANSWER = "answer", _("No connection, or no answer that makes sense.")
    TOO_SLOW = "slow", _("No answer within 10 seconds.")
    CERTIFICATE = "certificate", _("Its certificate is not valid.")


class Webhook(models.Model):
    """`events` are values of Event, `format` is one of Format. The secret is derived, not stored:
    see webhooks/signing.py.

    `site` is the address under which a host opened ours, for links to the games.
    `tested_at` is when a test was asked for, and `next_test_at` when the group can ask for the next
    if that failed or took long; `answered_at` is when the last message was tried, with the `status`
    of the answer (0: none) or the `problem`.
    Nothing is sent before `retry_at`, which is set after a failure, or an answer that took long.
    While messages fail, `failing_since` is set, and after a day the webhook is switched off at
    `failed_at`, until a host has seen it.
    """

    group = models.ForeignKey(Group, models.CASCADE, related_name="webhooks")
    name = models.CharField(max_length=40)
    address = models.CharField(max_length=500)
    format = models.CharField(max_length=10)
    language = models.CharField(max_length=10)
    events = models.JSONField(default=list)
    site = models.CharField(max_length=300, blank=True, default="")
    nonce = models.CharField(max_length=32, default=new_nonce)
    active = models.BooleanField(default=True)
    tested_at = models.DateTimeField(null=True, blank=True)
    next_test_at = models.DateTimeField(null=True, blank=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    status = models.PositiveSmallIntegerField(default=0)
    problem = models.CharField(max_length=12, blank=True, default="")
    failures = models.PositiveIntegerField(default=0)
    failing_since = models.DateTimeField(null=True, blank=True)
    retry_at = models.DateTimeField(null=True, blank=True)
    failed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name

    @property
    def has_arrived(self) -> bool:
        """True if the last message arrived."""
        return 200 <= self.status < 300

    @property
    def silent_since(self) -> datetime | None:
        """The time since when no message has arrived; None if the last one did, or none was sent.

        A failed test sets no `failing_since`: it is not sent again.
        """
        return self.failing_since or (None if self.has_arrived else self.answered_at)

    @property
    def is_testing(self) -> bool:
        """True while a test is on its way."""
        tested_at = self.tested_at if self.is_test_due else None
        return tested_at is not None and not (self.answered_at and self.answered_at >= tested_at)

    @property
    def is_test_due(self) -> bool:
        """True if a test was asked for so recently that it is still worth sending."""
        now = timezone.now()
        return self.tested_at is not None and now - PATIENCE <= self.tested_at <= now

    @property
    def rests_after_test(self) -> bool:
        """True for a while after a test that failed or took long."""
        now = timezone.now()
        return self.next_test_at is not None and now < self.next_test_at <= now + PATIENCE
