"""Counts what was refused before Django saw it. A flood of such requests must not fill the log."""

import asyncio
import logging
from collections import Counter

EVERY = 60  # seconds between two lines in the log

log = logging.getLogger(__name__)
counts: Counter[str] = Counter()


def count(why: str) -> None:
    """Count one refusal. Must be called on the event loop."""
    if not counts:
        asyncio.get_running_loop().call_later(EVERY, write_summary)
    counts[why] += 1


def write_summary() -> None:
    log.warning("Refused: %s", ", ".join(f"{n:,} × {why}" for why, n in counts.most_common()))
    counts.clear()
