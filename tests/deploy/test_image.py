"""The image: its Dockerfile is carried out step by step, since there is no Docker here."""

import json
import re
import tempfile
from pathlib import Path

import pytest

from tests.deploy.support.image import Build, why_not

ROOT = Path(__file__).parents[2]
NOT_TRIED = why_not()

# Inside the image: starts what it starts, asks as a phone and as the health check do, and stops it.
DRIVER = """
import json, os, subprocess, sys, time
from urllib.error import URLError
from urllib.request import Request, urlopen

notes = json.loads(sys.argv[1])
port = notes["EXPOSE"]
server = subprocess.Popen(json.loads(notes["CMD"]), stdout=subprocess.DEVNULL)
deadline = time.monotonic() + 100

def ask(path, **headers):
    headers["X-Forwarded-Proto"] = "https"
    while True:
        try:
            return urlopen(Request(f"http://127.0.0.1:{port}{path}", headers=headers), timeout=10)
        except URLError:
            if server.poll() is not None or time.monotonic() > deadline:
                sys.exit("the server does not start")
            time.sleep(0.1)

def writes(path):
    try:
        open(path, "w").close()
    except OSError:
        return False
    return True

page = ask("/").read().decode()
style = page.partition('rel="stylesheet" href="')[2].partition('"')[0]
answers = {
    "page": "Scorekeeper" in page,
    "style": ask(style).headers["Content-Type"],
    "german": "Spiel" in ask("/", **{"Accept-Language": "de"}).read().decode(),
    "healthy": subprocess.run(json.loads(notes["HEALTHCHECK"]), check=False).returncode == 0,
    "user": os.getuid(),
    "writes": [path for path in ("/app/x", "/app/scorekeeper/x", "/x", "/data/x") if writes(path)],
    "data": sorted(os.listdir("/data")),
}
server.terminate()
before = time.monotonic()
server.wait(20)
print(json.dumps({**answers, "stopped": time.monotonic() - before}))
"""


@pytest.mark.skipif(bool(NOT_TRIED), reason=NOT_TRIED)
@pytest.mark.long
def test_the_image_serves_the_site_without_root_a_network_or_a_place_to_write():
    with tempfile.TemporaryDirectory(prefix="scorekeeper-image-") as folder:
        Path(folder).chmod(0o755)  # its user goes through it
        image = Build(ROOT, Path(folder))
        holds_the_site_and_nothing_else(image)
        data = image.stage.notes["VOLUME"]
        answers = image.start(DRIVER, data)
        again = image.start(DRIVER, data, HTTPS="1", TRUST_PROXY="1")
    assert answers["page"]
    assert answers["style"].startswith("text/css")
    assert answers["german"], "the catalogues are not compiled"
    assert answers["healthy"]
    assert answers["user"] == 10001
    assert answers["writes"] == ["/data/x"]
    assert {"db.sqlite3", "secret_key", "static"} <= set(answers["data"])
    assert answers["stopped"] < 10
    assert again["page"], "behind a proxy, with the data of the first start"
    assert again["healthy"]


def holds_the_site_and_nothing_else(image: Build):
    app = image.stage.root / "app"
    folders = {"games", "locale", "scorekeeper", "static", "templates"}
    names = {path.name for path in app.iterdir()}
    assert names == folders | {".venv", "deploy", "manage.py", "requirements"}
    assert not list(app.rglob("secret_key")) + list(app.rglob("*.sqlite3"))
    [left_out] = image.left_out
    assert left_out.startswith("apt-get update && apt-get install")


def test_an_image_is_not_ill_because_its_database_is_away_or_a_backup_is_due():
    """Some programs restart containers that are, or send nobody there: see docs/monitoring.md."""
    assert re.findall(r"/health/\w+", (ROOT / "Dockerfile").read_text()) == ["/health/live"]


def test_images_are_pinned_to_a_whole_version():
    text = (ROOT / "Dockerfile").read_text() + (ROOT / "compose.yaml").read_text()
    images = set(re.findall(r"^\s*(?:FROM|image:) (\S+:\S+)", text, re.M))
    assert len(images) == 5
    for image in images:
        assert re.search(r":\d+\.\d+(\.\d+)?(-|$)", image), image


def test_what_the_image_starts_is_written_as_a_list():
    """The shell form would not pass a signal on, and a container would be killed after 10 s."""
    for line in re.findall(r"^\s*CMD (.*)", (ROOT / "Dockerfile").read_text(), re.M):
        assert json.loads(line)
