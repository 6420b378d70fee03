"""Checks https as a phone would: asks the site at its address, and looks at the certificate."""

import http.client
import ssl
from email.message import Message
from ipaddress import ip_address
from time import time
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from scorekeeper.operating.doctor.findings import Finding, Findings, missing, ok, unsafe
from scorekeeper.web.deadlines import call_within

SUBJECT = "HTTPS"
HOME = "docs/https-at-home.md"
TIMEOUT, PATIENCE = 5, 20  # seconds: for each step, and for everything
DAY = 24 * 3600
SOON = 14  # days before its end by which a certificate has usually been renewed
UNKNOWN_AUTHORITY = (18, 19, 20, 21)  # OpenSSL's reasons: self-signed, or its issuer is not known
EXPIRED, OTHER_NAME = 10, (62, 64)
LOCAL = ("caddy local authority", "mkcert", "step", "local ca", "home ca")
AT_HOME = (
    *(".local", ".lan", ".home", ".internal", ".home.arpa", ".localhost", ".fritz.box", ".ts.net"),
    *(".test", ".invalid"),
)
DEFAULT_PORTS = {"https": 443, "http": 80}  # told to http.client, or it looks for one in ::1
REDIRECTS = (301, 302, 307, 308)


def is_public(name: str) -> bool:
    """Return whether a name of the site is one for the internet."""
    name = name.strip(".").lower()
    try:
        return ip_address(name.strip("[]")).is_global
    except ValueError:
        return "." in name and not f".{name}".endswith(AT_HOME)


class Answer(NamedTuple):
    status: int
    headers: Message
    certificate: dict[str, Any]


def check_https(url: str, ca: str | None) -> Findings:
    """`ca` is the file of a certificate authority of one's own."""
    parts = urlsplit(url)
    name = parts.hostname or ""
    try:
        answer = call_within(PATIENCE, lambda: ask(url, ca))
    except ssl.SSLCertVerificationError as error:
        yield certificate_fault(url, name, error, ca)
        return
    except (OSError, ValueError, http.client.HTTPException) as error:  # of names, too: a..b
        reason = str(error) or type(error).__name__
        yield unsafe(SUBJECT, f"{url} does not answer ({reason}): is the proxy running, and open?")
        return
    location = answer.headers.get("Location", "")
    if answer.status in REDIRECTS and location.rstrip("/") == url.rstrip("/"):
        yield unsafe(
            SUBJECT,
            f"{url} redirects to itself: set TRUST_PROXY=1, and let the proxy send"
            " X-Forwarded-Proto: https",
        )
        return
    if answer.status != 200:
        yield unsafe(SUBJECT, f"{url} answers {answer.status}: is ALLOWED_HOSTS right?")
        return
    yield of_certificate(url, name, answer.certificate, ca)
    if not answer.headers.get("Strict-Transport-Security"):
        yield unsafe(SUBJECT, f"{url} works without HTTPS=1: set it, for secure cookies and HSTS")


def certificate_fault(
    url: str, name: str, error: ssl.SSLCertVerificationError, ca: str | None
) -> Finding:
    """Say what is wrong with a certificate that does not hold."""
    if error.verify_code == EXPIRED:
        return unsafe(SUBJECT, f"the certificate of {url} has ended: renew it")
    if error.verify_code in OTHER_NAME:
        return unsafe(SUBJECT, f"the certificate of {url} is for another name: get one for {name}")
    if error.verify_code in UNKNOWN_AUTHORITY and not ca:
        text = (
            f"this machine does not know who issued the certificate of {url}. Of an authority of"
            f" your own, each phone needs its root ({HOME}); check it here with --ca ROOT.pem"
        )
        return unsafe(SUBJECT, text) if is_public(name) else missing(SUBJECT, text)
    return unsafe(SUBJECT, f"the certificate of {url} does not hold: {error.verify_message}")


def of_certificate(url: str, name: str, certificate: dict[str, Any], ca: str | None) -> Finding:
    begin, end = (ssl.cert_time_to_seconds(certificate[key]) for key in ("notBefore", "notAfter"))
    days = (end - time()) / DAY
    left = f"{days:.0f} days" if days >= 2 else f"{days * 24:.0f} hours"
    issuer = {key: value for part in certificate["issuer"] for key, value in part}
    authority = issuer.get("organizationName") or issuer.get("commonName") or "an unknown authority"
    text = f"{url} has a certificate of {authority}, {way_of(name, issuer, ca)}, {left} left"
    if days < min(SOON, (end - begin) / DAY / 4):
        return missing(SUBJECT, f"{text}: find out why it is not renewed")
    return ok(SUBJECT, text)


def way_of(name: str, issuer: dict[str, str], ca: str | None) -> str:
    """Name the way in which https was set up, of those in docs/https-at-home.md."""
    if name.endswith(".ts.net"):
        return "through Tailscale"
    text = " ".join(issuer.values()).lower()
    if ca or any(word in text for word in LOCAL):
        return "a local CA, whose root each phone needs"
    return "for a name of your own"


def check_plain_http(name: str) -> Findings:
    """Without https, the site must not show pages on the internet."""
    url = f"http://{name}/"
    try:
        answer = call_within(PATIENCE, lambda: ask(url, None))
    except (OSError, ValueError, http.client.HTTPException):
        yield ok(SUBJECT, f"nothing answers at {url}")
        return
    if answer.status in REDIRECTS and answer.headers.get("Location", "").startswith("https://"):
        yield ok(SUBJECT, f"{url} redirects to https")
    else:
        yield unsafe(SUBJECT, f"{url} answers {answer.status} without https: redirect it")


def ask(url: str, ca: str | None) -> Answer:
    """Send one request, and follow no redirect."""
    parts = urlsplit(url)
    name, port = parts.hostname or "", parts.port or DEFAULT_PORTS[parts.scheme]
    connection: http.client.HTTPConnection
    if parts.scheme == "https":
        context = ssl.create_default_context()
        # From Python 3.13 on it refuses authorities made at home that phones accept.
        context.verify_flags &= ~ssl.VERIFY_X509_STRICT
        if ca:
            context.load_verify_locations(ca)
        connection = http.client.HTTPSConnection(name, port, timeout=TIMEOUT, context=context)
    else:
        connection = http.client.HTTPConnection(name, port, timeout=TIMEOUT)
    try:
        connection.connect()
        socket = connection.sock
        certificate = socket.getpeercert() if isinstance(socket, ssl.SSLSocket) else None
        connection.request("GET", "/", headers={"User-Agent": "scorekeeper-doctor"})
        with connection.getresponse() as response:
            return Answer(response.status, response.headers, certificate or {})
    finally:
        connection.close()
