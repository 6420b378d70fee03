"""Defines the figures of /metrics. docs/monitoring.md says what each one means.

Each process that serves pages has a slot, and counts in files of its own (shared_counts.py), which
a process that replaces it continues, so no count falls back and the number of files does not grow.
Background tasks have a slot, too. Without a supervisor, as in tests, the counts are in memory.

Every label has few values: names of views, never addresses.
"""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest, values
from prometheus_client.multiprocess import MultiProcessCollector

PREFIX = "scorekeeper"
SHORT = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)  # seconds

registry = CollectorRegistry()


def counter(name: str, text: str, *labels: str) -> Counter:
    return Counter(name, text, labels, namespace=PREFIX, registry=registry)


def gauge(name: str, text: str) -> Gauge:
    return Gauge(name, text, namespace=PREFIX, registry=registry, multiprocess_mode="livesum")


def histogram(name: str, text: str, *labels: str) -> Histogram:
    return Histogram(name, text, labels, namespace=PREFIX, registry=registry, buckets=SHORT)


requests = counter("requests", "Requests that Django answered", "view", "method", "status")
request_seconds = histogram("request_seconds", "Time on a thread, without the wait for it", "view")
queue_seconds = histogram("queue_seconds", "Time that requests waited for a thread")
queue_length = gauge("queue_length", "Requests that wait for a thread")
refusals = counter("refusals", "Requests that were refused before Django", "reason")
entries = counter("entries", "Entries that devices and programs sent", "outcome")
lock_seconds = histogram("lock_seconds", "Time that writers waited for the database's lock")
codes = counter("codes", "Codes that were typed to join", "outcome")
watchers = gauge("watchers", "Open pages and programs that follow a game")
live_seconds = histogram("live_seconds", "Time from a save to its event on an open page")
tasks = counter("tasks", "Tasks in the background", "task", "outcome")
webhooks = counter("webhooks", "Messages to webhooks", "outcome")
worker_restarts = counter("worker_restarts", "Processes that were replaced")

ENTRIES = {
    outcome: entries.labels(outcome)
    for outcome in ("saved", "repeated", "same", "conflict", "refused", "full")
}
"""repeated: it was saved already, and sent once more; same: another device entered that, too."""


def note_process_start(replaces: bool) -> None:
    """Forget what the process that had this slot before was doing when it ended."""
    for one in (queue_length, watchers):
        one.set(0)
    if replaces:
        worker_restarts.inc()


def exposition() -> bytes:
    """Return the figures of all processes in the format of Prometheus."""
    if not values.ValueClass._multiprocess:
        return generate_latest(registry)
    together = CollectorRegistry()
    MultiProcessCollector(together)  # type: ignore[no-untyped-call]
    return generate_latest(together)
