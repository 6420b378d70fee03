"""The file of a backup: a compressed tar of the database, the key, and a manifest.

The manifest comes first. It says when the backup was taken, of which release, what is in it, and
the checksum of each other file, so that a damaged backup is recognized before anything is replaced.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import subprocess
import tarfile
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path
from typing import IO, Any

from django.core.management.base import CommandError

from scorekeeper.operating.backups.scratch import DRAFT, remove_drafts

FORMAT = 1
MANIFEST, KEY = "manifest.json", "secret_key"
DATABASES = {"sqlite": "database.sqlite3", "postgresql": "database.dump"}
AGE_HEADER = b"age-encryption.org/"
COMPRESSION = 3  # a third of the time of the default 9 for a file that is 8 % larger
PART = 2**20  # bytes read at a time


@dataclass(frozen=True)
class Manifest:
    """The contents of a backup.

    `counts` has the rows of each table, `migrations` the last migration of each app.
    `games` has the number of sessions of each kind of game, `folders` where the kinds that are not
    the project's own were found: their rules are not in the backup.
    """

    taken_at: datetime
    release: str
    database: str
    migrations: dict[str, str]
    counts: dict[str, int]
    games: dict[str, int]
    folders: dict[str, str]
    checksums: dict[str, str] = field(default_factory=dict)

    @property
    def database_file(self) -> str:
        return DATABASES[self.database]

    @property
    def contents(self) -> str:
        groups = self.counts.get("scorekeeper_group", 0)
        games = self.counts.get("scorekeeper_gamesession", 0)
        return f"{amount(groups, 'group')} and {amount(games, 'game')}"

    def encode(self) -> bytes:
        values = {"format": FORMAT, **asdict(self), "taken_at": self.taken_at.isoformat()}
        return json.dumps(values, indent=2).encode()

    @classmethod
    def decode(cls, data: bytes) -> Manifest:
        """Raises ValueError, KeyError or TypeError for anything but a manifest of ours."""
        values = dict(json.loads(data))
        if (number := values.pop("format")) > FORMAT:
            raise CommandError(
                f"The backup has the format {number}, which a newer release wrote: install that one"
            )
        manifest = cls(**{**values, "taken_at": datetime.fromisoformat(values["taken_at"])})
        if manifest.checksums.keys() != {manifest.database_file, KEY}:
            raise ValueError("other files")
        return manifest


def amount(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def write_backup(path: Path, manifest: Manifest, folder: Path) -> None:
    """Write the files that the manifest names from this folder. Fills in their checksums."""
    for name in (manifest.database_file, KEY):
        manifest.checksums[name] = checksum(folder / name)
    with tarfile.open(path, "x:gz", compresslevel=COMPRESSION) as tar:
        text = manifest.encode()
        head = tarfile.TarInfo(MANIFEST)
        head.size, head.mtime, head.mode = len(text), int(manifest.taken_at.timestamp()), 0o600
        tar.addfile(head, io.BytesIO(text))
        for name in manifest.checksums:
            tar.add(folder / name, name, filter=without_owner)


def without_owner(member: tarfile.TarInfo) -> tarfile.TarInfo:
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    return member


def checksum(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def read_backup(path: Path, folder: Path) -> Manifest:
    """Put the files of a backup into this folder, and check that each is as it was."""
    with explain_damage(path), tarfile.open(path, "r:gz") as tar:
        manifest = Manifest.decode(next_file(tar, MANIFEST).read())
        for name, expected in manifest.checksums.items():
            if copy(next_file(tar, name), folder / name) != expected:
                raise ValueError(name)
    return manifest


@contextmanager
def explain_damage(path: Path) -> Iterator[None]:
    damage = (tarfile.TarError, zlib.error, EOFError, ValueError, KeyError, TypeError)
    try:
        yield
    except FileNotFoundError:
        raise CommandError(f"There is no file {path}") from None
    except (*damage, OSError) as error:
        if getattr(error, "errno", None):  # of the disk, not of what is in the file
            raise
        raise CommandError(f"{path} is damaged, or not a backup: use another one") from error


def next_file(tar: tarfile.TarFile, name: str) -> IO[bytes]:
    """Raises ValueError unless it is an ordinary file with this name."""
    member = tar.next()
    if not member or member.name != name or not (stream := tar.extractfile(member)):
        raise ValueError(name)
    return stream


def copy(source: IO[bytes], target: Path) -> str:
    """Return the checksum of what was copied."""
    digest = hashlib.sha256()
    with new_file(target) as file:
        while part := source.read(PART):
            digest.update(part)
            file.write(part)
    return digest.hexdigest()


def new_file(path: Path) -> IO[bytes]:
    """Create a file that only its owner may read."""
    return open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")


def write_atomically(source: IO[bytes], target: Path, replace: bool = True) -> None:
    """Write a private file beside its place, and rename it when all of it is on the disk. Removes
    abandoned ones there.

    Without `replace`, it raises FileExistsError if another program made such a file meanwhile.
    """
    remove_drafts(target.parent)
    beginning, end = DRAFT
    descriptor, name = tempfile.mkstemp(end, beginning, target.parent)
    draft = Path(name)
    try:
        with open(descriptor, "wb") as file:
            shutil.copyfileobj(source, file)
            file.flush()
            os.fsync(file.fileno())
        if replace:
            os.replace(draft, target)
        else:
            name_new(draft, target)
    finally:
        draft.unlink(missing_ok=True)


def name_new(draft: Path, target: Path) -> None:
    """Give a file a name that no other has. A USB stick may not know the links that ensure it."""
    try:
        os.link(draft, target)
    except FileExistsError:
        raise
    except OSError:
        new_file(target).close()
        os.replace(draft, target)


def encrypt(file: Path, recipient: str) -> Path:
    """Encrypt it for this recipient, who alone can read the new file."""
    target = file.with_name(f"{file.name}.age")
    run_program("age", "--recipient", recipient, "--output", str(target), str(file))
    return target


def decrypt(file: Path, identity: str, folder: Path) -> Path:
    """Return the backup itself. One that is not encrypted stays where it is."""
    with explain_damage(file), file.open("rb") as stream:
        if stream.read(len(AGE_HEADER)) != AGE_HEADER:
            return file
    if not identity:
        raise CommandError(f"{file} is encrypted: give the file with your key by --identity")
    target = folder / "decrypted.tar.gz"
    run_program("age", "--decrypt", "--identity", identity, "--output", str(target), str(file))
    return target


def run_program(name: str, *arguments: str, **options: Any) -> None:
    """Run a program. If it fails, the error has what it said."""
    try:
        subprocess.run([name, *arguments], check=True, capture_output=True, text=True, **options)
    except FileNotFoundError:
        raise CommandError(f"{name} is not installed here, and this needs it") from None
    except subprocess.CalledProcessError as error:
        lines = [line for line in error.stderr.splitlines() if line.strip()]
        reason = " · ".join(lines[:3]) or f"exit code {error.returncode}"
        raise CommandError(f"{name} failed: {reason}") from None
