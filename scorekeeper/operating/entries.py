"""Counts what becomes of the entries that devices and programs send."""

from scorekeeper.operating import metrics

OUTCOMES = {
    outcome: metrics.entries.labels(outcome)
    for outcome in ("saved", "repeated", "same", "conflict", "refused", "full")
}
"""repeated: it was saved already, and sent once more; same: another device entered that, too."""


SAVED = OUTCOMES["saved"]


def count(outcome: str) -> None:
    OUTCOMES[outcome].inc()
