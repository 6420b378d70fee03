"""What a bare clone finds out for itself, before Django is there to ask."""

import os
import re
import secrets
import tempfile
from hashlib import blake2b
from pathlib import Path


def load_or_create_secret_key(path: Path) -> str:
    """The key in a private file, made once; of several processes that start at once, one makes it."""
    if not path.exists():
        descriptor, draft = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(48))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            os.unlink(draft)
    key = path.read_text().strip()
    if not key:
        raise RuntimeError(
            f"{path} holds no key: remove it, and a new one is made (every phone will need a new link)"
        )
    return key


def system_timezone() -> str:
    """This machine's time zone, so that times on the score sheet are those of the clock on the wall."""
    _, found, zone = str(Path("/etc/localtime").resolve()).partition("zoneinfo/")
    return zone if found else "UTC"


def source_digest(*folders: Path) -> str:
    """Changes whenever the code, a template or a style does, alike in every process and on every machine: pages made
    before are stale.
    """
    digest = blake2b(digest_size=8)
    for folder in folders:
        for file in sorted(
            file for file in folder.rglob("*") if file.suffix != ".pyc" and file.is_file()
        ):
            data = file.read_bytes()
            digest.update(
                f"{file.relative_to(folder.parent).as_posix()} {len(data)}\n".encode() + data
            )
    return digest.hexdigest()


def per_hour(name: str, otherwise: int) -> int:
    """A number from the environment, at least 1."""
    number = os.environ.get(name) or str(otherwise)
    if not re.fullmatch("0*[1-9][0-9]{0,8}", number):
        raise RuntimeError(f"{name} is {number!r}: write a whole number, 1 or more")
    return int(number)
