"""The compose file: by its schema, and by what our settings accept. Docker does not run here."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from check_jsonschema import main as check_schema

from tests.attacks.support.server import NOT_OURS
from tests.deploy.support.settings import names_of_settings

ROOT = Path(__file__).parents[2]
FILE = ROOT / "compose.yaml"
GIVEN = {"SITE": "score.example", "POSTGRES_PASSWORD": "abc123"}
PROFILES = {
    "home": {"home"},
    "club": {"club", "caddy", "postgres"},
    "large": {"prepare", "app1", "app2", "app3", "app4", "caddy-large", "postgres"}
    | {"pgbouncer", "valkey"},
}


def filled(text: str) -> str:
    """Put in what .env gives, or the default."""
    return re.sub(r"\$\{(\w+):-(.*?)\}", lambda found: GIVEN.get(found[1], found[2]), text)


COMPOSE = yaml.safe_load(filled(FILE.read_text()))
SERVICES = COMPOSE["services"]
APPS = [name for name, service in SERVICES.items() if service.get("image") == "scorekeeper"]


def test_the_schema_of_compose_files_accepts_it(capsys):
    with pytest.raises(SystemExit) as ended:
        check_schema(["--builtin-schema", "vendor.compose-spec", str(FILE)])
    assert ended.value.code == 0, capsys.readouterr().out


@pytest.mark.parametrize("profile", PROFILES)
def test_a_profile_has_all_that_it_needs(profile):
    chosen = {name for name, service in SERVICES.items() if profile in service["profiles"]}
    assert chosen == PROFILES[profile]
    for name in chosen:
        assert set(SERVICES[name].get("depends_on", ())) <= chosen, name
        for volume in SERVICES[name].get("volumes", ()):
            source = volume.partition(":")[0]
            assert source in COMPOSE["volumes"] or (ROOT / source).is_file(), volume


@pytest.mark.parametrize("name", APPS)
def test_the_site_starts_with_the_settings_of_a_service(name, tmp_path):
    given = SERVICES[name].get("environment", {})
    assert set(given) <= names_of_settings()
    others = {name: value for name, value in os.environ.items() if name not in NOT_OURS}
    key = {"SECRET_KEY": "x" * 50}  # there is no database that could say whether it needs one
    environment = {**others, "SCOREKEEPER_VAR": str(tmp_path), **key, **given}
    command = [sys.executable, "-W", "error", "-c", "from scorekeeper import settings"]
    ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.parametrize("profile", PROFILES)
def test_services_name_only_others_of_their_profile(profile):
    chosen = {name for name, service in SERVICES.items() if profile in service["profiles"]}
    named = {
        host
        for name in chosen
        for value in SERVICES[name].get("environment", {}).values()
        for host in re.findall(r"(?:@|//|^| )([a-z]+\d?)(?::\d+|/)", value)
    }
    assert named <= chosen
    assert bool(named) == (profile != "home")


def test_each_service_that_runs_tasks_keeps_a_name_of_its_own_when_its_container_is_replaced():
    serving = [name for name in APPS if name != "prepare"]
    assert [SERVICES[name].get("hostname") for name in serving] == serving


def test_only_the_database_may_write_where_no_volume_is():
    for name, service in SERVICES.items():
        assert service.get("read_only") or name == "postgres", name
        assert "no-new-privileges:true" in service["security_opt"], name
