"""Upgrades a site while it serves: `python -m tests.releases.rolling COMMIT`.

The release of this commit serves, with phones that enter rounds. Its database is migrated under it,
and then both releases serve side by side, as behind a proxy: each entry goes to the other one in
turns. Each form was opened at one release and is sent to the other. In the end only this release
serves. Fails if an entry is lost, saved twice or refused, or if a server logs an error.

With DATABASE_URL it uses that database of PostgreSQL's cluster as tests/attacks do, else SQLite.
"""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event

from lxml import html

from tests.attacks.support.database import fresh_database
from tests.attacks.support.killed import Outbox, wait_for_more
from tests.attacks.support.phone import Phone
from tests.attacks.support.server import ROOT, Server, manage

BETWEEN = 20  # entries of all phones before the next step


class Roaming(Outbox):
    """A phone whose requests go to one server after the other."""

    def __init__(self, server: Server) -> None:
        super().__init__(server.port, server.database)
        self.ports = [server.port]

    def deliver(self, request: bytes) -> None:
        self.ports.append(self.ports.pop(0))
        self.phone.port = self.ports[0]
        super().deliver(request)


@contextmanager
def code_of(commit: str) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="scorekeeper-release-") as name:
        archive = subprocess.run(
            ["git", "archive", commit], cwd=ROOT, check=True, capture_output=True
        )
        subprocess.run(["tar", "-x"], cwd=name, input=archive.stdout, check=True)
        yield Path(name)


def command(server: Server, *arguments: str, root: Path = ROOT) -> None:
    subprocess.run(manage(*arguments, root=root), env=server.environment, check=True)


def beside(server: Server) -> Server:
    """This release, with the data of the earlier one."""
    new = Server(server.var, server.database, server.workers)
    new.log_file = server.var / "new.log"
    return new


def exchange_forms(old: Server, new: Server) -> None:
    """Open forms at one release, and send them to the other."""
    phone = Phone(old.port)
    game = phone.start()
    for asked, sent in ((old, new), (new, old)):
        phone.port = asked.port
        page = html.fromstring(phone.get(f"/table/{game}/enter/").text)
        (form,) = page.xpath("//form[@hx-post][not(ancestor::template)]")
        fields = [(one.name, one.value) for one in form.xpath(".//input[@type='hidden'][@name]")]
        played = [("chimera", 0), ("bid", 20), ("first_out", 0)]
        phone.port = sent.port
        answer = phone.post(f"/table/{game}/enter/", [*fields, *played])
        assert answer.status == 302, answer.text
    for server in (old, new):  # a group of its own, from each release
        phone = Phone(server.port)
        phone.start()


def roll(commit: str) -> None:
    with code_of(commit) as root, tempfile.TemporaryDirectory(prefix="scorekeeper-") as name:
        old = Server(Path(name), fresh_database(Path(name)), workers=2)
        old.root = root
        for step in (("migrate", "--verbosity=0"), ("collectstatic", "--noinput", "-v0")):
            command(old, *step, root=root)
        new = beside(old)
        try:
            old.start()
            play(old, new)
        finally:
            old.kill()
            new.kill()
            old.database.drop()


def play(old: Server, new: Server) -> None:
    from concurrent.futures import ThreadPoolExecutor

    over, phones = Event(), [Roaming(old) for _ in range(3)]
    with ThreadPoolExecutor(len(phones)) as threads:
        entering = [threads.submit(phone.enter_until, over) for phone in phones]
        try:
            wait_for_more(phones, BETWEEN)
            say("migrating while the old release serves")
            command(new, "upgrade")
            wait_for_more(phones, BETWEEN)
            say("both releases serve")
            new.start()
            for phone in phones:
                phone.ports = [old.port, new.port]
            wait_for_more(phones, BETWEEN)
            exchange_forms(old, new)
            wait_for_more(phones, BETWEEN)
            say("only the new release serves")
            for phone in phones:
                phone.ports = [new.port]
            wait_for_more(phones, BETWEEN)
            old.stop()
            wait_for_more(phones, BETWEEN)
        finally:
            over.set()
        for future in entering:
            future.result()
    for phone in phones:
        phone.phone.port = new.port
        assert phone.is_whole, phone.game
    for server in (old, new):
        assert not server.logged_errors(), server.log()
    sent, again = sum(len(phone.sent) for phone in phones), sum(phone.resent for phone in phones)
    say(f"{sent} entries, each saved once; {again} were sent again")


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    roll(sys.argv[1])
