"""Reads what this process counted for /metrics."""

from contextlib import contextmanager

from scorekeeper.operating.metrics import registry


def count(name: str, **labels: str) -> float:
    return registry.get_sample_value(f"scorekeeper_{name}", labels) or 0


@contextmanager
def counting(name: str, **labels: str):
    """A list that gets what was added to this figure."""
    before, added = count(name, **labels), []
    yield added
    added.append(count(name, **labels) - before)
