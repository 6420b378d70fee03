"""The site behind nginx, Caddy and Apache, with the very files of deploy/."""

import http.client
import json
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
import yaml

from tests.attacks.support.http import HERE
from tests.attacks.support.server import Ground
from tests.attacks.test_import import PLAYS, upload, wait_for
from tests.deploy.support import proxies
from tests.deploy.support.proxies import NAME, Proxy, logs, running
from tests.deploy.support.secure_phone import SecurePhone

SETTINGS = {"HTTPS": "1", "TRUST_PROXY": "1", "ALLOWED_HOSTS": NAME}
AT_ONCE = 5  # seconds; well below the 15 after which a stream repeats itself
SECRET = "s" * 22
TRAEFIK = Path(__file__).parents[2] / "deploy" / "traefik.yml"


def unless_missing(name: str):
    reason = proxies.why_not(name)
    return pytest.mark.skipif(bool(reason), reason=reason)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=unless_missing(name)) for name in proxies.COMMANDS]
)
@pytest.mark.long
def test_a_table_plays_behind_a_proxy_with_the_file_we_give(name, prepared: Ground, tmp_path):
    with prepared.serving(**SETTINGS) as server, running(name, tmp_path, server.port) as proxy:
        leads_to_https(proxy)
        host, guest = SecurePhone(proxy), SecurePhone(proxy)
        game = host.start()
        guest.join(host.link(f"table/{game}", "watch"))
        with guest.stream(f"/live/{game}/") as stream:
            stream.wait_for(rb"\ndata:[0-9]+", AT_ONCE)
            assert host.enter(game, 1).status == 302
            stream.wait_for(rb"\ndata:[0-9]+", AT_ONCE)
        takes_a_large_file(host)
        others_are_served_beside_half_requests(host, game)
        the_app_sees_the_address_of_the_client(host, server)
        server.kill()
        assert host.get(f"/join/1/{SECRET}/").status in (502, 503)
        assert SECRET not in logs(proxy)


def leads_to_https(proxy: Proxy):
    connection = http.client.HTTPConnection(HERE, proxy.http, timeout=10)
    connection.request("GET", "/table/1/?round=2", headers={"Host": NAME})
    answer = connection.getresponse()
    port = "" if f":{proxy.https}" not in answer.headers["Location"] else f":{proxy.https}"
    assert answer.status in (301, 308)
    assert answer.headers["Location"] == f"https://{NAME}{port}/table/1/?round=2"


def takes_a_large_file(host: SecurePhone):
    spaces = b" " * 3 * 2**20  # JSON may have them
    page = upload(host, PLAYS + spaces).location
    wait_for(host, page, "Who is who")


def others_are_served_beside_half_requests(host: SecurePhone, game: int):
    half = host.form("/theme/", [("theme", "dark")])[:-5]
    with ExitStack() as open_ones:
        for _slow_client in range(60):
            open_ones.enter_context(host.connect()).sendall(half)
        assert host.get(f"/table/{game}/").status == 200


def the_app_sees_the_address_of_the_client(host: SecurePhone, server):
    """A client may send headers of these names, which must not count."""
    headers = [("X-Forwarded-For", "203.0.113.9"), ("X-Forwarded-Proto", "http")]
    headers.append(("X-Request-ID", "chosen-by-a-client"))
    assert host.get(f"/join/1/{SECRET}/", headers).status == 404
    [line] = re.findall(r".* Not Found: /join/1/.*", server.log())
    assert "127.0.0.0/24" in line
    assert "chosen-by-a-client" not in line


@contextmanager
def answering() -> Iterator[int]:
    """Run a server that answers with its own port. Yields the port."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.end_headers()
            self.wfile.write(str(self.server.server_port).encode())

        def log_message(self, *_):
            """Log nothing."""

    with ThreadingHTTPServer((HERE, 0), Answer) as server:
        Thread(target=server.serve_forever).start()
        try:
            yield server.server_port
        finally:
            server.shutdown()


@unless_missing("caddy")
def test_caddy_gets_all_streams_of_a_table_from_one_process(tmp_path):
    with answering() as one, answering() as other, running("caddy", tmp_path, one, other) as proxy:
        phone = SecurePhone(proxy)
        asked = {
            path: {int(phone.get(path).body) for _again in range(5)}
            for table in range(1, 17)
            for path in (f"/live/{table}/", f"/api/v1/games/{table}/events")
        }
    assert all(len(ports) == 1 for ports in asked.values())
    assert set().union(*asked.values()) == {one, other}


def test_the_file_for_traefik_is_read_as_yaml_and_passes_the_host_on():
    """Traefik itself is not tried: no package of Debian has it."""
    routing = yaml.safe_load(TRAEFIK.read_text())["http"]
    [router] = routing["routers"].values()
    balancer = routing["services"][router["service"]]["loadBalancer"]
    assert router["rule"] == f"Host(`{NAME}`)"
    assert balancer["passHostHeader"] is True
    assert json.dumps(balancer["servers"]) == '[{"url": "http://127.0.0.1:8000"}]'
