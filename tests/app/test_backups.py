"""Backups: what is in the file, what is refused, and what verifying notices.

tests/attacks/test_backups.py restores them, with a server.
"""

import gzip
import io
import json
import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import tarfile
from contextlib import closing, contextmanager
from datetime import timedelta

import dj_database_url
import psycopg
import pytest
from django.core.management import CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from scorekeeper.models import GameSession, Group, Revision, Seat
from scorekeeper.operating.backups import backup_file, taking
from scorekeeper.operating.backups.age import newest_verified
from scorekeeper.operating.backups.backup_file import MANIFEST
from scorekeeper.operating.backups.snapshots import load_postgresql, load_sqlite, query_database
from scorekeeper.operating.backups.verifying import empty_database
from tests.app.support.factories import a_game, a_phone, end_early, group_of, is_postgres
from tests.app.support.releases import RELEASES, database_of
from tests.app.test_commands import told as run
from tests.support.further_games import make_game

pytestmark = pytest.mark.django_db(transaction=True)
DATABASE = "database.dump" if is_postgres() else "database.sqlite3"
VERSIONS = "SELECT version FROM scorekeeper_gamesession"


@pytest.fixture(autouse=True)
def var(tmp_path, settings):
    settings.VAR = tmp_path / "var"
    settings.VAR.mkdir()
    return settings.VAR


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "backups").mkdir()
    return tmp_path / "backups"


@pytest.fixture
def phone():
    """A host whose group has a finished game."""
    phone = a_phone()
    a_game(phone, target=120, rounds=3)
    return phone


def backup(folder, *arguments):
    run("backup", folder, *arguments)
    return max(folder.iterdir())


def manifest_of(file):
    with tarfile.open(file) as tar:
        return json.load(tar.extractfile(MANIFEST))


def modes(folder):
    return {oct(path.stat().st_mode & 0o777) for path in folder.iterdir()}


def test_a_backup_is_one_private_file_with_the_database_the_key_and_what_is_in_it(
    phone, folder, settings
):
    said = run("backup", folder)
    (file,) = folder.iterdir()
    assert said.startswith(f"Saved 1 group and 1 game: {file} (")
    assert modes(folder) == {"0o600"}
    with tarfile.open(file) as tar:
        assert tar.getnames() == [MANIFEST, DATABASE, "secret_key"]
        assert tar.extractfile("secret_key").read().decode() == settings.SECRET_KEY
    manifest = manifest_of(file)
    assert manifest["games"] == {"chimera": 1}
    assert manifest["counts"]["scorekeeper_revision"] == Revision.objects.count()
    assert manifest["release"] == settings.RELEASE


def test_an_abandoned_scratch_folder_is_removed_and_one_in_use_stays(phone, folder, var):
    for name, age in (("old", 2), ("new", 0)):
        (var / f"backup-in-work-{name}").mkdir()
        then = (timezone.now() - timedelta(days=age)).timestamp()
        os.utime(var / f"backup-in-work-{name}", (then, then))
    backup(folder)
    assert [path.name for path in var.iterdir()] == ["backup-in-work-new"]


@pytest.mark.parametrize(("days", "stays"), [(0, True), (2, False)])
def test_what_a_killed_command_has_begun_to_write_is_removed_after_a_day(
    phone, folder, var, tmp_path, monkeypatch, days, stays
):
    drafts = []

    def note(draft, target):
        drafts.append(draft)
        shutil.move(draft, target)

    with monkeypatch.context() as noting:
        noting.setattr(backup_file, "name_new", note)
        run("backup", folder)
        run("backup", folder / "mine.tar.gz")
    then = (timezone.now() - timedelta(days=days)).timestamp()
    left = [*drafts, var / drafts[0].name]  # a restore leaves its own beside the data
    for path in [*left, folder / ".other.part"]:
        path.touch()
        os.utime(path, (then, then))
    run("backup", folder / "next.tar.gz")
    assert [path for path in left if path.exists()] == (left if stays else [])
    assert (folder / ".other.part").exists()


def test_a_backup_that_is_stopped_leaves_no_copy(phone, folder, var, monkeypatch):
    def stop(*_paths):
        os.kill(os.getpid(), signal.SIGTERM)

    before = signal.getsignal(signal.SIGTERM)
    monkeypatch.setattr(backup_file, "name_new", stop)
    with pytest.raises(SystemExit):
        backup(folder)
    assert [*var.iterdir(), *folder.iterdir()] == []
    assert signal.getsignal(signal.SIGTERM) == before


def test_a_file_with_a_name_of_its_own_is_never_replaced(phone, folder):
    run("backup", folder / "mine.tar.gz")
    before = (folder / "mine.tar.gz").read_bytes()
    with pytest.raises(CommandError, match="exists: name another file, or a folder"):
        run("backup", folder / "mine.tar.gz")
    assert (folder / "mine.tar.gz").read_bytes() == before


@pytest.mark.parametrize("has_links", [True, False])
def test_backups_of_the_same_second_do_not_replace_each_other(
    phone, folder, monkeypatch, has_links
):
    if not has_links:
        monkeypatch.setattr(backup_file.os, "link", refuse_links)
    now = timezone.now()
    monkeypatch.setattr(taking.timezone, "now", lambda: now)
    file = backup(folder)
    before = file.read_bytes()
    with pytest.raises(CommandError, match=r"exists by now.*try again"):
        run("backup", folder)
    assert list(folder.iterdir()) == [file]
    assert file.read_bytes() == before
    assert modes(folder) == {"0o600"}


def refuse_links(*_paths):
    raise PermissionError(1, "Operation not permitted")


def test_a_folder_that_is_not_there_is_not_created(phone, folder):
    for target in (folder / "disk" / "a.tar.gz", f"{folder}/disk/", folder / "disk"):
        with pytest.raises(CommandError, match=r"[Tt]here is no folder .*mount its disk"):
            run("backup", target)


def test_no_name_is_not_the_current_folder(phone, folder, monkeypatch):
    monkeypatch.chdir(folder)
    for nothing in ("", " "):
        with pytest.raises(CommandError, match="name a file or a folder"):
            run("backup", nothing)
    assert list(folder.iterdir()) == []


def test_a_site_without_a_group_has_nothing_to_back_up(folder):
    with pytest.raises(CommandError, match="are SCOREKEEPER_VAR and DATABASE_URL those"):
        run("backup", folder)
    assert list(folder.iterdir()) == []


def test_only_the_newest_backups_are_kept_and_nothing_else_is_removed(phone, folder):
    dated = [folder / f"scorekeeper-2026-11-0{day}T03-00-00Z.tar.gz" for day in range(1, 5)]
    other = [folder / "scorekeeper-before-christmas.tar.gz", folder / "photo.jpg"]
    for file in (*dated, *other):
        file.touch()
    said = run("backup", folder, "--keep=3")
    newest = max(folder.glob("scorekeeper-2*"))
    assert set(folder.iterdir()) == {*dated[2:], newest, *other}
    assert said.count("Removed") == 2


def test_only_a_folder_has_older_backups_to_remove(phone, folder):
    with pytest.raises(CommandError, match="--keep needs a folder"):
        run("backup", folder / "mine.tar.gz", "--keep=3")
    with pytest.raises(CommandError, match="write a number, 1 or more"):
        run("backup", folder, "--keep=0")


def test_a_verified_backup_is_noted_with_the_time_it_was_taken_and_leaves_nothing_beside_it(
    phone, folder, var
):
    before = timezone.now()
    said = run("backup", folder, "--verify")
    assert "Verified: restored, and 1 finished game computed with equal results" in said
    assert before <= newest_verified() <= timezone.now()
    assert [path.name for path in var.iterdir()] == ["verified_backup.json"]
    assert len(list(folder.iterdir())) == 1


def test_every_result_that_the_rules_do_not_give_is_noticed_and_older_backups_stay(phone, folder):
    old = backup(folder)
    wrong = {"totals": {"total": 7}, "ranks": {"rank": 3}, "winners": {"won": None}}
    for values in wrong.values():
        session = a_game(phone, group_of(phone), rounds=3)
        end_early(phone, session)
        session.seats.filter(won=True).update(**values)
    with pytest.raises(CommandError, match="3 finished games ") as refusal:
        run("backup", folder, "--verify", "--keep=1")
    assert all(f"has the {column}" in str(refusal.value) for column in wrong)
    assert newest_verified() is None
    assert list(folder.iterdir()) == [old]


def test_the_backup_of_another_site_does_not_count_here_and_its_games_without_rules_are_named(
    phone, folder, settings
):
    finished = GameSession.objects.get()
    unknown = a_game(phone, group_of(phone), rounds=1)
    values = {"game": "ludo", "finished_at": finished.finished_at}
    GameSession.objects.filter(pk=unknown.pk).update(**values)
    before = [list(model.objects.values()) for model in (GameSession, Seat, Revision)]
    file = backup(folder)
    settings.SECRET_KEY = "the key of another site"
    said = run("verify", file)
    assert newest_verified() is None
    assert before == [list(model.objects.values()) for model in (GameSession, Seat, Revision)]
    assert "Verified: restored, and 1 finished game computed" in said
    assert "not installed here: ludo (1)" in said


def test_verifying_asks_nothing_of_the_services_of_the_running_site(phone, folder, monkeypatch):
    """A site on PostgreSQL, which may have these, can keep backups from its time on SQLite."""
    file = backup(folder)
    monkeypatch.setenv("VALKEY_URL", "valkey://127.0.0.1:9")
    monkeypatch.setenv("LISTEN_DATABASE_URL", "postgres://127.0.0.1:9/score")
    assert "Verified" in run("verify", file)


def cut(file):
    file.write_bytes(file.read_bytes()[:-1000])


def flip(file):
    """Several bytes: a single bit may stand for another copy of the same text."""
    data, middle = bytearray(file.read_bytes()), file.stat().st_size // 2
    data[middle : middle + 16] = (byte ^ 0xFF for byte in data[middle : middle + 16])
    file.write_bytes(data)


def empty(file):
    file.write_bytes(b"")


def text(file):
    file.write_text("SQLite format 3\0")


def unpack(file):
    """Into the folder "out" beside it."""
    with tarfile.open(file) as tar:
        tar.extraction_filter = getattr(tarfile, "data_filter", None)  # since Python 3.11.4
        tar.extractall(file.parent / "out")  # noqa: S202 - a backup of ours


def exchange(file):
    """A whole archive, whose database is not the one that was saved."""
    unpack(file)
    changed = file.parent / "out" / DATABASE
    changed.write_bytes(changed.read_bytes()[:-1] + b"x")
    with tarfile.open(file, "w:gz") as tar:
        for name in (MANIFEST, DATABASE, "secret_key"):
            tar.add(file.parent / "out" / name, name)


def only_a_manifest(file):
    shutil.move(file, file.with_name("old"))
    with tarfile.open(file.with_name("old")) as old, tarfile.open(file, "w:gz") as new:
        member = old.next()
        new.addfile(member, old.extractfile(member))


def other_manifest(file):
    """A program of another kind may call a file of its own so."""
    with tarfile.open(file, "w:gz") as new:
        content = b"null"
        member = tarfile.TarInfo(MANIFEST)
        member.size = len(content)
        new.addfile(member, io.BytesIO(content))


def other_archive(file):
    file.write_bytes(gzip.compress(b"a letter"))


def test_a_damaged_backup_is_recognized(phone, folder):
    file = backup(folder)
    whole = file.read_bytes()
    others = other_manifest, other_archive
    for damage in (cut, flip, empty, text, exchange, only_a_manifest, *others):
        file.write_bytes(whole)
        damage(file)
        with pytest.raises(CommandError, match="is damaged, or not a backup"):
            run("verify", file)
        assert newest_verified() is None


def rewrite(file, **values):
    """Change what the manifest says."""
    unpack(file)
    manifest = file.parent / "out" / MANIFEST
    manifest.write_text(json.dumps(json.loads(manifest.read_text()) | values))
    with tarfile.open(file, "w:gz") as tar:
        for name in (MANIFEST, DATABASE, "secret_key"):
            tar.add(file.parent / "out" / name, name)


def test_a_backup_without_one_of_its_rows_or_of_a_newer_release_is_refused(phone, folder):
    file = backup(folder)
    manifest = manifest_of(file)
    counts = manifest["counts"]
    more = {"scorekeeper_revision": counts["scorekeeper_revision"] + 1}
    newer = {"scorekeeper": "0999_what_comes_next"}
    for changed, why in (
        ({"counts": counts | more}, "scorekeeper_revision has 4 rows instead of 5"),
        ({"migrations": newer}, r"of a newer release .*install that release"),
        ({"format": 2}, "the format 2, which a newer release wrote"),
    ):
        rewrite(file, **manifest | changed)
        with pytest.raises(CommandError, match=why):
            run("verify", file)


def upgrade(settings, tmp_path, *arguments):
    """Files are collected into a folder of this test."""
    settings.STATIC_ROOT = tmp_path / "static"
    return run("upgrade", *arguments)


def is_migrated():
    return not MigrationExecutor(connection).migration_plan(
        MigrationExecutor(connection).loader.graph.leaf_nodes()
    )


def test_an_upgrade_takes_a_verified_backup_first(settings, tmp_path, var):
    with database_of(RELEASES[-1], settings) as fixture:
        before = query_database(VERSIONS)
        said = upgrade(settings, tmp_path)
        assert is_migrated()
    (file,) = (var / "backups").iterdir()
    assert manifest_of(file)["migrations"]["scorekeeper"] == fixture["migration"]
    assert said.endswith("start the server again\n")
    assert modes(var / "backups") == {"0o600"}
    assert (tmp_path / "static").is_dir()
    check_backup(file, said, fixture, before)


def test_an_upgrade_changes_nothing_if_its_backup_cannot_be_verified(settings, tmp_path):
    with database_of(RELEASES[-1], settings):
        Seat.objects.filter(rank=1).update(total=1)
        with pytest.raises(CommandError, match="are not those that the rules give") as refusal:
            upgrade(settings, tmp_path)
        assert "no backup was kept. If the changelog says why" in str(refusal.value)
        assert "recount" not in str(refusal.value)  # it needs a database that is migrated
        assert not is_migrated()
        assert not (tmp_path / "static").exists()


def test_a_new_site_is_upgraded_without_a_backup(settings, tmp_path, var):
    said = upgrade(settings, tmp_path)
    assert said.startswith("The database has no group: there is nothing to back up\n")
    assert not (var / "backups").exists()


def test_a_backup_of_an_earlier_release_is_migrated_then_computed_and_gets_higher_versions(
    folder, settings
):
    with database_of(RELEASES[0], settings) as fixture:
        before = query_database(VERSIONS)
        file = backup(folder)
    check_backup(file, run("verify", file), fixture, before)


def check_backup(file, said, fixture, before):
    """All its games were computed, and in its database they have higher versions than before."""
    finished = sum(game["finished"] for game in fixture["games"])
    assert f"Verified: restored, and {finished} finished games computed" in said
    assert newest_verified()
    unpack(file)
    copy = file.parent / "out" / DATABASE
    if is_postgres():
        with other_database() as url:
            load_postgresql(copy, dj_database_url.parse(url))
            with psycopg.connect(url) as database:
                after = database.execute(VERSIONS).fetchall()
    else:
        load_sqlite(copy, file.parent / "db.sqlite3")
        with closing(sqlite3.connect(file.parent / "db.sqlite3")) as database:
            after = database.execute(VERSIONS).fetchall()
    assert len(after) == len(before)
    assert min(after) > max(before)


def test_a_backup_is_not_restored_where_data_is(phone, folder):
    file = backup(folder)
    with pytest.raises(CommandError, match="is in use, with 1 group: stop the server, "):
        run("restore", file)
    assert Group.objects.count() == 1


@contextmanager
def other_database():
    """An empty database of the same server, for this worker alone. Yields its URL."""
    name = "scratch_" + os.environ.get("PYTEST_XDIST_WORKER", "")
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {name} TEMPLATE template0")
    try:
        yield os.environ["DATABASE_URL"].rpartition("/")[0] + f"/{name}"
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")


def test_postgresql_verifies_in_a_database_that_is_given_and_leaves_it_empty(phone, folder):
    if not is_postgres():
        return  # SQLite needs a file only
    file = backup(folder)
    with other_database() as url:
        for _ in range(2):
            assert "Verified" in run("verify", file, f"--scratch={url}")
        with psycopg.connect(url) as database:
            database.execute("CREATE TABLE photos (id int)")
        with pytest.raises(CommandError, match="has tables: name an empty one"):
            run("verify", file, f"--scratch={url}")


def test_postgresql_says_so_if_the_user_may_not_create_a_database(phone, folder):
    if not is_postgres():
        return  # likewise
    file = backup(folder)
    with connection.cursor() as cursor:
        cursor.execute("CREATE ROLE limited; SET ROLE limited")
    try:
        with pytest.raises(CommandError, match=r"permission denied .*CREATEDB.*--scratch"):
            run("verify", file)
    finally:
        with connection.cursor() as cursor:
            cursor.execute("RESET ROLE; DROP ROLE limited")


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("postgres://nobody@127.0.0.1:1/nothing", "cannot be used .*refused"),
        ("postgres://nobody@127.0.0.1:1/nothing?foo=bar", "cannot be used .*foo"),
        ("sqlite:////tmp/scratch", "postgres://"),
    ],
)
def test_a_scratch_database_that_cannot_be_used_is_reported(url, reason):
    with pytest.raises(CommandError, match=reason) as said, empty_database(url):
        pass
    assert "\n" not in str(said.value)


needs_age = pytest.mark.skipif(
    not shutil.which("age"), reason="tests of encryption skipped: no age; apt install age"
)


@needs_age
def test_an_encrypted_backup_is_readable_only_with_the_key(phone, folder, tmp_path):
    key = tmp_path / "key.txt"
    subprocess.run(["age-keygen", "-o", key], check=True, capture_output=True)
    recipient = subprocess.check_output(["age-keygen", "-y", key], text=True).strip()
    file = backup(folder, "--verify", f"--age={recipient}")
    assert file.name.endswith(".tar.gz.age")
    assert modes(folder) == {"0o600"}
    assert newest_verified()
    with pytest.raises(CommandError, match="is encrypted: give the file with your key"):
        run("verify", file)
    assert "Verified" in run("verify", file, f"--identity={key}")
    other = tmp_path / "other.txt"
    subprocess.run(["age-keygen", "-o", other], check=True, capture_output=True)
    with pytest.raises(CommandError, match="age failed"):
        run("verify", file, f"--identity={other}")


@needs_age
def test_no_backup_is_written_for_nobody(phone, folder):
    with pytest.raises(CommandError, match=r"age failed: .*nobody"):
        run("backup", folder, "--age=nobody")
    assert list(folder.iterdir()) == []


def test_no_backup_is_written_if_it_cannot_be_encrypted(phone, folder, monkeypatch):
    if is_postgres():
        return  # without a PATH there is no pg_dump either
    monkeypatch.setenv("PATH", "")
    with pytest.raises(CommandError, match="age is not installed here, and this needs it"):
        run("backup", folder, "--age=nobody")
    assert list(folder.iterdir()) == []


@contextmanager
def small_files_only():
    """No file can become larger than 10 KB, as on a disk that is full then."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_disk_without_room_for_the_copy_is_one_line_and_leaves_nothing(phone, folder, var):
    with small_files_only(), pytest.raises(CommandError, match=r"cannot be copied|failed: exit"):
        run("backup", folder)
    assert list(folder.iterdir()) == list(var.iterdir()) == []


def test_a_verified_backup_that_cannot_be_put_in_its_place_does_not_count(phone):
    with pytest.raises(CommandError, match="cannot be used"):
        run("backup", "/proc/backup.tar.gz", "--verify")
    assert newest_verified() is None


def test_a_folder_that_this_user_may_not_enter_is_named(folder, unprivileged):
    folder.chmod(0)
    for target in (folder / "daily", folder / "daily.tar.gz"):
        with pytest.raises(CommandError, match=f"{target} cannot be used: Permission denied"):
            run("backup", target, "--keep=1")
    folder.chmod(0o700)


def test_games_of_further_folders_are_listed_with_their_place(folder, further_folder):
    make_game("coin")
    a_game(a_phone())
    GameSession.objects.update(game="coin")
    assert manifest_of(backup(folder))["folders"] == {"coin": str(further_folder / "coin")}


def test_a_game_that_prints_something_keeps_no_backup_from_being_verified(
    phone, folder, further_folder
):
    make_game("coin")
    with (further_folder / "coin" / "rules.py").open("a") as rules:
        rules.write('\nprint("loaded")\n')
    assert "Verified" in run("verify", backup(folder))
