"""Take the site's settings, but let writers give up sooner: a test waits until two of them do."""

from scorekeeper.settings import *  # noqa: F403
from scorekeeper.settings import DATABASES

LOCK_TIMEOUT = 2
DATABASES["default"]["OPTIONS"]["timeout"] = LOCK_TIMEOUT
