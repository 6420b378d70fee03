"""https at home by an authority of one's own: a real browser trusts it as a phone would."""

import os
import re
import ssl
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from playwright.sync_api import Error, Page, sync_playwright

from tests.attacks.support.http import HERE
from tests.attacks.support.server import Ground, free_port
from tests.deploy.support.proxies import DEPLOY, find, replaced
from tests.deploy.support.waiting import wait_for_port, wait_for_tls
from tests.support.chromium import CHROMIUM

MISSING = [name for name in ("caddy", "certutil") if not find(name)]
PACKAGES = {"caddy": "caddy", "certutil": "libnss3-tools"}
SETTINGS = {"HTTPS": "1", "TRUST_PROXY": "1"}
SECURE = """async () => ({
    secure: isSecureContext,
    worker: (await navigator.serviceWorker.ready).active.scriptURL,
    lock: "wakeLock" in navigator,
    persist: "persist" in navigator.storage,
})"""

T = TypeVar("T")

pytestmark = [
    pytest.mark.browser,
    pytest.mark.long,
    pytest.mark.skipif(
        bool(MISSING),
        reason="https at home not tried; install it with: apt install "
        + " ".join(PACKAGES[name] for name in MISSING),
    ),
]


@contextmanager
def proxy_at_home(folder: Path, app: int) -> Iterator[tuple[str, str]]:
    """Start Caddy as docs/https-at-home.md says. Yields its addresses: http, https."""
    http, https = free_port(), free_port()
    options = f"admin off\n\thttp_port {http}\n\thttps_port {https}\n\tlocal_certs"
    changes = {"local_certs": options, "127.0.0.1:8000": f"127.0.0.1:{app}"}
    changes["https://{host}{uri}"] = f"https://{{host}}:{https}{{uri}}"
    (folder / "Caddyfile").write_text(replaced((DEPLOY / "Caddyfile.home").read_text(), changes))
    environment = {**os.environ, "ADDRESS": HERE, "AUTHORITY": str(folder / "caddy")}
    command = ["caddy", "run", "--adapter=caddyfile", f"--config={folder / 'Caddyfile'}"]
    with (folder / "output").open("w") as output:
        process = subprocess.Popen(command, env=environment, stdout=output, stderr=output)
    try:
        wait_for_port(http, process)
        root = folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"
        wait_for_tls(https, process, HERE, root)
        yield f"http://{HERE}:{http}", f"https://{HERE}:{https}"
    finally:
        process.terminate()
        process.wait(20)


def trust(home: Path, certificate: bytes) -> None:
    """Install the authority's certificate for the browser whose home this is."""
    file, store = home / "ca.crt", home / ".pki" / "nssdb"
    file.write_bytes(certificate)
    store.mkdir(parents=True)
    run = ["certutil", "-d", f"sql:{store}"]
    subprocess.run([*run, "-N", "--empty-password"], check=True)
    subprocess.run([*run, "-A", "-t", "C,,", "-n", "home", "-i", file], check=True)


def visit(home: Path, act: Callable[[Page], T]) -> T:
    """Use the browser whose home this is: in a thread, as another one may be open in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(visit_here, home, act).result()


def visit_here(home: Path, act: Callable[[Page], T]) -> T:
    environment = {**os.environ, "HOME": str(home)}
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox"], env=environment
        )
        try:
            return act(chromium.new_page())
        finally:
            chromium.close()


def test_a_phone_that_trusts_the_authority_gets_what_https_gives(prepared: Ground, tmp_path):
    stranger, friend = tmp_path / "stranger", tmp_path / "friend"
    stranger.mkdir()
    friend.mkdir()

    def look(page: Page) -> tuple[str, dict[str, Any]]:
        page.goto(f"{http}/games/")
        return page.url, page.evaluate(SECURE)

    with (
        prepared.serving(**SETTINGS) as server,
        proxy_at_home(tmp_path, server.port) as (http, https),
    ):
        with pytest.raises(Error, match="AUTHORITY"):
            visit(stranger, lambda page: page.goto(https))
        with urlopen(f"{http}/ca.crt") as answer:  # noqa: S310 - our own server
            assert answer.headers["Content-Type"] == "application/x-x509-ca-cert"
            trust(friend, answer.read())
        url, found = visit(friend, look)
        assert url == f"{https}/games/"
        assert re.match(f"{https}/", found.pop("worker"))
        assert found == {"secure": True, "lock": True, "persist": True}


def test_the_proxy_logs_no_secret_of_a_link(tmp_path):
    secret, trust_all = "s" * 22, ssl._create_unverified_context()  # noqa: S323 - our own proxy
    with proxy_at_home(tmp_path, free_port()) as (_http, https):
        with pytest.raises(HTTPError, match="502"):
            urlopen(f"{https}/join/1/{secret}/", context=trust_all)  # noqa: S310
        text = (tmp_path / "output").read_text()
    assert "connection refused" in text
    assert secret not in text
