"""What our logs must not hold."""

import logging
import re


class WithoutLinks(logging.Filter):
    """Keeps the secrets of links out of our logs."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = re.sub(r"(/join/\d+/)[\w-]+", r"\1…", record.getMessage()), ()
        return True
