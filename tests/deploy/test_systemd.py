"""The units of systemd. It need not run here: it judges them, and their commands are started."""

import re
import shutil
import subprocess
import sys
from configparser import RawConfigParser
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from tests.attacks.support.http import HERE
from tests.attacks.support.server import free_port
from tests.deploy.support.settings import names_of_settings
from tests.deploy.support.waiting import wait_for_port

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
SERVICES = ("scorekeeper", "scorekeeper-backup")
MOST_EXPOSED = 1.5
ANALYZE = shutil.which("systemd-analyze")
NEEDS_SYSTEMD = pytest.mark.skipif(
    not ANALYZE, reason="units not judged: no systemd-analyze; install it with: apt install systemd"
)
PLACES: dict[str, str] = {}


@pytest.fixture(scope="module", autouse=True)
def places(tmp_path_factory):
    """Link the checkout and its environment to where they have no spaces, which divide a line."""
    folder = tmp_path_factory.mktemp("places")
    for name, target in (("site", ROOT), ("venv", sys.prefix)):
        (folder / name).symlink_to(target)
    python = Path(sys.executable).relative_to(sys.prefix)
    PLACES["/opt/scorekeeper/.venv/bin/python"] = str(folder / "venv" / python)
    PLACES["/opt/scorekeeper"] = str(folder / "site")


class Unit(RawConfigParser):
    """The settings of a unit; the last one of a name, as systemd takes most of them."""

    def __init__(self, name: str) -> None:
        super().__init__(strict=False, comment_prefixes=("#",))
        self.optionxform = str
        self.text = (DEPLOY / name).read_text()
        self.read_string(self.text)

    def commands(self, name: str) -> list[list[str]]:
        return [here(line).split() for line in re.findall(f"^{name}=(.*)", self.text, re.M)]


def here(text: str) -> str:
    """Replace the places of an installation by those of this checkout."""
    for place, ours in PLACES.items():
        text = text.replace(place, ours)
    return text


def environment_file() -> dict[str, str]:
    lines = (DEPLOY / "scorekeeper.env.example").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


@NEEDS_SYSTEMD
@pytest.mark.parametrize("name", SERVICES)
def test_systemd_finds_a_service_hardly_exposed(name):
    command = [ANALYZE, "security", "--offline=true", "--no-pager", DEPLOY / f"{name}.service"]
    found = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    exposure = float(re.search(r"Overall exposure level for .*: ([0-9.]+)", found)[1])
    assert exposure <= MOST_EXPOSED


@NEEDS_SYSTEMD
@pytest.mark.parametrize("name", [*(f"{name}.service" for name in SERVICES), "backup.timer"])
def test_systemd_understands_every_line_of_a_unit(name, tmp_path):
    name = name.replace("backup.timer", "scorekeeper-backup.timer")
    for file in DEPLOY.glob("scorekeeper*.[st][ei]*"):
        (tmp_path / file.name).write_text(here(file.read_text()))
    command = [ANALYZE, "verify", "--man=no", tmp_path / name]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert str(tmp_path) not in found.stderr


def test_the_service_is_started_by_its_command_line(tmp_path):
    unit = Unit("scorekeeper.service")["Service"]
    port = str(free_port())
    var = tmp_path / "var"
    assert environment_file()["SCOREKEEPER_VAR"] == f"/var/lib/{unit['StateDirectory']}"
    environment = {**environment_file(), "SCOREKEEPER_VAR": str(var), "PORT": port}
    how = {"cwd": here(unit["WorkingDirectory"]), "env": environment}
    for command in Unit("scorekeeper.service").commands("ExecStartPre"):
        subprocess.run(command, **how, check=True, capture_output=True)
    [start] = Unit("scorekeeper.service").commands("ExecStart")
    process = subprocess.Popen(start, **how, stdout=subprocess.DEVNULL)
    try:
        wait_for_port(int(port), process)
        headers = {"Host": "score.example", "X-Forwarded-Proto": "https"}
        page = urlopen(Request(f"http://{HERE}:{port}/", headers=headers), timeout=30)
        assert b"Scorekeeper" in page.read()
        assert page.headers["Strict-Transport-Security"]
    finally:
        process.terminate()
        process.wait(int(unit["TimeoutStopSec"]))
    assert process.returncode == 0


def test_the_example_names_only_settings_that_exist():
    text = (DEPLOY / "scorekeeper.env.example").read_text()
    names = set(re.findall("^#?([A-Z_]+)=", text, re.M))
    assert {"SCOREKEEPER_VAR", "DATABASE_URL", "NEW_GROUPS"} <= names
    assert names <= names_of_settings()
