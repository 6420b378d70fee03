"""The table of dependencies, and the list of them for other programs."""

import json
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
REQUIREMENTS = ROOT / "requirements"
NAME = re.compile(r"^([A-Za-z0-9][A-Za-z0-9._-]*)", re.M)
PIN = re.compile(r"^([a-z0-9._-]+)==(\S+)", re.M)


def sections(document: str) -> list[list[list[str]]]:
    """The rows of each table, without its heads."""
    tables = re.findall(r"\|---.*\n((?:\|.*\n)+)", document)
    return [[row.strip("| ").split(" | ") for row in table.splitlines()] for table in tables]


@pytest.mark.parametrize(("file", "place"), [("base.in", 0), ("dev.in", 1)])
def test_every_direct_dependency_has_a_row_that_says_why(file, place):
    rows = sections((ROOT / "docs" / "dependencies.md").read_text())[place]
    names = NAME.findall((REQUIREMENTS / file).read_text())
    assert sorted(row[0] for row in rows) == sorted(names)
    for name, *cells in rows:
        assert len(cells) == 4, name
        assert all(cells), name
        assert re.fullmatch(r"20\d\d-\d\d", cells[2]), name


def test_what_comes_with_them_is_listed_with_its_licence():
    rows = sections((ROOT / "docs" / "dependencies.md").read_text())[2]
    pinned = {name for name, _version in PIN.findall((REQUIREMENTS / "base.txt").read_text())}
    direct = {name.lower() for name in NAME.findall((REQUIREMENTS / "base.in").read_text())}
    assert [row[0] for row in rows] == sorted(pinned - direct)
    assert all(len(row) == 3 and all(row) and set(row[1].split(", ")) <= pinned for row in rows)


def test_the_list_for_other_programs_has_every_pinned_package(tmp_path):
    file = tmp_path / "new" / "sbom.json"
    command = ["make", "sbom", f"SBOM={file}", "--old-file=.venv/.dev"]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    listed = json.loads(file.read_text())
    found = {(each["name"], each["version"]) for each in listed["components"]}
    assert listed["bomFormat"] == "CycloneDX"
    assert found == set(PIN.findall((REQUIREMENTS / "base.txt").read_text()))
    assert str(ROOT) not in file.read_text()


@pytest.mark.parametrize("name", ["base", "dev"])
def test_pins_name_no_index_and_have_a_hash_for_every_package(name):
    text = (REQUIREMENTS / f"{name}.txt").read_text()
    assert not re.search(r"://|--(extra-)?index-url|--find-links|--trusted-host", text)
    for package in re.split(r"\n(?=\S)", text)[1:]:
        assert package.startswith("#") or "--hash=sha256:" in package, package
