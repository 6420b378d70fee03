"""The site's own settings on a disk that is full as soon as SQLite needs another page of it."""

import os

from scorekeeper.settings import *  # noqa: F403
from scorekeeper.settings import DATABASES

PAGES = os.environ["SMALL_DISK_PAGES"]
DATABASES["default"]["OPTIONS"]["init_command"] += f"PRAGMA max_page_count={PAGES};"
