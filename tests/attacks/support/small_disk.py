"""The site's settings with a limit on the size of the database, as on a full disk."""

import os

from scorekeeper.settings import *  # noqa: F403
from scorekeeper.settings import DATABASES

PAGES = os.environ["SMALL_DISK_PAGES"]
DATABASES["default"]["OPTIONS"]["init_command"] += f"PRAGMA max_page_count={PAGES};"
