"""Makes every kind of secret that a site has, and sends each where it may get into a log."""

import re
import subprocess
from typing import NamedTuple

from scorekeeper.pictures.fonts import fonts_for
from tests.attacks.support.http import Answer, Fields
from tests.attacks.support.phone import Phone
from tests.attacks.support.server import Server, manage

TOKEN = re.compile(r"score_[A-Za-z0-9_-]{43}")
LAST_PART = re.compile(r"(?:(?:join|calendar|picture)/[0-9]+|join/group)/([^/.?]+)")


class Site(NamedTuple):
    """`paths` are the addresses that contain a secret."""

    host: Phone
    game: int
    token: str
    paths: list[str]
    secrets: set[str]


def make_secrets(server: Server, hook: str) -> Site:
    """Share a game in every way. `hook` is the address of a webhook, with a secret in it."""
    host, guest = Phone(server.port), Phone(server.port)
    game = host.start()
    host.enter(game, 1)
    group, table = f"groups/{host.group}", f"table/{game}"
    links = [
        *(host.link(table, role) for role in ("watch", "enter")),
        *(host.link(group, role) for role in ("watch", "enter", "host")),
    ]
    codes = [host.code(table, "enter"), host.code(group, "enter")]
    ticket = guest.post("/join/", [("code", codes[0])]).location
    before = {*host.cookies.values(), *guest.cookies.values()}
    guest.join(links[4])
    host.post(f"/{group}/calendar/renew/")
    host.post(f"/{group}/programs/", [("program", "a lamp"), ("role", 2)])
    token = TOKEN.search(host.get(f"/{group}/exchange/").text)[0]
    calendar = re.search(r"/calendar/[0-9]+/[^\"]+\.ics", host.get(f"/{group}/exchange/").text)[0]
    signing = webhook_secret(host, hook)
    paths = [*links, ticket, calendar, *picture_link(host), invitation(server)]
    cookies = {*before, *host.cookies.values(), *guest.cookies.values()}
    parts = {LAST_PART.search(path)[1] for path in paths}
    key = (server.var / "secret_key").read_text()
    secrets = {*cookies, *parts, *codes, token, signing, hook.rpartition("/")[2], key}
    return Site(host, game, token, paths, {one for one in secrets if len(one) > 5})


def invitation(server: Server) -> str:
    """The address at which somebody may start a group, as an operator makes it."""
    command = manage("link", "--new-group")
    printed = subprocess.run(command, env=server.environment, capture_output=True, check=True)
    return re.search(r"/join/group/[^/\s]+/", printed.stdout.decode())[0]


def picture_link(host: Phone) -> list[str]:
    """The address of a picture of a game that is over; none where no font can draw one."""
    game = host.start(target=40)
    host.enter(game, 1)
    page = f"/table/{game}/share/result/"
    host.post(page)
    addresses = re.findall(r"/picture/[0-9]+/[^\"]+\.png", host.get(page).text)
    assert addresses or not fonts_for("Ana")
    return addresses[:1]


def webhook_secret(host: Phone, address: str) -> str:
    fields = [
        *(("name", "Lamps"), ("address", address), ("format", "standard")),
        *(("language", "en"), ("events", "round.entered")),
    ]
    page = host.post(f"/groups/{host.group}/webhooks/new/", fields).location
    return re.search(r"whsec_[^\"<]+", host.get(page).text)[0]


def open_all(site: Site) -> list[Answer]:
    """Use each secret where it belongs."""
    bearer = [("Authorization", f"Bearer {site.token}")]
    opened = [Phone(site.host.port).get(path) for path in site.paths]
    return [*opened, site.host.get("/api/v1/games", bearer), site.host.enter(site.game, 3)]


def send_everywhere(site: Site) -> list[Answer]:
    """Refused, wrong, broken and too large requests with each secret in every place."""
    host, guest = site.host, Phone(site.host.port)
    bearer = [("Authorization", f"Bearer {site.token}")]
    wrong: Fields = [("csrfmiddlewaretoken", "w" * 32)]
    answers = []
    for path in site.paths:
        for address in (path, f"{path}x/", path.replace("/1/", "/99999/"), f"/nothing{path}"):
            answers += [guest.get(address), guest.get(address, [("Host", "evil.example")])]
            answers += [guest.post(address, wrong), guest.post(address, [("name", "x" * 70_000)])]
            answers.append(guest.send(guest.request("DELETE", address)))
    for secret in site.secrets:
        answers += [guest.get(f"/join/?code={secret}"), guest.post("/join/", [("code", secret)])]
        answers.append(guest.get("/api/v1/games", [("Authorization", f"Bearer {secret}")]))
        answers.append(guest.get("/metrics", [("Authorization", f"Bearer {secret}")]))
    answers += [host.get("/api/v1/games", bearer), host.get("/api/v1/nothing", bearer)]
    answers += [
        host.enter(site.game, 2),
        host.enter(site.game, 2, bid=40),
        host.get("/health/ready"),
    ]
    return answers
