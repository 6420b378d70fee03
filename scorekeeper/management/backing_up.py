"""Options and messages that the commands of backups share, and errors of files on one line."""

import os
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EDQUOT, ENOSPC
from pathlib import Path

from django.core.management.base import CommandError, OutputWrapper

from scorekeeper.operating.backups.backup_file import amount
from scorekeeper.operating.backups.taking import take_backup
from scorekeeper.operating.backups.verifying import Verification


def add_identity(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--identity", metavar="FILE", default="", help="the key for a backup that age encrypted"
    )


def add_scratch(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--scratch",
        metavar="URL",
        default="",
        help="an empty PostgreSQL database to restore into, for verifying; without it one is "
        "created on the same server for a moment",
    )


def target(text: str) -> Path:
    """Return where a backup goes. A folder must exist: its disk may not be mounted.

    A name without an ending is a folder's, or a backup would lie in the place of that disk.
    """
    if not text.strip():  # an unset variable of a script: "$FOLDER"
        raise ArgumentTypeError("name a file or a folder: nothing is given")
    path = Path(text)
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        if text.endswith(os.sep) or not path.suffix:
            raise ArgumentTypeError(
                f"there is no folder {text}: create it, or mount its disk (a file is named "
                "….tar.gz)"
            ) from None
    except OSError as error:
        raise ArgumentTypeError(f"{path} cannot be used: {error.strerror}") from error
    return path


def positive_number(text: str) -> int:
    """Return the number of backups to keep, as argparse reads it."""
    if not text.isdecimal() or not int(text):
        raise ArgumentTypeError("write a number, 1 or more")
    return int(text)


@contextmanager
def explain_disk() -> Iterator[None]:
    """Turn failures of files into one line."""
    try:
        yield
    except OSError as error:
        if error.errno in (ENOSPC, EDQUOT):
            raise CommandError("The disk is full: make room, then try again") from error
        name = error.filename2 or error.filename or "A file"
        raise CommandError(f"{name} cannot be used: {error.strerror}") from error


def save_backup(
    stdout: OutputWrapper, place: Path, age: str = "", verify: bool = False, scratch: str = ""
) -> Path:
    """Take a backup, and say what is in it. Return its file."""
    path, manifest, verification = take_backup(place, age, verify, scratch)
    stdout.write(f"Saved {manifest.contents}: {path} ({path.stat().st_size / 1e6:,.1f} MB)")
    if verification:
        stdout.write(describe(verification))
    return path


def describe(verification: Verification) -> str:
    """Say what was compared, and what could not be."""
    missing = verification.not_installed
    games = verification.games - sum(missing.values())
    text = f"Verified: restored, and {amount(games, 'finished game')} computed with equal results"
    if missing:
        of_kinds = ", ".join(f"{slug} ({number:,})" for slug, number in sorted(missing.items()))
        text += f". Not computed, as the rules are not installed here: {of_kinds}"
    return text
