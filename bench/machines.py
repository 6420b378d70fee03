"""Several servers of one site on this machine: PostgreSQL, and PgBouncer and Valkey between them.

Each server has one process and its own port, as on machines of their own.
"""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from bench.memory import serving as processes_of
from bench.site import Site, prepared_site, serving
from tests.support.services import Service, Services, running_services

TICKS = os.sysconf("SC_CLK_TCK")  # of processor time in a second
NAME = "scorekeeper"


class Machines(NamedTuple):
    services: Services
    sites: list[Site]
    environment: dict[str, str]  # for commands, which use the same database

    @property
    def ports(self) -> list[int]:
        return [site.port for site in self.sites]

    @property
    def pids(self) -> list[int]:
        """Return the processes that serve pages."""
        return [pid for site in self.sites for pid in processes_of(site.pid)]


@contextmanager
def running_machines(count: int, layout: str = "large", processes: int = 1) -> Iterator[Machines]:
    """Start them. The layout "club" has neither PgBouncer nor Valkey."""
    with running_services(fsync=True) as services:
        create_database(services)
        direct, pooled = f"{services.direct_url}/{NAME}", f"{services.pool_url}/{NAME}"
        large = {"LISTEN_DATABASE_URL": direct, "VALKEY_URL": services.valkey_url}
        with prepared_site(direct) as environment, ExitStack() as sites:
            if layout == "large":
                environment |= {"DATABASE_URL": pooled, **large}
            running = [sites.enter_context(serving(environment, processes)) for _ in range(count)]
            yield Machines(services, running, environment)


def create_database(services: Services) -> None:
    import psycopg

    with psycopg.connect(f"{services.direct_url}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {NAME}")


def processor_time(pids: list[int]) -> float:
    """Return the seconds that these processes have used so far."""
    return sum(seconds_of(Path(f"/proc/{pid}/stat")) for pid in pids)


def seconds_of(stat: Path) -> float:
    """Include the children that have ended: PostgreSQL starts one for each connection."""
    fields = stat.read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / TICKS


def service_pids(service: Service) -> list[int]:
    """Return its processes."""
    pid = service.process.pid if service.process else 0
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *map(int, children)]
