"""Starts nginx, Caddy and Apache with the very files of deploy/, on ports of their own."""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.attacks.support.server import free_port
from tests.deploy.support.waiting import wait_for_port, wait_for_tls

DEPLOY = Path(__file__).parents[3] / "deploy"
NAME = "score.example"
MODULES = Path("/usr/lib/apache2/modules")
APACHE_MODULES = (
    *("mpm_event", "alias", "authz_core", "headers", "http2", "proxy", "proxy_http", "setenvif"),
    *("socache_shmcb", "ssl"),
)


class Proxy(NamedTuple):
    folder: Path  # of its logs, too
    http: int
    https: int
    authority: Path  # the certificate that clients have to trust


class Place(NamedTuple):
    """Where a proxy runs, and in front of which ports."""

    folder: Path
    http: int
    https: int
    apps: tuple[int, ...]

    @property
    def log(self) -> Path:
        return self.folder / "log"

    @property
    def certificate(self) -> Path:
        return self.folder / "certificate.pem"

    @property
    def key(self) -> Path:
        return self.folder / "key.pem"


def replaced(text: str, changes: dict[str, str]) -> str:
    """Replace what an operator replaces; each must be there."""
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    return text


def nginx(place: Place) -> list[str]:
    issue_certificate(place)
    upstreams = "".join(f"server 127.0.0.1:{port};" for port in place.apps)
    letsencrypt = f"/etc/letsencrypt/live/{NAME}"
    site = replaced(
        (DEPLOY / "nginx.conf").read_text(),
        {
            "server 127.0.0.1:8000;": upstreams,
            "listen 80;": f"listen 127.0.0.1:{place.http};",
            "    listen [::]:80;\n": "",
            "listen 443 ssl http2;": f"listen 127.0.0.1:{place.https} ssl http2;",
            "    listen [::]:443 ssl http2;\n": "",
            "https://$host$": f"https://$host:{place.https}$",
            f"{letsencrypt}/fullchain.pem": str(place.certificate),
            f"{letsencrypt}/privkey.pem": str(place.key),
        },
    )
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    folders = "".join(f"{kind}_temp_path {place.folder / kind};" for kind in kinds)
    user = "user root;" if os.getuid() == 0 else ""
    (place.folder / "nginx.conf").write_text(
        f"{user} daemon off; pid {place.folder / 'pid'}; error_log {place.log / 'error.log'};"
        f"events {{ worker_connections 2000; }} http {{ {folders}"
        f"access_log {place.log / 'access.log'}; {site} }}"
    )
    return ["nginx", "-e", str(place.log / "start.log"), "-c", str(place.folder / "nginx.conf")]


def caddy(place: Place) -> list[str]:
    """Its own authority issues the certificate, as nobody else can for this name."""
    options = f"local_certs\n skip_install_trust\n admin off\n http_port {place.http}\n"
    text = (DEPLOY / "Caddyfile").read_text()
    changed = replaced(
        text,
        {
            "{\n\tlog {": f"{{\n{options} https_port {place.https}\n\tlog {{",
            "lb_try_duration 10s": "lb_try_duration 1s",  # a test waits until it gives up
        },
    )
    (place.folder / "Caddyfile").write_text(changed)
    return ["caddy", "run", "--adapter=caddyfile", f"--config={place.folder / 'Caddyfile'}"]


def apache(place: Place) -> list[str]:
    issue_certificate(place)
    letsencrypt = f"/etc/letsencrypt/live/{NAME}"
    site = replaced(
        (DEPLOY / "apache.conf").read_text(),
        {
            "*:80>": f"127.0.0.1:{place.http}>",
            "*:443>": f"127.0.0.1:{place.https}>",
            f'"https://{NAME}/': f'"https://{NAME}:{place.https}/',
            "127.0.0.1:8000": f"127.0.0.1:{place.apps[0]}",
            "${APACHE_LOG_DIR}": str(place.log),
            f"{letsencrypt}/fullchain.pem": str(place.certificate),
            f"{letsencrypt}/privkey.pem": str(place.key),
        },
    )
    modules = [f"LoadModule {name}_module {MODULES}/mod_{name}.so" for name in APACHE_MODULES]
    user = ["User www-data", "Group www-data"] if os.getuid() == 0 else []
    lines = [
        *(f"ServerRoot {place.folder}", f"PidFile {place.folder}/pid", f"ServerName {NAME}"),
        *(f"ErrorLog {place.log}/error.log", *modules, *user),
        'LogFormat "%h %u %t \\"%r\\" %>s %O \\"%{Referer}i\\"" combined',
        'LogFormat "%h %u %t \\"%r\\" %>s %b" common',
        *(f"Listen 127.0.0.1:{place.http}", f"Listen 127.0.0.1:{place.https}", site),
    ]
    (place.folder / "apache.conf").write_text("\n".join(lines))
    return ["apache2", "-D", "FOREGROUND", "-f", str(place.folder / "apache.conf")]


COMMANDS: dict[str, Callable[[Place], list[str]]] = {
    "nginx": nginx,
    "caddy": caddy,
    "apache2": apache,
}

AUTHORITIES = {"caddy": "caddy/pki/authorities/local/root.crt"}


def why_not(name: str) -> str:
    """Return what is missing for a proxy; "" if it can be started."""
    missing = [program for program in (name, "openssl") if not find(program)]
    packages = " ".join(missing)
    return f"{name} not tried: install it with: apt install {packages}" if missing else ""


def find(program: str) -> str | None:
    return shutil.which(program, path=f"{os.environ['PATH']}:/usr/sbin:/usr/local/sbin")


def issue_certificate(place: Place) -> None:
    """Make an authority and a certificate for NAME in the folder."""
    authority, its_key = place.folder / "authority.pem", place.folder / "authority-key.pem"
    new = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    usage = ("-addext", "keyUsage=critical,keyCertSign")  # Python 3.13 asks for it
    run(*new, "-subj", "/CN=Ours", *usage, "-keyout", its_key, "-out", authority)
    run(
        *(*new, "-CA", authority, "-CAkey", its_key, "-subj", f"/CN={NAME}"),
        *("-addext", f"subjectAltName=DNS:{NAME}", "-addext", "basicConstraints=CA:FALSE"),
        *("-keyout", place.key, "-out", place.certificate),
    )


def run(*command: object) -> None:
    subprocess.run(list(map(str, command)), check=True, capture_output=True)


@contextmanager
def running(name: str, folder: Path, *apps: int) -> Iterator[Proxy]:
    """Start a proxy in front of the app on these ports."""
    place = Place(folder, free_port(), free_port(), apps)
    place.log.mkdir()
    program, *arguments = COMMANDS[name](place)
    environment = {
        **os.environ,
        "SITE": NAME,
        "UPSTREAMS": " ".join(f"127.0.0.1:{port}" for port in apps),
        "XDG_DATA_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
    }
    with (place.log / "output").open("w") as output:
        command = [find(program) or program, *arguments]
        process = subprocess.Popen(command, env=environment, stdout=output, stderr=output)
    try:
        wait_for_port(place.https, process)
        authority = folder / AUTHORITIES.get(name, "authority.pem")
        wait_for_tls(place.https, process, NAME, authority)
        yield Proxy(folder, place.http, place.https, authority)
    finally:
        process.terminate()
        process.wait(20)


def logs(proxy: Proxy) -> str:
    return "\n".join(path.read_text() for path in (proxy.folder / "log").iterdir())
