"""The site's settings, isolated from the developer's data and environment.

They are set as environment variables, so that commands started by a test get them as well.
"""

import atexit
import os
import shutil
import tempfile

if "SCOREKEEPER_VAR" not in os.environ:
    os.environ["SCOREKEEPER_VAR"] = tempfile.mkdtemp(prefix="scorekeeper-tests-")
    atexit.register(shutil.rmtree, os.environ["SCOREKEEPER_VAR"], ignore_errors=True)
os.environ.setdefault("SECRET_KEY", "known to every test")
os.environ.setdefault("ALLOWED_HOSTS", "testserver")
os.environ.setdefault("TIME_ZONE", "UTC")
os.environ["LC_ALL"] = "C.UTF-8"  # whatever the language of the terminal
# Tests of the limits set lower ones.
os.environ.setdefault("NEW_GAMES_PER_HOUR", "1000000")
os.environ.setdefault("NEW_GROUPS_PER_HOUR", "1000000")
os.environ.setdefault("JOINS_PER_HOUR", "1000000")
# Playwright runs an event loop in the test's thread, where Django would refuse to use the database.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "1")

from scorekeeper.settings import *  # noqa: F403
from scorekeeper.settings import DATABASES, STATIC_ROOT, STORAGES, VAR

IMPORTS = VAR / "imports" / os.environ.get("PYTEST_XDIST_WORKER", "")

# Tasks run at once. Tests of the background start a server.
TASKS = {"default": {"BACKEND": "django_tasks.backends.immediate.ImmediateBackend"}}

# Without hashes in file names, so that files need not be collected.
STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
STATIC_ROOT.mkdir(exist_ok=True)

# A file, because Django's default for tests, a database in memory, has no locks.
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["TEST"] = {"NAME": VAR / "test.sqlite3"}
    # No test cuts the power, so none need wait for the disk. The servers that attacks start do.
    DATABASES["default"]["OPTIONS"]["init_command"] += " PRAGMA synchronous=OFF;"
