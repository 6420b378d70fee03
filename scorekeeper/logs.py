"""What our logs must not hold."""

import logging
import re


class WithoutLinks(logging.Filter):
    """Keeps the secrets of links out of our logs, and of the tracebacks in them."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = without_links(record.getMessage()), ()
        if record.exc_info:
            record.exc_text = without_links(logging.Formatter().formatException(record.exc_info))
        return True


def without_links(text: str) -> str:
    return re.sub(r"(join/\d+/)[^/\s?'\"]+", r"\1…", text)
