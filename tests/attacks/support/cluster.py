"""Several servers of one site: PostgreSQL behind PgBouncer, and Valkey between them."""

from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection, HTTPResponse, IncompleteRead

from tests.attacks.support.http import HERE
from tests.attacks.support.phone import Phone
from tests.attacks.support.server import Ground, Server, prepare_ground
from tests.support.services import Services, running_services
from tests.support.waiting import PATIENCE

CONNECTIONS = 4  # of the pool; two servers have eight threads for pages


class Cluster:
    def __init__(self, services: Services, ground: Ground, servers: list[Server]) -> None:
        self.services, self.ground, self.servers = services, ground, servers

    @property
    def channels(self) -> set[str]:
        """Return what the servers listen to on Valkey."""
        from valkey import Valkey

        client = Valkey.from_url(self.services.valkey_url)
        return {name.decode() for name in client.pubsub_channels()}


@contextmanager
def running_cluster(
    count: int = 2, connections: int = CONNECTIONS, fsync: bool = False, **settings: str
) -> Iterator[Cluster]:
    """Start servers that have one database, and one worker each."""
    with (
        running_services(connections, fsync) as services,
        prepare_ground(f"{services.direct_url}/postgres") as ground,
        ExitStack() as servers,
    ):
        starting = (serving(ground, services, **settings) for _ in range(count))
        yield Cluster(services, ground, [servers.enter_context(one) for one in starting])


@contextmanager
def serving(ground: Ground, services: Services, **settings: str) -> Iterator[Server]:
    """Run one more server on the same database, not on a copy."""
    name = ground.database.url.rpartition("/")[2]
    urls = {
        "DATABASE_URL": f"{services.pool_url}/{name}",
        "LISTEN_DATABASE_URL": ground.database.url,
        "VALKEY_URL": services.valkey_url,
    }
    server = Server(ground.folder, ground.database, **{**urls, **settings})
    try:
        server.start()
        yield server
    finally:
        server.kill()


class Stream:
    """Follows a game as a browser does, and notes when each version came."""

    def __init__(self, server: Server, phone: Phone, game: int) -> None:
        self.line = HTTPConnection(HERE, server.port, timeout=PATIENCE)
        cookie = f"device={phone.cookies['device']}"
        self.line.request("GET", f"/live/{game}/", headers={"Cookie": cookie})
        self.answer: HTTPResponse = self.line.getresponse()
        assert self.answer.status == 200

    def next(self) -> int:
        """Return the next version that is sent. A lost line raises OSError or IncompleteRead."""
        while line := self.answer.readline():
            if line.startswith(b"data:"):
                return int(line.removeprefix(b"data:"))
        raise IncompleteRead(b"")

    def after(self, version: int) -> int:
        """Return the next newer version: heartbeats repeat it."""
        while (newer := self.next()) <= version:
            pass
        return newer


@contextmanager
def following(server: Server, phone: Phone, game: int) -> Iterator[Stream]:
    stream = Stream(server, phone, game)
    with closing(stream.line):
        yield stream
