"""The installed Chromium; nothing is downloaded. $CHROMIUM names another one."""

import os
import shutil

# The first is Chromium without its windows, which makes the tests a quarter faster.
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "/usr/bin/chromium",
)
CHROMIUM = next(filter(None, map(shutil.which, (os.environ.get("CHROMIUM", ""), *NAMES))), None)
