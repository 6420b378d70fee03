"""Runs tests on PostgreSQL: `python tests/postgres.py [-k ...]`.

Usually those of what PostgreSQL does in its own way. With LONG=1, or if tests are chosen by -k, all
tests of the app and the attacks but those of what does not depend on the database.

The server is temporary and only listens on a socket in its own folder, so it needs no password.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

MISSING = "PostgreSQL tests skipped: no server found; install it with: apt install postgresql"
# Locks, notices, sorting, searching, JSON, limits, bytes that a database refuses, its size and
# failures.
WITH_POSTGRESQL = {
    "app": (
        *("database_commands", "database_failures", "game_search", "rate_limits", "live"),
        *("releases", "simultaneous", "starts_once", "lost_key", "merging", "notices", "stats"),
        "backups.py::test_a_backup_is_not_restored_where_data_is",
        "backups.py::test_a_backup_of_an_earlier_release_is_migrated_then_computed_and_gets_higher"
        "_versions",
        "backups.py::test_a_backup_without_one_of_its_rows_or_of_a_newer_release_is_refused",
        "backups.py::test_an_upgrade_takes_a_verified_backup_first",
        "backups.py::test_postgresql_says_so_if_the_user_may_not_create_a_database",
        "backups.py::test_postgresql_verifies_in_a_database_that_is_given_and_leaves_it_empty",
        "fuzzing.py::test_the_same_garbage_in_every_field_causes_no_server_error",
        "invitations.py::test_of_two_simultaneous_starts_with_one_link_one_counts",
        "lists.py::test_games_are_offered_in_the_order_of_the_language",
        "lists.py::test_the_list_of_all_games_has_pages_and_the_games_of_all_groups",
    ),
    "attacks": (
        "at_once",
        "backups.py::test_nothing_that_was_acknowledged_before_a_backup"
        "_is_missing_after_all_is_lost",
    ),
}
# A game's own pages, descriptions, statuses and limits of requests, files, connections, and what is
# computed from figures.
WITHOUT_DATABASE = {
    "app": (
        *("access", "bundles", "change_descriptions", "connections", "etag", "etag_elsewhere"),
        *("highlights", "installed", "live", "logs", "refused", "settings", "sharing"),
        *("long_games", "release", "secrets", "security", "sixth_game", "sqlite", "table"),
        *("big_fish", "chimera_tricks", "kit_forms", "kit_games"),
        *("score_pad", "score_sheet", "yahtzee_card"),
        *("writers_in_pairs",),  # the attacks try pairs there
        *("author_mistakes", "deleted_folders", "development", "game_commands", "game_contract"),
        *("tutorial", "evening_figures", "template_loader", "templates", "translated", "unused"),
        *("catalogues", "colours", "rating_calibration", "rating_properties"),
    ),
    "attacks": ("codes", "cut_off", "one_request", "serve"),
}


def find(program: str) -> str | None:
    """Search the PATH, then Debian's folders for the newest version."""
    folders = sorted(
        Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: float(folder.parent.name)
    )
    return shutil.which(program) or shutil.which(
        program, path=os.pathsep.join(map(str, reversed(folders)))
    )


@contextmanager
def database(initdb: str, pg_ctl: str, folder: str) -> Iterator[str]:
    """Start a server. Yields the URL of a database that does not exist yet."""
    owner = "nobody" if os.getuid() == 0 else None  # PostgreSQL refuses to run as root
    if owner:
        shutil.chown(folder, owner)
    data, log = f"{folder}/data", f"{folder}/log"
    options = f"-k '{folder}' -h '' -F"  # a socket, no network, no fsync

    def server(*command: str, check: bool = True) -> None:
        subprocess.run(command, cwd=folder, user=owner, check=check, stdout=subprocess.DEVNULL)

    server(
        initdb,
        "-D",
        data,
        "-U",
        "postgres",
        "--auth=trust",
        "--encoding=UTF8",
        "--no-locale",
        "--no-sync",
    )
    try:
        server(pg_ctl, "start", "-D", data, "-l", log, "-o", options)
        url = f"postgres://postgres@{quote(folder, safe='')}/scorekeeper"
        yield url
    finally:
        server(pg_ctl, "stop", "-D", data, "-m", "immediate", check=False)


def run_tests(url: str, folder: str, arguments: list[str]) -> int:
    environment = {**os.environ, "DATABASE_URL": url, "SCOREKEEPER_VAR": f"{folder}/var"}
    if os.environ.get("LONG") == "1" or arguments:
        left_out = [f"--ignore={file}" for file in files(WITHOUT_DATABASE)]
        chosen = ["tests/app", "tests/attacks", *left_out]
    else:
        chosen = files(WITH_POSTGRESQL)
    pytest = [sys.executable, "-m", "pytest", *chosen, "-n", "auto", *arguments]
    return subprocess.run(pytest, env=environment).returncode


def files(names: dict[str, tuple[str, ...]]) -> list[str]:
    named = [f"tests/{folder}/test_{name}" for folder, parts in names.items() for name in parts]
    return [name if "::" in name else f"{name}.py" for name in named]


def main(arguments: list[str]) -> int:
    initdb, pg_ctl = find("initdb"), find("pg_ctl")
    if not (initdb and pg_ctl):
        print(MISSING)
        return 1 if os.environ.get("NO_SKIPS") == "1" else 0
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # clean up when stopped
    temporary = tempfile.TemporaryDirectory(prefix="scorekeeper-postgres-")
    with temporary as folder, database(initdb, pg_ctl, folder) as url:
        return run_tests(url, folder, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
