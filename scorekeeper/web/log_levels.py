"""The levels of messages about requests, as an operator would choose them.

Django logs every refusal as a warning, and every unknown name of the site as an error. But a form
with a mistake, or two phones that enter the same round, are a usual evening, and scanners ask every
server of the internet for names that are not its own.
"""

import logging

from django.core.exceptions import DisallowedHost

USUAL = (409, 422)  # another device was first; a form with a mistake
REQUEST_LOG = "scorekeeper.operating.requests"  # with LOG_REQUESTS
UNKNOWN_HOST = f"django.security.{DisallowedHost.__name__}"


class LevelFilter(logging.Filter):
    """Lowers these levels. `least` is the name of the lowest level that is written."""

    def __init__(self, least: str) -> None:
        super().__init__()
        self.least = logging.getLevelNamesMapping()[least]

    def filter(self, record: logging.LogRecord) -> bool:
        if getattr(record, "status_code", None) in USUAL:
            set_level(record, logging.INFO)
        elif record.name == UNKNOWN_HOST:
            set_level(record, logging.WARNING)
        return record.levelno >= self.least or record.name == REQUEST_LOG


def set_level(record: logging.LogRecord, level: int) -> None:
    record.levelno, record.levelname = level, logging.getLevelName(level)
