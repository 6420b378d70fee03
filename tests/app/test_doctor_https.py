"""The doctor checks https at real servers, with certificates of an authority of their own."""

import shutil
import ssl
import subprocess
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from scorekeeper.operating.doctor import checks, https
from scorekeeper.web.deadlines import call_within
from tests.app.test_doctor import said_by

HSTS = ("Strict-Transport-Security", "max-age=31536000")


def openssl(folder, *arguments):
    subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture(scope="module")
def authority(tmp_path_factory):
    """A folder with a certificate authority, and certificates that it gave."""
    if not shutil.which("openssl"):
        pytest.skip("tests of https skipped: no openssl; apt install openssl")
    folder = tmp_path_factory.mktemp("authority")
    key = ("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj")
    root = ("/O=Our home", "-x509", "-days", "900", "-keyout", "ca.key", "-out", "ca.pem")
    openssl(folder, *key, *root)
    for name, host, days in (
        ("good", "localhost", 800),
        ("ended", "localhost", -1),
        ("elsewhere", "other.example", 800),
    ):
        request = (f"/CN={host}", "-keyout", f"{name}.key", "-out", f"{name}.csr")
        openssl(folder, *key, *request)
        (folder / "names").write_text(f"subjectAltName=DNS:{host}")
        signed = ("-CA", "ca.pem", "-CAkey", "ca.key", "-days", str(days), "-extfile", "names")
        openssl(folder, "x509", "-req", "-in", f"{name}.csr", *signed, "-out", f"{name}.pem")
    return folder


@contextmanager
def a_site(folder=None, name="good", status=200, headers=(HSTS,)):
    """A server that answers each request in this way. Yields its address."""
    asked = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            self.send_response(status)
            for header, value in headers:
                self.send_header(header, value.replace("HERE", address))
            self.end_headers()

        def log_message(self, *_arguments):
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    address = f"http{'s' if folder else ''}://localhost:{server.server_port}/"
    if folder:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(folder / f"{name}.pem", folder / f"{name}.key")
        server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield address
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def ca_of(folder):
    return str(folder / "ca.pem")


def test_a_site_whose_certificate_holds_is_fine(authority):
    with a_site(authority) as url:
        (line,) = said_by(https.check_https, url, ca_of(authority))
    assert line.startswith(f"ok       HTTPS: {url} has a certificate of Our home, a local CA")
    assert line.endswith(", 800 days left")


def test_a_certificate_that_ends_soon_is_reported(authority, monkeypatch):
    monkeypatch.setattr(https, "time", lambda: time.time() + 790 * 24 * 3600)
    with a_site(authority) as url:
        (line,) = said_by(https.check_https, url, ca_of(authority))
    assert line.startswith("missing  HTTPS: ")
    assert "find out why it is not renewed" in line


def test_a_certificate_that_lasts_for_hours_only_is_fine_until_most_of_them_have_passed():
    now = 1_800_000_000
    times = ssl_time(now - 3 * 3600), ssl_time(now + 9 * 3600)
    certificate = dict(zip(("notBefore", "notAfter"), times, strict=True))
    certificate["issuer"] = ((("commonName", "Caddy Local Authority - ECC Intermediate"),),)
    for hours, end in ((0, "9 hours left"), (7, "2 hours left: find out why it is not renewed")):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(https, "time", lambda hours=hours: now + hours * 3600)
            line = https.of_certificate("https://score.lan/", "score.lan", certificate, None)
        assert str(line).endswith(end)


def ssl_time(seconds):
    return time.strftime("%b %d %H:%M:%S %Y GMT", time.gmtime(seconds))


def test_a_certificate_of_an_unknown_authority_needs_its_root_on_each_phone(authority, monkeypatch):
    with a_site(authority) as url:
        (at_home,) = said_by(https.check_https, url, None)
        monkeypatch.setattr(https, "is_public", lambda _name: True)
        (in_public,) = said_by(https.check_https, url, None)
    for line, grade in ((at_home, "missing"), (in_public, "UNSAFE")):
        assert line.startswith(f"{grade:<8} HTTPS: this machine does not know who issued")
        assert "--ca ROOT.pem" in line


def test_what_is_wrong_with_a_site_is_said_with_the_remedy(authority):
    remedy = "set TRUST_PROXY=1, and let the proxy send X-Forwarded-Proto: https"
    for name, status, fault in (
        ("elsewhere", 200, "the certificate of HERE is for another name: get one for localhost"),
        ("ended", 200, "the certificate of HERE has ended: renew it"),
        ("good", 400, "HERE answers 400: is ALLOWED_HOSTS right?"),
        ("good", 301, f"HERE redirects to itself: {remedy}"),
    ):
        with a_site(authority, name, status, [("Location", "HERE")]) as url:
            (line,) = said_by(https.check_https, url, ca_of(authority))
        assert line == f"UNSAFE   HTTPS: {fault.replace('HERE', url)}"


def test_a_site_without_hsts_lacks_the_setting(authority):
    with a_site(authority, headers=()) as url:
        _certificate, line = said_by(https.check_https, url, ca_of(authority))
    fault = f"{url} works without HTTPS=1: set it, for secure cookies and HSTS"
    assert line == f"UNSAFE   HTTPS: {fault}"


def test_a_site_that_does_not_answer_is_unsafe():
    with a_site() as url:
        closed = url.replace("http://", "https://")
    (line,) = said_by(https.check_https, closed, None)
    assert line.startswith(f"UNSAFE   HTTPS: {closed} does not answer")


def test_an_address_without_a_port_is_asked_at_the_usual_one(monkeypatch):
    asked = []

    def refuse(address, *_others):
        asked.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(https.http.client.socket, "create_connection", refuse)
    for url in ("https://[::1]/", "http://[::1]/", "https://[::1]:8443/"):
        said_by(https.check_https, url, None)
    assert asked == [("::1", 443), ("::1", 80), ("::1", 8443)]


def test_a_name_that_no_server_can_have_is_unsafe():
    (line,) = said_by(https.check_https, "https://a..b/", None)
    assert line.startswith("UNSAFE   HTTPS: https://a..b/ does not answer")


def test_an_answer_is_not_waited_for_long():
    begin = time.monotonic()
    with pytest.raises(TimeoutError):
        call_within(0.05, lambda: time.sleep(1))
    assert time.monotonic() - begin < 1
    assert call_within(10, lambda: "answer") == "answer"


def test_pages_without_https_are_unsafe_in_public():
    for status, headers, grade in (
        (200, (), "UNSAFE"),
        (301, [("Location", "http://other.example/")], "UNSAFE"),
        (308, [("Location", "https://score.example/")], "ok"),
    ):
        with a_site(status=status, headers=headers) as url:
            (line,) = said_by(https.check_plain_http, url[len("http://") :].rstrip("/"))
        assert line.startswith(grade), status
    (line,) = said_by(https.check_plain_http, url[len("http://") :].rstrip("/"))
    assert "nothing answers" in line


def test_each_way_to_https_has_its_name():
    mkcert = {"organizationName": "mkcert development CA"}
    for name, issuer, ca, way in (
        ("pi.tail1234.ts.net", {"organizationName": "Let's Encrypt"}, None, "through Tailscale"),
        ("score.example", {"organizationName": "Let's Encrypt"}, None, "for a name of your own"),
        ("score.lan", {"commonName": "Caddy Local Authority - ECC"}, None, "a local CA"),
        ("score.lan", mkcert, None, "a local CA"),
        ("score.lan", {"commonName": "X"}, "ca.pem", "a local CA"),
    ):
        assert https.way_of(name, issuer, ca).startswith(way)


def test_names_of_the_internet_are_public_and_those_of_a_home_are_not():
    public = ("score.example", "a.b.example", "203.0.114.7", ".score.example")
    at_home = ("localhost", "pi", "pi.local", "score.lan", "pi.tail1.ts.net", "192.168.1.20", "*")
    assert [name for name in public + at_home if https.is_public(name)] == list(public)


def test_the_names_of_the_site_are_asked(settings, monkeypatch):
    asked = []
    monkeypatch.setattr(checks, "check_https", lambda url, _ca: asked.append(url) or [])
    monkeypatch.setattr(checks, "check_plain_http", lambda name: asked.append(name) or [])
    settings.HTTPS = True
    settings.HOST_NAMES = ["localhost", "score.example", ".all.example", "score.lan"]
    said_by(checks.check_addresses, None, None)
    assert asked == ["https://score.example/", "score.example", "https://score.lan/"]
    asked.clear()
    said_by(checks.check_addresses, "https://one.example/", None)
    assert asked == ["https://one.example/"]


def test_without_a_name_this_machines_own_address_is_asked(settings, monkeypatch):
    asked = []
    monkeypatch.setattr(checks, "check_https", lambda url, _ca: asked.append(url) or [])
    monkeypatch.setattr(checks, "local_address", lambda: "192.168.1.20")
    settings.HTTPS, settings.HOST_NAMES = True, ["localhost"]
    said_by(checks.check_addresses, None, None)
    assert asked == ["https://192.168.1.20/"]
