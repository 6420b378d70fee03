"""Takes a backup of the site, and keeps only as many as the operator wants."""

import io
from pathlib import Path

from django.conf import settings
from django.core.management.base import CommandError
from django.db import connection
from django.utils import timezone

from games import registry
from games.game_folders import OWN_GAMES
from scorekeeper.operating.backups.backup_file import (
    KEY,
    Manifest,
    encrypt,
    write_atomically,
    write_backup,
)
from scorekeeper.operating.backups.scratch import scratch_folder
from scorekeeper.operating.backups.snapshots import number_of_groups, place, row_counts, snapshot
from scorekeeper.operating.backups.verifying import Verification, verify_backup

BEGINNING = "scorekeeper-"  # of the names of backups


def take_backup(
    target: Path, recipient: str, verify: bool, scratch_url: str
) -> tuple[Path, Manifest, Verification | None]:
    """Back up to this file, or to a new file in this folder. Only a whole backup gets the name."""
    check_target(target)
    if not number_of_groups():
        raise CommandError(
            f"{place()} has no group, so there is nothing to back up: are SCOREKEEPER_VAR and "
            "DATABASE_URL those of the server?"
        )
    with scratch_folder() as folder:
        manifest = copy_site(folder)
        file = folder / "backup.tar.gz"
        write_backup(file, manifest, folder)
        (folder / manifest.database_file).unlink()  # makes room for verifying
        verification = verify_backup(file, scratch_url=scratch_url) if verify else None
        suffix = ".tar.gz.age" if recipient else ".tar.gz"
        # A name that sorts by time; UTC, as an hour of local time comes twice in autumn.
        name = f"{BEGINNING}{manifest.taken_at:%Y-%m-%dT%H-%M-%SZ}{suffix}"
        path = target / name if target.is_dir() else target
        finished = encrypt(file, recipient) if recipient else file
        with finished.open("rb") as source:
            try:
                write_atomically(source, path, replace=False)
            except FileExistsError:
                raise CommandError(
                    f"{path} exists by now, of another backup of this moment: try again"
                ) from None
    if verification:
        verification.note()
    return path, manifest, verification


def check_target(target: Path) -> None:
    """Complain before anything is copied. An existing file is never replaced."""
    if target.is_dir():
        return
    if target.exists():
        raise CommandError(f"{target} exists: name another file, or a folder")
    if not target.parent.is_dir():
        raise CommandError(f"There is no folder {target.parent}: create it, or mount its disk")


def copy_site(folder: Path) -> Manifest:
    write_atomically(io.BytesIO(settings.SECRET_KEY.encode()), folder / KEY)
    taken_at = timezone.now()  # what was saved before is in the backup
    with snapshot(folder) as query:
        games: dict[str, int] = dict(
            query("SELECT game, count(*) FROM scorekeeper_gamesession GROUP BY game ORDER BY game")
        )
        return Manifest(
            taken_at=taken_at,
            release=settings.RELEASE,
            database=connection.vendor,
            migrations=dict(
                query("SELECT app, max(name) FROM django_migrations GROUP BY app ORDER BY app")
            ),
            counts=row_counts(query, connection.vendor),
            games=games,
            folders=further_folders_of(games),
        )


def further_folders_of(games: dict[str, int]) -> dict[str, str]:
    """Return where the games were found that are not the project's own."""
    folders = {slug: registry.folders().get(slug) for slug in games}
    return {
        slug: str(folder)
        for slug, folder in folders.items()
        if folder and folder.parent != OWN_GAMES
    }


def remove_older(newest: Path, keep: int) -> list[Path]:
    """Remove all but the newest `keep` backups with dated names in the folder of this one."""
    paths = sorted(
        path
        for path in newest.parent.glob(f"{BEGINNING}????-??-??T??-??-??Z.tar.gz*")
        if path.name.endswith((".tar.gz", ".tar.gz.age"))
    )
    older = [path for path in paths[:-keep] if path != newest]
    for path in older:
        path.unlink()
    return older
