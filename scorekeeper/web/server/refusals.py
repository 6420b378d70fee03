"""Counts requests that are refused before Django, and logs a summary once a minute.

A flood of such requests must not fill the log.
"""

import asyncio
import logging
from collections import Counter

from scorekeeper.operating import metrics

EVERY = 60  # seconds between two summaries

log = logging.getLogger(__name__)
counts: Counter[str] = Counter()


def count(reason: str) -> None:
    """Must be called on the event loop."""
    if not counts:
        asyncio.get_running_loop().call_later(EVERY, write_summary)
    counts[reason] += 1
    metrics.refusals.labels(reason).inc()


def write_summary() -> None:
    log.warning("Refused: %s", ", ".join(f"{n:,} × {reason}" for reason, n in counts.most_common()))
    counts.clear()
