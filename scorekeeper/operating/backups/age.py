"""How old the newest backup is that was verified, for `doctor` and the readiness of the site."""

import json
from datetime import datetime, timedelta
from io import BytesIO
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from scorekeeper.operating.backups.backup_file import write_atomically


def newest_verified() -> datetime | None:
    """Return when the newest verified backup was taken. None if there is none, or no longer.

    A time in the future is from before the clock was set back: such a backup may be of any age.
    A file beside the data says so: an operator who loses both takes a new backup anyway.
    """
    try:
        taken_at = datetime.fromisoformat(json.loads(record_path().read_text())["taken_at"])
    except (OSError, ValueError, KeyError, TypeError):  # none yet, or not written by us
        return None
    return taken_at if timezone.is_aware(taken_at) and taken_at <= timezone.now() else None


def backup_is_too_old() -> bool:
    """Return whether BACKUP_MAX_AGE_HOURS asks for a newer backup that was verified."""
    if not settings.BACKUP_MAX_AGE_HOURS:
        return False
    taken_at = newest_verified()
    return not taken_at or timezone.now() - taken_at > timedelta(
        hours=settings.BACKUP_MAX_AGE_HOURS
    )


def note_verified(taken_at: datetime) -> None:
    """Note when a backup of this site was taken that is known to restore, unless a newer one is."""
    newest = newest_verified()
    if newest and newest >= taken_at:
        return
    content = {"taken_at": taken_at.isoformat(), "verified_at": timezone.now().isoformat()}
    write_atomically(BytesIO(json.dumps(content).encode()), record_path())


def record_path() -> Path:
    path: Path = settings.VAR / "verified_backup.json"
    return path
