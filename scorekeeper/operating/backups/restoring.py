"""Restores a backup into an empty place."""

import io
import os
from pathlib import Path

from django.conf import settings
from django.core.management.base import CommandError
from django.db import connection

from games import registry
from scorekeeper.operating.backups.backup_file import (
    KEY,
    Manifest,
    decrypt,
    read_backup,
    write_atomically,
)
from scorekeeper.operating.backups.scratch import scratch_folder
from scorekeeper.operating.backups.snapshots import load, refuse_unless_empty
from scorekeeper.operating.backups.verifying import refuse_newer
from scorekeeper.operating.environment import text


def restore_backup(file: Path, identity: str) -> Manifest:
    """Restore the database and the key. Changes nothing unless the whole backup is sound."""
    refuse_unless_empty()
    with scratch_folder() as folder:
        manifest = read_backup(decrypt(file, identity, folder), folder)
        refuse_newer(manifest)
        refuse_other_database(manifest)
        restore_key((folder / KEY).read_text().strip())
        load(folder / manifest.database_file)
    return manifest


def refuse_other_database(manifest: Manifest) -> None:
    names = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}
    if manifest.database != connection.vendor:
        remedy = "unset DATABASE_URL" if manifest.database == "sqlite" else "set DATABASE_URL"
        raise CommandError(
            f"The backup is of {names[manifest.database]}, and the site uses "
            f"{names[connection.vendor]}: {remedy}"
        )


def restore_key(key: str) -> None:
    """Links and devices work only with the key of the backup. Keeps another one beside it."""
    if setting := text("SECRET_KEY"):
        if setting != key:
            raise CommandError(
                "SECRET_KEY is not the key of the backup: unset it, or all links and devices "
                "stop working"
            )
        return
    file: Path = settings.VAR / KEY
    if file.exists() and file.read_text().strip() != key:
        os.replace(file, file.with_name(f"{KEY}.replaced"))
    write_atomically(io.BytesIO(key.encode()), file)


def missing_games(manifest: Manifest) -> list[str]:
    """Say which games of the backup have no rules here, and where they were."""
    return [
        f"{slug} (it was in {manifest.folders[slug]})" if slug in manifest.folders else slug
        for slug in manifest.games
        if slug not in registry.games()
    ]
