"""No secret that existed during a run is in anything that a server writes or tells its operator."""

import subprocess

import pytest

from tests.attacks.support.http import Client
from tests.attacks.support.secrets import Site, make_secrets, open_all, send_everywhere
from tests.attacks.support.server import Ground, Server, build_environment, manage
from tests.support.waiting import wait_until

NOBODY_LISTENS = "http://127.0.0.1:9/hook/Xq7vT2rWm9LkZp4s"
METRICS = "the-token-of-the-operator"
ALL_LOGS = {"LOG_REQUESTS": "1", "WEBHOOKS_TO_PRIVATE_NETWORKS": "1", "METRICS_TOKEN": METRICS}


def break_database(server: Server) -> None:
    """Cause mistakes in the middle of pages, which are logged with their queries."""
    server.database.change("ALTER TABLE scorekeeper_link RENAME COLUMN nonce TO broken")
    server.database.change("ALTER TABLE scorekeeper_calendar RENAME COLUMN nonce TO broken")
    server.database.change("ALTER TABLE scorekeeper_picturelink RENAME COLUMN nonce TO broken")
    server.database.change("ALTER TABLE scorekeeper_revision RENAME COLUMN data TO broken")


def operators_view(server: Server) -> str:
    """Return what the addresses for operators tell."""
    token = [("Authorization", f"Bearer {METRICS}")]
    client = Client(server.port)
    return "".join(
        client.get(path, token).text for path in ("/metrics", "/health/live", "/health/ready")
    )


def wait_for_delivery(server: Server) -> str:
    wait_until(lambda: 'webhooks_total{outcome="failed"}' in operators_view(server))
    return operators_view(server)


@pytest.mark.parametrize("form", ["line", "json"])
def test_no_output_contains_a_secret(prepared: Ground, form: str):
    with prepared.serving(LOG_FORMAT=form, **ALL_LOGS) as server:
        site = make_secrets(server, NOBODY_LISTENS)
        send_everywhere(site)
        seen = wait_for_delivery(server)
        break_database(server)
        broken = {answer.status for answer in open_all(site)}
        assert 500 in broken
        seen += operators_view(server)
        server.process.kill()  # the last lines of its processes
        seen += server.log()
        assert_kept(site, seen)


def assert_kept(site: Site, seen: str) -> None:
    assert len(site.secrets) >= 15
    assert "Internal Server Error: /join/" in seen
    assert "Traceback" in seen
    assert " join 404 " in seen  # of LOG_REQUESTS
    secrets = {*site.secrets, METRICS}
    assert {secret for secret in secrets if secret in seen} == set()


def test_a_database_that_cannot_be_reached_does_not_reveal_its_password(prepared: Ground, tmp_path):
    password = "Xq7vT2rWm9LkZp4s"
    url = f"postgres://score:{password}@127.0.0.1:9/scores"
    environment = build_environment(prepared.folder, prepared.database, DATABASE_URL=url)
    environment["SCOREKEEPER_VAR"] = str(tmp_path)
    for command in (["serve", "--port=0"], ["migrate"], ["link"]):
        ended = subprocess.run(
            manage(*command), env=environment, capture_output=True, text=True, check=False
        )
        assert ended.returncode
        assert "127.0.0.1" in ended.stderr
        assert password not in ended.stdout + ended.stderr
