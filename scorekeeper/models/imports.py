"""Files of games that a host brought into a group."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scorekeeper.models.people import Group, Member

UNDOABLE = timedelta(days=30)
INTERRUPTED_AFTER = timedelta(minutes=5)
"""How long a task may say nothing before it counts as interrupted."""

MAX_WAIT = timedelta(days=2)
"""How long a file may wait to be imported."""
ROOM = 2 * 2**30
"""Bytes of all files that wait."""


class State(models.TextChoices):
    READING = "reading", _("is being read")
    READ = "read", _("waits for you to import it")
    SAVING = "saving", _("is being imported")
    DONE = "done", _("imported")
    FAILED = "failed", _("could not be imported")
    UNDONE = "undone", _("taken back")


class ImportQuerySet(models.QuerySet["Import"]):
    def not_imported(self) -> ImportQuerySet:
        return self.filter(state__in=[State.READING, State.READ, State.FAILED])

    def being_saved(self) -> ImportQuerySet:
        """Filter those whose games are coming in now, unless the server was stopped meanwhile."""
        since = timezone.now() - INTERRUPTED_AFTER
        return self.filter(state=State.SAVING, seen_at__gte=since)

    def stale(self) -> ImportQuerySet:
        """Filter files that nobody imported in time."""
        return self.not_imported().filter(seen_at__lt=timezone.now() - MAX_WAIT)

    def forget(self) -> None:
        """Delete them with their files."""
        for one in self:
            one.forget_files()
            one.delete()


class Import(models.Model):
    """One file. `report` says what was found in it (exchange/importing.py), and why it failed.

    `done` of `total` games are read or saved; `seen_at` is when the background said so last.
    The file and what was read of it lie in a folder of their own until they are imported.
    """

    group = models.ForeignKey(Group, models.CASCADE, related_name="imports")
    author = models.ForeignKey(Member, models.SET_NULL, null=True, related_name="+")
    name = models.CharField(max_length=200)
    state = models.CharField(max_length=10, choices=State, default=State.READING)
    at = models.DateTimeField(default=timezone.now)
    seen_at = models.DateTimeField(default=timezone.now)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    report: models.JSONField[Any, Any] = models.JSONField(default=dict)
    players: models.JSONField[Any, Any] = models.JSONField(default=dict)

    objects = ImportQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.name

    @property
    def upload(self) -> Path:
        """The file itself, until it was read."""
        return folder() / f"{self.pk}.upload"

    @property
    def plays(self) -> Path:
        """The games that were read of the file, one a line."""
        return folder() / f"{self.pk}.jsonl"

    @property
    def about(self) -> dict[str, Any]:
        """The group as the archive describes it; empty for any other file."""
        about: dict[str, Any] = self.report.get("about") or {}
        return about

    def forget_files(self) -> None:
        self.upload.unlink(missing_ok=True)
        self.plays.unlink(missing_ok=True)

    @property
    def is_busy(self) -> bool:
        """True while the background is working on it."""
        return self.state in (State.READING, State.SAVING) and not self.is_interrupted

    @property
    def is_interrupted(self) -> bool:
        """True if the server was stopped meanwhile: it must be started again."""
        busy = self.state in (State.READING, State.SAVING)
        return busy and timezone.now() - self.seen_at > INTERRUPTED_AFTER

    @property
    def may_be_undone(self) -> bool:
        return self.state == State.DONE and timezone.now() - self.at < UNDOABLE


def folder() -> Path:
    """The folder of all imports; it is created once it is needed."""
    path: Path = settings.IMPORTS
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def is_room_left() -> bool:
    """Return whether another file may wait."""
    size = 0
    for path in folder().iterdir():
        with suppress(FileNotFoundError):  # it was just imported
            size += path.stat().st_size
    return size < ROOM
