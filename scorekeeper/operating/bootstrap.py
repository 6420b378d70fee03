"""Defaults for the settings, so that a fresh clone runs without configuration."""

import os
import re
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import closing, suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import dj_database_url
from django.conf.locale import LANG_INFO
from django.utils.translation import to_language

from scorekeeper.operating.environment import refuse, text, words

REMEDY = (
    "put the file back from a backup (chmod 600). If it is lost for good, make a new key, with "
    "which every device and link stops working: (umask 77; openssl rand -base64 48 > {path})"
)
HOST = re.compile(r"\*|\.?[a-z0-9_-]+(\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\]", re.IGNORECASE)
OF_DJANGO = ("assume_role", "isolation_level", "pool", "server_side_binding")  # not psycopg's
DATABASES = ("django.db.backends.postgresql", "django.db.backends.sqlite3")
VALKEY = re.compile(r"(valkeys?|rediss?)://[^/\s]+|unix:///\S")


def data_folder(default: Path) -> Path:
    """Return the folder of everything that is stored, and create it.

    Programs that we start elsewhere must find it too, so its path is whole.
    """
    path = Path(text("SCOREKEEPER_VAR") or default).absolute()
    try:
        path.mkdir(0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise SystemExit(f"The data folder {path} cannot be created: {error.strerror}") from None
    return path


def database_settings(default: Path) -> dict[str, Any]:
    """Read DATABASE_URL. A message never shows it, as it may hold a password."""
    return parse_database("DATABASE_URL", text("DATABASE_URL") or f"sqlite:///{default}")


def listen_database_settings(database: dict[str, Any]) -> dict[str, Any]:
    """Read LISTEN_DATABASE_URL: the same database as DATABASE_URL, without a pool in between."""
    if not (url := text("LISTEN_DATABASE_URL")):
        return {}
    need_postgresql("LISTEN_DATABASE_URL", database)
    direct = parse_database("LISTEN_DATABASE_URL", url)
    need_postgresql("LISTEN_DATABASE_URL", direct)
    names = ("NAME", "USER", "PASSWORD", "HOST", "PORT")
    return {name: direct[name] for name in names}


def valkey_url(database: dict[str, Any]) -> str:
    """Read VALKEY_URL. A message never shows it, as it may hold a password."""
    if not (url := text("VALKEY_URL")):
        return ""
    need_postgresql("VALKEY_URL", database)
    if not VALKEY.match(url) or not is_understood_by_valkey(url):
        raise SystemExit("VALKEY_URL is not understood: write valkey://host:6379")
    return url


def is_understood_by_valkey(url: str) -> bool:
    """Return whether its client can read the port, and knows the options. Connects nowhere."""
    from valkey import Valkey, ValkeyError

    try:
        Valkey.from_url(url).connection_pool.make_connection()
    except (ValueError, TypeError, ValkeyError):
        return False
    return True


def need_postgresql(name: str, database: dict[str, Any]) -> None:
    if database["ENGINE"] != "django.db.backends.postgresql":
        raise SystemExit(f"{name} is only for PostgreSQL: unset it, or set DATABASE_URL")


def parse_database(name: str, url: str) -> dict[str, Any]:
    try:
        database = dict(dj_database_url.parse(url, conn_max_age=None))
    except ValueError:  # of dj_database_url, and of urllib
        database = {}
    if database.get("ENGINE") not in DATABASES or database["NAME"] in ("", ":memory:"):
        raise SystemExit(
            f"{name} is not understood: write postgres://user:password@host/name (with %23 "
            "for a # in the password, %2F for a /), or sqlite:////path/of/the/file"
        )
    return database


def host_names() -> list[str]:
    """Read ALLOWED_HOSTS: names only, as a name counts for every port."""
    for name in words("ALLOWED_HOSTS"):
        if not HOST.fullmatch(name):
            raise SystemExit(
                f"ALLOWED_HOSTS has {name!r}: write names such as score.example, separated by "
                "commas, without https://, port or path (the site does not work below a path)"
            )
    return words("ALLOWED_HOSTS")


def metrics_token() -> str:
    """Read METRICS_TOKEN. A refused value is not printed: it is a secret, or close to one."""
    token = text("METRICS_TOKEN")
    if token and not re.fullmatch("[!-~]{16,200}", token):
        raise SystemExit("METRICS_TOKEN: write 16 to 200 letters, digits or signs without spaces")
    return token


def time_zone() -> str:
    name = text("TIME_ZONE") or system_timezone()
    try:
        ZoneInfo(name)
    except (ValueError, OSError, KeyError):  # ZoneInfoNotFoundError is a KeyError
        refuse("TIME_ZONE", "a name such as Europe/Berlin")
    return name


def load_or_create_secret_key(path: Path, database: dict[str, Any]) -> str:
    """Return the key in a private file. If several processes start at once, one creates it.

    A key that is lost is not replaced: no device would find its games any more, and no link work.
    """
    try:
        key = path.read_text().strip()
    except FileNotFoundError:
        key = create_secret_key(path, database)
    except PermissionError:
        raise SystemExit(f"{path} cannot be read: run this as the user of the server") from None
    except OSError as error:
        raise SystemExit(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        key = ""
    if not key:
        raise SystemExit(f"{path} holds no key: {REMEDY.format(path=path)}")
    return key


def create_secret_key(path: Path, database: dict[str, Any]) -> str:
    refuse_to_replace(path, database)
    try:
        write_new_key(path)
    except OSError as error:
        raise SystemExit(
            f"{path} cannot be written ({error.strerror}): let the user of the server write its "
            "folder, and run this as that user"
        ) from None
    return path.read_text().strip()


def write_new_key(path: Path) -> None:
    descriptor, draft = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(48))
        with suppress(FileExistsError):
            os.link(draft, path)
    finally:
        os.unlink(draft)


def refuse_to_replace(path: Path, database: dict[str, Any]) -> None:
    try:
        in_use = has_groups(database)
    except Exception as error:
        reason = str(error).strip().partition("\n")[0]
        raise SystemExit(
            f"There is no key in {path}, and the database, which may need one, does not answer "
            f"({reason}): is it running, and is DATABASE_URL right?"
        ) from None
    if in_use:
        remedy = REMEDY.format(path=path)
        raise SystemExit(f"There is no key in {path}, but the database has groups: {remedy}")


def has_groups(database: dict[str, Any]) -> bool:
    """Ask the database directly, as Django has no settings yet."""
    if database["ENGINE"].endswith("sqlite3"):
        return is_in_sqlite(Path(database["NAME"]))
    import psycopg

    options = {"connect_timeout": 10, **database.get("OPTIONS", {})}
    options = {name: value for name, value in options.items() if name not in OF_DJANGO}
    names = {"host": "HOST", "port": "PORT", "user": "USER", "password": "PASSWORD"}
    options |= {name: database[key] for name, key in names.items() if database[key]}
    with psycopg.connect(dbname=database["NAME"], **options) as connection:
        table = connection.execute("SELECT to_regclass('scorekeeper_group')").fetchone()
        if not (table and table[0]):
            return False
        return bool(connection.execute("SELECT 1 FROM scorekeeper_group LIMIT 1").fetchone())


def is_in_sqlite(file: Path) -> bool:
    if not (file.exists() and file.stat().st_size):
        return False
    import sqlite3

    with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        tables = "SELECT 1 FROM sqlite_master WHERE name = 'scorekeeper_group'"
        if not connection.execute(tables).fetchone():
            return False
        return bool(connection.execute("SELECT 1 FROM scorekeeper_group LIMIT 1").fetchone())


def system_timezone() -> str:
    """This machine's time zone, so that times on the score sheet are local times."""
    _, _, zone = str(Path("/etc/localtime").resolve()).partition("zoneinfo/")
    return zone or "UTC"


def source_digest(*folders: Path) -> str:
    """A hash of our code, templates and styles, the same in every process and on every machine.

    It is part of each page's ETag: after an update, older pages are stale.
    """
    digest = blake2b(digest_size=8)
    for folder in folders:
        for file in sorted(source_files(folder)):
            data = readable_bytes(file)
            path = os.path.relpath(file, folder.parent)
            digest.update(f"{path} {len(data)}\n".encode() + data)
    return digest.hexdigest()


def source_files(folder: Path) -> Iterator[str]:
    """Strings, as every process reads these files when it starts, and paths take far longer."""
    for parent, _folders, names in os.walk(folder):
        for name in names:
            file = os.path.join(parent, name)
            if not name.endswith(".pyc") and os.path.isfile(file):
                yield file


def readable_bytes(file: str) -> bytes:
    """Nothing, if it may not be read: one file of a game must not keep the site from starting."""
    try:
        with open(file, "rb") as source:
            return source.read()
    except OSError:
        return b""


def available_languages(folder: Path) -> list[tuple[str, str]]:
    """English, and each language with a catalogue in `folder`: its code, and its own name."""
    codes = [to_language(path.parts[-3]) for path in folder.glob("*/LC_MESSAGES/django.po")]
    return [(code, own_name(code)) for code in sorted({"en", *codes})]


def own_name(code: str) -> str:
    """Languages that Django does not know are called by their code."""
    return str(LANG_INFO.get(code, {}).get("name_local", code))
