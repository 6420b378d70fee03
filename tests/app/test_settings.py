"""The secret key, and settings from the environment."""

import runpy
import stat
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.conf import settings as site

from scorekeeper.web.bootstrap import load_or_create_secret_key
from tests.app.support.factories import a_phone


def test_the_key_is_created_once_and_only_its_owner_can_read_it(tmp_path):
    path = tmp_path / "secret_key"
    key = load_or_create_secret_key(path)
    assert len(key) >= 50
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert load_or_create_secret_key(path) == key
    assert list(tmp_path.iterdir()) == [path]
    path.write_text("\n")
    with pytest.raises(RuntimeError, match="holds no key"):
        load_or_create_secret_key(path)


def test_only_one_of_many_processes_that_start_at_once_creates_the_key(tmp_path):
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(load_or_create_secret_key, [tmp_path / "secret_key"] * 32))
    assert len(keys) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]


def test_visitors_never_see_error_details():
    assert site.DEBUG is False


@pytest.mark.django_db
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
            return runpy.run_module("scorekeeper.settings")

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
        with pytest.raises(RuntimeError, match="write a whole number, 1 or more"):
            read_settings(NEW_GAMES_PER_HOUR=given)
