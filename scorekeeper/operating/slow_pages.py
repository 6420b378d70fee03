"""Asks the server that runs on this machine which of its pages take longest."""

from collections import defaultdict
from http.client import HTTPConnection, HTTPException
from typing import NamedTuple

from django.conf import settings
from prometheus_client import Metric
from prometheus_client.parser import text_string_to_metric_families

from scorekeeper.management.listening import EVERYWHERE, socket_path

PATIENCE = 3  # seconds
TIMES = "scorekeeper_request_seconds"
THIS_MACHINE = {EVERYWHERE: "127.0.0.1", "::": "::1"}


class SlowPage(NamedTuple):
    """A view, how long it took on average since the server started, and how often it was asked."""

    view: str
    seconds: float
    requests: int


def slowest_pages(host: str, port: int) -> list[SlowPage] | None:
    """Return all pages, the slowest first; None if no server tells its figures there."""
    if socket_path(host):
        return None
    figures = read_figures(THIS_MACHINE.get(host, host), port)
    if figures is None:
        return None
    sums: dict[str, dict[str, float]] = defaultdict(dict)
    for family in figures:
        if family.name == TIMES:
            for sample in family.samples:
                sums[sample.labels["view"]][sample.name.removeprefix(TIMES)] = sample.value
    pages = [
        SlowPage(view, values["_sum"] / values["_count"], int(values["_count"]))
        for view, values in sums.items()
        if values["_count"]
    ]
    return sorted(pages, key=lambda page: -page.seconds)


def read_figures(host: str, port: int) -> list[Metric] | None:
    token = settings.METRICS_TOKEN
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    connection = HTTPConnection(host, port, timeout=PATIENCE)
    try:
        connection.request("GET", "/metrics", headers=headers)
        answer = connection.getresponse()
        figures = answer.read().decode()
        return list(text_string_to_metric_families(figures)) if answer.status == 200 else None
    except (OSError, HTTPException, ValueError):  # nobody is there, or it is another program
        return None
    finally:
        connection.close()
