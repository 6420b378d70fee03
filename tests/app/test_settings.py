"""The secret key, and settings from the environment."""

import ast
import os
import re
import runpy
import sqlite3
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import dj_database_url
import pytest
from django.conf import settings as site
from django.core.management import call_command

from scorekeeper.operating import bootstrap, environment
from scorekeeper.operating.bootstrap import load_or_create_secret_key
from tests.app.support.factories import a_phone

ROOT = Path(__file__).parents[2]
SETTINGS = ROOT / "scorekeeper" / "settings.py"


SQLITE = "django.db.backends.sqlite3"


@pytest.fixture
def database(tmp_path_factory):
    """A database that does not exist yet."""
    return {"ENGINE": SQLITE, "NAME": tmp_path_factory.mktemp("data") / "db.sqlite3"}


def fill(database, *statements):
    with closing(sqlite3.connect(database["NAME"])) as connection, connection:
        for statement in statements:
            connection.execute(statement)


TABLE, GROUP = "CREATE TABLE scorekeeper_group (id)", "INSERT INTO scorekeeper_group VALUES (1)"


def test_the_key_is_created_once_and_only_its_owner_can_read_it(tmp_path, database):
    path = tmp_path / "secret_key"
    key = load_or_create_secret_key(path, database)
    assert len(key) >= 50
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert load_or_create_secret_key(path, database) == key
    assert list(tmp_path.iterdir()) == [path]
    for nothing in (b"\n", b"\xff\xfe"):
        path.write_bytes(nothing)
        with pytest.raises(SystemExit, match="holds no key"):
            load_or_create_secret_key(path, database)


def test_a_key_that_cannot_be_read_or_written_is_reported_on_one_line(
    tmp_path, database, monkeypatch
):
    with pytest.raises(SystemExit, match=r"^.*cannot be read: Is a directory$"):
        load_or_create_secret_key(tmp_path, database)

    def refuse(**_where):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(bootstrap.tempfile, "mkstemp", refuse)  # root may write everywhere
    path = tmp_path / "secret_key"
    with pytest.raises(SystemExit, match=r"^.*cannot be written \(Permission denied\): .*user$"):
        load_or_create_secret_key(path, database)
    assert not path.exists()


def test_the_data_folder_is_the_same_for_programs_that_start_elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SCOREKEEPER_VAR", "data")
    assert bootstrap.data_folder(tmp_path / "var") == tmp_path / "data"
    assert (tmp_path / "data").is_dir()


def test_only_one_of_many_processes_that_start_at_once_creates_the_key(tmp_path, database):
    paths = [tmp_path / "secret_key"] * 32
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(load_or_create_secret_key, paths, [database] * 32))
    assert len(keys) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]


def test_a_lost_key_is_not_replaced_once_there_are_groups(tmp_path, database):
    path = tmp_path / "secret_key"
    for statements in ((), ("CREATE TABLE other (id)",), (TABLE,)):
        fill(database, *statements)
        assert load_or_create_secret_key(path, database)
        path.unlink()
    fill(database, GROUP)
    with pytest.raises(SystemExit, match="but the database has groups: put the file back") as said:
        load_or_create_secret_key(path, database)
    assert "\n" not in said.value.code
    assert not list(tmp_path.iterdir())


def test_the_remedy_for_a_lost_key_works(tmp_path, database):
    path = tmp_path / "secret_key"
    fill(database, TABLE, GROUP)
    with pytest.raises(SystemExit) as said:
        load_or_create_secret_key(path, database)
    command = said.value.code.partition("stops working: ")[2].replace(
        "openssl rand -base64 48", "echo of-a-new-key"
    )
    subprocess.run(["/bin/sh", "-c", command], check=True)
    assert load_or_create_secret_key(path, database) == "of-a-new-key"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_without_a_key_a_database_that_does_not_answer_is_reported(tmp_path, database):
    path = tmp_path / "secret_key"
    database["NAME"].write_text("no database at all, but a text of some length" * 99)
    with pytest.raises(SystemExit, match=r"does not answer \(file is not a database\)"):
        load_or_create_secret_key(path, database)
    nobody = dict(dj_database_url.parse("postgres://nobody@127.0.0.1:1/nothing"))
    with pytest.raises(SystemExit, match="is DATABASE_URL right"):
        load_or_create_secret_key(path, nobody)
    assert not path.exists()


def test_visitors_never_see_error_details():
    assert site.DEBUG is False


def test_pages_served_over_https_send_hsts(settings):
    settings.SECURE_SSL_REDIRECT = True
    assert a_phone().get("/").url.startswith("https://")


# Settings


@pytest.fixture
def read_settings(tmp_path, monkeypatch):
    """The settings of the site with these environment variables."""

    def read(**variables):
        with monkeypatch.context() as patch:
            for name in ("DATABASE_URL", "SECRET_KEY", "HTTPS", "DEV", "ALLOWED_HOSTS"):
                patch.delenv(name, raising=False)
            for name, value in {"SCOREKEEPER_VAR": str(tmp_path), **variables}.items():
                patch.setenv(name, value)
            return runpy.run_path(str(SETTINGS))

    return read


def test_only_an_explicit_setting_forces_https_on_subdomains(read_settings):
    names = "SECONDS", "INCLUDE_SUBDOMAINS", "PRELOAD"
    for variables, expected in (
        ({}, (0, False, False)),
        ({"HTTPS": "1"}, (31536000, False, False)),
        ({"HTTPS": "1", "HSTS_SUBDOMAINS": "1"}, (31536000, True, True)),
        ({"HSTS_SUBDOMAINS": "1"}, (0, False, False)),
    ):
        found = read_settings(**variables)
        assert tuple(found[f"SECURE_HSTS_{name}"] for name in names) == expected, variables


def test_a_writer_gives_up_well_before_a_phone_sends_its_entry_again(read_settings):
    found = read_settings()
    assert found["DATABASES"]["default"]["OPTIONS"]["timeout"] == found["LOCK_TIMEOUT"]
    send = (ROOT / "static" / "js" / "outbox" / "send.js").read_text()
    (patience,) = re.findall(r"AbortSignal\.timeout\?\.\((\w+)\)", send)  # in milliseconds
    assert found["LOCK_TIMEOUT"] <= float(patience) / 1000 / 2


def test_allowed_hosts_may_contain_spaces(read_settings):
    found = read_settings(ALLOWED_HOSTS=" score.example, www.score.example ,")
    assert found["HOST_NAMES"] == ["localhost", "score.example", "www.score.example"]


def test_development_mode_does_not_start_under_https(read_settings):
    with pytest.raises(SystemExit, match="DEV=1 shows source code to visitors: unset it, or HTTPS"):
        read_settings(DEV="1", HTTPS="1")


def test_a_limit_is_a_whole_number_from_the_environment(read_settings):
    for given, limit in (("7", 7), ("", 30)):
        assert read_settings(NEW_GAMES_PER_HOUR=given)["NEW_GAMES_PER_HOUR"] == limit
    for given in ("0", "-1", "x"):
        with pytest.raises(SystemExit, match="write a whole number, 1 or more"):
            read_settings(NEW_GAMES_PER_HOUR=given)


def test_a_switch_takes_any_usual_word(monkeypatch):
    for word, value in (("1", True), ("TRUE", True), ("yes", True), (" On ", True), ("0", False)):
        monkeypatch.setenv("HTTPS", word)
        assert environment.boolean("HTTPS") is value
    for word in ("", "  ", "off"):
        monkeypatch.setenv("HTTPS", word)
        assert environment.boolean("HTTPS") is False


def test_a_number_has_limits(monkeypatch):
    for given, number in (("0", 0), ("65535", 65535), ("", 8000), ("0080", 80)):
        monkeypatch.setenv("PORT", given)
        assert environment.whole_number("PORT", 8000, least=0, most=65535) == number
    for given in ("65536", "-1", "80.0", "1e3", "²", "9" * 5000):
        monkeypatch.setenv("PORT", given)
        with pytest.raises(SystemExit, match="write a whole number, from 0 to 65,535"):
            environment.whole_number("PORT", 8000, least=0, most=65535)


def test_the_first_choice_is_the_default(monkeypatch):
    for given, chosen in (("", "anyone"), ("Invited", "invited")):
        monkeypatch.setenv("NEW_GROUPS", given)
        assert environment.choice("NEW_GROUPS", ("anyone", "invited")) == chosen
    monkeypatch.setenv("NEW_GROUPS", "nobody")
    with pytest.raises(SystemExit, match="NEW_GROUPS is 'nobody': write anyone or invited"):
        environment.choice("NEW_GROUPS", ("anyone", "invited"))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("HTTPS", word) for word in ("2", "enabled", "https")),
        ("HSTS_SUBDOMAINS", "2"),
        *(("CONNECTIONS_PER_ADDRESS", number) for number in ("0", "many", "-5")),
        *(("ABANDONED_GROUPS_DAYS", days) for days in ("-1", "0.5", "36501")),
        *(("TIME_ZONE", zone) for zone in ("Berlin", "../UTC", "Europe", "UTC+2")),
        *(
            ("ALLOWED_HOSTS", host)
            for host in (
                *("https://score.example", "score.example:8000", "a.example b.example"),
                "example.org/score",
            )
        ),
        *(
            ("DATABASE_URL", url)
            for url in (
                *("score", "mysql://me:s3cret@host/score", "postgres://me:word@host:port/score"),
                *("postgres://me:s3cret@host", "postgres://me:s3#cret@host/score", "sqlite://"),
            )
        ),
        *(("VALKEY_URL", url) for url in ("valkey://:s3cret@host:6379", "on")),
        ("LISTEN_DATABASE_URL", "postgres://me:s3cret@host/score"),
        ("SCOREKEEPER_VAR", f"{__file__}/var"),
        ("PICTURE_FONTS", "/no/such/folder"),
    ],
)
def test_a_wrong_value_is_refused_on_one_line(read_settings, name, value):
    with pytest.raises(SystemExit) as refused:
        read_settings(**{name: value})
    said = refused.value.code
    assert "\n" not in said
    assert name in said or value in said
    assert "s3" not in said


def test_a_folder_of_fonts_that_this_user_may_not_enter_is_refused_on_one_line(
    read_settings, tmp_path, unprivileged
):
    (tmp_path / "closed").mkdir(0)
    with pytest.raises(SystemExit, match="PICTURE_FONTS is "):
        read_settings(PICTURE_FONTS=str(tmp_path / "closed" / "fonts"))


def test_a_way_to_notify_other_machines_is_refused_where_it_would_do_nothing(read_settings):
    database = {"DATABASE_URL": "postgres://me@pool:6432/score", "SECRET_KEY": "x" * 50}
    direct = {"LISTEN_DATABASE_URL": "postgres://me:s3cret@host:5432/score"}
    found = read_settings(**database, **direct, VALKEY_URL="valkey://host:6379/0")
    assert found["VALKEY_URL"] == "valkey://host:6379/0"
    assert (found["LISTEN_DATABASE"]["HOST"], found["LISTEN_DATABASE"]["PORT"]) == ("host", 5432)
    for wrong in (
        *(
            {**database, "VALKEY_URL": url}
            for url in (
                *("host:6379", "valkey://:s3cret@host:66379", "valkey://:s3#cret@host:6379"),
                *("valkey://:s3cret@host?nonsense=1", "valkeys://:s3cret@host?ssl_cert_reqs=no"),
            )
        ),
        {**database, "LISTEN_DATABASE_URL": "sqlite:////s3cret"},
        {"DATABASE_URL": "", "VALKEY_URL": "valkey://:s3cret@host"},
    ):
        with pytest.raises(SystemExit, match=r"^(VALKEY|LISTEN_DATABASE)_URL is ") as refused:
            read_settings(**{"VALKEY_URL": "", "LISTEN_DATABASE_URL": "", **wrong})
        assert "s3cret" not in refused.value.code


@pytest.mark.parametrize(
    "variables",
    [
        dict.fromkeys(
            (
                *("HTTPS", "TRUST_PROXY", "ALLOWED_HOSTS", "DATABASE_URL", "TIME_ZONE", "DEV"),
                *("CONNECTIONS_PER_ADDRESS", "HSTS_SUBDOMAINS", "PICTURE_FONTS", "SECRET_KEY"),
            ),
            "",
        ),
        {"ALLOWED_HOSTS": "score.example, .score.example,192.0.2.7,[2001:db8::1],*"},
        {
            "DATABASE_URL": "postgres://me:%23%2F@host:5432/score?sslmode=require",
            "SECRET_KEY": "so that nobody asks this database",
        },
        {"TIME_ZONE": "America/Argentina/Buenos_Aires"},
    ],
    ids=lambda variables: ",".join(variables)[:40],
)
def test_a_value_that_is_right_or_empty_is_accepted(read_settings, variables):
    found = read_settings(**variables)
    assert found["HTTPS"] is found["TRUST_PROXY"] is found["DEV"] is False


@pytest.mark.parametrize(
    ("name", "value"),
    [("PORT", "http"), ("PORT", "0"), ("PORT", "99999"), ("WORKERS", "0"), ("WORKERS", "two")],
)
def test_serve_refuses_a_wrong_value_on_one_line(monkeypatch, name, value):
    monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit, match=f"{name} is '{value}': write a whole number"):
        call_command("serve")


def test_a_refused_setting_ends_a_command_without_a_traceback(tmp_path):
    variables = {**os.environ, "SCOREKEEPER_VAR": str(tmp_path), "HTTPS": "maybe"}
    variables["DJANGO_SETTINGS_MODULE"] = "scorekeeper.settings"
    ended = subprocess.run(
        [sys.executable, ROOT / "manage.py", "check"],
        env=variables,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ended.returncode == 1
    assert ended.stderr.splitlines() == [
        "HTTPS is 'maybe': write 1 (or true, yes, on), or 0 (or false, no, off)"
    ]


# The table of all settings in docs/deploy.md

READERS = {"text", "refuse", "boolean", "whole_number", "choice", "words", "folder"}


def names_that_are_read():
    """The first argument of every call of a function of environment.py."""
    for part in ("scorekeeper", "games"):
        for file in (ROOT / part).rglob("*.py"):
            source = file.read_text()
            for node in ast.walk(ast.parse(source)) if "environment import" in source else ():
                if isinstance(node, ast.Call) and node.args and isinstance(node.func, ast.Name):
                    name = node.args[0]
                    if node.func.id in READERS and isinstance(name, ast.Constant):
                        yield name.value


def names_in_the_table():
    for line in (ROOT / "docs" / "deploy.md").read_text().splitlines():
        if line.startswith("| `"):
            yield from re.findall("`([A-Z_]+)`", line.split("|")[1])


def test_the_table_lists_every_setting_once_and_no_other():
    listed = list(names_in_the_table())
    of_the_core = {"SCOREKEEPER_GAMES"}  # the core must not import the shell
    assert set(listed) == set(names_that_are_read()) | of_the_core
    assert len(listed) == len(set(listed))


def test_settings_are_read_in_one_place():
    reading = {
        str(file.relative_to(ROOT))
        for part in ("scorekeeper", "games")
        for file in (ROOT / part).rglob("*.py")
        if re.search(r"os\.(environ(?!\.setdefault)|getenv)", file.read_text())
    }
    assert reading == {
        "scorekeeper/operating/environment.py",
        "games/game_folders.py",
        "scorekeeper/pictures/fonts.py",  # of Windows
        "scorekeeper/site/languages.py",  # of the terminal
        "scorekeeper/web/server/supervisor.py",  # hands all on
        "scorekeeper/management/commands/texts.py",  # hands all on to tests
    }
